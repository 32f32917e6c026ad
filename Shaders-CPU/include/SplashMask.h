#ifndef SPLASH_MASK_H
#define SPLASH_MASK_H

// What steadies a mask from one picture to the next.

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

#pragma clang assume_nonnull end

#endif
