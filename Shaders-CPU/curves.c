// Applies color curves, one sample at a time.

#include "cube.h"

#include "kernels.h"

static float on_curve(const float *curve, splash_between_points at) {
  const int32_t point = (int32_t)at.point;
  return curve[point] + at.part * (curve[point + 1] - curve[point]);
}

static splash_rgb curved(const splash_curves *c, splash_rgb x) {
  return (splash_rgb){
      on_curve(c->red, splash_place(x.red, c->sides.red, c->size)),
      on_curve(c->green, splash_place(x.green, c->sides.green, c->size)),
      on_curve(c->blue, splash_place(x.blue, c->sides.blue, c->size))};
}

static float level_of(const splash_curves *c, const splash_codes *k, splash_rgb x) {
  const float level = k->kr * x.red + k->kg * x.green + k->kb * x.blue;
  if (!c->grey) return level;
  const float root = __builtin_elementwise_sqrt(splash_unit(level));
  return on_curve(c->grey, splash_place(root, (splash_side){(float)(c->size - 1), 0}, c->size));
}

typedef struct curving {
  const splash_curves *curves;
  const splash_format *format;
  splash_codes codes;
} curving;

static int32_t luma_of(const void *kernel, int32_t luma, splash_chroma chroma) {
  const curving *k = kernel;
  const splash_rgb color = curved(k->curves, splash_shown(&k->codes, (float)luma, chroma));
  return splash_rounded(
      k->format, level_of(k->curves, &k->codes, color) * k->codes.luma + k->codes.black);
}

static splash_chroma chroma_of(const void *kernel, int32_t sum, splash_chroma chroma) {
  const curving *k = kernel;
  const splash_rgb color = curved(k->curves, splash_shown(&k->codes, (float)sum / 4, chroma));
  const float level = level_of(k->curves, &k->codes, color);
  const float blue = k->curves->grey ? 0 : color.blue - level;
  const float red = k->curves->grey ? 0 : color.red - level;
  return (splash_chroma){
      splash_rounded(k->format, blue * k->codes.cb_out + k->codes.neutral),
      splash_rounded(k->format, red * k->codes.cr_out + k->codes.neutral)};
}

void splash_curves_reference(
    const splash_curves *curves, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end) {
  const curving k = {curves, &picture->format, splash_codes_of(rule)};
  splash_each_sample(picture, first, end, (splash_sample_work){luma_of, chroma_of, &k});
}
