// Tones, one sample at a time.

#include "tone.h"

#include "kernels.h"
#include "row.h"

static int32_t within(int32_t x, int32_t low, int32_t high) {
  return x < low ? low : x < high ? x : high;
}

static int32_t chroma_code(
    const splash_tone *tone, const splash_format *format, int32_t distance, int32_t offset) {
  const int32_t neutral = 1 << (format->depth - 1);
  const int32_t more = offset * (1 << (format->depth - 2));
  const int32_t result = (distance * tone->keep + more + splash_one / 2) >> 12;
  return neutral + within(result, -neutral, neutral - 1);
}

void splash_tone_reference(
    const splash_tone *tone, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const int32_t neutral = 1 << (format->depth - 1), top = splash_tone_top(tone, format);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    const splash_targets out = splash_targets_in(format, true, &row);
    for (int32_t x = 0; x < row.chroma; x++) {
      const int32_t at = x * in.chroma_step, to = x * out.chroma_step;
      const int32_t cb = splash_load(format, in.cb, at) - neutral;
      const int32_t cr = splash_load(format, in.cr, at) - neutral;
      const int32_t mix = splash_tone_mix(tone, cb, cr);
      const int32_t sum = splash_luma_under(format, &in, row.width, x);
      const int32_t mean = within((((sum << tone->fraction) + 2) >> 2) + mix, 0, top);
      const int lines = row.luma[0] == row.luma[1] ? 1 : 2;
      const splash_columns columns = splash_columns_under(format, row.width, x);
      for (int j = 0; j < lines && tone->luma; j++) {
        for (int32_t i = columns.left; i <= columns.right; i++) {
          const int32_t luma = splash_load(format, in.luma[j], i * in.luma_step);
          const int32_t index = within((luma << tone->fraction) + mix, 0, top);
          splash_store(format, out.luma[j], i, tone->luma[index]);
        }
      }
      static const int16_t nothing[2];
      const int16_t *offsets = tone->chroma ? tone->chroma + 2 * mean : nothing;
      splash_store(format, out.cb, to, chroma_code(tone, format, cb, offsets[0]));
      splash_store(format, out.cr, to, chroma_code(tone, format, cr, offsets[1]));
    }
  }
}
