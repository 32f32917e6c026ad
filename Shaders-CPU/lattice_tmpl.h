#ifndef LATTICE_TMPL_H
#define LATTICE_TMPL_H

// Tetrahedral interpolation on vectors. lattice.h has the definition.

#include "vector.h"

typedef struct lattice_sides {
  s32v size, rows, both;
} lattice_sides;

static inline lattice_sides lattice_sides_of(int32_t size) {
  return (lattice_sides){(s32v){} + size, (s32v){} + size * size, (s32v){} + (size + size * size)};
}

/// Three pairs of points, and their weights in pairs.
typedef struct around {
  s32v pairs[3];
  s16v weights[3];
} around;

INLINE s32v pick_s32(s32v which, s32v yes, s32v no) { return (which & yes) | (~which & no); }
INLINE s16v pair_s16(s32v first, s32v second) { return (s16v)(first | second << 16); }

INLINE around around_at(const lattice_sides *k, s32v x_at, s32v y_at, s32v z_at) {
  const s32v first = (x_at >> 15) + (y_at >> 15) * k->size + (z_at >> 15) * k->rows;
  const s32v x = x_at & 32767, y = y_at & 32767, z = z_at & 32767;
  const s32v high = max_s32(y, z), low = min_s32(y, z);
  const s32v most = max_s32(x, high), middle = max_s32(min_s32(x, high), low);
  const s32v least = min_s32(x, low);
  return (around){
      {first, first + pick_s32(y >= z, k->size, k->rows), first + k->both},
      {pair_s16(32767 - most, most - high), pair_s16(high - middle, middle - low),
       pair_s16(low - least, least)}};
}

INLINE s32v sum_around(const around *at, const int16_t *table) {
  s32v sum = {};
  for (int i = 0; i < 3; i++)
    sum += mul_add_pairs(gather_pairs(table, at->pairs[i]), at->weights[i]);
  return sum;
}

/// Divides a sum by 32767, approximately, and by 2 to the power of `unit` − 15, and rounds; `half` is half of the
/// divisor.
INLINE s32v value_of_sum(s32v sum, s32v half, int unit) { return (sum + (sum >> 15) + half) >> unit; }

#endif
