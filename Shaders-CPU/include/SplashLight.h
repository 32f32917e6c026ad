#ifndef SPLASH_LIGHT_H
#define SPLASH_LIGHT_H

// Measures the light of a frame before its mask is drawn.

#include "SplashPicture.h"
#include "SplashRule.h"

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// The largest side of the grid of samples that is measured.
enum { splash_light_grid = 64 };
/// Bins of each histogram for finding cuts.
enum { splash_light_cells = 32 };

/// A light estimated by the learned model: the mean of its distribution near the mode, and the covariance around that.
typedef struct SPLASH_SWIFT(SplashLightGuess) splash_light_guess {
  /// Red and blue over green, as log2 of gamma-coded R'G'B'.
  float red, blue;
  /// Covariance, in octaves squared.
  float red_red, red_blue, blue_blue;
} splash_light_guess;

/// Measurements of a sparse grid of at most `splash_light_grid`² samples of a frame.
typedef struct SPLASH_SWIFT(SplashLight) splash_light {
  /// Mean of R', G' and B' over samples that are neither clipped nor black; 0 if there are none.
  float mean_red, mean_green, mean_blue;
  /// Number of samples.
  int32_t count;
  /// Number of samples of luma, Cb and Cr in each 32nd of their codes.
  uint16_t luma[splash_light_cells], cb[splash_light_cells], cr[splash_light_cells];
  /// The light by the learned model; zeros if it was not requested.
  splash_light_guess guess;
} splash_light;

/// A part of a frame in chroma samples, at least one by one, inside of it.
typedef struct SPLASH_SWIFT(SplashArea) splash_area {
  int32_t x, y, width, height;
} splash_area;

/// Bins along each side of a log-chroma histogram: rows of log2 R'/G', columns of log2 B'/G', a
/// sixteenth of an octave apart; grey is in bin (32, 32).
enum { splash_light_places = 64 };

/// Measures a frame's light. Of the rule only matrix, depth and range are used.
///
/// - Parameters:
///   - guesses: whether to use the learned model.
///   - anchor: colors to compare with, as `splash_light_anchor_init` writes them; NULL for none.
splash_light splash_light_init(
    const splash_rule *rule, const splash_picture *picture, splash_area area, bool guesses,
    const float *_Nullable anchor) SPLASH_SWIFT(SplashLight.init(_:_:_:guesses:anchor:));

/// Writes the log-chroma histogram of a frame: roots of the share of samples in each bin,
/// `splash_light_places`² numbers, row after row; zeros where all samples are black or clipped.
void splash_light_colors(
    const splash_rule *rule, const splash_picture *picture, splash_area area, float *colors);

/// Prepares the histogram of a frame whose light counts as white for comparisons.
///
/// - Parameters:
///   - colors: `splash_light_places`² codes, proportional to the roots of shares.
///   - anchor: receives twice as many numbers.
void splash_light_anchor_init(const uint8_t *colors, float *anchor);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
