// Grows or shrinks the selection, one sample at a time.

#include "kernels.h"
#include "plane.h"
#include "shape.h"

/// The highest sample within a distance of `n`, or the lowest if `grows` is false.
static int extreme(const splash_plane *mask, int32_t x, int32_t y, int32_t n, bool grows) {
  const int32_t top = y > n ? y - n : 0, bottom = y + n < mask->height ? y + n : mask->height - 1;
  int v = grows ? 0 : 255;
  for (int32_t row = top; row <= bottom; row++) {
    const int32_t width = splash_disc_width(n, row > y ? row - y : y - row);
    const int32_t left = x > width ? x - width : 0;
    const int32_t right = x + width < mask->width ? x + width : mask->width - 1;
    for (int32_t column = left; column <= right; column++) {
      const int sample = splash_plane_row(mask, row)[column];
      if (grows ? sample > v : sample < v) v = sample;
    }
  }
  return v;
}

int64_t splash_grow_reference(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first,
    int32_t end) {
  const bool grows = reach >= 0;
  const int32_t whole = (grows ? reach : -reach) / 16, part = (grows ? reach : -reach) % 16;
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < mask->width; x++) {
      int v = extreme(mask, x, y, whole, grows);
      if (part > 0)
        v = (v * (16 - part) + extreme(mask, x, y, whole + 1, grows) * part + 8) >> 4;
      changed += splash_put_sample(result->data + y * result->stride + x, v);
    }
  }
  return changed;
}
