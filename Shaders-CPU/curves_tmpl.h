// Applies color curves, on vectors. curves.c has the definition.

#include "cube.h"

typedef struct curving {
  splash_format format;
  const splash_curves *curves;
  shown_rule rule;
  side red, green, blue, root;
  f32v kg, luma, cb_out, cr_out, neutral, top;
} curving;

INLINE f32v on_curve_f32(const float *curve, place_f32 at) {
  const s32v point = f32_to_s32(at.point);
  const f32v here = gather_f32(curve, point);
  return here + at.part * (gather_f32(curve, point + 1) - here);
}

typedef struct curved_f32 {
  f32v red, blue, level;
} curved_f32;

INLINE curved_f32 curve_f32(const curving *k, f32v luma, f32v red, f32v blue) {
  const splash_curves *c = k->curves;
  const shown x = shown_f32(&k->rule, luma, red, blue);
  const f32v r = on_curve_f32(c->red, place_on(&k->red, x.red));
  const f32v g = on_curve_f32(c->green, place_on(&k->green, x.green));
  const f32v b = on_curve_f32(c->blue, place_on(&k->blue, x.blue));
  f32v level = k->rule.kr * r + k->kg * g + k->rule.kb * b;
  if (!c->grey) return (curved_f32){r, b, level};
  const f32v root = __builtin_elementwise_sqrt(unit_f32(level));
  level = on_curve_f32(c->grey, place_on(&k->root, root));
  return (curved_f32){level, level, level};
}

INLINE u32v curve_code(const curving *k, f32v luma, f32v red, f32v blue) {
  return rounded_f32(curve_f32(k, luma, red, blue).level * k->luma + k->rule.black, k->top);
}

INLINE u16v curve_luma(const void *kernel, u16v luma, const void *chroma) {
  const shown_chroma *c = chroma;
  const f32pair y = widen_u16(luma);
  return join_low(
      curve_code(kernel, y.even, c->red.even, c->blue.even),
      curve_code(kernel, y.odd, c->red.odd, c->blue.odd));
}

INLINE void curve_chroma(const void *kernel, const shown_chroma *c, u16v *cb, u16v *cr) {
  const curving *k = kernel;
  const curved_f32 even = curve_f32(k, c->mean.even, c->red.even, c->blue.even);
  const curved_f32 odd = curve_f32(k, c->mean.odd, c->red.odd, c->blue.odd);
  *cb = join_low(
      rounded_f32((even.blue - even.level) * k->cb_out + k->neutral, k->top),
      rounded_f32((odd.blue - odd.level) * k->cb_out + k->neutral, k->top));
  *cr = join_low(
      rounded_f32((even.red - even.level) * k->cr_out + k->neutral, k->top),
      rounded_f32((odd.red - odd.level) * k->cr_out + k->neutral, k->top));
}

INLINE void curves_vector(const void *kernel, const splash_row *row, ptrdiff_t x) {
  const curving *k = kernel;
  shown_vector(k, &k->rule, &k->format, row, x, curve_luma, curve_chroma);
}

KERNEL void curves_rows(
    const splash_curves *curves, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end) {
  const splash_codes b = splash_codes_of(rule);
  const int32_t points = curves->size;
  const curving k = {
      .format = picture->format,
      .curves = curves,
      .rule = shown_rule_of(rule),
      .red = side_of(curves->sides.red, points),
      .green = side_of(curves->sides.green, points),
      .blue = side_of(curves->sides.blue, points),
      .root = side_of((splash_side){(float)(points - 1), 0}, points),
      .kg = splat_f32(b.kg),
      .luma = splat_f32(b.luma),
      .cb_out = splat_f32(b.cb_out),
      .cr_out = splat_f32(b.cr_out),
      .neutral = splat_f32(b.neutral),
      .top = splat_f32((float)((1 << picture->format.depth) - 1)),
  };
  each_vector(&k.format, whole_footprint(&k.format), picture, first, end, curves_vector, &k);
}
