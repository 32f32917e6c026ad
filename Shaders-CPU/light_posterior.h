#ifndef SPLASH_LIGHT_POSTERIOR_H
#define SPLASH_LIGHT_POSTERIOR_H

// Estimates the light from a log-chroma histogram.

#include "SplashLight.h"

/// Octaves between two places of a histogram.
#define splash_light_bin 0.0625f

/// Rows are bins of log2 R'/G', columns those of log2 B'/G'.
typedef struct splash_light_plane {
  float real[splash_light_places][splash_light_places];
  float imaginary[splash_light_places][splash_light_places];
} splash_light_plane;

/// The light by the learned model, and its uncertainty.
///
/// - Parameters:
///   - histograms: roots of the shares of colors (real) and of differences between samples (imaginary);
///     overwritten.
///   - anchor: what `splash_light_anchor_init` wrote; NULL for none.
splash_light_guess splash_light_guess_of(
    splash_light_plane *histograms, const splash_light_plane *anchor);

/// log2 of a positive normal number: a polynomial through log2 at 1, 1.25, 1.5, 1.75 and 2, accurate to 0.0002.
static inline float splash_log2_of(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, 4);
  float exponent = (float)((int32_t)(bits >> 23) - 127);
  bits = (bits & 0x007fffff) | 0x3f800000;
  float m;
  __builtin_memcpy(&m, &bits, 4);
  m -= 1;
  return exponent + m * (1.4371924f + m * (-0.6711150f + m * (0.3123979f + m * -0.0784753f)));
}

#endif
