#ifndef SPLASH_SPREAD_H
#define SPLASH_SPREAD_H

// Interpolates a mask linearly to luma resolution, one sample at a time.

#include "SplashCompose.h"
#include "plane.h"

/// The mask rows for a luma row: `weight` quarters of `other`, the rest of `own`.
typedef struct splash_spread_rows {
  const uint8_t *own, *other;
  int32_t weight;
} splash_spread_rows;

/// - line: 0 or 1 of the rows that chroma row `y` covers.
static inline splash_spread_rows splash_spread_rows_of(
    const splash_spread *how, const splash_plane *mask, int32_t y, int line) {
  static const int8_t quarters[3][2] = {{0, 2}, {-1, 1}, {-2, 0}};
  const int quarter = how->log2_height ? quarters[how->row][line] : 0;
  return (splash_spread_rows){
      splash_plane_row(mask, y), splash_plane_row(mask, quarter < 0 ? y - 1 : y + 1),
      quarter < 0 ? -quarter : quarter};
}

/// Four times the mask at column `x`, clamped to the plane.
static inline int32_t splash_spread_column(
    const splash_spread_rows *rows, int32_t x, int32_t width) {
  x = splash_clamp_index(x, width);
  return (4 - rows->weight) * rows->own[x] + rows->weight * rows->other[x];
}

/// The mask at one of the luma columns over chroma column `x`: side 0 is the left, 1 the right.
static inline uint8_t splash_spread_sample(
    const splash_spread *how, const splash_spread_rows *rows, int32_t x, int side, int32_t width) {
  const int32_t own = splash_spread_column(rows, x, width);
  if (!how->log2_width) return (uint8_t)((own + 2) >> 2);
  const int weight = how->column == splash_between ? 1 : side ? 2 : 0;
  const int32_t other =
      splash_spread_column(rows, how->column == splash_between && !side ? x - 1 : x + 1, width);
  return (uint8_t)(((4 - weight) * own + weight * other + 8) >> 4);
}

/// Chroma columns `from`…`to`−1 in one luma row. In an odd width the last luma column may not exist, and is not
/// written.
static inline void splash_spread_part(
    const splash_spread *how, const splash_spread_rows *rows, int32_t from, int32_t to,
    int32_t chroma, int32_t width, uint8_t *luma) {
  for (int32_t x = from; x < to; x++) {
    const int32_t left = x << how->log2_width;
    luma[left] = splash_spread_sample(how, rows, x, 0, chroma);
    if (how->log2_width && left + 1 < width)
      luma[left + 1] = splash_spread_sample(how, rows, x, 1, chroma);
  }
}

#endif
