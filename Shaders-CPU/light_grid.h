#ifndef SPLASH_LIGHT_GRID_H
#define SPLASH_LIGHT_GRID_H

// The grid of samples for measuring a frame's light.

#include "SplashLight.h"

#include "display.h"
#include "matrix.h"
#include "row.h"

/// R'G'B' from which a channel counts as clipped.
#define CLIPPED 0.97f

static inline float larger(float x, float y) { return x > y ? x : y; }
static inline float smaller(float x, float y) { return x < y ? x : y; }
static inline float clamp(float x, float low, float high) { return smaller(larger(x, low), high); }

/// The place of sample `i` of `count` on a side of the area.
static inline int32_t grid_place(int32_t from, int32_t length, int32_t i, int32_t count) {
  return from + (int32_t)((2 * (int64_t)i + 1) * length / (2 * count));
}

/// A row of the grid. Memory has a high latency but serves many reads at once, so the whole row is read first.
typedef struct grid_row {
  int32_t count;
  // Chroma and the mean luma that it covers, aligned to the top of 16 bits; chroma from 0.
  int32_t luma[splash_light_grid], cb[splash_light_grid], cr[splash_light_grid];
  float red[splash_light_grid], green[splash_light_grid], blue[splash_light_grid];
} grid_row;

/// Prefetches the samples of a row.
static inline void fetch_row(
    const splash_picture *picture, int32_t y, const int32_t *columns, int32_t count) {
  const splash_format *format = &picture->format;
  const splash_row row = splash_row_at(picture, y);
  const splash_places in = splash_places_in(format, &row);
  const ptrdiff_t sample = format->depth > 8 ? 2 : 1;
  for (int32_t i = 0; i < count; i++) {
    const ptrdiff_t luma = ((ptrdiff_t)columns[i] << format->log2_width) * in.luma_step * sample;
    const ptrdiff_t chroma = (ptrdiff_t)columns[i] * in.chroma_step * sample;
    __builtin_prefetch(in.luma[0] + luma);
    __builtin_prefetch(in.luma[1] + luma);
    __builtin_prefetch(in.cb + chroma);
    __builtin_prefetch(in.cr + chroma);
  }
}

static inline void read_row(
    const splash_picture *picture, int32_t y, const int32_t *columns, grid_row *to) {
  const splash_format *format = &picture->format;
  const splash_row row = splash_row_at(picture, y);
  const splash_places in = splash_places_in(format, &row);
  const int32_t shift = 16 - format->depth;
  for (int32_t i = 0; i < to->count; i++) {
    const int32_t x = columns[i], at = x * in.chroma_step;
    to->luma[i] = (uint16_t)(splash_luma_under(format, &in, row.width, x) << (shift - 2));
    to->cb[i] = (uint16_t)(splash_load(format, in.cb, at) << shift);
    to->cr[i] = (uint16_t)(splash_load(format, in.cr, at) << shift);
  }
}

static inline void color_row(const splash_rule *rule, const splash_matrix_f32 *m, grid_row *row) {
  const splash_span span = splash_span_of(rule->full_range, rule->depth);
  const float luma_scale = 1 / (float)span.luma, chroma_scale = 1 / (float)span.chroma;
  for (int32_t i = 0; i < row->count; i++) {
    const float luma = (float)(row->luma[i] - span.black) * luma_scale;
    const float cb = (float)(row->cb[i] - 32768) * chroma_scale;
    const float cr = (float)(row->cr[i] - 32768) * chroma_scale;
    row->red[i] = clamp(luma + m->red * cr, 0, 1);
    row->green[i] = clamp(luma - m->green_cr * cr - m->green_cb * cb, 0, 1);
    row->blue[i] = clamp(luma + m->blue * cb, 0, 1);
  }
  if (rule->display.transfer == splash_transfer_none) return;
  const splash_display_color display = splash_display_color_of(&rule->display, 1);
  for (int32_t i = 0; i < row->count; i++)
    splash_show(&display, &row->red[i], &row->green[i], &row->blue[i]);
}

#endif
