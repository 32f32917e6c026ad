// The balanced picture, one sample at a time.

#include "balance.h"

#include "kernels.h"
#include "row.h"

static float unit(float x) {
  x = x > 0 ? x : 0;
  return x < 1 ? x : 1;
}

/// Rounded, and within the codes that there are.
static int32_t code_of(const splash_format *format, float x) {
  const float top = (float)((1 << format->depth) - 1);
  x = x > 0 ? x : 0;
  return (int32_t)((x < top ? x : top) + 0.5f);
}

typedef struct rgb {
  float red, green, blue;
} rgb;

/// A luma code, with what chroma adds to it for R' and B' in units of white, under the gains.
static rgb balanced(const splash_balance *k, float luma, float red, float blue) {
  const float y = (luma - k->black) * k->luma_in;
  const float r = unit(y + red), b = unit(y + blue);
  const float g = unit((y - k->kr * r - k->kb * b) * k->green_in);
  return (rgb){unit(r * k->red_gain), unit(g * k->green_gain), unit(b * k->blue_gain)};
}

static float luma_of(const splash_balance *k, rgb x) {
  return (k->kr * x.red + k->kg * x.green + k->kb * x.blue) * k->luma + k->black;
}

void splash_balance_reference(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const splash_balance k = splash_balance_of(rule);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    const splash_targets out = splash_targets_in(format, true, &row);
    const int lines = row.luma[0] == row.luma[1] ? 1 : 2;
    for (int32_t x = 0; x < row.chroma; x++) {
      const int32_t at = x * in.chroma_step;
      const float red = ((float)splash_load(format, in.cr, at) - k.neutral) * k.red_in;
      const float blue = ((float)splash_load(format, in.cb, at) - k.neutral) * k.blue_in;
      const float mean = (float)(uint16_t)splash_luma_under(format, &in, row.width, x) / 4;
      const splash_columns columns = splash_columns_under(format, row.width, x);
      for (int j = 0; j < lines; j++) {
        for (int32_t i = columns.left; i <= columns.right; i++) {
          const float luma = (float)splash_load(format, in.luma[j], i * in.luma_step);
          splash_store(
              format, out.luma[j], i,
              code_of(format, luma_of(&k, balanced(&k, luma, red, blue))));
        }
      }
      const rgb color = balanced(&k, mean, red, blue);
      const float level = (luma_of(&k, color) - k.black) / k.luma;
      const int32_t to = x * out.chroma_step;
      splash_store(
          format, out.cb, to, code_of(format, (color.blue - level) * k.cb_out + k.neutral));
      splash_store(
          format, out.cr, to, code_of(format, (color.red - level) * k.cr_out + k.neutral));
    }
  }
}
