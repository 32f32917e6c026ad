#ifndef SPLASH_UNMIX_H
#define SPLASH_UNMIX_H

// What color a thing has of its own where something behind it shines through: by several levels (Germer,
// Uelwer, Conrad and Harmeling, "Fast Multi-Level Foreground Estimation", ICPR 2020), from one sample to all, of
// which each begins with what the one before found. On the larger ones only cells of 16 samples that a soft edge
// needs are looked at, and a row is improved as a whole: left and right of a sample count as they were before.
// One text for all instruction sets, which the compiler turns into vectors.

#include "blur.h"

enum {
  splash_unmix_cell = 16,
  /// Rows at a time, where two rounds follow one another.
  splash_unmix_ring = 4,
  /// Up to this size all rows are there at once.
  splash_unmix_small = 32,
  splash_unmix_rounds = 10,
  /// One sample in so many columns and rows tells the first colors.
  splash_unmix_grid = 8,
};

/// What holds neighbors together where alpha is the same.
#define SPLASH_UNMIX_LEAST 1e-5f

/// A level, and the one before.
typedef struct splash_unmix_level {
  int32_t width, height;
  uint8_t *cells;
  /// Those of the thing, and behind them those of what is behind it.
  float *colors;
} splash_unmix_level;

/// Rows of a level that are worked on: of color and alpha as they are, of what is found, and one to spare.
typedef struct splash_unmix_rows {
  float *image, *alpha, *near, *far, *spare;
  const int32_t *columns, *before;
  int32_t stride, count;
} splash_unmix_rows;

SPLASH_LOOP int32_t splash_cells_of(int32_t width) {
  return (width + splash_unmix_cell - 1) / splash_unmix_cell;
}

/// Where a column or a row of a level lies in another one.
SPLASH_LOOP int32_t splash_unmix_place(int32_t at, int32_t from, int32_t to) {
  return (int32_t)((int64_t)at * to / from);
}

/// The next run of cells that are set, from `from` on; false where there is none.
SPLASH_LOOP bool splash_unmix_run(
    const uint8_t *cells, int32_t count, int32_t from, int32_t *first, int32_t *end) {
  while (from < count && !cells[from]) from++;
  *first = from;
  while (from < count && cells[from]) from++;
  *end = from;
  return *first < count;
}

SPLASH_LOOP bool splash_any_cell(const uint8_t *cells, int32_t count) {
  uint8_t any = 0;
  for (int32_t i = 0; i < count; i++) any |= cells[i];
  return any != 0;
}

/// Cells of a row in which alpha is neither nothing nor all.
SPLASH_LOOP bool splash_soft_cells(
    const uint8_t *restrict alpha, uint8_t *restrict cells, int32_t width) {
  const int32_t whole = width / splash_unmix_cell;
  for (int32_t c = 0; c < whole; c++) {
    uint8_t soft = 0;
    for (int32_t i = 0; i < splash_unmix_cell; i++)
      soft |= (uint8_t)(alpha[c * splash_unmix_cell + i] + 1) & 0xfe;
    cells[c] = soft;
  }
  if (whole < splash_cells_of(width)) {
    uint8_t soft = 0;
    for (int32_t x = whole * splash_unmix_cell; x < width; x++)
      soft |= (uint8_t)(alpha[x] + 1) & 0xfe;
    cells[whole] = soft;
  }
  return splash_any_cell(cells, splash_cells_of(width));
}

/// Marks what a level needs of the one before: its cells and all that is beside them.
SPLASH_LOOP void splash_unmix_need(
    const splash_unmix_level *level, const splash_unmix_level *before) {
  const int32_t count = splash_cells_of(level->width), coarse = splash_cells_of(before->width);
  __builtin_memset(before->cells, 0, (size_t)coarse * (size_t)before->height);
  for (int32_t y = 0; y < level->height; y++) {
    const uint8_t *cells = level->cells + (ptrdiff_t)y * count;
    if (!splash_any_cell(cells, count)) continue;
    const int32_t last = splash_clamp_index(y + 1, level->height);
    const int32_t top = splash_unmix_place(
        splash_clamp_index(y - 1, level->height), level->height, before->height);
    const int32_t bottom = splash_unmix_place(last, level->height, before->height);
    int32_t first, end = 0;
    while (splash_unmix_run(cells, count, end, &first, &end)) {
      const int32_t left = splash_clamp_index(first * splash_unmix_cell - 1, level->width);
      const int32_t right = splash_clamp_index(end * splash_unmix_cell, level->width);
      const int32_t from =
          splash_unmix_place(left, level->width, before->width) / splash_unmix_cell;
      const int32_t to =
          splash_unmix_place(right, level->width, before->width) / splash_unmix_cell;
      for (int32_t row = top; row <= bottom; row++)
        __builtin_memset(before->cells + (ptrdiff_t)row * coarse + from, 1, (size_t)(to - from + 1));
    }
  }
}

