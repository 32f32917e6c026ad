// Joins the hue mask with other selections, on vectors. join.c has the definition.

#include "kernels.h"
#include "plane.h"

KERNEL void join_rows(
    const splash_plane *mask, const splash_join *with, const splash_plane *result, int32_t first,
    int32_t end) {
  const u8v flip = splat_u8(with->invert ? 255 : 0);
  for (int32_t y = first; y < end; y++) {
    const uint8_t *in = splash_plane_row(mask, y);
    const uint8_t *kept = with->kept ? splash_plane_row(with->kept, y) : 0;
    const uint8_t *allowed = kept && with->allowed ? splash_plane_row(with->allowed, y) : kept;
    const uint8_t *window = with->window ? splash_plane_row(with->window, y) : 0;
    uint8_t *out = result->data + y * result->stride;
    for (int32_t x = 0; x < mask->width; x += lanes_u8) {
      u8v v = load_u8(in + x);
      if (kept) v = max_u8(v, min_u8(load_u8(kept + x), load_u8(allowed + x)));
      if (window) v = min_u8(v, load_u8(window + x));
      store_u8(out + x, v ^ flip);
    }
  }
}
