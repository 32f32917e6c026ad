// Interpolates a mask linearly to luma resolution, one sample at a time.

#include "SplashCompose.h"
#include "kernels.h"
#include "plane.h"

/// Quarters from the center of a chroma sample to the first and the second luma sample that it covers.
static const int32_t quarters[][2] = {
    [splash_first] = {0, 2}, [splash_between] = {-1, 1}, [splash_second] = {-2, 0}};

void splash_spread_reference(
    const splash_spread *how, const splash_plane *mask, const splash_plane *luma, int32_t first,
    int32_t end) {
  for (int32_t y = first << how->log2_height; y < end << how->log2_height; y++) {
    if (y >= luma->height) break;
    const int32_t down = how->log2_height ? quarters[how->row][y & 1] : 0;
    const int32_t row = y >> how->log2_height, weight = down < 0 ? -down : down;
    const uint8_t *own = splash_plane_row(mask, row);
    const uint8_t *other = splash_plane_row(mask, down < 0 ? row - 1 : row + 1);
    for (int32_t x = 0; x < luma->width; x++) {
      const int32_t right = how->log2_width ? quarters[how->column][x & 1] : 0;
      const int32_t part = right < 0 ? -right : right, here = x >> how->log2_width;
      const int32_t next = splash_clamp_index(right < 0 ? here - 1 : here + 1, mask->width);
      const int32_t sum = (4 - part) * ((4 - weight) * own[here] + weight * other[here]) +
                          part * ((4 - weight) * own[next] + weight * other[next]);
      luma->data[y * luma->stride + x] = (uint8_t)((sum + 8) >> 4);
    }
  }
}
