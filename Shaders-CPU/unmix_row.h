#ifndef SPLASH_UNMIX_ROW_H
#define SPLASH_UNMIX_ROW_H

// Rows of a level of unmix.h. In each row first all even samples are improved and then, from these, all odd ones; so
// both are stored one after another, the even half before the odd one.

#include "blur.h"

// Without optimization, and with some compilers, these loops are not vectorized; the results are the same bits.
#pragma clang diagnostic ignored "-Wpass-failed"

enum {
  splash_unmix_cell = 16,
  /// Rows in memory at a time, for two consecutive rounds.
  splash_unmix_ring = 4,
  /// Up to this size all rows are in memory at once.
  splash_unmix_small = 32,
  splash_unmix_rounds = 10,
  /// One sample in this many columns and rows is used for the first colors.
  splash_unmix_grid = 8,
};

/// The weight of neighbors with equal alpha.
#define SPLASH_UNMIX_LEAST 1e-5f

/// Half a cell at a time, as runs are short, and without dependence: samples of a half row are not neighbors.
#define SPLASH_UNMIX_HALF_CELLS \
  _Pragma("clang loop vectorize(assume_safety) vectorize_width(8) interleave_count(1)")

/// A level.
typedef struct splash_unmix_level {
  int32_t width, height;
  uint8_t *cells;
  /// Colors of the object, followed by colors of the background.
  float *colors;
} splash_unmix_level;

/// The weights of a sample's four neighbors, which add up to 1; and the reciprocal of the weight of its own color.
typedef struct splash_unmix_weights {
  float *up, *down, *left, *right, *own;
} splash_unmix_weights;

/// Rows of a level in memory: given color and alpha, and estimated colors. Each row is two halves.
typedef struct splash_unmix_rows {
  float *image, *alpha, *near, *far;
  splash_unmix_weights weights;
  /// For both halves: the place of a column in the frame, and in the level before.
  const int32_t *columns, *before;
  int32_t half, count;
} splash_unmix_rows;

/// The offset of a row in memory.
SPLASH_LOOP ptrdiff_t splash_unmix_at(const splash_unmix_rows *rows, int32_t y) {
  return (ptrdiff_t)(y % rows->count) * 2 * rows->half;
}

/// The number of samples in the even half before column `x`.
SPLASH_LOOP int32_t splash_unmix_even(int32_t x) { return (x + 1) / 2; }

SPLASH_LOOP int32_t splash_cells_of(int32_t width) {
  return (width + splash_unmix_cell - 1) / splash_unmix_cell;
}

/// The place of a column or row of a level in another level.
SPLASH_LOOP int32_t splash_unmix_place(int32_t at, int32_t from, int32_t to) {
  return (int32_t)((int64_t)at * to / from);
}

/// Finds the next run of set cells, from `from` on; false if there is none.
SPLASH_LOOP bool splash_unmix_run(
    const uint8_t *cells, int32_t count, int32_t from, int32_t *first, int32_t *end) {
  uint64_t eight = 0;
  for (; from + 8 <= count; from += 8) {
    __builtin_memcpy(&eight, cells + from, 8);
    if (eight) break;
  }
  while (from < count && !cells[from]) from++;
  *first = from;
  while (from < count && cells[from]) from++;
  *end = from;
  return *first < count;
}

/// Loads color and alpha of a part of a half row: of every second sample from `first` on, or of those in the given
/// columns.
SPLASH_LOOP void splash_unmix_take(
    const splash_channel *c, const uint8_t *restrict row, const uint8_t *restrict mask, uint8_t flip,
    const int32_t *restrict columns, bool all, float *restrict image, float *restrict alpha,
    int32_t first, int32_t from, int32_t end) {
  const float unit = 1 / (float)((1 << c->depth) - 1), whole = 1 / 255.0f;
  const bool simple = c->depth == 8 && c->step == 1;
  if (all && simple) {
    SPLASH_UNMIX_HALF_CELLS
    for (int32_t i = from; i < end; i++) {
      image[i] = (float)row[2 * i + first] * unit;
      alpha[i] = (float)(mask[2 * i + first] ^ flip) * whole;
    }
  } else if (simple) {
    SPLASH_UNMIX_HALF_CELLS
    for (int32_t i = from; i < end; i++) {
      image[i] = (float)row[columns[i]] * unit;
      alpha[i] = (float)(mask[columns[i]] ^ flip) * whole;
    }
  } else {
    for (int32_t i = from; i < end; i++) {
      image[i] = (float)splash_channel_code(c, row, columns[i]) * unit;
      alpha[i] = (float)(mask[columns[i]] ^ flip) * whole;
    }
  }
}

