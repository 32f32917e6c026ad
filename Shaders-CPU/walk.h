#ifndef SPLASH_WALK_H
#define SPLASH_WALK_H

// Walks over single samples of a frame, for references that make luma and chroma from both.

#include "row.h"

/// Codes.
typedef struct splash_chroma {
  int32_t cb, cr;
} splash_chroma;

/// A kernel's functions from luma, with its chroma, to luma, and from chroma, with the sum of four luma codes that it
/// covers, to chroma.
typedef struct splash_sample_work {
  /// Null if luma is not changed.
  int32_t (*luma)(const void *kernel, int32_t luma, splash_chroma chroma);
  splash_chroma (*chroma)(const void *kernel, int32_t luma_sum, splash_chroma chroma);
  const void *kernel;
} splash_sample_work;

static inline void splash_each_sample(
    const splash_picture *picture, int32_t first, int32_t end, splash_sample_work work) {
  const splash_format *format = &picture->format;
  const splash_format result = splash_result_format(*format);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    const splash_targets out = splash_targets_in(format, true, &row);
    const int lines = !work.luma ? 0 : row.luma[0] == row.luma[1] ? 1 : 2;
    for (int32_t x = 0; x < row.chroma; x++) {
      const int32_t at = x * in.chroma_step, to = x * out.chroma_step;
      const splash_chroma chroma = {
          splash_load(format, in.cb, at), splash_load(format, in.cr, at)};
      const int32_t sum = splash_luma_under(format, &in, row.width, x);
      const splash_columns columns = splash_columns_under(format, row.width, x);
      for (int j = 0; j < lines; j++) {
        for (int32_t i = columns.left; i <= columns.right; i++) {
          const int32_t luma = splash_load(format, in.luma[j], i * in.luma_step);
          splash_store(&result, out.luma[j], i, work.luma(work.kernel, luma, chroma));
        }
      }
      const splash_chroma made = work.chroma(work.kernel, sum, chroma);
      splash_store(&result, out.cb, to, made.cb);
      splash_store(&result, out.cr, to, made.cr);
    }
  }
}

#endif
