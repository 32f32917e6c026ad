// Applies amendments to a mask, which close holes and remove islands, one sample at a time.

#include "kernels.h"
#include "plane.h"

int64_t splash_amend_reference(
    const splash_plane *mask, const splash_plane *amendments, int32_t log2_side,
    const splash_plane *result, int32_t first, int32_t end) {
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    const uint8_t *in = splash_plane_row(mask, y);
    const uint8_t *by = splash_plane_row(amendments, y >> log2_side);
    uint8_t *out = result->data + y * result->stride;
    for (int32_t x = 0; x < mask->width; x++) {
      const int how = by[x >> log2_side];
      const int up = how > 128 ? how - 128 : 0, down = how < 128 ? 128 - how : 0;
      const int floor = up << 1 | up >> 6, ceiling = down > 127 ? 0 : 255 - 2 * down;
      int v = in[x] > floor ? in[x] : floor;
      v = v < ceiling ? v : ceiling;
      changed += splash_put_sample(out + x, v);
    }
  }
  return changed;
}