/// Color and alpha of a part of a row as they are: all samples, or those in the columns named.
SPLASH_LOOP void splash_unmix_take(
    const splash_channel *c, const uint8_t *restrict row, const uint8_t *restrict mask, uint8_t flip,
    const int32_t *restrict columns, bool all, float *restrict image, float *restrict alpha,
    int32_t from, int32_t end) {
  const float unit = 1 / (float)((1 << c->depth) - 1);
  if (c->depth == 8 && c->step == 1 && all)
    for (int32_t x = from; x < end; x++) image[x] = (float)row[x] * unit;
  else if (c->depth == 8)
    for (int32_t x = from; x < end; x++) image[x] = (float)row[columns[x] * c->step] * unit;
  else
    for (int32_t x = from; x < end; x++)
      image[x] = (float)splash_channel_code(c, row, columns[x]) * unit;
  if (all)
    for (int32_t x = from; x < end; x++) alpha[x] = (float)(mask[x] ^ flip) / 255.0f;
  else
    for (int32_t x = from; x < end; x++) alpha[x] = (float)(mask[columns[x]] ^ flip) / 255.0f;
}

/// Where alpha leaves no doubt a color is that of the picture.
SPLASH_LOOP void splash_unmix_settle(
    const float *restrict image, const float *restrict alpha, float *restrict color, float sure,
    int32_t from, int32_t end) {
  for (int32_t x = from; x < end; x++) color[x] = alpha[x] == sure ? image[x] : color[x];
}

/// What a level begins with in the columns `from`…`end`−1 of row `y`.
SPLASH_LOOP void splash_unmix_begin(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_level *before, const splash_unmix_rows *rows, int32_t y, int32_t from,
    int32_t end) {
  const ptrdiff_t at = (ptrdiff_t)(y % rows->count) * rows->stride;
  float *image = rows->image + at, *alpha = rows->alpha + at;
  float *near = rows->near + at, *far = rows->far + at;
  const int32_t line = splash_unmix_place(y, level->height, c->height);
  splash_unmix_take(
      c, c->from + line * c->from_stride, how->alpha.data + line * how->alpha.stride, how->flip,
      rows->columns, level->width == c->width, image, alpha, from, end);
  const ptrdiff_t size = (ptrdiff_t)before->width * before->height;
  const ptrdiff_t row = (ptrdiff_t)splash_unmix_place(y, level->height, before->height);
  const float *colors = before->colors + row * before->width;
  for (int32_t x = from; x < end; x++) {
    near[x] = colors[rows->before[x]];
    far[x] = colors[size + rows->before[x]];
  }
  splash_unmix_settle(image, alpha, near, 1, from, end);
  splash_unmix_settle(image, alpha, far, 0, from, end);
}

SPLASH_LOOP float splash_unmix_weight(float a, float b) {
  return (a > b ? a - b : b - a) + SPLASH_UNMIX_LEAST;
}

SPLASH_LOOP float splash_unmix_share(float x) {
  const float least = x > 0 ? x : 0;
  return least < 1 ? least : 1;
}

/// Improves the columns `from`…`end`−1 of a row: both colors together give the image, and differ little from
/// their neighbors', the less the less alpha does.
SPLASH_LOOP void splash_unmix_improve(
    const splash_unmix_rows *rows, ptrdiff_t above, ptrdiff_t at, ptrdiff_t below, int32_t from,
    int32_t end) {
  const float *restrict image = rows->image + at;
  const float *restrict alpha = rows->alpha + at;
  const float *restrict alpha_above = rows->alpha + above, *restrict alpha_below = rows->alpha + below;
  const float *restrict near = rows->near + at, *restrict far = rows->far + at;
  const float *restrict near_above = rows->near + above, *restrict near_below = rows->near + below;
  const float *restrict far_above = rows->far + above, *restrict far_below = rows->far + below;
  float *restrict near_spare = rows->spare, *restrict far_spare = rows->spare + rows->stride;
  for (int32_t x = from; x < end; x++) {
    const float a = alpha[x], b = 1 - a;
    const float up = splash_unmix_weight(a, alpha_above[x]), down = splash_unmix_weight(a, alpha_below[x]);
    const float left = splash_unmix_weight(a, alpha[x - 1]), right = splash_unmix_weight(a, alpha[x + 1]);
    const float all = up + down + left + right, both = all + a * a + b * b;
    const float share = 1 / all;
    const float n =
        (up * near_above[x] + down * near_below[x] + left * near[x - 1] + right * near[x + 1]) * share;
    const float f = (up * far_above[x] + down * far_below[x] + left * far[x - 1] + right * far[x + 1]) * share;
    const float rest = (image[x] - a * n - b * f) / both;
    near_spare[x] = splash_unmix_share(n + a * rest);
    far_spare[x] = splash_unmix_share(f + b * rest);
  }
  const size_t bytes = (size_t)(end - from) * sizeof(float);
  __builtin_memcpy(rows->near + at + from, near_spare + from, bytes);
  __builtin_memcpy(rows->far + at + from, far_spare + from, bytes);
}

