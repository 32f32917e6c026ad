#ifndef SPLASH_MASK_H
#define SPLASH_MASK_H

// What steadies a mask from one picture to the next, and makes whole objects of it.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// How much a mask may change from one picture to the next.
typedef struct SPLASH_SWIFT(SplashSteadying) splash_steadying {
  /// Codes a sample may move without evidence of a true change; 255 lets everything through.
  uint8_t slew;
  /// Codes the smoothed guide has to change before that is evidence.
  uint8_t guide_floor;
  /// Codes (halved) the mask has to differ over a neighborhood before that is evidence.
  uint8_t mask_floor;
} splash_steadying;

/// Planes of one steadying step, all of one size.
typedef struct SPLASH_SWIFT(SplashSteadyStep) splash_steady_step {
  /// The mask of this picture.
  splash_plane mask;
  /// The steadied mask of the last picture.
  splash_plane last;
  /// Result: the steadied mask of this picture. No other plane.
  splash_plane result;
  /// Luma of this picture, from `guide`.
  splash_plane guide;
  /// The smoothed guide of the last picture; replaced by that of this one.
  splash_plane smoothed;
} splash_steady_step;

/// Samples of a row that are all kept, or all not, up to the next run or the end of the row.
typedef struct SPLASH_SWIFT(SplashRun) splash_run {
  int32_t start, parent, area, fate;
} splash_run;

/// Which regions of a picture are kept or go as wholes: cells of one material, which hang together over sides.
typedef struct SPLASH_SWIFT(SplashWholes) splash_wholes {
  /// A region is kept from this mean of its mask on, and goes below that one: codes, 256 and 0 for never. Half of what
  /// the last amendments changed counts for the mean, and cells of 230 and more that did not go then stay.
  int32_t kept_from, gone_below;
  /// Room for the cells with their regions decided.
  splash_plane cells;
  /// Luma of the cells.
  const splash_plane *luma;
  /// Cb and Cr of the cells, without padding, and what one of their codes is in codes of 8 bits.
  float *_Nonnull chroma[2];
  float chroma_share;
  /// Room for two numbers for each cell, and for a row of chroma as `shrink` wants it.
  uint16_t *differences;
  int32_t *edges;
  float *room;
  /// The amendments of the last picture, a tenth of whose differences counts for those of colors; null for none.
  const splash_plane *_Nullable last;
} splash_wholes;

/// What is a hole and what an island, and where they are looked for.
typedef struct SPLASH_SWIFT(SplashAreas) splash_areas {
  /// Samples that a hole, and an island, may have at most.
  int32_t fill, clean;
  /// Room for as many runs as the mask has samples, for one number more than it has rows, and for two
  /// bits a sample, in rows of whole words.
  splash_run *runs;
  int32_t *rows;
  uint64_t *bits;
  /// Decided before holes and islands are looked for; null for none.
  const splash_wholes *_Nullable wholes;
  /// What is not kept goes where nothing that stays or is filled is within two samples along each side.
  bool residue;
} splash_areas;

/// Writes what makes whole objects of a mask, as `amend` takes it: 255 in cells of regions that are kept, 0 in those of
/// regions that go, where the same becomes of all neighbors over sides; then 255 in the holes of at most `fill`
/// samples and on what is kept around them, 0 in the islands of at most `clean` samples and on what is not
/// kept around them, 128 elsewhere. Kept are samples from 128 on, connected to their 8 neighbors; a hole is
/// a part of the others, connected to their 4 neighbors, that lies in what is kept and does not reach the end
/// of the picture. What is in an island goes with it, what is in a hole stays. Around a part are the 8
/// neighbors of its samples, but for those that have a neighbor of the same kind that stays. Where `residue`
/// goes it is 0.
void splash_amendments(
    const splash_plane *mask, const splash_areas *areas, const splash_plane *amendments);

/// What joins the mask that the hues drew, planes of its size; null where there is none.
typedef struct SPLASH_SWIFT(SplashJoin) splash_join {
  /// Kept besides the hues, and the most of that which the colors there allow.
  const splash_plane *_Nullable kept, *_Nullable allowed;
  /// The most that is kept at all.
  const splash_plane *_Nullable window;
  bool invert;
} splash_join;

/// Straight lines from luma to mask, one for each square of 2^`log2_size` samples: what a guided filter finds
/// at a part of the size. A mask of ⌈width / size⌉ lines a row and as many rows likewise, without padding.
typedef struct SPLASH_SWIFT(SplashLines) splash_lines {
  uint8_t log2_size;
  /// A sample is slope · luma + offset, in codes.
  const float *slope;
  const float *offset;
  /// Room for a row: four times the width.
  float *room;
} splash_lines;

#pragma clang assume_nonnull end

#endif