/// Fills a part of a half row from a row of the level before, where samples mostly correspond one to one.
SPLASH_LOOP void splash_unmix_enlarge(
    const float *restrict colors, const int32_t *restrict places, float *restrict to, int32_t from,
    int32_t end) {
  enum { some = splash_unmix_cell / 2 };
  int32_t i = from;
  for (; i + some <= end; i += some) {
    if (places[i + some - 1] - places[i] == some - 1)
      __builtin_memcpy(to + i, colors + places[i], some * sizeof *to);
    else
      for (int32_t k = i; k < i + some; k++) to[k] = colors[places[k]];
  }
  for (; i < end; i++) to[i] = colors[places[i]];
}

/// The start values of a level in the columns `from`…`end`−1 of row `y`.
SPLASH_LOOP void splash_unmix_begin(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_level *before, const splash_unmix_rows *rows, int32_t y, int32_t from,
    int32_t end) {
  const int32_t line = splash_unmix_place(y, level->height, c->height);
  const ptrdiff_t size = (ptrdiff_t)before->width * before->height;
  const ptrdiff_t row = (ptrdiff_t)splash_unmix_place(y, level->height, before->height);
  const float *restrict colors = before->colors + row * before->width;
  for (int32_t odd = 0; odd < 2; odd++) {
    const ptrdiff_t half = odd * rows->half, at = splash_unmix_at(rows, y) + half;
    const int32_t *restrict places = rows->before + half;
    const int32_t first = odd ? from / 2 : splash_unmix_even(from);
    const int32_t last = odd ? end / 2 : splash_unmix_even(end);
    splash_unmix_take(
        c, c->from + line * c->from_stride, how->alpha.data + line * how->alpha.stride, how->flip,
        rows->columns + half, level->width == c->width, rows->image + at, rows->alpha + at, odd,
        first, last);
    splash_unmix_enlarge(colors, places, rows->near + at, first, last);
    splash_unmix_enlarge(colors + size, places, rows->far + at, first, last);
  }
}

SPLASH_LOOP float splash_unmix_weight(float a, float b) {
  return (a > b ? a - b : b - a) + SPLASH_UNMIX_LEAST;
}

SPLASH_LOOP float splash_unmix_share(float x) {
  const float least = x > 0 ? x : 0;
  return least < 1 ? least : 1;
}

/// Improves the samples `from`…`end`−1 of a half row: both colors together must give the image, and should be close to
/// their neighbors', the closer the less alpha differs. The first round computes the weights.
SPLASH_LOOP void splash_unmix_improve(
    const splash_unmix_rows *rows, ptrdiff_t above, ptrdiff_t at, ptrdiff_t below, ptrdiff_t left,
    ptrdiff_t right, int32_t from, int32_t end, bool first) {
  const float *image = rows->image + at, *alpha = rows->alpha;
  const splash_unmix_weights *w = &rows->weights;
  float *ups = w->up + at, *downs = w->down + at, *owns = w->own + at;
  float *lefts = w->left + at, *rights = w->right + at, *near = rows->near, *far = rows->far;
  SPLASH_UNMIX_HALF_CELLS
  for (int32_t i = from; i < end; i++) {
    const float a = alpha[at + i], b = 1 - a;
    if (first) {
      const float up = splash_unmix_weight(a, alpha[above + i]);
      const float down = splash_unmix_weight(a, alpha[below + i]);
      const float before = splash_unmix_weight(a, alpha[left + i]);
      const float behind = splash_unmix_weight(a, alpha[right + i]);
      const float all = (up + down) + (before + behind), both = all + (a * a + b * b);
      const float part = 1 / (all * both), share = both * part;
      ups[i] = up * share;
      downs[i] = down * share;
      lefts[i] = before * share;
      rights[i] = behind * share;
      owns[i] = all * part;
    }
    const float n = (ups[i] * near[above + i] + downs[i] * near[below + i])
        + (lefts[i] * near[left + i] + rights[i] * near[right + i]);
    const float f = (ups[i] * far[above + i] + downs[i] * far[below + i])
        + (lefts[i] * far[left + i] + rights[i] * far[right + i]);
    const float rest = (image[i] - (a * n + b * f)) * owns[i];
    near[at + i] = splash_unmix_share(n + a * rest);
    far[at + i] = splash_unmix_share(f + b * rest);
  }
}

