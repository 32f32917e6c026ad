// Mixes one frame over another by a mask, on vectors. mix.h has the definition.

#include "mix.h"

/// Shares are 0…255.
INLINE u16v mixed(u16v rest, u16v kept, u16v share) {
  return rest + (u16v)mul_round_s16((s16v)(kept - rest), (s16v)(share << 7 | share >> 1));
}

/// The shares of a row of luma, in the arrangement of `luma_codes`.
INLINE luma_codes luma_shares(const splash_format *format, const uint8_t *mask, ptrdiff_t x) {
  if (format->log2_width) {
    const u16v pairs = load_u16(mask + 2 * x);
    return (luma_codes){pairs & 255, pairs >> 8};
  }
  const u16v shares = widen_u8(load_half(mask + x));
  return (luma_codes){shares, shares};
}

INLINE void mix_luma(
    const splash_format *format, const splash_format *result, const uint8_t *kept_row,
    uint8_t *row, const uint8_t *mask, ptrdiff_t x) {
  const luma_codes share = luma_shares(format, mask, x);
  if (!any_s16((s16v)(share.left | share.right) > 0)) return;
  const luma_codes kept = load_luma_codes(format, kept_row, x);
  const luma_codes rest = load_luma_codes(result, row, x);
  const u16v left = mixed(rest.left, kept.left, share.left);
  store_luma_codes(
      format, row, x, left,
      format->log2_width ? mixed(rest.right, kept.right, share.right) : left);
}

INLINE void mix_chroma(
    const splash_format *format, const splash_format *result, const splash_row *row, ptrdiff_t x) {
  const u16v share = widen_u8(load_half(row->mask + x));
  if (!any_s16((s16v)share > 0)) return;
  const splash_row under = {
      .luma = {row->out_luma[0], row->out_luma[1]}, .cb = row->out_cb, .cr = row->out_cr};
  const u16v neutral = splat_u16((uint16_t)(1 << (format->depth - 1)));
  s16v cb, cr, rest_cb, rest_cr;
  load_chroma(format, row, x, &cb, &cr);
  load_chroma(result, &under, x, &rest_cb, &rest_cr);
  store_chroma_codes(
      format, row, x,
      mixed((u16v)rest_cb + neutral, (u16v)cb + neutral, share),
      mixed((u16v)rest_cr + neutral, (u16v)cr + neutral, share));
}

INLINE void mix_all(
    splash_format format, const splash_plane *luma, const splash_picture *picture, int32_t first,
    int32_t end) {
  const splash_format result = splash_result_format(format);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const ptrdiff_t whole = whole_samples(&format, &row);
    const int lines = luma ? (row.luma[0] == row.luma[1] ? 1 : 2) : 0;
    ptrdiff_t x = 0;
    for (; x + lanes_u16 <= whole; x += lanes_u16) {
      for (int j = 0; j < lines; j++) {
        const uint8_t *mask = luma->data + ((y << format.log2_height) + j) * luma->stride;
        mix_luma(&format, &result, row.luma[j], row.out_luma[j], mask, x);
      }
      mix_chroma(&format, &result, &row, x);
    }
    if (x < row.chroma) splash_mix_part(&format, &row, luma, y, (int32_t)x);
  }
}

/// Compiles separate loops for the most common format and for all others.
KERNEL void mix_rows(
    const splash_plane *luma, const splash_picture *picture, int32_t first, int32_t end) {
  if (is_commonest(picture->format))
    mix_all(commonest_format, luma, picture, first, end);
  else
    mix_all(picture->format, luma, picture, first, end);
}
