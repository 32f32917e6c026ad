// Colors by curves on vectors. curves.c has the definition.

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

INLINE u32v curve_luma(const curving *k, f32v luma, f32v red, f32v blue) {
  return rounded_f32(curve_f32(k, luma, red, blue).level * k->luma + k->rule.black, k->top);
}

INLINE u16v curve_luma_codes(const curving *k, u16v luma, f32pair red, f32pair blue) {
  const f32pair y = widen_u16(luma);
  return join_low(
      curve_luma(k, y.even, red.even, blue.even), curve_luma(k, y.odd, red.odd, blue.odd));
}

INLINE void curves_vector(const curving *k, const splash_row *row, ptrdiff_t x) {
  const splash_format *format = &k->format;
  s16v cb, cr;
  load_chroma(format, row, x, &cb, &cr);
  f32pair red = widen_s16(cr), blue = widen_s16(cb);
  red.even *= k->rule.red_in;
  red.odd *= k->rule.red_in;
  blue.even *= k->rule.blue_in;
  blue.odd *= k->rule.blue_in;
  const luma_codes top = load_luma_codes(format, row->luma[0], x);
  const luma_codes bottom = format->log2_height ? load_luma_codes(format, row->luma[1], x) : top;
  const f32pair sum = widen_u16(top.left + top.right + bottom.left + bottom.right);
  const u16v left = curve_luma_codes(k, top.left, red, blue);
  store_luma_codes(
      format, row->out_luma[0], x, left,
      format->log2_width ? curve_luma_codes(k, top.right, red, blue) : left);
  if (format->log2_height) {
    const u16v lower = curve_luma_codes(k, bottom.left, red, blue);
    store_luma_codes(
        format, row->out_luma[1], x, lower,
        format->log2_width ? curve_luma_codes(k, bottom.right, red, blue) : lower);
  }
  const f32v quarter = splat_f32(0.25f);
  const curved_f32 even = curve_f32(k, sum.even * quarter, red.even, blue.even);
  const curved_f32 odd = curve_f32(k, sum.odd * quarter, red.odd, blue.odd);
  store_chroma_codes(
      format, row, x,
      join_low(
          rounded_f32((even.blue - even.level) * k->cb_out + k->neutral, k->top),
          rounded_f32((odd.blue - odd.level) * k->cb_out + k->neutral, k->top)),
      join_low(
          rounded_f32((even.red - even.level) * k->cr_out + k->neutral, k->top),
          rounded_f32((odd.red - odd.level) * k->cr_out + k->neutral, k->top)));
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
      .red = side_of(curves->red_scale, curves->red_offset, points),
      .green = side_of(curves->green_scale, curves->green_offset, points),
      .blue = side_of(curves->blue_scale, curves->blue_offset, points),
      .root = side_of((float)(points - 1), 0, points),
      .kg = splat_f32(b.kg),
      .luma = splat_f32(b.luma),
      .cb_out = splat_f32(b.cb_out),
      .cr_out = splat_f32(b.cr_out),
      .neutral = splat_f32(b.neutral),
      .top = splat_f32((float)((1 << picture->format.depth) - 1)),
  };
  const footprint size = whole_footprint(&k.format);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const ptrdiff_t whole = whole_samples(&k.format, &row);
    ptrdiff_t x = 0;
    for (; x + lanes_u16 <= whole; x += lanes_u16) curves_vector(&k, &row, x);
    if (x == row.chroma) continue;
    row_end room = {};
    const splash_row inner = open_end(&room, &k.format, &size, &row, x, row.chroma - x);
    curves_vector(&k, &inner, 0);
    close_end(&room, &k.format, &size, &row, x, row.chroma - x);
  }
}
