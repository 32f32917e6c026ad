#ifndef SPLASH_LINES_H
#define SPLASH_LINES_H

// Draws a mask by linear functions of luma; one text for all instruction sets.

#include "SplashMask.h"
#include "straight.h"

SPLASH_LOOP void splash_lines_row(
    const float *const restrict from[4], float part, const uint8_t *restrict luma,
    uint8_t *restrict to, int32_t width) {
  const float *restrict upper = from[0], *restrict lower = from[1];
  const float *restrict upper_offset = from[2], *restrict lower_offset = from[3];
  for (int32_t x = 0; x < width; x++) {
    const float slope = upper[x] + part * (lower[x] - upper[x]);
    const float offset = upper_offset[x] + part * (lower_offset[x] - upper_offset[x]);
    const float sample = slope * (float)luma[x] + offset + 0.5f;
    const float least = sample > 0 ? sample : 0;
    to[x] = (uint8_t)(int32_t)(least < 255 ? least : 255);
  }
}

SPLASH_LOOP void splash_lines_part(
    const splash_lines *lines, const splash_plane *guide, const splash_plane *result,
    int32_t first, int32_t end) {
  const int log2_size = lines->log2_size;
  const int32_t width = guide->width, columns = splash_shrunk(width, log2_size);
  const int32_t rows = splash_shrunk(guide->height, log2_size);
  float *const wide[4] = {
      lines->room, lines->room + width, lines->room + 2 * width, lines->room + 3 * width};
  const float *const from[4] = {wide[0], wide[1], wide[2], wide[3]};
  int32_t held = INT32_MIN;
  for (int32_t y = first; y < end; y++) {
    const splash_row_pair pair = splash_row_pair_of(y, log2_size, rows);
    if (pair.top != held) {
      splash_grow_row(lines->slope + pair.upper * columns, wide[0], width, log2_size);
      splash_grow_row(lines->slope + pair.lower * columns, wide[1], width, log2_size);
      splash_grow_row(lines->offset + pair.upper * columns, wide[2], width, log2_size);
      splash_grow_row(lines->offset + pair.lower * columns, wide[3], width, log2_size);
      held = pair.top;
    }
    splash_lines_row(
        from, pair.part, guide->data + y * guide->stride, result->data + y * result->stride,
        width);
  }
}

#endif
