#ifndef SPLASH_COMPOSE_H
#define SPLASH_COMPOSE_H

// How looks change samples, and how two looks are mixed by a mask.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// Fixed-point 1 with twelve fractional bits, for factors of codes.
enum { splash_one = 4096 };

/// Luma by a table or an index; chroma times a factor, plus an offset that depends on luma. Both use the index: luma,
/// in codes times 2^`fraction`, plus `mix_cb` and `mix_cr` times the distances of chroma from neutral, clamped to valid
/// codes. Chroma uses the mean of the luma that it covers.
typedef struct SPLASH_SWIFT(SplashTone) splash_tone {
  /// In units of `splash_one`; their absolute values add up to at most 32767, so that samples of any size do not
  /// overflow.
  int32_t mix_cb, mix_cr;
  /// `fraction` plus the depth is at most 14.
  int32_t fraction;
  /// Luma codes by index; if null, `out_luma` is not written, unless luma is the index.
  const uint16_t *_Nullable luma;
  /// Luma is the index itself in codes, halves rounded up; no table is used.
  bool is_index;
  /// The factor of chroma, in units of `splash_one`: 0…16384.
  int32_t keep;
  /// The offset of Cb and Cr by index, in pairs, in 64ths of an 8-bit code; null for none.
  const int16_t *_Nullable chroma;
} splash_tone;

/// Where the center of a chroma sample lies among the luma samples that it covers.
typedef enum __attribute__((enum_extensibility(closed)))
SPLASH_SWIFT(SplashSite) splash_site : uint8_t {
  /// On the first column or row.
  splash_first SPLASH_SWIFT(first) = 0,
  /// Between the two.
  splash_between SPLASH_SWIFT(between) = 1,
  /// On the second row.
  splash_second SPLASH_SWIFT(second) = 2,
} splash_site;

/// How a mask at chroma resolution is interpolated to luma resolution.
typedef struct SPLASH_SWIFT(SplashSpread) splash_spread {
  uint8_t log2_width, log2_height;
  /// `first` or `between`.
  splash_site column;
  splash_site row;
} splash_spread;

/// Maps a color component to a position along a side: times the scale, plus the offset, clamped to the side.
typedef struct SPLASH_SWIFT(SplashSide) splash_side {
  float scale, offset;
} splash_side;

/// The mappings of R', G' and B'.
typedef struct SPLASH_SWIFT(SplashSides) splash_sides {
  splash_side red, green, blue;
} splash_sides;

/// A color lattice over R'G'B' within 0…1, with tetrahedral interpolation between its points.
typedef struct SPLASH_SWIFT(SplashCube) splash_cube {
  /// Points along each side, 2…256. A point's index counts red first, then green, then blue.
  int32_t size;
  splash_sides sides;
  /// Codes of the result times 2^`fraction`, 0…7.
  uint8_t fraction;
  const int16_t *luma;
  const int16_t *cb;
  const int16_t *cr;
} splash_cube;

/// A curve for each of R', G' and B' within 0…1, with linear interpolation.
typedef struct SPLASH_SWIFT(SplashCurves) splash_curves {
  /// Points, 2…65536.
  int32_t size;
  splash_sides sides;
  /// Output values of R', G' and B'.
  const float *red;
  const float *green;
  const float *blue;
  /// If given, the result is grey: luma 0…1 as a function of the square root of the weighted sum of the three, at as
  /// many points as the curves have.
  const float *_Nullable grey;
} splash_curves;

/// Samples of one component, with source and result: bytes, or 16-bit words in the machine's order for more than 8
/// bits.
typedef struct SPLASH_SWIFT(SplashChannel) splash_channel {
  const uint8_t *from;
  ptrdiff_t from_stride;
  uint8_t *to;
  ptrdiff_t to_stride;
  int32_t width, height;
  uint8_t depth, shift;
  /// Distance between samples, in samples: 2 in planes of pairs.
  uint8_t step;
} splash_channel;

