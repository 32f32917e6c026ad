// A mask with its amendments, on vectors. amend.c has the definition.

#include "kernels.h"
#include "plane.h"

KERNEL int64_t amend_rows(
    const splash_plane *mask, const splash_plane *amendment, const splash_plane *result,
    int32_t first, int32_t end) {
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    const uint8_t *in = splash_plane_row(mask, y), *by = splash_plane_row(amendment, y);
    uint8_t *out = result->data + y * result->stride;
    u8v flips = {};
    for (int32_t x = 0; x < mask->width; x += lanes_u8) {
      const u8v how = load_u8(by + x);
      const u8v up = sub_sat_u8(how, splat_u8(128)), down = sub_sat_u8(splat_u8(128), how);
      const u8v floor = up << 1 | up >> 6, ceiling = splat_u8(255) - add_sat_u8(down, down);
      const u8v v = min_u8(max_u8(load_u8(in + x), floor), ceiling);
      u8v flip = (u8v)(distance_u8(v, load_u8(out + x)) > splat_u8(splash_quarter)) & 1;
      store_u8(out + x, v);
      for (int i = mask->width - x; i < lanes_u8; i++) flip[i] = 0;
      flips += flip;
      // Before a lane overflows.
      if (x / lanes_u8 % 128 == 127) {
        changed += total_u8(flips);
        flips = (u8v){};
      }
    }
    changed += total_u8(flips);
  }
  return changed;
}
