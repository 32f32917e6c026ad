#ifndef SPLASH_BLUR_H
#define SPLASH_BLUR_H

// Blur: a component is shrunk, blurred at that size, and enlarged by linear interpolation. One text for all instruction
// sets, which the compiler vectorizes; results do not depend on the vector width.

#include "SplashCompose.h"
#include "plane.h"
#include "straight.h"

SPLASH_LOOP int32_t splash_channel_code(const splash_channel *c, const uint8_t *row, int32_t x) {
  if (c->depth == 8) return row[x * c->step];
  uint16_t word;
  __builtin_memcpy(&word, row + 2 * (ptrdiff_t)x * c->step, 2);
  return word >> c->shift;
}

/// Adds a row to the sums of its columns.
SPLASH_LOOP void splash_add_row(
    const splash_channel *c, const uint8_t *restrict row, uint32_t *restrict sums) {
  const int32_t width = c->width;
  if (c->depth == 8 && c->step == 1)
    for (int32_t x = 0; x < width; x++) sums[x] += row[x];
  else
    for (int32_t x = 0; x < width; x++) sums[x] += (uint32_t)splash_channel_code(c, row, x);
}

/// Means over `size` columns.
SPLASH_LOOP void splash_shrink_row(
    const uint32_t *restrict sums, float *restrict small, int32_t columns, int32_t size) {
  const float share = 1 / (float)(size * size);
  for (int32_t x = 0; x < columns; x++) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < size; i++) sum += sums[x * size + i];
    small[x] = (float)(int32_t)sum * share;
  }
}

/// Rows `first`…`end`−1 of the small plane: means over squares of samples; beyond the edges the last sample repeats.
SPLASH_LOOP void splash_shrink_part(
    const splash_channel *c, const splash_blur *how, float *small, int32_t first, int32_t end) {
  const int32_t size = 1 << how->log2_size, width = c->width;
  const int32_t columns = splash_shrunk(width, how->log2_size);
  uint32_t *sums = (uint32_t *)how->room;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < width; x++) sums[x] = 0;
    for (int32_t i = 0; i < size; i++) {
      const int32_t from = splash_clamp_index(y * size + i, c->height);
      splash_add_row(c, c->from + from * c->from_stride, sums);
    }
    for (int32_t x = width; x < columns * size; x++) sums[x] = sums[width - 1];
    float *row = small + y * columns;
    switch (size) {
      case 1: splash_shrink_row(sums, row, columns, 1); break;
      case 2: splash_shrink_row(sums, row, columns, 2); break;
      case 4: splash_shrink_row(sums, row, columns, 4); break;
      default: splash_shrink_row(sums, row, columns, size); break;
    }
  }
}

/// Sums over the columns of squares: products of samples and weights, and, for columns of the mask, weights.
typedef struct splash_sums {
  uint32_t *products, *weights;
} splash_sums;

/// Weights of samples under a row of the mask: 1…4081. Adds each `count` times to the sums of weights.
SPLASH_LOOP void splash_weights_row(
    const splash_weighing *how, const uint8_t *restrict mask, uint16_t *restrict weights,
    uint32_t *restrict sums, int32_t columns, int32_t width, uint32_t count) {
  const uint8_t flip = how->flip;
  for (int32_t x = 0; x < columns; x++) {
    const uint32_t weight = (uint32_t)(mask[x] ^ flip) * 16 + 1;
    sums[x] += weight * count;
    if (how->log2_width == 0) weights[x] = (uint16_t)weight;
  }
  if (how->log2_width == 0) return;
  for (int32_t x = 0; x < width / 2; x++)
    weights[2 * x] = weights[2 * x + 1] = (uint16_t)((mask[x] ^ flip) * 16 + 1);
  if (width % 2 != 0) weights[width - 1] = (uint16_t)((mask[width / 2] ^ flip) * 16 + 1);
}

/// Adds the products of a row, or of two rows with the same weights.
SPLASH_LOOP void splash_weigh_bytes(
    const uint8_t *restrict row, const uint8_t *restrict other, const uint16_t *restrict weights,
    uint32_t *restrict products, int32_t width) {
  if (other)
    for (int32_t x = 0; x < width; x++) products[x] += (uint32_t)((row[x] + other[x]) * weights[x]);
  else
    for (int32_t x = 0; x < width; x++) products[x] += (uint32_t)(row[x] * weights[x]);
}

