// Halves a plane, on vectors. halve.c has the definition.

#include "kernels.h"
#include "plane.h"

KERNEL void halve_rows(
    const splash_plane *plane, const splash_plane *half, int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const uint8_t *top = splash_plane_row(plane, 2 * y), *bottom = splash_plane_row(plane, 2 * y + 1);
    uint8_t *out = half->data + y * half->stride;
    for (int32_t x = 0; x < half->width; x += lanes_u16) {
      const u16v pairs = (u16v)average_u8(load_u8(top + 2 * x), load_u8(bottom + 2 * x));
      const u16v left = pairs & 255, right = pairs >> 8;
      store_half(out + x, narrow_u16((left + right + 1) >> 1));
    }
    const int32_t last = plane->width - 1;
    if (!(last & 1)) out[last / 2] = (uint8_t)((top[last] + bottom[last] + 1) >> 1);
  }
}
