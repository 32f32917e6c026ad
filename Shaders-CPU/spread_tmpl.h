// Interpolates a mask to luma resolution, on vectors. spread.c has the definition.

#include "spread.h"

/// Four times the mask.
INLINE u16v spread_columns(const splash_spread_rows *rows, ptrdiff_t x) {
  const u16v own = widen_u8(load_half(rows->own + x));
  const uint16_t weight = (uint16_t)rows->weight;
  return own * (uint16_t)(4 - weight) + widen_u8(load_half(rows->other + x)) * weight;
}

INLINE void spread_vector(
    const splash_spread *how, const splash_spread_rows *rows, ptrdiff_t x, uint8_t *luma) {
  const u16v own = spread_columns(rows, x);
  if (!how->log2_width) {
    store_half(luma + x, narrow_u16((own + 2) >> 2));
    return;
  }
  const u16v next = spread_columns(rows, x + 1);
  u16v left, right;
  if (how->column == splash_between) {
    const u16v last = spread_columns(rows, x - 1);
    left = (own * 3 + last + 8) >> 4;
    right = (own * 3 + next + 8) >> 4;
  } else {
    left = (own * 4 + 8) >> 4;
    right = (own * 2 + next * 2 + 8) >> 4;
  }
  store_u16(luma + 2 * x, left | right << 8);
}

/// The first and last sample of a row have a neighbor outside. A vector that would read or write beyond the end is
/// moved to the left, so that some samples are done twice.
INLINE void spread_row(
    const splash_spread *how, const splash_spread_rows *rows, int32_t chroma, int32_t width,
    uint8_t *luma) {
  const int32_t whole = how->log2_width ? width >> 1 : width;
  const int32_t last = (whole < chroma - 1 ? whole : chroma - 1) - lanes_u16;
  if (last < 1) {
    splash_spread_part(how, rows, 0, chroma, chroma, width, luma);
    return;
  }
  splash_spread_part(how, rows, 0, 1, chroma, width, luma);
  for (int32_t x = 1; x < last; x += lanes_u16) spread_vector(how, rows, x, luma);
  spread_vector(how, rows, last, luma);
  splash_spread_part(how, rows, last + lanes_u16, chroma, chroma, width, luma);
}

KERNEL void spread_rows(
    const splash_spread *how, const splash_plane *mask, const splash_plane *luma, int32_t first,
    int32_t end) {
  for (int32_t y = first; y < end; y++) {
    for (int line = 0; line < 1 << how->log2_height; line++) {
      const int32_t to = (y << how->log2_height) + line;
      if (to >= luma->height) break;
      const splash_spread_rows rows = splash_spread_rows_of(how, mask, y, line);
      spread_row(how, &rows, mask->width, luma->width, luma->data + to * luma->stride);
    }
  }
}
