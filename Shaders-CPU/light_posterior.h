#ifndef SPLASH_LIGHT_POSTERIOR_H
#define SPLASH_LIGHT_POSTERIOR_H

// Where in a log-chroma histogram the light is.

#include "SplashLight.h"

/// Places along each side of a histogram, and octaves between two; in its middle R', G' and B' are alike.
enum { splash_light_side = 64 };
#define splash_light_bin 0.0625f

/// Rows are places of log2 R'/G', columns those of log2 B'/G'.
typedef struct splash_light_plane {
  float real[splash_light_side][splash_light_side];
  float imaginary[splash_light_side][splash_light_side];
} splash_light_plane;

/// Which light the learned filters see, and how surely.
///
/// - Parameter histograms: roots of the shares of colors (real) and of steps between samples (imaginary); written over.
splash_light_guess splash_light_guess_of(splash_light_plane *histograms);

#endif