/// The cells of a row.
SPLASH_LOOP void splash_unmix_row(
    const splash_unmix_level *level, const splash_unmix_rows *rows, int32_t y) {
  const int32_t count = splash_cells_of(level->width), width = level->width;
  const uint8_t *cells = level->cells + (ptrdiff_t)y * count;
  const int32_t over = splash_clamp_index(y - 1, level->height);
  const int32_t under = splash_clamp_index(y + 1, level->height);
  const ptrdiff_t at = (ptrdiff_t)(y % rows->count) * rows->stride;
  const ptrdiff_t above = (ptrdiff_t)(over % rows->count) * rows->stride;
  const ptrdiff_t below = (ptrdiff_t)(under % rows->count) * rows->stride;
  float *const ends[3] = {rows->alpha + at, rows->near + at, rows->far + at};
  int32_t first, end = 0;
  while (splash_unmix_run(cells, count, end, &first, &end)) {
    const int32_t from = first * splash_unmix_cell;
    const int32_t to = end * splash_unmix_cell < width ? end * splash_unmix_cell : width;
    for (int i = 0; i < 3; i++) {
      if (from == 0) ends[i][-1] = ends[i][0];
      if (to == width) ends[i][width] = ends[i][width - 1];
    }
    splash_unmix_improve(rows, above, at, below, from, to);
  }
}

