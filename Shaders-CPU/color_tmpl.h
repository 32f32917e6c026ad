// From luma and chroma to hue, saturation, value and chroma: splash_integer_hsv and splash_float_hsv of color.h on
// vectors.

#include "display_tmpl.h"

typedef struct hsv {
  u16v hue, saturation, value, chroma;
} hsv;

typedef struct integer_color {
  u16v luma_scale, red_loss, green_loss, blue_loss;
  s16v black, white, red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
  u16v quiet_saturation, quiet_chroma;
  s16v reach_low[3], reach_high[3];
  int has_losses;
} integer_color;

INLINE integer_color integer_color_of(const splash_key *key) {
  const splash_integer_color *k = &key->integers;
  return (integer_color){
      .luma_scale = splat_u16(k->luma_scale),
      .red_loss = splat_u16(k->red_loss),
      .green_loss = splat_u16(k->green_loss),
      .blue_loss = splat_u16(k->blue_loss),
      .black = splat_s16(k->black),
      .white = splat_s16(k->white),
      .red_from_cr = splat_s16(k->red_from_cr),
      .green_from_cb = splat_s16(k->green_from_cb),
      .green_from_cr = splat_s16(k->green_from_cr),
      .blue_from_cb = splat_s16(k->blue_from_cb),
      .quiet_saturation = splat_u16(key->quiet_saturation),
      .quiet_chroma = splat_u16(key->chroma_ramp.start),
      .reach_low = {splat_s16(key->reach_low[0]), splat_s16(key->reach_low[1]),
                    splat_s16(key->reach_low[2])},
      .reach_high = {splat_s16(key->reach_high[0]), splat_s16(key->reach_high[1]),
                     splat_s16(key->reach_high[2])},
      .has_losses = k->has_losses,
  };
}

/// Whether any lane may be selected: above the floor and the least saturation, and near enough to a corner of the
/// hexagon for a selected hue. Two units of slack cover the rounding of both sides.
INLINE int any_matters(
    const integer_color *k, s16v is_red, s16v is_green, s16v maximum, s16v chroma,
    s16v difference) {
  s16v quiet = max_s16(
      (s16v)mul_high_u16((u16v)maximum, k->quiet_saturation), (s16v)k->quiet_chroma);
  s16v low =
      pick_s16(is_red, k->reach_low[0], pick_s16(is_green, k->reach_low[1], k->reach_low[2]));
  s16v high =
      pick_s16(is_red, k->reach_high[0], pick_s16(is_green, k->reach_high[1], k->reach_high[2]));
  s16v above = sub_sat_s16(difference, mul_round_s16(chroma, low));
  s16v below = sub_sat_s16(mul_round_s16(chroma, high), difference);
  return any_s16((chroma > quiet) & (min_s16(above, below) > splat_s16(-3)));
}

/// With `looks`, returns false, without a result, if the mask of every lane is 0.
INLINE int integer_hsv(
    const integer_color *k, int looks, u16v luma, s16v cb, s16v cr, hsv *result) {
  s16v y = (s16v)mul_high_u16(luma, k->luma_scale) - k->black;
  s16v r = add_sat_s16(y, mul_round_s16(cr, k->red_from_cr));
  s16v g = sub_sat_s16(
      y, mul_round_s16(cr, k->green_from_cr) + mul_round_s16(cb, k->green_from_cb));
  s16v b = add_sat_s16(y, mul_round_s16(cb, k->blue_from_cb));
  const s16v zero = {};
  r = min_s16(max_s16(r, zero), k->white);
  g = min_s16(max_s16(g, zero), k->white);
  b = min_s16(max_s16(b, zero), k->white);
  if (k->has_losses) {
    r -= (s16v)mul_high_u16((u16v)r, k->red_loss);
    g -= (s16v)mul_high_u16((u16v)g, k->green_loss);
    b -= (s16v)mul_high_u16((u16v)b, k->blue_loss);
  }
  s16v maximum = max_s16(max_s16(r, g), b);
  s16v chroma = maximum - min_s16(min_s16(r, g), b);
  s16v is_red = maximum == r, is_green = maximum == g;
  s16v difference = pick_s16(is_red, g - b, pick_s16(is_green, b - r, r - g));
  if (looks && !any_matters(k, is_red, is_green, maximum, chroma, difference)) return 0;

  s16v origin = ~is_red & pick_s16(is_green, splat_s16(21845), splat_s16(-21845));
  s16v maximum_even = (s16v)((u32v)maximum & 0xffff), maximum_odd = maximum - maximum_even;
  s16v chroma_even = (s16v)((u32v)chroma & 0xffff), chroma_odd = chroma - chroma_even;
  f32v even = SPLASH_SIXTH / s32_to_f32(mul_add_pairs(chroma, maximum_even));
  f32v odd = SPLASH_SIXTH / s32_to_f32(mul_add_pairs(chroma, maximum_odd));
  result->hue = join_low(
      (u32v)(s32_to_f32(mul_add_pairs(difference, maximum_even)) * even + SPLASH_ROUND),
      (u32v)(s32_to_f32(mul_add_pairs(difference, maximum_odd)) * odd + SPLASH_ROUND));
  result->hue += (u16v)origin;
  result->saturation = join_low(
      (u32v)(s32_to_f32(mul_add_pairs(chroma, chroma_even)) * even + SPLASH_ROUND),
      (u32v)(s32_to_f32(mul_add_pairs(chroma, chroma_odd)) * odd + SPLASH_ROUND));
  result->value = (u16v)maximum;
  result->chroma = (u16v)chroma;
  return 1;
}