/// One round over the cells of a row.
SPLASH_LOOP void splash_unmix_row(
    const splash_unmix_level *level, const splash_unmix_rows *rows, int32_t y, bool first_round) {
  const int32_t count = splash_cells_of(level->width), width = level->width, half = rows->half;
  const uint8_t *cells = level->cells + (ptrdiff_t)y * count;
  const ptrdiff_t above = splash_unmix_at(rows, splash_clamp_index(y - 1, level->height));
  const ptrdiff_t below = splash_unmix_at(rows, splash_clamp_index(y + 1, level->height));
  const ptrdiff_t at = splash_unmix_at(rows, y);
  float *const planes[3] = {rows->alpha + at, rows->near + at, rows->far + at};
  int32_t first, end = 0;
  while (splash_unmix_run(cells, count, end, &first, &end)) {
    const int32_t from = first * splash_unmix_cell;
    const int32_t to = end * splash_unmix_cell < width ? end * splash_unmix_cell : width;
    const int32_t evens = splash_unmix_even(to), odds = to / 2;
    // Beyond the ends the last sample is repeated.
    for (int i = 0; i < 3; i++) {
      if (from == 0) planes[i][half - 1] = planes[i][0];
      if (to == width && evens > odds) planes[i][half + odds] = planes[i][odds];
      if (to == width && evens == odds) planes[i][evens] = planes[i][half + odds - 1];
    }
    splash_unmix_improve(
        rows, above, at, below, at + half - 1, at + half, from / 2, evens, first_round);
    splash_unmix_improve(
        rows, above + half, at + half, below + half, at, at + 1, from / 2, odds, first_round);
  }
}

SPLASH_LOOP void splash_unmix_store(
    const splash_channel *c, uint8_t *row, int32_t x, int32_t code) {
  const uint16_t word = (uint16_t)(code << c->shift);
  if (c->depth == 8)
    row[x * c->step] = (uint8_t)code;
  else
    __builtin_memcpy(row + 2 * (ptrdiff_t)x * c->step, &word, 2);
}

/// Stores codes of the result where alpha is neither 0 nor 255.
SPLASH_LOOP void splash_unmix_codes(
    const splash_channel *c, const float *restrict evens, const float *restrict odds,
    const uint8_t *restrict mask, uint8_t *restrict row, int32_t from, int32_t end) {
  const float scale = (float)((1 << c->depth) - 1);
  if (c->depth == 8 && c->step == 1) {
    SPLASH_UNMIX_HALF_CELLS
    for (int32_t i = from / 2; i < end / 2; i++) {
      const int32_t x = 2 * i;
      const uint8_t even = (uint8_t)(int32_t)(evens[i] * 255.0f + 0.5f);
      const uint8_t odd = (uint8_t)(int32_t)(odds[i] * 255.0f + 0.5f);
      row[x] = (uint8_t)(mask[x] + 1) & 0xfe ? even : row[x];
      row[x + 1] = (uint8_t)(mask[x + 1] + 1) & 0xfe ? odd : row[x + 1];
    }
    from = end - end % 2;
  }
  for (int32_t x = from; x < end; x++)
    if (mask[x] != 0 && mask[x] != 255)
      splash_unmix_store(c, row, x, (int32_t)((x % 2 ? odds : evens)[x / 2] * scale + 0.5f));
}

/// Interleaves both halves of a row.
SPLASH_LOOP void splash_unmix_zip(
    const float *restrict evens, const float *restrict odds, float *restrict row, int32_t from,
    int32_t end) {
  SPLASH_UNMIX_HALF_CELLS
  for (int32_t i = from / 2; i < end / 2; i++) {
    row[2 * i] = evens[i];
    row[2 * i + 1] = odds[i];
  }
  if (end % 2) row[end - 1] = evens[end / 2];
}

#endif
