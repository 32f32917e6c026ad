// A mask at luma resolution, one sample at a time.

#include "spread.h"

#include "kernels.h"

void splash_spread_reference(
    const splash_spread *how, const splash_plane *mask, const splash_plane *luma, int32_t first,
    int32_t end) {
  for (int32_t y = first; y < end; y++) {
    for (int line = 0; line < 1 << how->log2_height; line++) {
      const int32_t to = (y << how->log2_height) + line;
      if (to >= luma->height) break;
      const splash_spread_rows rows = splash_spread_rows_of(how, mask, y, line);
      splash_spread_part(
          how, &rows, 0, mask->width, mask->width, luma->width, luma->data + to * luma->stride);
    }
  }
}
