#ifndef SPLASH_LIGHT_POSTERIOR_H
#define SPLASH_LIGHT_POSTERIOR_H

// Estimates the light from a log-chroma histogram.

#include "SplashLight.h"

/// Bins along each side of a histogram, and octaves between two; in the center R', G' and B' are equal.
enum { splash_light_side = 64 };
#define splash_light_bin 0.0625f

/// Rows are bins of log2 R'/G', columns those of log2 B'/G'.
typedef struct splash_light_plane {
  float real[splash_light_side][splash_light_side];
  float imaginary[splash_light_side][splash_light_side];
} splash_light_plane;

/// The light by the learned model, and its uncertainty.
///
/// - Parameter histograms: roots of the shares of colors (real) and of differences between samples (imaginary);
///   overwritten.
splash_light_guess splash_light_guess_of(splash_light_plane *histograms);

#endif
