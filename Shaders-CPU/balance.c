// The balanced picture, one sample at a time.

#include "balance.h"

#include "kernels.h"
#include "row.h"

static float within(float x, float top) {
  x = x > 0 ? x : 0;
  return x < top ? x : top;
}

/// Rounded, and within the codes that there are.
static int32_t code_of(const splash_format *format, float x) {
  return (int32_t)(within(x, (float)((1 << format->depth) - 1)) + 0.5f);
}

/// The parts that R', G' and B' have in luma, in codes.
typedef struct parts {
  float red, green, blue;
} parts;

/// Luma in codes from black on, with what chroma adds to the parts of R' and B', under the gains.
static parts balanced(const splash_balance *k, float luma, float red, float blue) {
  const float r = within(k->red_of_luma * luma + red, k->red_top);
  const float b = within(k->blue_of_luma * luma + blue, k->blue_top);
  const float g = within(luma - r - b, k->green_top);
  return (parts){
      within(r * k->red_gain, k->red_top), within(g * k->green_gain, k->green_top),
      within(b * k->blue_gain, k->blue_top)};
}

static float luma_of(parts x) { return x.red + x.green + x.blue; }

/// A luma code under the gains, of 8 bits, with the parts that its chroma adds.
static int32_t luma_word_of(
    const splash_balance_words *k, int32_t luma, int16_t red, int16_t blue) {
  const int16_t y = (int16_t)(luma * 32 - k->black);
  const int16_t r = splash_clamp16(splash_mul_round(y, k->red_of_luma) + red, 0, k->red_top);
  const int16_t b = splash_clamp16(splash_mul_round(y, k->blue_of_luma) + blue, 0, k->blue_top);
  const int16_t g = splash_clamp16(y - r - b, 0, k->green_top);
  const int16_t more_r = splash_mul_round((int16_t)(r * 8), k->red_gain);
  const int16_t more_b = splash_mul_round((int16_t)(b * 8), k->blue_gain);
  return (splash_clamp16(more_r, 0, k->red_top) + g + splash_clamp16(more_b, 0, k->blue_top) +
          k->black + 16) >> 5;
}

void splash_balance_reference(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const splash_balance k = splash_balance_of(rule);
  const splash_balance_words words = splash_balance_words_of(rule);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    const splash_targets out = splash_targets_in(format, true, &row);
    const int lines = row.luma[0] == row.luma[1] ? 1 : 2;
    for (int32_t x = 0; x < row.chroma; x++) {
      const int32_t at = x * in.chroma_step;
      const int32_t cb = splash_load(format, in.cb, at), cr = splash_load(format, in.cr, at);
      const float red = ((float)cr - k.neutral) * k.red_in;
      const float blue = ((float)cb - k.neutral) * k.blue_in;
      const float mean = (float)(uint16_t)splash_luma_under(format, &in, row.width, x) / 4;
      const splash_columns columns = splash_columns_under(format, row.width, x);
      for (int j = 0; j < lines; j++) {
        for (int32_t i = columns.left; i <= columns.right; i++) {
          const int32_t luma = splash_load(format, in.luma[j], i * in.luma_step);
          const int32_t code =
              words.serve
                  ? luma_word_of(
                        &words, luma, splash_mul_round((int16_t)((cr - 128) * 128), words.red_in),
                        splash_mul_round((int16_t)((cb - 128) * 128), words.blue_in))
                  : code_of(
                        format, luma_of(balanced(&k, (float)luma - k.black, red, blue)) + k.black);
          splash_store(format, out.luma[j], i, code);
        }
      }
      const parts color = balanced(&k, mean - k.black, red, blue);
      const float level = luma_of(color);
      const float out_cb = (color.blue * k.blue_whole - level) * k.cb_out + k.neutral;
      const float out_cr = (color.red * k.red_whole - level) * k.cr_out + k.neutral;
      const int32_t to = x * out.chroma_step;
      splash_store(format, out.cb, to, code_of(format, out_cb));
      splash_store(format, out.cr, to, code_of(format, out_cr));
    }
  }
}
