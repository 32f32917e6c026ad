#ifndef SPLASH_COMPOSE_H
#define SPLASH_COMPOSE_H

// What a look makes of samples, and how two looks are joined by a mask.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// Twelve bits behind the point, for factors of codes.
enum { splash_one = 4096 };

/// Luma by a table or an index, and chroma scaled with something added that depends on luma. Both go by the
/// index: luma, in codes times 2^`fraction`, plus `mix_cb` and `mix_cr` times the distances of chroma from
/// neutral, kept within the codes that there are. Chroma goes with the mean of the luma that it covers.
typedef struct SPLASH_SWIFT(SplashTone) splash_tone {
  /// In units of `splash_one`; without their signs 32767 together at most, so that no samples, however large, overflow.
  int32_t mix_cb, mix_cr;
  /// `fraction` and the depth are 14 together at most.
  int32_t fraction;
  /// Codes of luma by index; null leaves luma alone: `out_luma` is not written, unless luma is the index.
  const uint16_t *_Nullable luma;
  /// Luma is the index itself in codes, halves rounded up, and no table is asked.
  bool is_index;
  /// What chroma is multiplied with, in units of `splash_one`: 0…16384.
  int32_t keep;
  /// What is added to Cb and Cr by index, in pairs, in 64ths of an 8-bit code; null for nothing.
  const int16_t *_Nullable chroma;
} splash_tone;

/// Where the middle of a chroma sample lies among the luma that it covers.
typedef enum __attribute__((enum_extensibility(closed)))
SPLASH_SWIFT(SplashSite) splash_site : uint8_t {
  /// On the first column or row.
  splash_first SPLASH_SWIFT(first) = 0,
  /// Between the two.
  splash_between SPLASH_SWIFT(between) = 1,
  /// On the second row.
  splash_second SPLASH_SWIFT(second) = 2,
} splash_site;

/// How a mask at chroma resolution spreads over luma.
typedef struct SPLASH_SWIFT(SplashSpread) splash_spread {
  uint8_t log2_width, log2_height;
  /// `first` or `between`.
  splash_site column;
  splash_site row;
} splash_spread;

/// Where a part of a color lies among the points along a side: it times the scale, and the offset added,
/// kept within the side.
typedef struct SPLASH_SWIFT(SplashSide) splash_side {
  float scale, offset;
} splash_side;

/// Those of R', G' and B'.
typedef struct SPLASH_SWIFT(SplashSides) splash_sides {
  splash_side red, green, blue;
} splash_sides;

/// Colors by a lattice over R'G'B' within 0…1: between its points they are interpolated in the tetrahedron
/// of four points that a color lies in.
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

/// Colors by a curve for each of R', G' and B' within 0…1, interpolated along straight lines, in the same
/// way.
typedef struct SPLASH_SWIFT(SplashCurves) splash_curves {
  /// Points, 2…65536.
  int32_t size;
  splash_sides sides;
  /// What becomes of R', G' and B'.
  const float *red;
  const float *green;
  const float *blue;
  /// Where it is given, the result is grey: luma 0…1 by the root of the weighted sum of the three, at as
  /// many points as the curves have.
  const float *_Nullable grey;
} splash_curves;

/// Samples of one component where they lie, and where they go: bytes, or 16-bit words of the machine's
/// order for more than 8 bits.
typedef struct SPLASH_SWIFT(SplashChannel) splash_channel {
  const uint8_t *from;
  ptrdiff_t from_stride;
  uint8_t *to;
  ptrdiff_t to_stride;
  int32_t width, height;
  uint8_t depth, shift;
  /// From a sample to the next, in samples: 2 in planes of pairs.
  uint8_t step;
} splash_channel;

