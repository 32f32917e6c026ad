// Removes specks and pinholes, on vectors. despeckle.c has the definition.

#include "despeckle.h"
#include "kernels.h"

/// Columns at a time, with a margin on both sides.
enum {
  speck_margin = 128,
  speck_tile_columns = 1024,
  speck_room = speck_tile_columns + 3 * speck_margin
};

/// Lowest and highest samples, one per column of a tile; column 0 of the tile is at `speck_margin`.
typedef struct extremes {
  _Alignas(64) uint8_t low[speck_room], high[speck_room];
} extremes;

/// Sets all columns to values without effect.
static inline void clear(extremes *e, uint8_t low, uint8_t high) {
  __builtin_memset(e->low, low, speck_room);
  __builtin_memset(e->high, high, speck_room);
}

/// Sets columns `first`…`end`−1 of the tile, to which vectors have written, to values without effect; `first` may be
/// before the tile.
static inline void fence(extremes *e, int32_t first, int32_t end, uint8_t low, uint8_t high) {
  if (first >= end) return;
  __builtin_memset(e->low + speck_margin + first, low, (size_t)(end - first));
  __builtin_memset(e->high + speck_margin + first, high, (size_t)(end - first));
}

/// For each column, the extremes of the two edge rows of a ring (null if outside of the plane), and of these with the
/// `size` rows between them.
INLINE void extremes_down(
    const uint8_t *const edge[2], const uint8_t *const *square, int size, int32_t from, int32_t to,
    int32_t at, extremes *edges, extremes *talls) {
  for (int32_t x = from; x < to; x += lanes_u8) {
    u8v low = splat_u8(255), high = splat_u8(0), v;
    for (int k = 0; k < 2; k++) {
      if (!edge[k]) continue;
      v = load_u8(edge[k] + x);
      low = min_u8(low, v);
      high = max_u8(high, v);
    }
    store_u8(edges->low + at + x - from, low);
    store_u8(edges->high + at + x - from, high);
    for (int k = 0; k < size; k++) {
      v = load_u8(square[k] + x);
      low = min_u8(low, v);
      high = max_u8(high, v);
    }
    store_u8(talls->low + at + x - from, low);
    store_u8(talls->high + at + x - from, high);
  }
}

/// The extremes of the rings around the squares that begin in each column: of the edges above and below, and of the
/// columns at both sides, which are as tall as the ring.
INLINE void rings_along(
    const extremes *edges, const extremes *talls, int size, int32_t first, int32_t end,
    extremes *rings) {
  for (int32_t x = first; x < end; x += lanes_u8) {
    u8v low, high, v;
    low = load_u8(talls->low + x - 1);
    high = load_u8(talls->high + x - 1);
    v = load_u8(talls->low + x + size);
    low = min_u8(low, v);
    v = load_u8(talls->high + x + size);
    high = max_u8(high, v);
    for (int k = 0; k < size; k++) {
      v = load_u8(edges->low + x + k);
      low = min_u8(low, v);
      v = load_u8(edges->high + x + k);
      high = max_u8(high, v);
    }
    store_u8(rings->low + x, low);
    store_u8(rings->high + x, high);
  }
}

/// Clamps a tile of a row to the rings of all squares that hold its samples.
INLINE int32_t clamp_along(
    const extremes *const rings[3], int squares, int size, const uint8_t *in, uint8_t *out,
    int32_t from, int32_t to, int32_t width) {
  u8v flips = splat_u8(0);
  for (int32_t x = from; x < to; x += lanes_u8) {
    u8v ceiling = splat_u8(255), floor = splat_u8(0), v, before;
    for (int s = 0; s < squares; s++) {
      for (int k = 0; k < size; k++) {
        v = load_u8(rings[s]->high + speck_margin + x - from - k);
        ceiling = min_u8(ceiling, v);
        v = load_u8(rings[s]->low + speck_margin + x - from - k);
        floor = max_u8(floor, v);
      }
    }
    v = load_u8(in + x);
    before = load_u8(out + x);
    v = max_u8(min_u8(v, ceiling), floor);
    store_u8(out + x, v);
    u8v flip = (u8v)(distance_u8(v, before) > splat_u8(splash_quarter)) & 1;
    if (x + lanes_u8 > width)
      for (int i = width - x; i < lanes_u8; i++) flip[i] = 0;
    flips += flip;
  }
  return total_u8(flips);
}

INLINE int64_t despeckle_tile(
    const splash_plane *mask, const splash_plane *result, const int size, int32_t from, int32_t to,
    int32_t stop, int32_t first, int32_t end) {
  extremes edges[2], talls[2], rings[4];
  const int32_t begin = from > 0 ? from - lanes_u8 : 0, at = speck_margin + begin - from;
  const int32_t start = first - size + 1;
  for (int i = 0; i < 2; i++) {
    clear(&edges[i], 255, 0);
    clear(&talls[i], 255, 0);
  }
  for (int i = 0; i < 4; i++) clear(&rings[i], 0, 255);
  int64_t changed = 0;
  // Each of the three steps is a row behind the one before, so that data read across vectors have left the store queue.
  for (int32_t top = start; top < end + 2; top++) {
    if (splash_squares_fit(mask, top, size)) {
      const uint8_t *square[3], *edge[2] = {
          top > 0 ? splash_plane_row(mask, top - 1) : NULL,
          top + size < mask->height ? splash_plane_row(mask, top + size) : NULL};
      for (int k = 0; k < size; k++) square[k] = splash_plane_row(mask, top + k);
      extremes_down(
          edge, square, size, begin, stop, at, &edges[top & 1], &talls[top & 1]);
      fence(&edges[top & 1], mask->width - from, stop - from, 255, 0);
      fence(&talls[top & 1], mask->width - from, stop - from, 255, 0);
    }
    const int32_t above = top - 1;
    if (above >= start && splash_squares_fit(mask, above, size)) {
      rings_along(
          &edges[above & 1], &talls[above & 1], size, at, speck_margin + to - from,
          &rings[above & 3]);
      fence(&rings[above & 3], mask->width - size + 1 - from, to - from, 0, 255);
    }
    const int32_t y = top - 2;
    if (y < first) continue;
    const extremes *reaching[3];
    int count = 0;
    for (int32_t t = y - size + 1; t <= y; t++)
      if (splash_squares_fit(mask, t, size)) reaching[count++] = &rings[t & 3];
    changed += clamp_along(
        reaching, count, size, mask->data + y * mask->stride,
        result->data + y * result->stride, from, to, mask->width);
  }
  return changed;
}

INLINE int64_t despeckle_tiles(
    const splash_plane *mask, const splash_plane *result, const int size, int32_t first,
    int32_t end) {
  const int32_t padded = (mask->width + lanes_u8 - 1) / lanes_u8 * lanes_u8;
  int64_t changed = 0;
  for (int32_t from = 0; from < mask->width; from += speck_tile_columns) {
    int32_t to = from + speck_tile_columns < padded ? from + speck_tile_columns : padded;
    changed += despeckle_tile(
        mask, result, size, from, to, to < padded ? to + lanes_u8 : to, first, end);
  }
  return changed;
}

KERNEL int64_t despeckle_rows(
    const splash_plane *mask, const splash_plane *result, int32_t size, int32_t first,
    int32_t end) {
  if (splash_is_one_square(mask, size))
    return splash_despeckle_reference(mask, result, size, first, end);
  switch (size) {
    case 1: return despeckle_tiles(mask, result, 1, first, end);
    case 2: return despeckle_tiles(mask, result, 2, first, end);
    default: return despeckle_tiles(mask, result, 3, first, end);
  }
}