/// Begins a row wherever it or a row beside it has cells.
SPLASH_LOOP void splash_unmix_begin_row(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_level *before, const splash_unmix_rows *rows, int32_t y) {
  const int32_t count = splash_cells_of(level->width);
  const uint8_t *above = level->cells + (ptrdiff_t)splash_clamp_index(y - 1, level->height) * count;
  const uint8_t *below = level->cells + (ptrdiff_t)splash_clamp_index(y + 1, level->height) * count;
  const uint8_t *at = level->cells + (ptrdiff_t)y * count;
  uint8_t *restrict near = (uint8_t *)rows->spare;
  for (int32_t i = 0; i < count; i++) near[i] = above[i] | at[i] | below[i];
  if (!splash_any_cell(near, count)) return;
  int32_t first, end = 0;
  while (splash_unmix_run(near, count, end, &first, &end)) {
    const int32_t from = first * splash_unmix_cell - 1, to = end * splash_unmix_cell + 1;
    splash_unmix_begin(
        how, c, level, before, rows, y, from < 0 ? 0 : from,
        to < level->width ? to : level->width);
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

SPLASH_LOOP void splash_unmix_codes(
    const float *restrict near, const uint8_t *restrict mask, uint8_t *restrict row, int32_t from,
    int32_t end) {
  for (int32_t x = from; x < end; x++) {
    const uint8_t code = (uint8_t)(int32_t)(near[x] * 255.0f + 0.5f);
    row[x] = (uint8_t)(mask[x] + 1) & 0xfe ? code : row[x];
  }
}

/// What was found in a row: colors of the level, or, where it is the last one, codes in soft places.
SPLASH_LOOP void splash_unmix_end_row(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_rows *rows, int32_t y) {
  const int32_t count = splash_cells_of(level->width);
  const uint8_t *cells = level->cells + (ptrdiff_t)y * count;
  const ptrdiff_t at = (ptrdiff_t)(y % rows->count) * rows->stride;
  const ptrdiff_t size = (ptrdiff_t)level->width * level->height;
  const float scale = (float)((1 << c->depth) - 1);
  int32_t first, end = 0;
  while (splash_unmix_run(cells, count, end, &first, &end)) {
    const int32_t from = first * splash_unmix_cell;
    const int32_t to =
        end * splash_unmix_cell < level->width ? end * splash_unmix_cell : level->width;
    const float *near = rows->near + at;
    if (level->colors) {
      float *colors = level->colors + (ptrdiff_t)y * level->width;
      __builtin_memcpy(colors + from, near + from, (size_t)(to - from) * sizeof *near);
      __builtin_memcpy(
          colors + size + from, rows->far + at + from, (size_t)(to - from) * sizeof *near);
      continue;
    }
    const uint8_t *mask = how->alpha.data + y * how->alpha.stride;
    uint8_t *row = c->to + y * c->to_stride;
    if (c->depth == 8 && c->step == 1)
      splash_unmix_codes(near, mask, row, from, to);
    else
      for (int32_t x = from; x < to; x++)
        if (mask[x] != 0 && mask[x] != 255)
          splash_unmix_store(c, row, x, (int32_t)(near[x] * scale + 0.5f));
  }
}

/// One level from the one before.
SPLASH_LOOP void splash_unmix_solve(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_level *before) {
  const int32_t width = level->width, height = level->height;
  const bool small = width <= splash_unmix_small && height <= splash_unmix_small;
  const int32_t stride = c->width + 2 * splash_unmix_cell;
  const int32_t count = small ? splash_unmix_small : splash_unmix_ring;
  // Small levels have short rows: as many samples are enough.
  const int32_t length = small ? splash_unmix_small + 2 * splash_unmix_cell : stride;
  float *const room = how->rows + splash_unmix_cell;
  const ptrdiff_t plane = (ptrdiff_t)length * count;
  int32_t *columns = how->columns, *coarse = how->columns + c->width;
  for (int32_t x = 0; x < width; x++) {
    columns[x] = splash_unmix_place(x, width, c->width);
    coarse[x] = splash_unmix_place(x, width, before->width);
  }
  const splash_unmix_rows rows = {
      room, room + plane, room + 2 * plane, room + 3 * plane, room + 4 * plane, columns, coarse,
      length, count};
  if (small) {
    for (int32_t y = 0; y < height; y++)
      splash_unmix_begin_row(how, c, level, before, &rows, y);
    for (int32_t i = 0; i < splash_unmix_rounds; i++)
      for (int32_t y = 0; y < height; y++) splash_unmix_row(level, &rows, y);
    for (int32_t y = 0; y < height; y++) splash_unmix_end_row(how, c, level, &rows, y);
    return;
  }
  splash_unmix_begin_row(how, c, level, before, &rows, 0);
  for (int32_t y = 0; y <= height; y++) {
    if (y + 1 < height) splash_unmix_begin_row(how, c, level, before, &rows, y + 1);
    if (y < height) splash_unmix_row(level, &rows, y);
    if (y == 0) continue;
    splash_unmix_row(level, &rows, y - 1);
    splash_unmix_end_row(how, c, level, &rows, y - 1);
  }
}

/// Means of the thing and of what is behind it.
SPLASH_LOOP void splash_unmix_means(
    const splash_unmixing *how, const splash_channel *c, float *means) {
  const float unit = 1 / (float)((1 << c->depth) - 1);
  uint64_t sums[2] = {0, 0}, counts[2] = {0, 0};
  for (int32_t y = splash_unmix_grid / 2; y < c->height; y += splash_unmix_grid) {
    for (int32_t x = splash_unmix_grid / 2; x < c->width; x += splash_unmix_grid) {
      const int32_t alpha = how->alpha.data[y * how->alpha.stride + x] ^ how->flip;
      if (alpha > 25 && alpha < 230) continue;
      const int side = alpha < 128;
      sums[side] += (uint64_t)splash_channel_code(c, c->from + y * c->from_stride, x);
      counts[side]++;
    }
  }
  for (int i = 0; i < 2; i++)
    means[i] = counts[i] ? (float)(int64_t)sums[i] / (float)(int64_t)counts[i] * unit : 0;
}

/// A component whole.
SPLASH_LOOP void splash_unmix_part(const splash_unmixing *how, const splash_channel *c) {
  const int32_t count = how->level_count, cells = splash_cells_of(c->width);
  splash_unmix_level levels[splash_unmix_levels];
  uint8_t *flags = how->cells;
  float *colors = how->colors;
  for (int32_t i = count - 1; i >= 0; i--) {
    const int32_t width = how->sizes[2 * i], height = how->sizes[2 * i + 1];
    levels[i] = (splash_unmix_level){width, height, flags, i == count - 1 ? NULL : colors};
    flags += (ptrdiff_t)splash_cells_of(width) * height;
    if (i < count - 1) colors += 2 * (ptrdiff_t)width * height;
  }
  bool soft = false;
  for (int32_t y = 0; y < c->height; y++)
    soft |= splash_soft_cells(
        how->alpha.data + y * how->alpha.stride, levels[count - 1].cells + (ptrdiff_t)y * cells,
        c->width);
  if (!soft) return;
  for (int32_t i = count - 1; i > 0; i--) splash_unmix_need(&levels[i], &levels[i - 1]);
  float means[2];
  splash_unmix_means(how, c, means);
  levels[0].cells[0] = 1;
  const splash_unmix_level begin = {1, 1, NULL, means};
  for (int32_t i = 0; i < count; i++)
    splash_unmix_solve(how, c, &levels[i], i == 0 ? &begin : &levels[i - 1]);
}

#endif
