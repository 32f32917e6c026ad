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
  /// How far red and blue can be those of a light, rather than of a thing that fills the picture:
  /// 0…1.
  float belief;
  /// Red and blue over green of the mean step from a sample of the grid to the next one along and down, as
  /// log2, over samples that are not clipped: what changes from place to place does so in the color of the
  /// light (J. van de Weijer and T. Gevers, 2005). 0 where `steps` is.
  float step_red, step_blue;
  /// The mean step of G', 0…1; 0 where one of the channels has none.
  float steps;
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

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
