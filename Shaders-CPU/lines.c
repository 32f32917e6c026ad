// Draws a mask by linear functions of luma, one sample at a time.

#include "kernels.h"
#include "sample.h"

void splash_lines_reference(
    const splash_lines *lines, const splash_plane *guide, const splash_plane *result, int32_t first,
    int32_t end) {
  const int32_t size = 1 << lines->log2_size;
  const int32_t columns = (guide->width + size - 1) / size, rows = (guide->height + size - 1) / size;
  for (int32_t y = first; y < end; y++) {
    const splash_gap row = splash_gap_of(y, size, rows);
    for (int32_t x = 0; x < guide->width; x++) {
      const splash_gap column = splash_gap_of(x, size, columns);
      const float slope = splash_enlarged(lines->slope, column, row, columns, size);
      const float offset = splash_enlarged(lines->offset, column, row, columns, size);
      const float sample = slope * (float)guide->data[y * guide->stride + x] + offset + 0.5f;
      const float least = sample > 0 ? sample : 0;
      result->data[y * result->stride + x] = (uint8_t)(int32_t)(least < 255 ? least : 255);
    }
  }
}