/// How a component is blurred.
typedef struct SPLASH_SWIFT(SplashBlur) splash_blur {
  /// Squares of 2^`log2_size` samples are one sample of the small plane, which is ⌈width / size⌉ wide and
  /// as high likewise.
  uint8_t log2_size;
  /// What the sample in the middle counts, and those at each distance from it up to the reach: along a row,
  /// and along a column.
  int32_t row_reach;
  const float *row_weights;
  int32_t column_reach;
  const float *column_weights;
  /// Room for a row: twice the width, with the size of a square and twice `row_reach` more; for `weigh` four
  /// times the width with the size of a square.
  float *room;
  /// What `soften` divides its result by, one for each sample of the small plane; null for nothing.
  const float *_Nullable weights;
} splash_blur;

/// What samples of a component weigh: a mask, or 1 − mask, and 1 / 4081 at least: 1 + 4080 of it, of 4081.
typedef struct SPLASH_SWIFT(SplashWeighing) splash_weighing {
  const uint8_t *mask;
  ptrdiff_t stride;
  /// Columns and rows of the component for each of the mask.
  uint8_t log2_width, log2_height;
  /// 255 for 1 − mask, 0 for the mask.
  uint8_t flip;
} splash_weighing;

/// Chroma turned: by the cosine and the sine of an angle from Cb to Cr.
typedef struct SPLASH_SWIFT(SplashTurning) splash_turning {
  float cosine, sine;
} splash_turning;

/// Another color for what has color.
typedef struct SPLASH_SWIFT(SplashRecoloring) splash_recoloring {
  /// How far R', G' and B' of the color are from its luma.
  float red, green, blue;
  /// How much of the way from grey to the edge of what can be shown the color goes, 0…1.
  float share;
} splash_recoloring;

/// Less light towards the corners of a picture: (code − base) times 1 − amount · x²(3 − 2x), where x is
/// (r² − 0.1) / 0.9 within 0…1, and r the distance from the middle, 1 in the corners.
typedef struct SPLASH_SWIFT(SplashVignetting) splash_vignetting {
  /// The code of black, or of neutral.
  float base;
  float amount;
  /// What half a column and half a row are of r.
  float column, row;
} splash_vignetting;

/// Noise: a sample of luma moves by `strength` · 4y(1 − y) · n, where y is (code − `black`) · `unit`, not below
/// black nor above white, and n the sum of four bytes, less 510, of a hash of its place and of the seed.
typedef struct SPLASH_SWIFT(SplashGraining) splash_graining {
  float strength, black, unit;
  uint32_t seed;
  /// A grain has 2^`log2_size` samples a side.
  uint8_t log2_size;
} splash_graining;

/// Light laid over a picture: each component p becomes p (1 − a · y) + a · l, where l is the light's, y the
/// light's luma, 1 for white, and a the amount. Codes count from `black` and from neutral.
typedef struct SPLASH_SWIFT(SplashGlowing) splash_glowing {
  float amount, black;
  /// Of a code of luma.
  float unit;
} splash_glowing;

/// Blocks of one color each.
typedef struct SPLASH_SWIFT(SplashMosaicking) splash_mosaicking {
  /// Of a block, in samples of the component.
  int32_t width, height;
  /// Room for a row: four times as many as samples, and two for each block.
  uint32_t *room;
  uint64_t *totals;
} splash_mosaicking;

/// Levels that the colors of a component are found by.
enum { splash_unmix_levels = 32 };

/// How the color of a thing is told from what shines through it.
typedef struct SPLASH_SWIFT(SplashUnmixing) splash_unmixing {
  /// How much of the thing is in each sample; of the component's size, without need of padding.
  splash_plane alpha;
  /// 255 where the thing is what alpha leaves, 0 where it is what alpha says.
  uint8_t flip;
  /// Up to `splash_unmix_levels`: widths and heights in pairs, from 1 × 1 to the component's size.
  int32_t level_count;
  const int32_t *sizes;
  /// Room: a byte for each 16 columns of each row of all levels; two colors for each sample of all levels but the
  /// last; 36 rows of the component's width and 32 more, and 32 more; at least 18,464; twice its width and 128 more.
  uint8_t *cells;
  float *colors;
  float *rows;
  int32_t *columns;
} splash_unmixing;

#pragma clang assume_nonnull end

#endif
