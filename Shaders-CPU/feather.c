// Feathers an edge, one sample at a time.

#include "kernels.h"
#include "plane.h"
#include "shape.h"

enum { most = 32 };

/// Means of n + 1 neighbors, twice: a mean of 2n + 1 samples with triangular weights.
static uint8_t smooth(const uint8_t *samples, int32_t n) {
  uint8_t means[most + 1];
  int32_t sum = 0;
  for (int32_t i = 0; i < n; i++) sum += samples[i];
  for (int32_t i = 0; i <= n; i++) {
    sum += samples[i + n];
    means[i] = splash_mean(sum, n + 1);
    sum -= samples[i];
  }
  sum = 0;
  for (int32_t i = 0; i <= n; i++) sum += means[i];
  return splash_mean(sum, n + 1);
}

int64_t splash_feather_reference(
    const splash_plane *mask, const splash_plane *result, int32_t reach, int32_t first,
    int32_t end) {
  uint8_t down[2 * most + 1], along[2 * most + 1];
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < mask->width; x++) {
      for (int32_t k = 0; k <= 2 * reach; k++) {
        const uint8_t *row = splash_plane_row(mask, y + k - reach);
        for (int32_t i = 0; i <= 2 * reach; i++)
          along[i] = row[splash_clamp_index(x + i - reach, mask->width)];
        down[k] = smooth(along, reach);
      }
      const int v = smooth(down, reach);
      changed += splash_put_sample(result->data + y * result->stride + x, v);
    }
  }
  return changed;
}
