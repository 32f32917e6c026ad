// Removes specks and pinholes, one sample at a time.
//
// The ring of a square of size × size samples is the 4·size + 4 samples around it; those outside of the plane are
// ignored. Each square that holds a sample gives a highest and a lowest ring sample. The sample is lowered to the least
// of the highest, and then raised to the greatest of the lowest.

#include "despeckle.h"

#include "kernels.h"

typedef struct bounds {
  int low, high;
} bounds;

static void meet(bounds *b, int v) {
  b->low = v < b->low ? v : b->low;
  b->high = v > b->high ? v : b->high;
}

/// The lowest and the highest sample of the ring around the square at `left`, `top`.
static bounds ring_at(const splash_plane *mask, int32_t left, int32_t top, int32_t size) {
  bounds ring = {255, 0};
  for (int32_t y = top - 1; y <= top + size; y++) {
    if (y < 0 || y >= mask->height) continue;
    bool is_edge = y == top - 1 || y == top + size;
    for (int32_t x = left - 1; x <= left + size; x += is_edge ? 1 : size + 1)
      if (x >= 0 && x < mask->width) meet(&ring, mask->data[y * mask->stride + x]);
  }
  return ring;
}

static int clamp_sample(const splash_plane *mask, int32_t x, int32_t y, int32_t size) {
  int ceiling = 255, floor = 0;
  for (int32_t top = y - size + 1; top <= y; top++) {
    if (!splash_squares_fit(mask, top, size)) continue;
    for (int32_t left = x - size + 1; left <= x; left++) {
      if (left < 0 || left + size > mask->width) continue;
      bounds ring = ring_at(mask, left, top, size);
      ceiling = ring.high < ceiling ? ring.high : ceiling;
      floor = ring.low > floor ? ring.low : floor;
    }
  }
  int v = mask->data[y * mask->stride + x];
  v = v > ceiling ? ceiling : v;
  return v < floor ? floor : v;
}

int64_t splash_despeckle_reference(
    const splash_plane *mask, const splash_plane *result, int32_t size, int32_t first,
    int32_t end) {
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < mask->width; x++) {
      int v = splash_is_one_square(mask, size) ? mask->data[y * mask->stride + x]
                                       : clamp_sample(mask, x, y, size);
      changed += splash_put_sample(result->data + y * result->stride + x, v);
    }
  }
  return changed;
}
