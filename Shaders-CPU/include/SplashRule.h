#ifndef SPLASH_RULE_H
#define SPLASH_RULE_H

// The selection of colors, as a rule in plain numbers and as the key prepared from it.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// A closed interval of saturation or value, both 0…1 with `min` ≤ `max`.
typedef struct SPLASH_SWIFT(SplashInterval) splash_interval {
  double min, max;
} splash_interval;

/// A hue to select, or to exclude.
typedef struct SPLASH_SWIFT(SplashHue) splash_hue {
  /// Degrees on the HSV hexagon, any real number: red 0, green 120, blue 240.
  double center;
  /// Half-width of full selection, degrees, 0…180.
  double width;
  /// Degrees outside the width over which the hue fades out, 0…180; 0 is a hard edge.
  double softness;
  /// Whether the hue is excluded: the mask is multiplied by one minus this hue's share. An excluded hue ignores
  /// saturation and value unless it has intervals of its own.
  bool drop;
  /// Whether the chroma floor is ignored, so that greys, which have no hue, are selected too.
  bool greys;
  /// Whether the hue's own interval replaces the rule's.
  bool has_saturation, has_value;
  splash_interval saturation, value;
} splash_hue;

/// How R'G'B' of a stream becomes light.
typedef enum __attribute__((enum_extensibility(closed)))
SPLASH_SWIFT(SplashTransfer) splash_transfer : uint8_t {
  /// No conversion: R'G'B' is as a BT.709 display shows it.
  splash_transfer_none SPLASH_SWIFT(none) = 0,
  /// A power of 2.4 (BT.1886).
  splash_transfer_gamma SPLASH_SWIFT(gamma) = 1,
  /// Perceptual quantization (BT.2100), 1 at 203 cd/m².
  splash_transfer_pq SPLASH_SWIFT(pq) = 2,
  /// Hybrid log-gamma (BT.2100) without the display's gamma, which changes no hue; 1 at 75 %.
  splash_transfer_hlg SPLASH_SWIFT(hlg) = 3,
  /// For color profiles: sRGB's curve (IEC 61966-2-1), powers, and linear light. The display is sRGB, and white is the
  /// maximum.
  splash_transfer_srgb SPLASH_SWIFT(sRGB) = 4,
  splash_transfer_gamma22 SPLASH_SWIFT(gamma22) = 5,
  splash_transfer_gamma18 SPLASH_SWIFT(gamma18) = 6,
  splash_transfer_linear SPLASH_SWIFT(linear) = 7,
} splash_transfer;

/// The weights of a stream's linear red, green and blue in one component of BT.709.
typedef struct SPLASH_SWIFT(SplashWeights) splash_weights {
  double red, green, blue;
} splash_weights;

/// The conversion from a stream to a BT.709 display. Without a transfer the weights are ignored.
typedef struct SPLASH_SWIFT(SplashDisplay) splash_display {
  splash_transfer transfer;
  splash_weights red, green, blue;
} splash_display;

/// The most hues of a rule, selected and excluded together.
enum { splash_max_hues = 64 };

/// Points along each side of a lattice of names.
enum { splash_name_points = 33 };

/// The selection in plain numbers: Specification.md section 2, one field per symbol.
typedef struct SPLASH_SWIFT(SplashRule) splash_rule {
  /// Luma weights of red and blue (H.273 matrix coefficients): BT.709 is 0.2126 and 0.0722.
  double kr, kb;
  /// Bits per sample, 8…14.
  int32_t depth;
  /// Whether codes run from 0 to 2ⁿ−1; otherwise luma runs from 16·2ⁿ⁻⁸ to 235·2ⁿ⁻⁸, and chroma similarly.
  bool full_range;
  /// White balance gains, 1 for none; limited to 2⁻¹⁰…2¹⁰.
  double red_gain, green_gain, blue_gain;
  /// `hue_count` hues, 0…`splash_max_hues`; read only while a key is prepared. Without a selected hue or name the mask
  /// is empty.
  const splash_hue *_Nullable hues;
  int32_t hue_count;
  /// Lattices of selected and excluded color names, made by `splash_name_lattice`; null for none. They must exist as
  /// long as the key.
  const int16_t *_Nullable names, *_Nullable dropped_names;
  splash_interval saturation, value;
  /// Width of the fade outside of the saturation and value intervals, 0…1; 0 is a hard edge.
  double gate_softness;
  /// HSV chroma (maximum minus minimum) from which a color counts fully, 0…1; from half of it down it does not count. 0
  /// disables the floor.
  double chroma_floor;
  /// Whether the mask is inverted.
  bool invert;
  /// Converts R'G'B' to that of the display before the gains.
  splash_display display;
} splash_rule;