/// How a component is blurred.
typedef struct SPLASH_SWIFT(SplashBlur) splash_blur {
  /// Each square of 2^`log2_size` samples a side is one sample of the small plane, whose size is ⌈width / size⌉ by
  /// ⌈height / size⌉.
  uint8_t log2_size;
  /// Weights of the center sample, and of those at each distance from it up to the reach: along a row, and along a
  /// column.
  int32_t row_reach;
  const float *row_weights;
  int32_t column_reach;
  const float *column_weights;
  /// Working memory for a row: twice the width, plus the size of a square and twice `row_reach`; for `weigh` four times
  /// the width plus the size of a square.
  float *room;
  /// Divisors of the result of `soften`, one for each sample of the small plane; null for none.
  const float *_Nullable weights;
} splash_blur;

/// Weights of a component's samples: mask, or 1 − mask, but at least 1 / 4081: (1 + 4080 · mask) / 4081.
typedef struct SPLASH_SWIFT(SplashWeighing) splash_weighing {
  const uint8_t *mask;
  ptrdiff_t stride;
  /// Columns and rows of the component per mask sample, as log2.
  uint8_t log2_width, log2_height;
  /// 255 for 1 − mask, 0 for the mask.
  uint8_t flip;
} splash_weighing;

/// A rotation of chroma: cosine and sine of the angle from Cb to Cr.
typedef struct SPLASH_SWIFT(SplashTurning) splash_turning {
  float cosine, sine;
} splash_turning;

/// Another color for all that has color.
typedef struct SPLASH_SWIFT(SplashRecoloring) splash_recoloring {
  /// The differences of R', G' and B' of the color from its luma.
  float red, green, blue;
  /// The saturation of the color: its share of the way from grey to the limit of displayable colors, 0…1.
  float share;
} splash_recoloring;

/// Darkens the corners of a frame: (code − base) times 1 − amount · x²(3 − 2x), where x is (r² − 0.1) / 0.9 within 0…1,
/// and r the distance from the center, 1 in the corners.
typedef struct SPLASH_SWIFT(SplashVignetting) splash_vignetting {
  /// The code of black, or of neutral.
  float base;
  float amount;
  /// Half a column and half a row in units of r.
  float column, row;
} splash_vignetting;

/// Noise: a luma sample changes by `strength` · 4y(1 − y) · n, where y is (code − `black`) · `unit` clamped to black
/// and white, and n the sum of four bytes, minus 510, of a hash of its place and the seed.
typedef struct SPLASH_SWIFT(SplashGraining) splash_graining {
  float strength, black, unit;
  uint32_t seed;
  /// A grain is 2^`log2_size` samples wide and high.
  uint8_t log2_size;
} splash_graining;

/// Adds a glow: each component p becomes p (1 − a · y) + a · l, where l is the glow's component, y its luma, 1 for
/// white, and a the amount. Codes count from `black` and from neutral.
typedef struct SPLASH_SWIFT(SplashGlowing) splash_glowing {
  float amount, black;
  /// The value of one luma code.
  float unit;
} splash_glowing;

/// Blocks of one color.
typedef struct SPLASH_SWIFT(SplashMosaicking) splash_mosaicking {
  /// Size of a block, in samples of the component.
  int32_t width, height;
  /// Working memory for a row: four numbers per sample, and two per block in `totals`.
  uint32_t *room;
  uint64_t *totals;
} splash_mosaicking;

/// The most levels by which the colors of a component are estimated.
enum { splash_unmix_levels = 32 };

/// How to separate the color of an object from what shines through it.
typedef struct SPLASH_SWIFT(SplashUnmixing) splash_unmixing {
  /// The share of the object in each sample; of the component's size, padding is not needed.
  splash_plane alpha;
  /// 255 if the object's share is 1 − alpha, 0 if it is alpha.
  uint8_t flip;
  /// Up to `splash_unmix_levels` pairs of width and height, from 1 × 1 to the component's size.
  int32_t level_count;
  const int32_t *sizes;
  /// Working memory: in `cells` a byte for each 16 columns of each row of all levels; in `colors` two colors for each
  /// sample of all levels but the last; in `rows` 36 rows of the component's width plus 32, and 32 more, at least
  /// 18,464; in `columns` twice its width plus 128.
  uint8_t *cells;
  float *colors;
  float *rows;
  int32_t *columns;
} splash_unmixing;

#pragma clang assume_nonnull end

#endif
