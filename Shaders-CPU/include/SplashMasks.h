#ifndef SPLASH_MASKS_H
#define SPLASH_MASKS_H

// The C face of what happens around the mask: the light that is estimated before, and the steadying
// and despeckling after. As in SplashKernels.h, everything is arithmetic, without state of its own.

#include "SplashKernels.h"

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// Rows of these planes are padded to a multiple of this many bytes; kernels may read and write there.
enum { splash_plane_alignment = 64 };

/// A plane of bytes at chroma resolution. `data` and `stride` are multiples of
/// `splash_plane_alignment`, and `stride` is at least `width` rounded up to one.
typedef struct SPLASH_SWIFT(SplashPlane) splash_plane {
  uint8_t *data;
  ptrdiff_t stride;
  int32_t width, height;
} splash_plane;

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

/// The kernels around the mask for one instruction set. Every function works on the rows
/// `first`…`end`−1 of its result; slices of one plane may run on several threads at once.
typedef struct __attribute__((swift_attr("@Sendable"))) SPLASH_SWIFT(SplashMaskDSP) splash_mask_dsp {
  splash_cpu_flags instruction_set SPLASH_SWIFT(instructionSet);
  /// The luma under each chroma sample in 8 bits: samples cut to 8 bits, averaged in pairs, first
  /// vertically and then horizontally, halves rounded up.
  void (*guide)(const splash_picture *picture, const splash_plane *guide, int32_t first, int32_t end);
  /// Moves the last mask towards this picture's by at most the slew and what the evidence adds.
  /// Returns how many samples changed by more than a quarter (63 codes).
  int64_t (*steady)(
      const splash_steadying *how, const splash_steady_step *step, int32_t first, int32_t end);
  /// Clamps every sample to what lies around it: to the highest and lowest sample of the ring around
  /// a square of `size` × `size` samples that holds it, for the square that changes it most. So a
  /// speck or pinhole that fits into such a square goes, and whatever reaches out of it stays:
  /// edges, corners, lines. `size` is 1…3; planes narrower than that are copied. `result` holds the
  /// last picture's result before. Returns how many samples differ from that by more than 63 codes.
  int64_t (*despeckle)(
      const splash_plane *mask, const splash_plane *result, int32_t size, int32_t first,
      int32_t end);
} splash_mask_dsp;

/// The table for the best of `flags`, which the machine must have. Without a known flag: the
/// reference.
splash_mask_dsp splash_mask_dsp_init(splash_cpu_flags flags) SPLASH_SWIFT(SplashMaskDSP.init(_:));

/// Everything from a picture to its mask and, where there is a target, to what the mask leaves.
typedef struct SPLASH_SWIFT(SplashMaskWork) splash_mask_work {
  const splash_key *key;
  /// The picture whose mask is drawn into `step.mask`, to which its `mask` points.
  const splash_picture *source;
  /// The picture that the finished mask is applied to, to which its `mask` points; may be null.
  const splash_picture *_Nullable target;
  /// `steadying` is read, and `step.result` written, only where `steadies`.
  bool steadies;
  splash_steadying steadying;
  splash_steady_step step;
  /// 0…3; above 0 the finished mask is in `clean`.
  int32_t despeckle;
  splash_plane clean;
} splash_mask_work;

/// Does the work in bands of rows, each kernel as far behind the one before as it has to look ahead, so
/// that what passes from one to the next is still in the cache. Returns how many samples of the
/// finished mask differ from the last one's by more than 63 codes.
int64_t splash_mask_run(
    const splash_dsp *dsp, const splash_mask_dsp *masks, const splash_mask_work *work)
    SPLASH_SWIFT(SplashMaskWork.run(_:_:self:));

/// Side of the grid of samples that statistics are taken from.
enum { splash_light_grid = 48 };
/// Cells of each histogram.
enum { splash_light_cells = 32 };

/// The light of a picture, estimated from a sparse grid of at most
/// `splash_light_grid`² samples.
typedef struct SPLASH_SWIFT(SplashLight) splash_light {
  /// Red and blue over green of what is taken for grey, as log2 of gamma-coded R'G'B'.
  float red, blue;
  /// Share of the usable samples, weighted, that may be grey under a plausible light: 0…1.
  float support;
  /// Value squared of what may be grey, summed over the samples and divided by their number, 0…1: the
  /// noise of a logarithm falls with the value, so this is how much the light rests on.
  float evidence;
  /// Plain mean of R', G' and B' over samples that are not clipped; 0 where there are none.
  float mean_red, mean_green, mean_blue;
  /// Samples taken.
  int32_t count;
  /// How often luma, Cb and Cr fall into each 32nd of their codes.
  uint16_t luma[splash_light_cells], cb[splash_light_cells], cr[splash_light_cells];
} splash_light;

/// A part of a picture in chroma samples, at least one by one, inside of it.
typedef struct SPLASH_SWIFT(SplashArea) splash_area {
  int32_t x, y, width, height;
} splash_area;

/// Reads a picture's light; of the rule, the matrix, depth and range count.
splash_light splash_light_init(
    const splash_rule *rule, const splash_picture *picture, splash_area area)
    SPLASH_SWIFT(SplashLight.init(_:_:_:));

/// Balances a picture: R'G'B' times the rule's gains, within 0…1, back to Y'CbCr. Writes `out_luma`,
/// `out_cb` and `out_cr` in the layout of the source, packed ones as planar 4:2:2.
void splash_balance(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end)
    SPLASH_SWIFT(splashBalance(_:_:_:_:));

/// Writes a picture's mask as grey, black to white, into the same planes as `splash_balance`.
void splash_show_mask(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end)
    SPLASH_SWIFT(splashShowMask(_:_:_:_:));

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
