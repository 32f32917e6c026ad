#ifndef SPLASH_SAMPLE_H
#define SPLASH_SAMPLE_H

// Samples of a channel, and interpolation in a small plane, one at a time: for references, which share no code with the
// versions that they check.

#include "SplashCompose.h"
#include "plane.h"

#pragma clang fp contract(off)

/// The code at a place, clamped to the channel.
static inline int32_t splash_code_at(const splash_channel *c, int32_t x, int32_t y) {
  const int32_t column = splash_clamp_index(x, c->width), row = splash_clamp_index(y, c->height);
  const uint8_t *line = c->from + row * c->from_stride;
  if (c->depth == 8) return line[column * c->step];
  return ((const uint16_t *)line)[column * c->step] >> c->shift;
}

static inline void splash_set_code(const splash_channel *c, int32_t x, int32_t y, int32_t code) {
  uint8_t *line = c->to + y * c->to_stride;
  if (c->depth == 8) {
    line[x * c->step] = (uint8_t)code;
  } else {
    ((uint16_t *)line)[x * c->step] = (uint16_t)(code << c->shift);
  }
}

/// The nearest code, clamped to the depth.
static inline int32_t splash_nearest_code(const splash_channel *c, float value) {
  const float most = (float)((1 << c->depth) - 1);
  const float above = value > 0 ? value : 0;
  return (int32_t)((above < most ? above : most) + 0.5f);
}

/// The weight of a sample by the mask over it: 1…4081.
static inline uint32_t splash_weight_at(
    const splash_weighing *how, const splash_channel *c, int32_t x, int32_t y) {
  const int32_t column = splash_clamp_index(x, c->width) >> how->log2_width;
  const int32_t row = splash_clamp_index(y, c->height) >> how->log2_height;
  return (uint32_t)(how->mask[row * how->stride + column] ^ how->flip) * 16 + 1;
}

/// The two squares of `size` samples along a side between whose centers a sample lies, the last one twice if there is
/// none beyond it, and its distance from the first center, in half samples.
typedef struct splash_gap {
  int32_t from, to, halves;
} splash_gap;

static inline splash_gap splash_gap_of(int32_t at, int32_t size, int32_t squares) {
  const int32_t halves = 2 * at + 1 - size;
  int32_t square = halves / (2 * size);
  if (square * 2 * size > halves) square--;
  return (splash_gap){
      splash_clamp_index(square, squares), splash_clamp_index(square + 1, squares),
      halves - square * 2 * size};
}

static inline float splash_along(const float *row, splash_gap place, int32_t size) {
  const float from = row[place.from], to = row[place.to];
  return from + (to - from) / (float)(2 * size) * (float)place.halves;
}

/// The value of a small plane at a place of the large one.
static inline float splash_enlarged(
    const float *small, splash_gap column, splash_gap row, int32_t columns, int32_t size) {
  const float upper = splash_along(small + row.from * columns, column, size);
  const float lower = splash_along(small + row.to * columns, column, size);
  return upper + (float)row.halves / (float)(2 * size) * (lower - upper);
}

#endif
