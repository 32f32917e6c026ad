// What is kept, a little larger or smaller, one sample at a time.

#include "kernels.h"
#include "plane.h"
#include "shape.h"

int64_t splash_grow_reference(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first,
    int32_t end) {
  const int32_t n = reach < 0 ? -reach : reach;
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    const int32_t top = y > n ? y - n : 0, bottom = y + n < mask->height ? y + n : mask->height - 1;
    for (int32_t x = 0; x < mask->width; x++) {
      int v = reach < 0 ? 255 : 0;
      for (int32_t row = top; row <= bottom; row++) {
        const int32_t width = splash_disc_width(n, row > y ? row - y : y - row);
        const int32_t left = x > width ? x - width : 0;
        const int32_t right = x + width < mask->width ? x + width : mask->width - 1;
        for (int32_t column = left; column <= right; column++) {
          const int sample = splash_plane_row(mask, row)[column];
          if (reach < 0 ? sample < v : sample > v) v = sample;
        }
      }
      uint8_t *out = result->data + y * result->stride + x;
      const int change = v - *out;
      changed += change > splash_quarter || change < -splash_quarter;
      *out = (uint8_t)v;
    }
  }
  return changed;
}
