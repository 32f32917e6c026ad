#ifndef SPLASH_LATTICE_H
#define SPLASH_LATTICE_H

// Tetrahedral interpolation between points of a lattice, in integers: the definition that every vector version follows
// bit for bit.

#include <stdint.h>

/// The four points around a place, as three pairs of neighbors along the fastest side, two of whose points have weight
/// 0; and the weights in units of 1/32767.
typedef struct splash_tetrahedron {
  int32_t pairs[3], weights[3][2];
} splash_tetrahedron;

static inline int32_t splash_high_of(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t splash_low_of(int32_t a, int32_t b) { return a < b ? a : b; }

/// Places along the sides, the fastest first, are in units of 2^−15: the point in the upper bits, the fraction in the
/// lower 15.
static inline splash_tetrahedron splash_tetrahedron_at(int32_t size, int32_t x, int32_t y, int32_t z) {
  const int32_t rows = size * size;
  const int32_t first = (x >> 15) + (y >> 15) * size + (z >> 15) * rows;
  x &= 32767;
  y &= 32767;
  z &= 32767;
  // The path from the lower corner to the upper takes the side with the largest fraction first. Steps along the slower
  // sides lead to the next pair, those along the fastest stay in a pair.
  const int32_t high = splash_high_of(y, z), low = splash_low_of(y, z);
  const int32_t most = splash_high_of(x, high), least = splash_low_of(x, low);
  const int32_t middle = splash_high_of(splash_low_of(x, high), low);
  return (splash_tetrahedron){
      {first, first + (y >= z ? size : rows), first + size + rows},
      {{32767 - most, most - high}, {high - middle, middle - low}, {low - least, least}}};
}

/// The interpolated value, in units of 1/32767 of the table's.
static inline int32_t splash_tetrahedron_sum(const splash_tetrahedron *at, const int16_t *table) {
  int32_t sum = 0;
  for (int i = 0; i < 3; i++)
    sum += at->weights[i][0] * table[at->pairs[i]] + at->weights[i][1] * table[at->pairs[i] + 1];
  return sum;
}

/// Divides by 32767, approximately, and by 2^`fraction`, and rounds.
static inline int32_t splash_tetrahedron_value(int32_t sum, int fraction) {
  const int unit = 15 + fraction;
  return (sum + (sum >> 15) + (1 << (unit - 1))) >> unit;
}

#endif
