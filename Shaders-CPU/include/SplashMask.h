#ifndef SPLASH_MASK_H
#define SPLASH_MASK_H

// Steadies masks from frame to frame, and tidies them.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// How much a mask may change from frame to frame.
typedef struct SPLASH_SWIFT(SplashSteadying) splash_steadying {
  /// Codes that a sample may change without evidence of a true change; 255 for no limit.
  uint8_t slew;
  /// Codes by which the smoothed guide must change to count as evidence.
  uint8_t guide_floor;
  /// Half the codes by which the mask must differ over a neighborhood to count as evidence.
  uint8_t mask_floor;
} splash_steadying;

/// Planes of one steadying step, all of one size.
typedef struct SPLASH_SWIFT(SplashSteadyStep) splash_steady_step {
  /// The mask of this frame.
  splash_plane mask;
  /// The steadied mask of the last frame.
  splash_plane last;
  /// The steadied mask of this frame; must be a plane of its own.
  splash_plane result;
  /// Luma of this frame, from `guide`.
  splash_plane guide;
  /// The smoothed guide of the last frame; replaced by that of this one.
  splash_plane smoothed;
} splash_steady_step;

/// Adjacent samples of a row that are all kept, or all not.
typedef struct SPLASH_SWIFT(SplashRun) splash_run {
  int32_t start, parent, area, fate;
} splash_run;

/// A cell of a frame as the mean over time, in 8-bit codes. A frame changes it by the largest difference c of luma, Cb and
/// Cr, in sixteenths of a code, rounded down. It is still where c is below a limit: 4.5 times the lower quartile of all
/// cells, and at most 16 codes divided by a cell's side in samples. Of a frame in which it is still, the mean takes c
/// divided by the limit and at least a quarter, and of others all.
typedef struct SPLASH_SWIFT(SplashCell) splash_cell {
  float luma, cb, cr, mask;
  bool is_still;
  /// Whether `raised` has samples of the cell above 0.
  bool is_raised;
} splash_cell;

/// Which regions of a frame are selected or removed as wholes: cells of one material, connected to 4 neighbors.
typedef struct SPLASH_SWIFT(SplashWholes) splash_wholes {
  /// A region is selected if the mean of its mask is at least the first code k, and removed below the second, g; 256
  /// and 0 for never. Between, it is selected if the mean of that and of what touches it is at least k − g / 2, and
  /// removed below 3 g / 2. What touches it is the mean over the sides of its cells to other regions: of the other
  /// region where the difference of color is less than 12 codes, else of its own. Half of what the last amendments
  /// changed is added to the mean. In a removed region squares of 3 × 3 cells of 200 and more stay, and in a selected one
  /// squares of 7 × 7 cells below 8.
  int32_t kept_from, gone_below;
  /// Memory for the cells with decided regions.
  splash_plane cells;
  /// Luma of the cells.
  const splash_plane *luma;
  /// Cb and Cr of the cells, without padding; `chroma_share` converts their codes to 8-bit codes.
  float *_Nonnull chroma[2];
  float chroma_share;
  /// Cells are squares of 2^`log2_size` samples of the mask a side.
  uint8_t log2_size;
  /// The means, kept from frame to frame.
  splash_cell *means;
  /// What the edges of regions were raised to, kept from frame to frame: a plane of the mask's size.
  splash_plane raised;
  /// Memory for two numbers per cell, and for a row of chroma as `shrink` needs it.
  uint16_t *differences;
  int32_t *edges;
  float *room;
  /// The amendments of the last frame; null for none. In regions whose mean is nearer than 16 to 128, cells with masks
  /// below 8 get that mean.
  const splash_plane *_Nullable last;
  /// Whether the mask is inverted: regions are decided by 255 minus its codes.
  bool inverts;
} splash_wholes;

/// The limits of holes and islands, and memory to find them.
typedef struct SPLASH_SWIFT(SplashAreas) splash_areas {
  /// The most samples of a hole, and of an island.
  int32_t fill, clean;
  /// Memory for one run per mask sample, one number per row and one more, and two bits per sample, in rows of whole
  /// words.
  splash_run *runs;
  int32_t *rows;
  uint64_t *bits;
  /// Regions, decided before holes and islands; null for none.
  const splash_wholes *_Nullable wholes;
  /// Whether to clear samples that are not kept and have no kept or filled sample within two samples along each side.
  bool residue;
} splash_areas;

/// Writes amendments, as `amend` reads them. First, regions: 255 in cells of selected regions, 0 in those of removed
/// ones, except where a neighbor on one of the four sides has another fate. A cell stays if it is at least 6 codes from
/// grey, on the other side of it than the sum of the region's colors, weighted by a sixteenth of the mask in a selected
/// region and of 255 minus the mask in a removed one. Then 255 in holes of at most `fill` samples
/// and on kept samples around them; 0 in islands of at most `clean` samples and on other samples around them; 128
/// elsewhere. Samples of 128 and more are kept, connected to 8 neighbors. A hole is a part of the others, connected to
/// 4 neighbors, that is enclosed by kept samples and does not touch the frame's edge. What lies within an island is
/// removed with it, what lies within a hole stays. The samples around a part are the 8 neighbors of its samples,
/// without those that have another neighbor of the part's kind that stays. Cleared residue is 0.
void splash_amendments(
    const splash_plane *mask, const splash_areas *areas, const splash_plane *amendments);

/// Planes to be joined with the hue mask, of its size; null if there are none.
typedef struct SPLASH_SWIFT(SplashJoin) splash_join {
  /// Selected besides the hues, and the upper limit of that by the colors there.
  const splash_plane *_Nullable kept, *_Nullable allowed;
  /// The upper limit of the whole mask.
  const splash_plane *_Nullable window;
  bool invert;
} splash_join;

/// Linear functions from luma to mask, one for each square of 2^`log2_size` samples a side, as found by a guided filter
/// at that resolution. There are ⌈width / size⌉ per row and ⌈height / size⌉ rows, without padding.
typedef struct SPLASH_SWIFT(SplashLines) splash_lines {
  uint8_t log2_size;
  /// The mask is slope · luma + offset, in codes.
  const float *slope;
  const float *offset;
  /// Working memory for a row: four times the width.
  float *room;
} splash_lines;

#pragma clang assume_nonnull end

#endif
