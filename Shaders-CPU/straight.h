#ifndef SPLASH_STRAIGHT_H
#define SPLASH_STRAIGHT_H

// Enlarges a small plane: linear interpolation between the centers of its squares, constant beyond the last ones. One
// text for all instruction sets, which the compiler vectorizes.

#include <stdint.h>

#include "plane.h"

#pragma clang fp contract(off)

#define SPLASH_LOOP static inline __attribute__((always_inline))

SPLASH_LOOP int32_t splash_shrunk(int32_t size, int log2) {
  return (size + (1 << log2) - 1) >> log2;
}

/// The `size` samples between the centers of two samples of the small plane, of which some may be outside of the row.
SPLASH_LOOP void splash_grow_between(
    float a, float b, float *to, int32_t from, int32_t end, int32_t size) {
  const float step = (b - a) / (float)(2 * size);
  for (int32_t i = from; i < end; i++) to[i] = a + step * (float)(size == 1 ? 0 : 2 * i + 1);
}

SPLASH_LOOP void splash_grow_squares(
    const float *restrict small, float *restrict wide, int32_t columns, int32_t size) {
  for (int32_t x = 0; x < columns; x++)
    splash_grow_between(small[x], small[x + 1], wide + x * size, 0, size, size);
}

/// A row of the small plane at full width.
SPLASH_LOOP void splash_grow_row(
    const float *restrict small, float *restrict wide, int32_t width, int log2_size) {
  const int32_t size = 1 << log2_size, columns = splash_shrunk(width, log2_size);
  const int32_t half = size / 2, inner = (width - half) / size;
  const int32_t whole = inner < columns - 1 ? inner : columns - 1;
  for (int32_t i = 0; i < half && i < width; i++) wide[i] = small[0];
  switch (size) {
    case 1: splash_grow_squares(small, wide, whole, 1); break;
    case 2: splash_grow_squares(small, wide + 1, whole, 2); break;
    case 4: splash_grow_squares(small, wide + 2, whole, 4); break;
    case 8: splash_grow_squares(small, wide + 4, whole, 8); break;
    default: splash_grow_squares(small, wide + half, whole, size); break;
  }
  for (int32_t x = whole; half + x * size < width; x++) {
    const int32_t start = half + x * size;
    const int32_t next = x + 1 < columns ? x + 1 : columns - 1;
    splash_grow_between(
        small[x], small[next], wide + start, 0, start + size < width ? size : width - start, size);
  }
}

/// The rows of the small plane between which row `y` lies, and its distance from the upper one: 0…1. If `top` is
/// unchanged, so are both rows.
typedef struct splash_row_pair {
  int32_t top, upper, lower;
  float part;
} splash_row_pair;

SPLASH_LOOP splash_row_pair splash_row_pair_of(int32_t y, int log2_size, int32_t rows) {
  const int32_t size = 1 << log2_size, twice = 2 * y + 1 - size, top = twice >> (log2_size + 1);
  return (splash_row_pair){
      top, splash_clamp_index(top, rows), splash_clamp_index(top + 1, rows),
      (float)(twice - top * 2 * size) / (float)(2 * size)};
}

#endif
