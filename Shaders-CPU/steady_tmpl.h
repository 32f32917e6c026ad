// Steadies the mask, on vectors, in tiles of columns and down their rows. Rows that are smoothed vertically are kept in
// ring buffers on the stack. steady.c has the definition.

#include "plane.h"
#include "steady.h"

/// Columns at a time: so few that their rows stay in the first-level cache, and that a byte can count the changes of a
/// lane.
enum { steady_tile_columns = 1024 };

/// The rows that one vertical step reads and writes.
typedef struct steady_column {
  const uint8_t *mask, *last;             // the row that enters
  const uint8_t *half_above, *half;       // halved differences of the two rows above it
  const uint8_t *triple_above, *triple;   // of the rows five and three above it
  const uint8_t *guide[3];
  uint8_t *new_half, *new_triple, *difference, *smooth_guide;
} steady_column;

static void steady_down(const steady_column *c, int32_t count) {
  for (int32_t x = 0; x < count; x += lanes_u8) {
    u8v half = average_u8(load_u8(c->mask + x), ~load_u8(c->last + x));
    store_u8(c->new_half + x, half);
    u8v triple = triple_u8(load_u8(c->half_above + x), load_u8(c->half + x), half);
    store_u8(c->new_triple + x, triple);
    store_u8(
        c->difference + x,
        triple_u8(load_u8(c->triple_above + x), load_u8(c->triple + x), triple));
    store_u8(
        c->smooth_guide + x,
        triple_u8(
            load_u8(c->guide[0] + x), load_u8(c->guide[1] + x), load_u8(c->guide[2] + x)));
  }
}

/// Weighted means of three neighboring lanes from `p` on, with the middle one counted twice.
INLINE u8v triple_at(const uint8_t *p) {
  return triple_u8(load_u8(p), load_u8(p + 1), load_u8(p + 2));
}

typedef struct steady_row {
  const uint8_t *mask, *last;
  uint8_t *result, *smoothed;
  /// Smoothed vertically.
  const uint8_t *difference, *guide;
} steady_row;

/// Steadies `count` samples of a row, of which `real` are inside of the plane.
static int64_t steady_along(
    const splash_steadying *how, const steady_row *row, int32_t count, int32_t real) {
  const u8v slew = splat_u8(how->slew), guide_floor = splat_u8(how->guide_floor);
  const u8v mask_floor = splat_u8(how->mask_floor);
  u8v flips = {};
  for (int32_t x = 0; x < count; x += lanes_u8) {
    const uint8_t *difference = row->difference + x;
    u8v differs = triple_u8(
        triple_at(difference - 3), triple_at(difference - 1), triple_at(difference + 1));
    differs = sub_sat_u8(distance_u8(differs, splat_u8(128)), mask_floor);
    u8v most = splat_u8(255 >> splash_mask_gain);
    u8v open = (differs << splash_mask_gain) | (u8v)(differs > most);

    u8v smooth = triple_at(row->guide + x - 1), before = load_u8(row->smoothed + x);
    store_u8(row->smoothed + x, smooth);
    u8v moves = sub_sat_u8(distance_u8(smooth, before), guide_floor);
    most = splat_u8(255 >> splash_guide_gain);
    open = max_u8(open, (moves << splash_guide_gain) | (u8v)(moves > most));

    u8v reach = add_sat_u8(open, slew);
    u8v mask = load_u8(row->mask + x), last = load_u8(row->last + x);
    u8v up = min_u8(sub_sat_u8(mask, last), reach), down = min_u8(sub_sat_u8(last, mask), reach);
    u8v result = last + up - down;
    store_u8(row->result + x, result);
    u8v flip = (u8v)((up | down) > splat_u8(splash_quarter)) & 1;
    if (x + lanes_u8 > real)
      for (int i = real > x ? real - x : 0; i < lanes_u8; i++) flip[i] = 0;
    flips += flip;
  }
  return total_u8(flips);
}

/// Columns `from`…`to`−1 of the rows; `stop` is `to`, or a vector more if the plane goes on.
static int64_t steady_tile(
    const splash_steadying *how, const splash_steady_step *step, int32_t from, int32_t to,
    int32_t stop, int32_t first, int32_t end) {
  enum { margin = 128, room = steady_tile_columns + 3 * margin };
  _Alignas(64) uint8_t halves[4][room], triples[8][room], down[2][room], guides[2][room];
  const int32_t width = step->mask.width, begin = from > 0 ? from - lanes_u8 : 0;
  const int32_t at = margin + begin - from, count = stop - begin, edge = margin + width - from;
  int64_t changed = 0;
  // Row k + 1 is added, row k is smoothed over three rows, row k − 2 over seven. Row k − 3 is finished a row later, so
  // that data read across vectors have left the store queue.
  for (int32_t k = first - 4; k < end + 3; k++) {
    const int32_t y = k - 2;
    uint8_t *difference = down[y & 1], *guide = guides[y & 1];
    steady_column column = {
        .mask = splash_plane_row(&step->mask, k + 1) + begin,
        .last = splash_plane_row(&step->last, k + 1) + begin,
        .half_above = halves[(k - 1) & 3] + at, .half = halves[k & 3] + at,
        .triple_above = triples[(y - 2) & 7] + at, .triple = triples[y & 7] + at,
        .guide = {splash_plane_row(&step->guide, y - 1) + begin,
                  splash_plane_row(&step->guide, y) + begin,
                  splash_plane_row(&step->guide, y + 1) + begin},
        .new_half = halves[(k + 1) & 3] + at, .new_triple = triples[k & 7] + at,
        .difference = difference + at, .smooth_guide = guide + at};
    steady_down(&column, count);
    if (from == 0) {
      __builtin_memset(difference + margin - 3, difference[margin], 3);
      guide[margin - 1] = guide[margin];
    }
    if (width <= stop) {
      __builtin_memset(difference + edge, difference[edge - 1], 3);
      guide[edge] = guide[edge - 1];
    }
    const int32_t done = y - 1;
    if (done < first) continue;
    steady_row row = {
        .mask = splash_plane_row(&step->mask, done) + from,
        .last = splash_plane_row(&step->last, done) + from,
        .result = step->result.data + done * step->result.stride + from,
        .smoothed = step->smoothed.data + done * step->smoothed.stride + from,
        .difference = down[done & 1] + margin, .guide = guides[done & 1] + margin};
    changed += steady_along(how, &row, to - from, width - from);
  }
  return changed;
}

KERNEL int64_t steady_rows(
    const splash_steadying *how, const splash_steady_step *step, int32_t first, int32_t end) {
  const int32_t width = step->mask.width, padded = (width + lanes_u8 - 1) / lanes_u8 * lanes_u8;
  int64_t changed = 0;
  for (int32_t from = 0; from < width; from += steady_tile_columns) {
    int32_t to = from + steady_tile_columns < padded ? from + steady_tile_columns : padded;
    changed += steady_tile(
        how, step, from, to, to < padded ? to + lanes_u8 : to, first, end);
  }
  return changed;
}
