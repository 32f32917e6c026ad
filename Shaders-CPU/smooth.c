// Smooths the teeth of an edge, one sample at a time.

#include "kernels.h"
#include "plane.h"
#include "shape.h"

int64_t splash_smooth_reference(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first,
    int32_t end) {
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < mask->width; x++) {
      int32_t counts[256] = {}, all = 0;
      for (int32_t down = -reach; down <= reach; down++) {
        const uint8_t *row = splash_plane_row(mask, y + down);
        const int32_t width = splash_disc_width(reach, down);
        for (int32_t along = -width; along <= width; along++, all++)
          counts[row[splash_clamp_index(x + along, mask->width)]]++;
      }
      int v = 0;
      for (int32_t seen = counts[0]; seen <= all / 2; seen += counts[v]) v++;
      changed += splash_put_sample(result->data + y * result->stride + x, v);
    }
  }
  return changed;
}
