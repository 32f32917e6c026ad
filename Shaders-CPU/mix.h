#ifndef SPLASH_MIX_H
#define SPLASH_MIX_H

// Mixes selection and background, one sample at a time.

#include "row.h"

/// Moves `rest` towards `kept` by a share of 0…255, rounded: exactly one of them at the ends. The share is extended to
/// 15 bits, as masks are.
static inline int32_t splash_mixed(int32_t rest, int32_t kept, int32_t share) {
  return rest + (((kept - rest) * (share << 7 | share >> 1) + (1 << 14)) >> 15);
}

/// Chroma row `y` of a frame from column `from` on, with the luma that it covers; `luma` may be null.
static inline void splash_mix_part(
    const splash_format *format, const splash_row *row, const splash_plane *luma, int32_t y,
    int32_t from) {
  const splash_format result = splash_result_format(*format);
  const splash_places in = splash_places_in(format, row);
  const splash_targets out = splash_targets_in(format, true, row);
  const int lines = luma ? (row->luma[0] == row->luma[1] ? 1 : 2) : 0;
  for (int j = 0; j < lines; j++) {
    const uint8_t *mask = luma->data + ((y << format->log2_height) + j) * luma->stride;
    for (int32_t x = from << format->log2_width; x < row->width; x++) {
      const int32_t kept = splash_load(format, in.luma[j], x * in.luma_step);
      const int32_t rest = splash_load(&result, out.luma[j], x);
      splash_store(&result, out.luma[j], x, splash_mixed(rest, kept, mask[x]));
    }
  }
  for (int32_t x = from; x < row->chroma; x++) {
    const int32_t at = x * in.chroma_step, to = x * out.chroma_step, share = row->mask[x];
    const int32_t cb = splash_load(format, in.cb, at), cr = splash_load(format, in.cr, at);
    const int32_t rest_cb = splash_load(&result, out.cb, to);
    const int32_t rest_cr = splash_load(&result, out.cr, to);
    splash_store(&result, out.cb, to, splash_mixed(rest_cb, cb, share));
    splash_store(&result, out.cr, to, splash_mixed(rest_cr, cr, share));
  }
}

#endif
