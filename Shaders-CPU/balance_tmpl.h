// Applies white balance to a frame, on vectors. balance.c has the definition.

#include "balance.h"

typedef struct balancing_words {
  int serve;
  s16v black, black_half, red_of_luma, blue_of_luma, red_in, blue_in;
  s16v red_top, green_top, blue_top, red_gain, blue_gain;
} balancing_words;

static inline balancing_words balancing_words_of(const splash_rule *rule) {
  const splash_balance_words k = splash_balance_words_of(rule);
  return (balancing_words){
      .serve = k.serve,
      .black = splat_s16(k.black),
      .black_half = splat_s16(k.black + 16),
      .red_of_luma = splat_s16(k.red_of_luma),
      .blue_of_luma = splat_s16(k.blue_of_luma),
      .red_in = splat_s16(k.red_in),
      .blue_in = splat_s16(k.blue_in),
      .red_top = splat_s16(k.red_top),
      .green_top = splat_s16(k.green_top),
      .blue_top = splat_s16(k.blue_top),
      .red_gain = splat_s16(k.red_gain),
      .blue_gain = splat_s16(k.blue_gain),
  };
}

INLINE s16v within_s16(s16v x, s16v top) { return min_s16(max_s16(x, (s16v){}), top); }

/// 8-bit luma after the gains; `red` and `blue` are what its chroma adds to the parts.
INLINE u16v luma_words_of(const balancing_words *k, u16v luma, s16v red, s16v blue) {
  const s16v y = (s16v)(luma << 5) - k->black;
  s16v r = within_s16(mul_round_s16(y, k->red_of_luma) + red, k->red_top);
  s16v b = within_s16(mul_round_s16(y, k->blue_of_luma) + blue, k->blue_top);
  const s16v g = within_s16(y - r - b, k->green_top);
  r = min_s16(mul_round_s16(r << 3, k->red_gain), k->red_top);
  b = min_s16(mul_round_s16(b << 3, k->blue_gain), k->blue_top);
  return (u16v)(r + g + b + k->black_half) >> 5;
}

/// The constants in vectors, and the format.
typedef struct balancing {
  splash_format format;
  balancing_words words;
  int has_green_gain;
  f32v black, red_of_luma, blue_of_luma, red_in, blue_in, red_top, green_top, blue_top;
  f32v red_gain, green_gain, blue_gain, red_whole, blue_whole, cb_out, cr_out;
  // Half a code is added, so that truncation rounds.
  f32v black_half, neutral_half, top_half;
} balancing;

static inline balancing balancing_of(const splash_rule *rule, splash_format format) {
  const splash_balance k = splash_balance_of(rule);
  return (balancing){
      .format = format,
      .words = balancing_words_of(rule),
      .has_green_gain = 1,
      .black = splat_f32(k.black),
      .red_of_luma = splat_f32(k.red_of_luma),
      .blue_of_luma = splat_f32(k.blue_of_luma),
      .red_in = splat_f32(k.red_in),
      .blue_in = splat_f32(k.blue_in),
      .red_top = splat_f32(k.red_top),
      .green_top = splat_f32(k.green_top),
      .blue_top = splat_f32(k.blue_top),
      .red_gain = splat_f32(k.red_gain),
      .green_gain = splat_f32(k.green_gain),
      .blue_gain = splat_f32(k.blue_gain),
      .red_whole = splat_f32(k.red_whole),
      .blue_whole = splat_f32(k.blue_whole),
      .cb_out = splat_f32(k.cb_out),
      .cr_out = splat_f32(k.cr_out),
      .black_half = splat_f32(k.black + 0.5f),
      .neutral_half = splat_f32(k.neutral + 0.5f),
      .top_half = splat_f32((float)((1 << format.depth) - 1) + 0.5f),
  };
}

/// The parts of R' and B' after the gains, and luma in codes from black.
typedef struct balanced {
  f32v red, blue, luma;
} balanced;

INLINE f32v within_f32(f32v x, f32v top) { return min_f32(max_f32(x, (f32v){}), top); }