SPLASH_LOOP void splash_weigh_rows(
    const splash_channel *c, const uint8_t *row, const uint8_t *other, const uint16_t *weights,
    uint32_t *products) {
  if (c->depth == 8 && c->step == 1)
    return splash_weigh_bytes(row, other, weights, products, c->width);
  for (int32_t x = 0; x < c->width; x++) {
    const int32_t more = other ? splash_channel_code(c, other, x) : 0;
    products[x] += (uint32_t)(splash_channel_code(c, row, x) + more) * weights[x];
  }
}

/// The sum of `size` sums. Products have 14 bits of a sample, stored in 16, 12 bits of its weight, and the bits of two
/// sides of a square.
SPLASH_LOOP float splash_sum_of(const uint32_t *sums, int32_t size) {
  if (size == 1) return (float)(int32_t)sums[0];
  if (size == 2) return (float)(int32_t)(sums[0] + sums[1]);
  if (size == 4)
    return (float)(int32_t)(sums[0] + sums[1]) + (float)(int32_t)(sums[2] + sums[3]);
  uint64_t sum = 0;
  for (int32_t i = 0; i < size; i++) sum += sums[i];
  return (float)(int64_t)sum;
}

/// Weighted means over `size` columns.
SPLASH_LOOP void splash_weighted_row(
    const uint32_t *restrict sums, float *restrict small, int32_t columns, int32_t size,
    float unit) {
  for (int32_t x = 0; x < columns; x++) small[x] = unit * splash_sum_of(sums + x * size, size);
}

SPLASH_LOOP void splash_weighted_rows(
    const uint32_t *sums, float *small, int32_t columns, int32_t size, float unit) {
  switch (size) {
    case 1: splash_weighted_row(sums, small, columns, 1, unit); break;
    case 2: splash_weighted_row(sums, small, columns, 2, unit); break;
    case 4: splash_weighted_row(sums, small, columns, 4, unit); break;
    default: splash_weighted_row(sums, small, columns, size, unit); break;
  }
}

/// Rows of both small planes.
SPLASH_LOOP void splash_weigh_part(
    const splash_channel *c, const splash_blur *how, const splash_weighing *weighing, float *small,
    float *weights, int32_t first, int32_t end) {
  const int32_t size = 1 << how->log2_size, width = c->width;
  const int32_t columns = splash_shrunk(width, how->log2_size), padded = columns * size;
  const int32_t wide = splash_shrunk(width, weighing->log2_width);
  const float unit = 1 / (4081.0f * (float)(size * size));
  uint32_t *const room = (uint32_t *)how->room;
  const splash_sums sums = {room, room + padded};
  uint16_t *const row_weights = (uint16_t *)(room + 2 * padded);
  for (int32_t y = first; y < end; y++) {
    __builtin_memset(room, 0, 2 * (size_t)padded * sizeof *room);
    for (int32_t i = 0; i < size;) {
      const int32_t from = splash_clamp_index(y * size + i, c->height);
      const int32_t next = splash_clamp_index(y * size + i + 1, c->height);
      const int32_t line = from >> weighing->log2_height;
      const bool pairs = i + 1 < size && next >> weighing->log2_height == line;
      splash_weights_row(
          weighing, weighing->mask + line * weighing->stride, row_weights, sums.weights, wide, width,
          pairs ? 2 : 1);
      splash_weigh_rows(
          c, c->from + from * c->from_stride, pairs ? c->from + next * c->from_stride : NULL,
          row_weights, sums.products);
      i += pairs ? 2 : 1;
    }
    for (int32_t x = width; x < padded; x++) sums.products[x] = sums.products[width - 1];
    float *row = small + y * columns, *weight_row = weights + y * columns;
    splash_weighted_rows(sums.products, row, columns, size, unit);
    if (weighing->log2_width == 0) {
      for (int32_t x = width; x < padded; x++) sums.weights[x] = sums.weights[width - 1];
      splash_weighted_rows(sums.weights, weight_row, columns, size, unit);
    } else if (size > 1 && width % 2 == 0) {
      for (int32_t x = wide; x < padded / 2; x++) sums.weights[x] = sums.weights[wide - 1];
      splash_weighted_rows(sums.weights, weight_row, columns, size / 2, 2 * unit);
    } else {
      // Expands the weights in place, from the end: each stands for two columns, except for the last one of an odd
      // width.
      for (int32_t x = padded - 1; x >= 0; x--)
        sums.weights[x] = sums.weights[(x < width ? x : width - 1) / 2];
      splash_weighted_rows(sums.weights, weight_row, columns, size, unit);
    }
  }
}