typedef struct float_color {
  f32v black, white, red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
  f32v red_gain, green_gain, blue_gain, value_scale, chroma_scale, chroma_offset;
  int is_displayed;
  display_color display;
} float_color;

/// Constants without the display conversion.
static inline float_color float_color_of(const splash_key *key) {
  const splash_float_color *k = &key->floats;
  return (float_color){
      .black = splat_f32(k->black),
      .white = splat_f32(k->white),
      .red_from_cr = splat_f32(k->red_from_cr),
      .green_from_cb = splat_f32(k->green_from_cb),
      .green_from_cr = splat_f32(k->green_from_cr),
      .blue_from_cb = splat_f32(k->blue_from_cb),
      .red_gain = splat_f32(k->red_gain),
      .green_gain = splat_f32(k->green_gain),
      .blue_gain = splat_f32(k->blue_gain),
      .value_scale = splat_f32(k->value_scale),
      .chroma_scale = splat_f32(k->chroma_scale),
      .chroma_offset = splat_f32(k->chroma_offset),
  };
}

/// Half of a vector's lanes; each result is in the low half of 32 bits.
typedef struct hsv_half {
  u32v hue, saturation, value, chroma;
} hsv_half;

INLINE hsv_half float_hsv_half(const float_color *k, f32v luma, f32v cb, f32v cr) {
  const f32v zero = {};
  f32v y = luma - k->black;
  f32v r = y + cr * k->red_from_cr;
  f32v g = (y - cr * k->green_from_cr) - cb * k->green_from_cb;
  f32v b = y + cb * k->blue_from_cb;
  r = min_f32(max_f32(r, zero), k->white);
  g = min_f32(max_f32(g, zero), k->white);
  b = min_f32(max_f32(b, zero), k->white);
  if (k->is_displayed) show(&k->display, &r, &g, &b);
  r *= k->red_gain;
  g *= k->green_gain;
  b *= k->blue_gain;
  f32v maximum = max_f32(max_f32(r, g), b);
  f32v chroma = maximum - min_f32(min_f32(r, g), b);
  s32v is_red = maximum == r, is_green = maximum == g;
  f32v difference = pick_f32(is_red, g - b, pick_f32(is_green, b - r, r - g));
  f32v origin =
      pick_f32(is_red, zero, pick_f32(is_green, splat_f32(SPLASH_THIRD), splat_f32(-SPLASH_THIRD)));
  f32v reciprocal = 1 / max_f32(chroma * maximum, splat_f32(SPLASH_TINY));
  const f32v top = splat_f32(65535);
  return (hsv_half){
      .hue = (u32v)((difference * maximum) * reciprocal * SPLASH_SIXTH + origin + SPLASH_ROUND),
      .saturation = (u32v)((chroma * chroma) * reciprocal * top + SPLASH_ROUND),
      .value = (u32v)(min_f32(maximum * k->value_scale, top) + SPLASH_ROUND),
      .chroma = (u32v)(
          min_f32(chroma * k->chroma_scale + k->chroma_offset, top) + SPLASH_ROUND),
  };
}

INLINE hsv float_hsv(const float_color *k, u16v luma, s16v cb, s16v cr) {
  f32pair y = widen_u16(luma), u = widen_s16(cb), v = widen_s16(cr);
  hsv_half even = float_hsv_half(k, y.even, u.even, v.even);
  hsv_half odd = float_hsv_half(k, y.odd, u.odd, v.odd);
  return (hsv){
      .hue = join_low(even.hue, odd.hue),
      .saturation = join_low(even.saturation, odd.saturation),
      .value = join_low(even.value, odd.value),
      .chroma = join_low(even.chroma, odd.chroma),
  };
}
