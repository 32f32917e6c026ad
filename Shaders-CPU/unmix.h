#ifndef SPLASH_UNMIX_H
#define SPLASH_UNMIX_H

// Estimates the color of an object where the background shines through, on several levels (Germer, Uelwer, Conrad and
// Harmeling, "Fast Multi-Level Foreground Estimation", ICPR 2020), from one sample to full size, each starting from the
// result of the one before. Large levels work only on cells of 16 samples that a soft edge needs. One text for all
// instruction sets, which the compiler vectorizes.

#include "unmix_row.h"

SPLASH_LOOP bool splash_any_cell(const uint8_t *cells, int32_t count) {
  uint8_t any = 0;
  for (int32_t i = 0; i < count; i++) any |= cells[i];
  return any != 0;
}

/// Sets the cells of a row in which alpha is neither 0 nor 255.
SPLASH_LOOP bool splash_soft_cells(
    const uint8_t *restrict alpha, uint8_t *restrict cells, int32_t width) {
  const int32_t whole = width / splash_unmix_cell;
  for (int32_t c = 0; c < whole; c++) {
    uint64_t halves[2];
    __builtin_memcpy(halves, alpha + c * splash_unmix_cell, sizeof halves);
    // All bits of a byte are equal in 0 and 255.
    const uint64_t apart = (halves[0] ^ halves[0] >> 1) | (halves[1] ^ halves[1] >> 1);
    cells[c] = (apart & 0x7f7f7f7f7f7f7f7f) != 0;
  }
  if (whole < splash_cells_of(width)) {
    uint8_t soft = 0;
    for (int32_t x = whole * splash_unmix_cell; x < width; x++)
      soft |= (uint8_t)(alpha[x] + 1) & 0xfe;
    cells[whole] = soft;
  }
  return splash_any_cell(cells, splash_cells_of(width));
}

/// Marks the cells of the level before that a level needs: its own cells and their neighbors.
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

/// Initializes a row wherever it or an adjacent row has cells.
SPLASH_LOOP void splash_unmix_begin_row(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_level *before, const splash_unmix_rows *rows, int32_t y) {
  const int32_t count = splash_cells_of(level->width);
  const uint8_t *above = level->cells + (ptrdiff_t)splash_clamp_index(y - 1, level->height) * count;
  const uint8_t *below = level->cells + (ptrdiff_t)splash_clamp_index(y + 1, level->height) * count;
  const uint8_t *at = level->cells + (ptrdiff_t)y * count;
  // Uses memory that will later hold the weights of this row.
  uint8_t *restrict near = (uint8_t *)(rows->weights.up + splash_unmix_at(rows, y));
  for (int32_t i = 0; i < count; i++) near[i] = above[i] | at[i] | below[i];
  int32_t first, end = 0;
  while (splash_unmix_run(near, count, end, &first, &end)) {
    const int32_t from = first * splash_unmix_cell - 1, to = end * splash_unmix_cell + 1;
    splash_unmix_begin(
        how, c, level, before, rows, y, from < 0 ? 0 : from,
        to < level->width ? to : level->width);
  }
}

/// Stores the result of a row: colors of the level, or codes on the last level.
SPLASH_LOOP void splash_unmix_end_row(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_rows *rows, int32_t y) {
  const int32_t count = splash_cells_of(level->width), width = level->width;
  const uint8_t *cells = level->cells + (ptrdiff_t)y * count;
  const ptrdiff_t at = splash_unmix_at(rows, y), size = (ptrdiff_t)width * level->height;
  int32_t first, end = 0;
  while (splash_unmix_run(cells, count, end, &first, &end)) {
    const int32_t from = first * splash_unmix_cell;
    const int32_t to = end * splash_unmix_cell < width ? end * splash_unmix_cell : width;
    const float *near = rows->near + at, *far = rows->far + at;
    if (!level->colors) {
      splash_unmix_codes(
          c, near, near + rows->half, how->alpha.data + y * how->alpha.stride,
          c->to + y * c->to_stride, from, to);
      continue;
    }
    float *colors = level->colors + (ptrdiff_t)y * width;
    splash_unmix_zip(near, near + rows->half, colors, from, to);
    splash_unmix_zip(far, far + rows->half, colors + size, from, to);
  }
}

/// The places of a level's columns in the frame, and in the level before.
SPLASH_LOOP void splash_unmix_columns(
    int32_t *columns, int32_t *before, int32_t half, int32_t width, int32_t whole, int32_t coarse) {
  for (int32_t x = 0; x < width; x++) {
    const int32_t at = x % 2 * half + x / 2;
    columns[at] = splash_unmix_place(x, width, whole);
    before[at] = splash_unmix_place(x, width, coarse);
  }
}

/// Solves one level, starting from the one before.
SPLASH_LOOP void splash_unmix_solve(
    const splash_unmixing *how, const splash_channel *c, const splash_unmix_level *level,
    const splash_unmix_level *before) {
  const int32_t height = level->height;
  const bool small = level->width <= splash_unmix_small && height <= splash_unmix_small;
  const int32_t count = small ? splash_unmix_small : splash_unmix_ring;
  // Small levels have short rows, so that as many samples suffice.
  const int32_t half = (small ? splash_unmix_small : c->width) / 2 + splash_unmix_cell;
  float *const room = how->rows + splash_unmix_cell;
  const ptrdiff_t plane = 2 * (ptrdiff_t)half * count;
  int32_t *columns = how->columns, *coarse = how->columns + 2 * half;
  splash_unmix_columns(columns, coarse, half, level->width, c->width, before->width);
  const splash_unmix_weights weights = {
      room + 4 * plane, room + 5 * plane, room + 6 * plane, room + 7 * plane, room + 8 * plane};
  const splash_unmix_rows rows = {
      room, room + plane, room + 2 * plane, room + 3 * plane, weights, columns, coarse, half, count};
  if (small) {
    for (int32_t y = 0; y < height; y++)
      splash_unmix_begin_row(how, c, level, before, &rows, y);
    for (int32_t i = 0; i < splash_unmix_rounds; i++)
      for (int32_t y = 0; y < height; y++) splash_unmix_row(level, &rows, y, i == 0);
    for (int32_t y = 0; y < height; y++) splash_unmix_end_row(how, c, level, &rows, y);
    return;
  }
  splash_unmix_begin_row(how, c, level, before, &rows, 0);
  for (int32_t y = 0; y <= height; y++) {
    if (y + 1 < height) splash_unmix_begin_row(how, c, level, before, &rows, y + 1);
    if (y < height) splash_unmix_row(level, &rows, y, true);
    if (y == 0) continue;
    splash_unmix_row(level, &rows, y - 1, false);
    splash_unmix_end_row(how, c, level, &rows, y - 1);
  }
}

/// Mean colors of the object and of the background.
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

/// Processes a whole component.
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
