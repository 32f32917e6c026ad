// Specks and pinholes: the definition, one sample at a time, and its vector versions.
//
// For a square of size × size samples, the ring is what lies around it: 4·size + 4 samples, of which
// those outside of the plane do not count. A sample is lowered to the lowest of the highest ring
// samples of the squares that hold it, and then raised to the highest of the lowest ones.

#include "steady.h"

#include "bytes.h"

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

/// Whether squares that begin in a row lie inside of the plane.
static bool is_inside(const splash_plane *mask, int32_t top, int32_t size) {
  return top >= 0 && top + size <= mask->height;
}

static int clamp_sample(const splash_plane *mask, int32_t x, int32_t y, int32_t size) {
  int ceiling = 255, floor = 0;
  for (int32_t top = y - size + 1; top <= y; top++) {
    if (!is_inside(mask, top, size)) continue;
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

/// In a plane that one square fills, nothing is a speck.
static bool is_too_small(const splash_plane *mask, int32_t size) {
  return mask->width <= size && mask->height <= size;
}

SPLASH_DESPECKLE(splash_despeckle_reference) {
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < mask->width; x++) {
      uint8_t *out = result->data + y * result->stride + x;
      int v = is_too_small(mask, size) ? mask->data[y * mask->stride + x]
                                       : clamp_sample(mask, x, y, size);
      int change = v - *out;
      changed += change > splash_quarter || change < -splash_quarter;
      *out = (uint8_t)v;
    }
  }
  return changed;
}

/// The vector versions work on tiles of columns, with room on both sides.
enum { speck_margin = 128, speck_tile = 1024, speck_room = speck_tile + 3 * speck_margin };

/// Lowest and highest samples, one per column of a tile; column 0 of the tile is at `speck_margin`.
typedef struct extremes {
  _Alignas(64) uint8_t low[speck_room], high[speck_room];
} extremes;

/// Gives all columns values that do not count.
static void clear(extremes *e, uint8_t low, uint8_t high) {
  memset(e->low, low, speck_room);
  memset(e->high, high, speck_room);
}

/// The same for what vectors wrote from column `first` of the tile, which may lie before it, up to
/// column `end`.
static void fence(extremes *e, int32_t first, int32_t end, uint8_t low, uint8_t high) {
  if (first >= end) return;
  memset(e->low + speck_margin + first, low, (size_t)(end - first));
  memset(e->high + speck_margin + first, high, (size_t)(end - first));
}

#define TEMPLATE "despeckle_tmpl.h"
#include "bytes_each.h"
