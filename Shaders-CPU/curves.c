// Colors by curves, one sample at a time.

#include "cube.h"

#include "kernels.h"

static float on_curve(const float *curve, splash_between_points at) {
  const int32_t point = (int32_t)at.point;
  return curve[point] + at.part * (curve[point + 1] - curve[point]);
}

static splash_rgb curved(const splash_curves *c, splash_rgb x) {
  return (splash_rgb){
      on_curve(c->red, splash_place(x.red, c->red_scale, c->red_offset, c->size)),
      on_curve(c->green, splash_place(x.green, c->green_scale, c->green_offset, c->size)),
      on_curve(c->blue, splash_place(x.blue, c->blue_scale, c->blue_offset, c->size))};
}

static float level_of(const splash_curves *c, const splash_codes *k, splash_rgb x) {
  const float level = k->kr * x.red + k->kg * x.green + k->kb * x.blue;
  if (!c->grey) return level;
  const float root = __builtin_elementwise_sqrt(splash_unit(level));
  return on_curve(c->grey, splash_place(root, (float)(c->size - 1), 0, c->size));
}

void splash_curves_reference(
    const splash_curves *curves, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const splash_format result = splash_result_format(*format);
  const splash_codes k = splash_codes_of(rule);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    const splash_targets out = splash_targets_in(format, true, &row);
    const int lines = row.luma[0] == row.luma[1] ? 1 : 2;
    for (int32_t x = 0; x < row.chroma; x++) {
      const int32_t at = x * in.chroma_step, to = x * out.chroma_step;
      const float red = ((float)splash_load(format, in.cr, at) - k.neutral) * k.red_in;
      const float blue = ((float)splash_load(format, in.cb, at) - k.neutral) * k.blue_in;
      const float mean = (float)(uint16_t)splash_luma_under(format, &in, row.width, x) / 4;
      const splash_columns columns = splash_columns_under(format, row.width, x);
      for (int j = 0; j < lines; j++) {
        for (int32_t i = columns.left; i <= columns.right; i++) {
          const float luma = (float)splash_load(format, in.luma[j], i * in.luma_step);
          const splash_rgb color = curved(curves, splash_shown(&k, luma, red, blue));
          splash_store(
              &result, out.luma[j], i,
              splash_rounded(format, level_of(curves, &k, color) * k.luma + k.black));
        }
      }
      const splash_rgb color = curved(curves, splash_shown(&k, mean, red, blue));
      const float level = level_of(curves, &k, color);
      const float blue_left = curves->grey ? 0 : color.blue - level;
      const float red_left = curves->grey ? 0 : color.red - level;
      splash_store(
          &result, out.cb, to, splash_rounded(format, blue_left * k.cb_out + k.neutral));
      splash_store(&result, out.cr, to, splash_rounded(format, red_left * k.cr_out + k.neutral));
    }
  }
}
