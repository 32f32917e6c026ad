// Black and white by luminance on vectors. luminance.c has the definition.

#include "luminance.h"

/// The factors of splash_luminance, each in all lanes.
typedef struct lighting {
  splash_format format;
  s16v luma, black, red, blue, green_red, green_blue;
  s16v linear[3], above[3][3];
  s16v encoded[5];
  s16v out, out_black;
} lighting;

static inline lighting lighting_of(const splash_rule *rule, splash_format format) {
  const splash_luminance k = splash_luminance_of(rule);
  lighting lanes = {
      .format = format,
      .luma = splat_s16(k.luma), .black = splat_s16(k.black),
      .red = splat_s16(k.red), .blue = splat_s16(k.blue),
      .green_red = splat_s16(k.green_red), .green_blue = splat_s16(k.green_blue),
      .out = splat_s16(k.out), .out_black = splat_s16(k.out_black)};
  for (int color = 0; color < 3; color++) {
    lanes.linear[color] = splat_s16(k.linear[color]);
    for (int i = 0; i < 3; i++) lanes.above[color][i] = splat_s16(k.above[color][i]);
  }
  for (int i = 0; i < 5; i++) lanes.encoded[i] = splat_s16(k.encoded[i]);
  return lanes;
}

/// What chroma adds to R' and B'.
typedef struct light_chroma {
  s16v red, blue;
} light_chroma;

/// Clamps a color component, in units of 1/16384.
INLINE s16v light_color(s16v x) { return min_s16(max_s16(x, (s16v){}), splat_s16(16383)); }

INLINE s16v light_by(const lighting *k, int color, s16v x) {
  const s16v twice = x + x, *above = k->above[color];
  const s16v t = (s16v)sub_sat_u16((u16v)twice, splat_u16(SPLASH_LUMINANCE_KNEE));
  const s16v square = mul_round_s16(t, t);
  const s16v factor = above[0] + mul_round_s16(above[1], t) + mul_round_s16(above[2], square);
  return mul_round_s16(square, factor) + mul_round_s16(twice, k->linear[color]);
}

INLINE u32v light_root(f32v light) {
  const f32v root = __builtin_elementwise_sqrt(light) * splat_f32(SPLASH_LUMINANCE_ROOT);
  return (u32v)f32_to_s32(root + splat_f32(0.5f));
}

INLINE u16v light_luma(const void *kernel, u16v luma, const void *chroma) {
  const lighting *k = kernel;
  const light_chroma *c = chroma;
  const s16v y = mul_round_s16((s16v)(luma << 7), k->luma) - k->black;
  const s16v r = light_color(add_sat_s16(y, c->red)), b = light_color(add_sat_s16(y, c->blue));
  const s16v g = light_color(add_sat_s16(
      y + mul_round_s16(y - r, k->green_red), mul_round_s16(y - b, k->green_blue)));
  const s16v light = add_sat_s16(light_by(k, 0, r) + light_by(k, 2, b), light_by(k, 1, g));
  const f32pair wide = widen_u16((u16v)light);
  const s16v place = (s16v)join_low(light_root(wide.even), light_root(wide.odd));
  s16v value = k->encoded[4];
  for (int i = 3; i >= 0; i--) value = mul_round_s16(value, place) + k->encoded[i];
  const u16v least = (u16v)min_s16(light, splat_s16(SPLASH_LUMINANCE_DARK));
  const s16v straight = (s16v)(least * splat_u16(SPLASH_LUMINANCE_SLOPE) >> 6);
  return (u16v)(mul_round_s16(max_s16(value, straight), k->out) + k->out_black);
}

INLINE void luminance_vector(const void *kernel, const splash_row *row, ptrdiff_t x) {
  const lighting *k = kernel;
  s16v cb, cr;
  load_chroma(&k->format, row, x, &cb, &cr);
  const light_chroma chroma = {
      mul_round_s16(cr << 8, k->red), mul_round_s16(cb << 8, k->blue)};
  const luma_block luma = load_luma_block(&k->format, row, x);
  store_luma_block(&k->format, row, x, luma, light_luma, kernel, &chroma);
  store_chroma_codes(&k->format, row, x, splat_u16(128), splat_u16(128));
}

KERNEL void luminance_rows(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  lighting k = lighting_of(rule, picture->format);
  if (is_commonest(k.format)) {
    k.format = commonest_format;
    each_vector(&k.format, whole_footprint(&k.format), picture, first, end, luminance_vector, &k);
  } else {
    each_vector(&k.format, whole_footprint(&k.format), picture, first, end, luminance_vector, &k);
  }
}
