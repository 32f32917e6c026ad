// The steady mask with vectors. Works through tiles of columns and down their rows; what has been
// smoothed down the columns waits in rings of rows on the stack. steady.c has the definition.

/// The rows that one step down the columns reads and writes.
typedef struct NAME(steady_column) {
  const uint8_t *mask, *last;             // the row that enters
  const uint8_t *half_above, *half;       // halved differences of the two rows above it
  const uint8_t *triple_above, *triple;   // of the rows five and three above it
  const uint8_t *guide[3];
  uint8_t *new_half, *new_triple, *difference, *smooth_guide;
} NAME(steady_column);

static void NAME(steady_down)(const NAME(steady_column) *c, int32_t count) {
  for (int32_t x = 0; x < count; x += LANES) {
    V a, b, d;
    LOAD(a, c->mask + x);
    LOAD(b, c->last + x);
    b = ~b;
    d = AVERAGE(a, b);
    STORE(c->new_half + x, d);
    LOAD(a, c->half_above + x);
    LOAD(b, c->half + x);
    d = TRIPLE(a, b, d);
    STORE(c->new_triple + x, d);
    LOAD(a, c->triple_above + x);
    LOAD(b, c->triple + x);
    d = TRIPLE(a, b, d);
    STORE(c->difference + x, d);
    LOAD(a, c->guide[0] + x);
    LOAD(b, c->guide[1] + x);
    LOAD(d, c->guide[2] + x);
    d = TRIPLE(a, b, d);
    STORE(c->smooth_guide + x, d);
  }
}

typedef struct NAME(steady_row) {
  const uint8_t *mask, *last;
  uint8_t *result, *smoothed;
  /// Smoothed down the columns.
  const uint8_t *difference, *guide;
} NAME(steady_row);

/// `count` samples of a row, of which `real` are inside the plane.
static int64_t NAME(steady_along)(
    const splash_steadying *how, const NAME(steady_row) *row, int32_t count, int32_t real) {
  const V slew = (V)how->slew, guide_floor = (V)how->guide_floor, mask_floor = (V)how->mask_floor;
  V flips = (V)(uint8_t)0;
  for (int32_t x = 0; x < count; x += LANES) {
    V a, b, c, d, e, f, g;
    LOAD(a, row->difference + x - 3);
    LOAD(b, row->difference + x - 2);
    LOAD(c, row->difference + x - 1);
    LOAD(d, row->difference + x);
    LOAD(e, row->difference + x + 1);
    LOAD(f, row->difference + x + 2);
    LOAD(g, row->difference + x + 3);
    V left = TRIPLE(a, b, c), middle = TRIPLE(c, d, e), right = TRIPLE(e, f, g);
    V differs = TRIPLE(left, middle, right);
    differs = SUB(DISTANCE(differs, (V)(uint8_t)128), mask_floor);
    V most = (V)(uint8_t)(255 >> splash_mask_gain);
    V open = (differs << splash_mask_gain) | (V)(differs > most);

    LOAD(a, row->guide + x - 1);
    LOAD(b, row->guide + x);
    LOAD(c, row->guide + x + 1);
    V smooth = TRIPLE(a, b, c), before;
    LOAD(before, row->smoothed + x);
    STORE(row->smoothed + x, smooth);
    V moves = SUB(DISTANCE(smooth, before), guide_floor);
    most = (V)(uint8_t)(255 >> splash_guide_gain);
    open = MAX(open, (moves << splash_guide_gain) | (V)(moves > most));

    V reach = ADD(open, slew), mask, last;
    LOAD(mask, row->mask + x);
    LOAD(last, row->last + x);
    V up = MIN(SUB(mask, last), reach), down = MIN(SUB(last, mask), reach);
    V result = last + up - down;
    STORE(row->result + x, result);
    V flip = (V)((up | down) > (V)(uint8_t)splash_quarter) & 1;
    if (x + LANES > real)
      for (int i = real > x ? real - x : 0; i < LANES; i++) flip[i] = 0;
    flips += flip;
  }
  return TOTAL(flips);
}

/// Columns `from`…`to`−1 of the rows; `stop` is `to`, and a vector more where the plane goes on.
static int64_t NAME(steady_tile)(
    const splash_steadying *how, const splash_steady_step *step, int32_t from, int32_t to,
    int32_t stop, int32_t first, int32_t end) {
  enum { margin = 128, room = steady_tile + 3 * margin };
  _Alignas(64) uint8_t halves[4][room], triples[8][room], down[2][room], guides[2][room];
  const int32_t width = step->mask.width, begin = from > 0 ? from - LANES : 0;
  const int32_t at = margin + begin - from, count = stop - begin, edge = margin + width - from;
  int64_t changed = 0;
  // Row k + 1 enters, row k is smoothed over three, row k − 2 over seven. Row k − 3 is finished: a row
  // later, when what it reads across vectors has left the store queue.
  for (int32_t k = first - 4; k < end + 3; k++) {
    const int32_t y = k - 2;
    uint8_t *difference = down[y & 1], *guide = guides[y & 1];
    NAME(steady_column) column = {
        .mask = splash_plane_row(&step->mask, k + 1) + begin,
        .last = splash_plane_row(&step->last, k + 1) + begin,
        .half_above = halves[(k - 1) & 3] + at, .half = halves[k & 3] + at,
        .triple_above = triples[(y - 2) & 7] + at, .triple = triples[y & 7] + at,
        .guide = {splash_plane_row(&step->guide, y - 1) + begin,
                  splash_plane_row(&step->guide, y) + begin,
                  splash_plane_row(&step->guide, y + 1) + begin},
        .new_half = halves[(k + 1) & 3] + at, .new_triple = triples[k & 7] + at,
        .difference = difference + at, .smooth_guide = guide + at};
    NAME(steady_down)(&column, count);
    if (from == 0) {
      memset(difference + margin - 3, difference[margin], 3);
      guide[margin - 1] = guide[margin];
    }
    if (width <= stop) {
      memset(difference + edge, difference[edge - 1], 3);
      guide[edge] = guide[edge - 1];
    }
    const int32_t done = y - 1;
    if (done < first) continue;
    NAME(steady_row) row = {
        .mask = splash_plane_row(&step->mask, done) + from,
        .last = splash_plane_row(&step->last, done) + from,
        .result = step->result.data + done * step->result.stride + from,
        .smoothed = step->smoothed.data + done * step->smoothed.stride + from,
        .difference = down[done & 1] + margin, .guide = guides[done & 1] + margin};
    changed += NAME(steady_along)(how, &row, to - from, width - from);
  }
  return changed;
}

SPLASH_STEADY(NAME(splash_steady)) {
  const int32_t width = step->mask.width, padded = (width + LANES - 1) / LANES * LANES;
  int64_t changed = 0;
  for (int32_t from = 0; from < width; from += steady_tile) {
    int32_t to = from + steady_tile < padded ? from + steady_tile : padded;
    changed += NAME(steady_tile)(
        how, step, from, to, to < padded ? to + LANES : to, first, end);
  }
  return changed;
}
