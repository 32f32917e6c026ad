// Halves a plane, one sample at a time.

#include "kernels.h"
#include "plane.h"

static int average(int a, int b) { return (a + b + 1) >> 1; }

void splash_halve_reference(
    const splash_plane *plane, const splash_plane *half, int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const uint8_t *top = splash_plane_row(plane, 2 * y), *bottom = splash_plane_row(plane, 2 * y + 1);
    for (int32_t x = 0; x < half->width; x++) {
      const int32_t left = 2 * x, right = splash_clamp_index(2 * x + 1, plane->width);
      half->data[y * half->stride + x] = (uint8_t)average(
          average(top[left], bottom[left]), average(top[right], bottom[right]));
    }
  }
}
