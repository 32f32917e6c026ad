// The kernel splash, and its two halves mask and apply, one sample at a time: slow, simple, and the definition.

#include "color.h"
#include "kernels.h"
#include "row.h"

/// Distances of a sample from neutral, in codes.
typedef struct chroma {
  int32_t cb, cr;
} chroma;

static int32_t neutral(const splash_format *format) { return 1 << (format->depth - 1); }

static chroma chroma_at(const splash_format *format, const splash_places *in, int32_t x) {
  const int32_t at = x * in->chroma_step;
  return (chroma){
      splash_load(format, in->cb, at) - neutral(format),
      splash_load(format, in->cr, at) - neutral(format)};
}

/// The key's mask of sample `x`, with all values aligned to the top of 16 bits.
static uint16_t mask_at(
    const splash_key *key, const splash_format *format, const splash_places *in, int32_t width,
    int32_t x) {
  const int32_t unit = 1 << (16 - format->depth);
  const chroma c = chroma_at(format, in, x);
  const int32_t luma = splash_luma_under(format, in, width, x) << (14 - format->depth);
  return splash_sample_mask(key, (uint16_t)luma, (int16_t)(c.cb * unit), (int16_t)(c.cr * unit));
}

/// Writes sample `x`, its chroma scaled by the mask; in packed layouts also the luma beside it.
static void put(
    const splash_picture *picture, const splash_row *row, const splash_places *in, int32_t x,
    uint16_t mask) {
  const splash_format *format = &picture->format;
  const splash_targets out = splash_targets_in(format, picture->unpack, row);
  const chroma c = chroma_at(format, in, x);
  if (splash_is_packed(format)) {
    // In a packed result of odd width, the unused last luma sample is copied as it is.
    const int32_t samples = picture->unpack ? row->width : 2 * row->chroma;
    for (int32_t i = 2 * x; i < 2 * x + 2 && i < samples; i++)
      out.luma[0][i * out.luma_step] = in->luma[0][i * in->luma_step];
  }
  const int32_t at = x * out.chroma_step;
  splash_store(format, out.cb, at, neutral(format) + splash_sample_scale(c.cb, mask));
  splash_store(format, out.cr, at, neutral(format) + splash_sample_scale(c.cr, mask));
}

void splash_splash_reference(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(&picture->format, &row);
    for (int32_t x = 0; x < row.chroma; x++)
      put(picture, &row, &in, x, mask_at(key, &picture->format, &in, row.width, x));
  }
}

void splash_mask_reference(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(&picture->format, &row);
    for (int32_t x = 0; x < row.chroma; x++)
      row.mask[x] = splash_mask_pack(mask_at(key, &picture->format, &in, row.width, x));
  }
}

void splash_apply_reference(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  (void)key;
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(&picture->format, &row);
    for (int32_t x = 0; x < row.chroma; x++)
      put(picture, &row, &in, x, splash_mask_unpack(row.mask[x]));
  }
}
