#ifndef SPLASH_LIGHT_H
#define SPLASH_LIGHT_H

// The light of a picture, estimated before its mask.

#include "SplashPicture.h"
#include "SplashRule.h"

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// Side of the grid of samples that statistics are taken from.
enum { splash_light_grid = 64 };
/// Cells of each histogram that tells a cut.
enum { splash_light_cells = 32 };

/// A light as it was learned from photographs: the mean of a distribution near its mode, and its
/// covariance around that.
typedef struct SPLASH_SWIFT(SplashLightGuess) splash_light_guess {
  /// Red and blue over green, as log2 of gamma-coded R'G'B'.
  float red, blue;
  /// In octaves squared.
  float red_red, red_blue, blue_blue;
} splash_light_guess;

/// What a sparse grid of at most `splash_light_grid`² samples tells of a picture.
typedef struct SPLASH_SWIFT(SplashLight) splash_light {
  /// Mean of R', G' and B' over samples that are neither clipped nor black; 0 where there are none.
  float mean_red, mean_green, mean_blue;
  /// Samples taken.
  int32_t count;
  /// How often luma, Cb and Cr fall into each 32nd of their codes.
  uint16_t luma[splash_light_cells], cb[splash_light_cells], cr[splash_light_cells];
  /// The learned light; of zeros where nobody asked for it.
  splash_light_guess guess;
} splash_light;

/// A part of a picture in chroma samples, at least one by one, inside of it.
typedef struct SPLASH_SWIFT(SplashArea) splash_area {
  int32_t x, y, width, height;
} splash_area;

/// Reads a picture's light; of the rule, the matrix, depth and range count.
///
/// - Parameter guesses: whether the learned light is wanted.
splash_light splash_light_init(
    const splash_rule *rule, const splash_picture *picture, splash_area area, bool guesses)
    SPLASH_SWIFT(SplashLight.init(_:_:_:guesses:));

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