/// A linear fade in 16-bit integers: `(min(v ⊖ start, length)·factor + offset)·slope / 2¹⁶`, where ⊖ is subtraction
/// clamped to 0. It runs from 0 to 32767.
typedef struct SPLASH_SWIFT(SplashRamp) splash_ramp {
  uint16_t start, length, factor, offset, slope;
} splash_ramp;

/// A hue on a circle of 65536 units:
/// `(min(edge ⊖ |hue − center|, length)·factor ⊖ fraction)·slope / 2¹⁶`, at most 32767.
typedef struct SPLASH_SWIFT(SplashKeyHue) splash_key_hue {
  uint16_t center, edge, length, factor, fraction, slope;
} splash_key_hue;

/// Hues that share saturation and value ranges. The upper ramps use one minus the value.
typedef struct SPLASH_SWIFT(SplashKeyGroup) splash_key_group {
  uint8_t first, count;
  bool drop, greys;
  bool saturation_low, saturation_high, value_low, value_high;
  splash_ramp saturation_ramps[2], value_ramps[2];
} splash_key_group;

/// Constants from R'G'B' to that of a display, in floats: Shaders-CPU/display.h.
typedef struct SPLASH_SWIFT(SplashDisplayColor) splash_display_color {
  bool has_toe, is_srgb;
  float knee, toe, line, above[7], below[7], weights[9];
} splash_display_color;

/// Constants from Y'CbCr to R'G'B' in floats. `white` is 1.0; codes are aligned to the top of 16 bits.
typedef struct SPLASH_SWIFT(SplashFloatColor) splash_float_color {
  float black, white;
  float red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
  float red_gain, green_gain, blue_gain;
  float value_scale, chroma_scale, chroma_offset;
  bool is_displayed;
  splash_display_color display;
} splash_float_color;

/// The same in 16-bit integers. A loss is one minus a gain divided by the largest gain.
typedef struct SPLASH_SWIFT(SplashIntegerColor) splash_integer_color {
  uint16_t luma_scale;
  int16_t black, white;
  int16_t red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
  uint16_t red_loss, green_loss, blue_loss;
  bool has_losses;
} splash_integer_color;

/// A rule prepared for kernels: about 4 kB of fixed-point constants, and pointers to the lattices of names. Preparing
/// one takes a few microseconds, so that a new one per frame, for changing gains, costs next to nothing. The fields are
/// private to the kernels.
typedef struct SPLASH_SWIFT(SplashKey) SPLASH_SENDABLE splash_key {
  uint8_t depth, group_count;
  bool invert;
  /// Whether fades are wide enough for 16-bit color; otherwise floats are used.
  bool uses_integers;
  splash_float_color floats;
  splash_integer_color integers;
  /// The value 1 in the units of saturation and value.
  uint16_t saturation_top, value_top;
  /// Integers only: the mask is 0 up to this saturation, in units of 2⁻¹⁶.
  uint16_t quiet_saturation;
  /// Integers only: how far the selected hues reach to both sides of red, green and blue, as shares of 60 degrees in
  /// units of 2⁻¹⁵.
  int16_t reach_low[3], reach_high[3];
  splash_ramp chroma_ramp;
  splash_key_hue hues[splash_max_hues];
  splash_key_group groups[splash_max_hues];
  const int16_t *_Nullable names, *_Nullable dropped_names;
  /// The mask of names is 0 outside of these codes of Cb and Cr, as distances from neutral in 16 bits.
  int16_t names_low[2], names_high[2];
} splash_key;

/// Prepares a rule. Numbers outside of the ranges above are clamped; NaN counts as the lowest.
splash_key splash_key_init(const splash_rule *rule) SPLASH_SWIFT(SplashKey.init(_:));

/// Resamples the weights of names from points of R'G'B' to points of a frame's codes.
///
/// Both lattices have `splash_name_points` points a side and weights of 0…32767. `weights` covers R', G' and B' from 0
/// to 1, blue fastest and red slowest. `result` covers Y', Cb and Cr from code 0 to one past the last code, Y' fastest
/// and Cr slowest. Of the rule only coding, display and gains are used; the gains are normalized to keep the luma of
/// white. A channel from 0.98 of white on is clipped, and after the gains is raised to at least the others.
void splash_name_lattice(const splash_rule *rule, const int16_t *weights, int16_t *result);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
