// Applies amendments to a mask, on vectors. amend.c has the definition.

#include "kernels.h"
#include "plane.h"

/// Columns at a time, so few that a byte can count the changes of a lane.
enum { amend_tile_columns = 1024 };

/// Repeats each amendment for its columns, `count` in all, by doubling back and forth between two buffers.
INLINE const uint8_t *repeat_columns(
    const uint8_t *from, int32_t log2_side, int32_t count,
    uint8_t rooms[2][amend_tile_columns]) {
  for (int32_t n = log2_side - 1; n >= 0; n--) {
    uint8_t *to = rooms[n & 1];
    for (int32_t x = 0; x << n < count; x += lanes_u8)
      store_u16(to + x, widen_u8(load_half(from + x / 2)) * 257);
    from = to;
  }
  return from;
}

INLINE int32_t amend_along(const uint8_t *in, const uint8_t *by, uint8_t *out, int32_t count) {
  u8v flips = {};
  for (int32_t x = 0; x < count; x += lanes_u8) {
    const u8v how = load_u8(by + x);
    const u8v up = sub_sat_u8(how, splat_u8(128)), down = sub_sat_u8(splat_u8(128), how);
    const u8v floor = up << 1 | up >> 6, ceiling = splat_u8(255) - add_sat_u8(down, down);
    const u8v v = min_u8(max_u8(load_u8(in + x), floor), ceiling);
    u8v flip = (u8v)(distance_u8(v, load_u8(out + x)) > splat_u8(splash_quarter)) & 1;
    store_u8(out + x, v);
    for (int i = count - x; i < lanes_u8; i++) flip[i] = 0;
    flips += flip;
  }
  return total_u8(flips);
}

KERNEL int64_t amend_rows(
    const splash_plane *mask, const splash_plane *amendments, int32_t log2_side,
    const splash_plane *result, int32_t first, int32_t end) {
  _Alignas(64) uint8_t rooms[2][amend_tile_columns];
  int64_t changed = 0;
  for (int32_t from = 0; from < mask->width; from += amend_tile_columns) {
    const int32_t rest = mask->width - from;
    const int32_t count = rest < amend_tile_columns ? rest : amend_tile_columns;
    const uint8_t *by = NULL;
    for (int32_t y = first; y < end; y++) {
      if (!by || !log2_side || !(y & ((1 << log2_side) - 1)))
        by = repeat_columns(
            splash_plane_row(amendments, y >> log2_side) + (from >> log2_side), log2_side, count,
            rooms);
      changed += amend_along(
          splash_plane_row(mask, y) + from, by, result->data + y * result->stride + from, count);
    }
  }
  return changed;
}
