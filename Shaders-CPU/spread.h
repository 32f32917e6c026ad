#ifndef SPLASH_SPREAD_H
#define SPLASH_SPREAD_H

// How a mask spreads over luma, one sample at a time: what it is between two samples of chroma lies on
// the line between them.

#include "SplashCompose.h"
#include "plane.h"

/// Rows of the mask for a row of luma: `weight` quarters of `other`, the rest of `own`.
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

/// Four times the mask at column `x`, outside of it the nearest inside.
static inline int32_t splash_spread_column(
    const splash_spread_rows *rows, int32_t x, int32_t width) {
  x = splash_clamp_index(x, width);
  return (4 - rows->weight) * rows->own[x] + rows->weight * rows->other[x];
}

/// The mask at one of the luma columns over chroma column `x`: 0 the left, 1 the right.
static inline uint8_t splash_spread_sample(
    const splash_spread *how, const splash_spread_rows *rows, int32_t x, int side, int32_t width) {
  const int32_t own = splash_spread_column(rows, x, width);
  if (!how->log2_width) return (uint8_t)((own + 2) >> 2);
  const int weight = how->column == splash_between ? 1 : side ? 2 : 0;
  const int32_t other =
      splash_spread_column(rows, how->column == splash_between && !side ? x - 1 : x + 1, width);
  return (uint8_t)(((4 - weight) * own + weight * other + 8) >> 4);
}

/// The columns `from`…`to`−1 of chroma in one row of luma. The last column of an odd width goes
/// unwritten where luma has it no more.
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
