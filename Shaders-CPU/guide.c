// The guide of the steadied mask, luma at chroma resolution, one sample at a time.

#include "guide.h"

#include "kernels.h"

static int average(int a, int b) { return (a + b + 1) >> 1; }

void splash_guide_reference(
    const splash_picture *picture, const splash_plane *guide, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    for (int32_t x = 0; x < guide->width; x++) {
      const splash_columns at = splash_columns_under(format, row.width, x);
      int means[2];
      for (int i = 0; i < 2; i++) {
        const int32_t index = (i == 0 ? at.left : at.right) * in.luma_step;
        means[i] = average(
            splash_luma_byte(format, in.luma[0], index),
            splash_luma_byte(format, in.luma[1], index));
      }
      guide->data[y * guide->stride + x] = (uint8_t)average(means[0], means[1]);
    }
  }
}
