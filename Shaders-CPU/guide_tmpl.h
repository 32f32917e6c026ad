// Luma at chroma resolution, on vectors. guide.c has the definition.

#include "guide.h"

/// Luma samples `from`…`from + count`−1 of a row as contiguous bytes; beyond its end the last one repeats. Returns a
/// pointer into the row if that suffices.
static __attribute__((noinline)) const uint8_t *luma_bytes(
    const splash_picture *picture, const uint8_t *row, int32_t from, int32_t count,
    uint8_t *room) {
  const splash_format *format = &picture->format;
  const bool is_words = format->depth > 8, is_packed = splash_is_packed(format);
  const int32_t there = picture->width - from < count ? picture->width - from : count;
  if (!is_words && !is_packed && there == count) return row + from;
  const int shift = is_words ? format->shift + format->depth - 8
                             : format->layout == splash_uyvy ? 8 : 0;
  int32_t x = 0;
  if (is_words || is_packed) {
    const uint8_t *words = row + 2 * (ptrdiff_t)from;
    for (; x + lanes_u8 <= there; x += lanes_u8)
      store_u8(room + x, bytes_of_u16((u16w)load_wide(words + 2 * x) >> (uint16_t)shift & 255));
    const int32_t step = is_packed ? 2 : 1, offset = format->layout == splash_uyvy;
    for (; x < there; x++)
      room[x] = splash_luma_byte(format, row + offset, (from + x) * step);
  } else {
    __builtin_memcpy(room, row + from, (size_t)there);
  }
  __builtin_memset(room + there, room[there - 1], (size_t)(count - there));
  return room;
}

/// The mean of four bytes for each lane; of two if chroma is not halved across.
INLINE u8v mean_luma(const uint8_t *top, const uint8_t *bottom, int32_t x, bool halves) {
  if (!halves) return average_u8(load_u8(top + x), load_u8(bottom + x));
  const u16w a = (u16w)load_wide(top + 2 * x), b = (u16w)load_wide(bottom + 2 * x);
  const u16w left = average_u16(a & 255, b & 255), right = average_u16(a >> 8, b >> 8);
  return bytes_of_u16(average_u16(left, right));
}

KERNEL void guide_rows(
    const splash_picture *picture, const splash_plane *guide, int32_t first, int32_t end) {
  enum { tile = 2048 };
  _Alignas(64) uint8_t rooms[2][tile];
  const bool halves = picture->format.log2_width;
  const int32_t step = halves ? 2 : 1;
  const int32_t padded = (guide->width + lanes_u8 - 1) / lanes_u8 * lanes_u8;
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    uint8_t *out = guide->data + y * guide->stride;
    for (int32_t from = 0; from < padded; from += tile / 2) {
      const int32_t count = padded - from < tile / 2 ? padded - from : tile / 2;
      const uint8_t *top = luma_bytes(picture, row.luma[0], from * step, count * step, rooms[0]);
      const uint8_t *bottom = luma_bytes(picture, row.luma[1], from * step, count * step, rooms[1]);
      for (int32_t x = 0; x < count; x += lanes_u8)
        store_u8(out + from + x, mean_luma(top, bottom, x, halves));
    }
  }
}
