#ifndef SPLASH_MOSAIC_H
#define SPLASH_MOSAIC_H

// Fills blocks with one color; one text for all instruction sets.

#include "blur.h"

/// Rows that 32-bit sums can hold: 14 bits of a sample and 12 of its weight.
enum { splash_mosaic_rows = 64 };

SPLASH_LOOP void splash_add_samples(uint32_t *restrict to, const uint16_t *restrict from, int32_t count) {
  for (int32_t x = 0; x < count; x++) to[x] += from[x];
}

/// Adds up rows of samples times weights, and rows of weights.
SPLASH_LOOP void splash_mosaic_rows_of(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *c,
    int32_t top, int32_t bottom) {
  const int32_t width = c->width, columns = splash_shrunk(width, weighing->log2_width);
  uint32_t *const products = how->room, *const weights = how->room + width;
  uint32_t *const spare = how->room + 2 * width;
  uint16_t *const row_weights = (uint16_t *)(how->room + 3 * width);
  __builtin_memset(how->room, 0, 2 * (size_t)width * sizeof *how->room);
  for (int32_t y = top; y < bottom; y++) {
    const uint8_t *mask = weighing->mask + (y >> weighing->log2_height) * weighing->stride;
    splash_weights_row(weighing, mask, row_weights, spare, columns, width, 0);
    splash_weigh_rows(c, c->from + y * c->from_stride, NULL, row_weights, products);
    splash_add_samples(weights, row_weights, width);
  }
}

/// Draws rows of blocks.
SPLASH_LOOP void splash_mosaic_part(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *c,
    int32_t first, int32_t end) {
  const int32_t width = c->width, columns = (width + how->width - 1) / how->width;
  uint32_t *const room = how->room;
  uint64_t *const totals = how->totals;
  for (int32_t block = first; block < end; block++) {
    const int32_t top = block * how->height;
    const int32_t bottom = top + how->height < c->height ? top + how->height : c->height;
    for (int32_t i = 0; i < 2 * columns; i++) totals[i] = 0;
    for (int32_t y = top; y < bottom; y += splash_mosaic_rows) {
      const int32_t last = y + splash_mosaic_rows < bottom ? y + splash_mosaic_rows : bottom;
      splash_mosaic_rows_of(how, weighing, c, y, last);
      for (int32_t x = 0; x < width; x++) {
        totals[2 * (x / how->width)] += room[x];
        totals[2 * (x / how->width) + 1] += room[width + x];
      }
    }
    for (int32_t x = 0; x < width; x++) {
      const uint64_t sum = totals[2 * (x / how->width)], all = totals[2 * (x / how->width) + 1];
      room[x] = x % how->width == 0 ? (uint32_t)((sum + all / 2) / all) : room[x - 1];
    }
    for (int32_t y = top; y < bottom; y++) {
      uint8_t *row = c->to + y * c->to_stride;
      if (c->depth == 8 && c->step == 1) {
        for (int32_t x = 0; x < width; x++) row[x] = (uint8_t)room[x];
      } else if (c->depth == 8) {
        for (int32_t x = 0; x < width; x++) row[x * c->step] = (uint8_t)room[x];
      } else {
        for (int32_t x = 0; x < width; x++) {
          const uint16_t word = (uint16_t)(room[x] << c->shift);
          __builtin_memcpy(row + 2 * (ptrdiff_t)x * c->step, &word, 2);
        }
      }
    }
  }
}

#endif