/// - luma: in codes from black.
INLINE balanced balance_f32(const balancing *k, f32v luma, f32v red, f32v blue) {
  f32v r = within_f32(k->red_of_luma * luma + red, k->red_top);
  f32v b = within_f32(k->blue_of_luma * luma + blue, k->blue_top);
  f32v g = within_f32(luma - r - b, k->green_top);
  r = min_f32(r * k->red_gain, k->red_top);
  b = min_f32(b * k->blue_gain, k->blue_top);
  if (k->has_green_gain) g = min_f32(g * k->green_gain, k->green_top);
  return (balanced){r, b, r + g + b};
}

/// Chroma of colors within 0…1 is never below the codes; in full range the largest is half a code above.
INLINE u32v chroma_code(const balancing *k, f32v color, f32v level, f32v scale) {
  return (u32v)f32_to_s32(min_f32((color - level) * scale + k->neutral_half, k->top_half));
}

/// Luma of half the lanes: one column of one row.
INLINE u32v luma_code(const balancing *k, f32v luma, f32v red, f32v blue) {
  return (u32v)f32_to_s32(balance_f32(k, luma - k->black, red, blue).luma + k->black_half);
}

/// What chroma adds to the parts of luma.
typedef struct added {
  f32pair red, blue;
  s16v red_words, blue_words;
} added;

INLINE added added_of(const balancing *k, s16v cb, s16v cr) {
  f32pair red = widen_s16(cr), blue = widen_s16(cb);
  red.even *= k->red_in;
  red.odd *= k->red_in;
  blue.even *= k->blue_in;
  blue.odd *= k->blue_in;
  return (added){
      red, blue, mul_round_s16(cr << 7, k->words.red_in), mul_round_s16(cb << 7, k->words.blue_in)};
}

INLINE u16v balance_luma(const void *kernel, u16v luma, const void *chroma) {
  const balancing *k = kernel;
  const added *more = chroma;
  if (k->words.serve) return luma_words_of(&k->words, luma, more->red_words, more->blue_words);
  const f32pair y = widen_u16(luma);
  return join_low(
      luma_code(k, y.even, more->red.even, more->blue.even),
      luma_code(k, y.odd, more->red.odd, more->blue.odd));
}

INLINE void balance_vector(const void *kernel, const splash_row *row, ptrdiff_t x) {
  const balancing *k = kernel;
  const splash_format *format = &k->format;
  s16v cb, cr;
  load_chroma(format, row, x, &cb, &cr);
  const added more = added_of(k, cb, cr);
  const luma_block luma = load_luma_block(format, row, x);
  const f32pair sum = widen_u16(luma_sum(luma));
  store_luma_block(format, row, x, luma, balance_luma, k, &more);
  const balanced even = balance_f32(k, sum.even * splat_f32(0.25f) - k->black, more.red.even, more.blue.even);
  const balanced odd = balance_f32(k, sum.odd * splat_f32(0.25f) - k->black, more.red.odd, more.blue.odd);
  store_chroma_codes(
      format, row, x,
      join_low(
          chroma_code(k, even.blue * k->blue_whole, even.luma, k->cb_out),
          chroma_code(k, odd.blue * k->blue_whole, odd.luma, k->cb_out)),
      join_low(
          chroma_code(k, even.red * k->red_whole, even.luma, k->cr_out),
          chroma_code(k, odd.red * k->red_whole, odd.luma, k->cr_out)));
}

/// Compiles separate loops for the most common format with gains that leave green unchanged, and for all others.
KERNEL void balance_rows(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  balancing k = balancing_of(rule, picture->format);
  if (is_commonest(k.format) && k.words.serve) {
    k.format = commonest_format;
    k.words.serve = 1;
    k.has_green_gain = 0;
    each_vector(
        &k.format, whole_footprint(&k.format), picture, first, end, balance_vector, &k);
  } else {
    each_vector(
        &k.format, whole_footprint(&k.format), picture, first, end, balance_vector, &k);
  }
}
