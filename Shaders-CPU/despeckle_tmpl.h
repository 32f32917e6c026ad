// Specks and pinholes with vectors. despeckle.c has the definition.

/// Column by column, the extremes of the two edges of a ring (null where outside of the plane), and
/// of the edges and the `size` rows between them.
static inline __attribute__((always_inline)) void NAME(extremes_down)(
    const uint8_t *const edge[2], const uint8_t *const *square, int size, int32_t from, int32_t to,
    int32_t at, extremes *edges, extremes *talls) {
  for (int32_t x = from; x < to; x += LANES) {
    V low = (V)(uint8_t)255, high = (V)(uint8_t)0, v;
    for (int k = 0; k < 2; k++) {
      if (!edge[k]) continue;
      LOAD(v, edge[k] + x);
      low = MIN(low, v);
      high = MAX(high, v);
    }
    STORE(edges->low + at + x - from, low);
    STORE(edges->high + at + x - from, high);
    for (int k = 0; k < size; k++) {
      LOAD(v, square[k] + x);
      low = MIN(low, v);
      high = MAX(high, v);
    }
    STORE(talls->low + at + x - from, low);
    STORE(talls->high + at + x - from, high);
  }
}

/// The extremes of the rings around the squares that begin in each column: of the edges above and
/// below, and of the columns beside, which are as tall as the ring.
static inline __attribute__((always_inline)) void NAME(rings_along)(
    const extremes *edges, const extremes *talls, int size, int32_t first, int32_t end,
    extremes *rings) {
  for (int32_t x = first; x < end; x += LANES) {
    V low, high, v;
    LOAD(low, talls->low + x - 1);
    LOAD(high, talls->high + x - 1);
    LOAD(v, talls->low + x + size);
    low = MIN(low, v);
    LOAD(v, talls->high + x + size);
    high = MAX(high, v);
    for (int k = 0; k < size; k++) {
      LOAD(v, edges->low + x + k);
      low = MIN(low, v);
      LOAD(v, edges->high + x + k);
      high = MAX(high, v);
    }
    STORE(rings->low + x, low);
    STORE(rings->high + x, high);
  }
}

/// Clamps a tile of a row to the rings of the squares that reach it.
static inline __attribute__((always_inline)) int32_t NAME(clamp_along)(
    const extremes *const rings[3], int squares, int size, const uint8_t *in, uint8_t *out,
    int32_t from, int32_t to, int32_t width) {
  V flips = (V)(uint8_t)0;
  for (int32_t x = from; x < to; x += LANES) {
    V ceiling = (V)(uint8_t)255, floor = (V)(uint8_t)0, v, before;
    for (int s = 0; s < squares; s++) {
      for (int k = 0; k < size; k++) {
        LOAD(v, rings[s]->high + speck_margin + x - from - k);
        ceiling = MIN(ceiling, v);
        LOAD(v, rings[s]->low + speck_margin + x - from - k);
        floor = MAX(floor, v);
      }
    }
    LOAD(v, in + x);
    LOAD(before, out + x);
    v = MAX(MIN(v, ceiling), floor);
    STORE(out + x, v);
    V flip = (V)(DISTANCE(v, before) > (V)(uint8_t)splash_quarter) & 1;
    if (x + LANES > width)
      for (int i = width - x; i < LANES; i++) flip[i] = 0;
    flips += flip;
  }
  return TOTAL(flips);
}

static inline __attribute__((always_inline)) int64_t NAME(despeckle_tile)(
    const splash_plane *mask, const splash_plane *result, const int size, int32_t from, int32_t to,
    int32_t stop, int32_t first, int32_t end) {
  extremes edges[2], talls[2], rings[4];
  const int32_t begin = from > 0 ? from - LANES : 0, at = speck_margin + begin - from;
  const int32_t start = first - size + 1;
  for (int i = 0; i < 2; i++) {
    clear(&edges[i], 255, 0);
    clear(&talls[i], 255, 0);
  }
  for (int i = 0; i < 4; i++) clear(&rings[i], 0, 255);
  int64_t changed = 0;
  // Three steps, each a row behind the one before, when what it reads across vectors has left the
  // store queue.
  for (int32_t top = start; top < end + 2; top++) {
    if (is_inside(mask, top, size)) {
      const uint8_t *square[3], *edge[2] = {
          top > 0 ? splash_plane_row(mask, top - 1) : NULL,
          top + size < mask->height ? splash_plane_row(mask, top + size) : NULL};
      for (int k = 0; k < size; k++) square[k] = splash_plane_row(mask, top + k);
      NAME(extremes_down)(
          edge, square, size, begin, stop, at, &edges[top & 1], &talls[top & 1]);
      fence(&edges[top & 1], mask->width - from, stop - from, 255, 0);
      fence(&talls[top & 1], mask->width - from, stop - from, 255, 0);
    }
    const int32_t above = top - 1;
    if (above >= start && is_inside(mask, above, size)) {
      NAME(rings_along)(
          &edges[above & 1], &talls[above & 1], size, at, speck_margin + to - from,
          &rings[above & 3]);
      fence(&rings[above & 3], mask->width - size + 1 - from, to - from, 0, 255);
    }
    const int32_t y = top - 2;
    if (y < first) continue;
    const extremes *reaching[3];
    int count = 0;
    for (int32_t t = y - size + 1; t <= y; t++)
      if (is_inside(mask, t, size)) reaching[count++] = &rings[t & 3];
    changed += NAME(clamp_along)(
        reaching, count, size, mask->data + y * mask->stride,
        result->data + y * result->stride, from, to, mask->width);
  }
  return changed;
}

static inline __attribute__((always_inline)) int64_t NAME(despeckle_rows)(
    const splash_plane *mask, const splash_plane *result, const int size, int32_t first,
    int32_t end) {
  const int32_t padded = (mask->width + LANES - 1) / LANES * LANES;
  int64_t changed = 0;
  for (int32_t from = 0; from < mask->width; from += speck_tile) {
    int32_t to = from + speck_tile < padded ? from + speck_tile : padded;
    changed += NAME(despeckle_tile)(
        mask, result, size, from, to, to < padded ? to + LANES : to, first, end);
  }
  return changed;
}

SPLASH_DESPECKLE(NAME(splash_despeckle)) {
  if (is_too_small(mask, size)) return splash_despeckle_reference(mask, result, size, first, end);
  switch (size) {
    case 1: return NAME(despeckle_rows)(mask, result, 1, first, end);
    case 2: return NAME(despeckle_rows)(mask, result, 2, first, end);
    default: return NAME(despeckle_rows)(mask, result, 3, first, end);
  }
}