/// Adds two rows, times a weight, to a third.
SPLASH_LOOP void splash_add_two(
    float *restrict to, const float *restrict a, const float *restrict b, float weight,
    int32_t columns) {
  for (int32_t x = 0; x < columns; x++) to[x] += weight * (a[x] + b[x]);
}

/// Rows of a plane blurred along both sides.
SPLASH_LOOP void splash_soften_part(
    const splash_blur *how, const float *from, float *to, int32_t columns, int32_t rows,
    int32_t first, int32_t end) {
  const int32_t reach = how->row_reach, column_reach = how->column_reach;
  const float *weights = how->row_weights, *column_weights = how->column_weights;
  float *middle = how->room + reach;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < columns; x++) middle[x] = column_weights[0] * from[y * columns + x];
    for (int32_t i = 1; i <= column_reach; i++)
      splash_add_two(
          middle, from + splash_clamp_index(y - i, rows) * columns,
          from + splash_clamp_index(y + i, rows) * columns, column_weights[i], columns);
    for (int32_t i = 1; i <= reach; i++) {
      middle[-i] = middle[0];
      middle[columns - 1 + i] = middle[columns - 1];
    }
    float *result = to + y * columns;
    for (int32_t x = 0; x < columns; x++) result[x] = weights[0] * middle[x];
    for (int32_t i = 1; i <= reach; i++)
      splash_add_two(result, middle - i, middle + i, weights[i], columns);
    if (how->weights)
      for (int32_t x = 0; x < columns; x++) result[x] /= how->weights[y * columns + x];
  }
}

/// A row interpolated between two rows, in codes.
SPLASH_LOOP void splash_grow_codes(
    const splash_channel *c, const float *restrict upper, const float *restrict lower, float part,
    uint8_t *restrict to) {
  const int32_t width = c->width, step = c->step, shift = c->shift;
  if (c->depth == 8 && step == 1) {
    for (int32_t x = 0; x < width; x++)
      to[x] = (uint8_t)(int32_t)(upper[x] + part * (lower[x] - upper[x]) + 0.5f);
  } else if (c->depth == 8) {
    for (int32_t x = 0; x < width; x++)
      to[x * step] = (uint8_t)(int32_t)(upper[x] + part * (lower[x] - upper[x]) + 0.5f);
  } else {
    for (int32_t x = 0; x < width; x++) {
      const int32_t code = (int32_t)(upper[x] + part * (lower[x] - upper[x]) + 0.5f);
      const uint16_t word = (uint16_t)(code << shift);
      __builtin_memcpy(to + 2 * (ptrdiff_t)x * step, &word, 2);
    }
  }
}

/// Rows `first`…`end`−1 of the result, interpolated between the centers of the squares.
SPLASH_LOOP void splash_grow_part(
    const splash_channel *c, const splash_blur *how, const float *small, int32_t first,
    int32_t end) {
  const int log2_size = how->log2_size;
  const int32_t columns = splash_shrunk(c->width, log2_size);
  const int32_t rows = splash_shrunk(c->height, log2_size);
  float *upper = how->room, *lower = how->room + c->width;
  int32_t held = INT32_MIN;
  for (int32_t y = first; y < end; y++) {
    const splash_row_pair pair = splash_row_pair_of(y, log2_size, rows);
    if (pair.top != held) {
      splash_grow_row(small + pair.upper * columns, upper, c->width, log2_size);
      splash_grow_row(small + pair.lower * columns, lower, c->width, log2_size);
      held = pair.top;
    }
    splash_grow_codes(c, upper, lower, pair.part, c->to + y * c->to_stride);
  }
}

#endif
