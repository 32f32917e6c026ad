// The balanced picture on vectors. balance.c has the definition.

#include "balance.h"

/// The rule in vectors, and the format.
typedef struct balancing {
  splash_format format;
  int has_green_gain;
  f32v kr, kg, kb, black, luma, luma_in, red_in, blue_in, green_in;
  f32v red_gain, green_gain, blue_gain, cb_out, cr_out;
  // Half a code more, so that what is cut off comes out rounded.
  f32v black_half, neutral_half, top_half;
} balancing;

static inline balancing balancing_of(const splash_rule *rule, splash_format format) {
  const splash_balance k = splash_balance_of(rule);
  return (balancing){
      .format = format,
      .has_green_gain = 1,
      .kr = splat_f32(k.kr),
      .kg = splat_f32(k.kg),
      .kb = splat_f32(k.kb),
      .black = splat_f32(k.black),
      .luma = splat_f32(k.luma),
      .luma_in = splat_f32(k.luma_in),
      .red_in = splat_f32(k.red_in),
      .blue_in = splat_f32(k.blue_in),
      .green_in = splat_f32(k.green_in),
      .red_gain = splat_f32(k.red_gain),
      .green_gain = splat_f32(k.green_gain),
      .blue_gain = splat_f32(k.blue_gain),
      .cb_out = splat_f32(k.cb_out),
      .cr_out = splat_f32(k.cr_out),
      .black_half = splat_f32(k.black + 0.5f),
      .neutral_half = splat_f32(k.neutral + 0.5f),
      .top_half = splat_f32((float)((1 << format.depth) - 1) + 0.5f),
  };
}

/// R' and B' under the gains, and the luma they make with G', in codes from black on.
typedef struct balanced {
  f32v red, blue, luma;
} balanced;

INLINE f32v limit_f32(f32v x) { return min_f32(x, splat_f32(1)); }
INLINE f32v unit_f32(f32v x) { return limit_f32(max_f32(x, (f32v){})); }

/// Luma comes as codes from black on.
INLINE balanced balance_f32(const balancing *k, f32v luma, f32v red, f32v blue) {
  f32v y = luma * k->luma_in;
  f32v r = unit_f32(y + red), b = unit_f32(y + blue);
  f32v g = unit_f32((y - k->kr * r - k->kb * b) * k->green_in);
  r = limit_f32(r * k->red_gain);
  b = limit_f32(b * k->blue_gain);
  if (k->has_green_gain) g = limit_f32(g * k->green_gain);
  return (balanced){r, b, (k->kr * r + k->kg * g + k->kb * b) * k->luma};
}

/// No chroma of colors within 0…1 lies below the codes; in full range the greatest lies half a code
/// above.
INLINE u32v chroma_code(const balancing *k, f32v color, f32v level, f32v scale) {
  return (u32v)f32_to_s32(min_f32((color - level) * scale + k->neutral_half, k->top_half));
}

/// Luma of half the lanes: one column of one row.
INLINE u32v luma_code(const balancing *k, f32v luma, f32v red, f32v blue) {
  return (u32v)f32_to_s32(balance_f32(k, luma - k->black, red, blue).luma + k->black_half);
}

INLINE u16v luma_codes_of(const balancing *k, u16v luma, f32pair red, f32pair blue) {
  const f32pair y = widen_u16(luma);
  return join_low(
      luma_code(k, y.even, red.even, blue.even), luma_code(k, y.odd, red.odd, blue.odd));
}

INLINE void balance_vector(const balancing *k, const splash_row *row, ptrdiff_t x) {
  const splash_format *format = &k->format;
  s16v cb, cr;
  load_chroma(format, row, x, &cb, &cr);
  f32pair red = widen_s16(cr), blue = widen_s16(cb);
  red.even *= k->red_in;
  red.odd *= k->red_in;
  blue.even *= k->blue_in;
  blue.odd *= k->blue_in;
  const luma_codes top = load_luma_codes(format, row->luma[0], x);
  const luma_codes bottom = format->log2_height ? load_luma_codes(format, row->luma[1], x) : top;
  const f32pair sum = widen_u16(top.left + top.right + bottom.left + bottom.right);
  const u16v left = luma_codes_of(k, top.left, red, blue);
  store_luma_codes(
      format, row->out_luma[0], x, left,
      format->log2_width ? luma_codes_of(k, top.right, red, blue) : left);
  if (format->log2_height) {
    const u16v lower = luma_codes_of(k, bottom.left, red, blue);
    store_luma_codes(
        format, row->out_luma[1], x, lower,
        format->log2_width ? luma_codes_of(k, bottom.right, red, blue) : lower);
  }
  const balanced even = balance_f32(k, sum.even * splat_f32(0.25f) - k->black, red.even, blue.even);
  const balanced odd = balance_f32(k, sum.odd * splat_f32(0.25f) - k->black, red.odd, blue.odd);
  // As the definition rounds it: black is added and taken away again.
  const f32v level_even = ((even.luma + k->black) - k->black) / k->luma;
  const f32v level_odd = ((odd.luma + k->black) - k->black) / k->luma;
  store_chroma_codes(
      format, row, x,
      join_low(
          chroma_code(k, even.blue, level_even, k->cb_out),
          chroma_code(k, odd.blue, level_odd, k->cb_out)),
      join_low(
          chroma_code(k, even.red, level_even, k->cr_out),
          chroma_code(k, odd.red, level_odd, k->cr_out)));
}

INLINE footprint balance_footprint(const splash_format *format) {
  footprint f = {};
  add_source(&f, format);
  f.out_luma = bytes_of_luma(format);
  add_chroma_result(&f, format);
  return f;
}

INLINE void balance_all(
    balancing k, const splash_picture *picture, int32_t first, int32_t end) {
  const footprint size = balance_footprint(&k.format);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const ptrdiff_t whole = whole_samples(&k.format, &row);
    ptrdiff_t x = 0;
    for (; x + lanes_u16 <= whole; x += lanes_u16) {
      fetch_below(&k.format, size, &row, x);
      balance_vector(&k, &row, x);
    }
    if (x == row.chroma) continue;
    row_end room = {};
    const splash_row inner = open_end(&room, &k.format, &size, &row, x, row.chroma - x);
    balance_vector(&k, &inner, 0);
    close_end(&room, &k.format, &size, &row, x, row.chroma - x);
  }
}

/// Loops for the commonest format with the gains of a light, which leave green alone, and for the
/// rest.
KERNEL void balance_rows(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  balancing k = balancing_of(rule, picture->format);
  const splash_format f = picture->format;
  if (f.layout == splash_planar && f.depth == 8 && f.log2_width == 1 && f.log2_height == 1 &&
      rule->green_gain == 1) {
    k.format = (splash_format){splash_planar, 8, 0, 1, 1};
    k.has_green_gain = 0;
    balance_all(k, picture, first, end);
  } else {
    balance_all(k, picture, first, end);
  }
}
