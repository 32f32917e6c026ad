#ifndef SPLASH_COLOR_H
#define SPLASH_COLOR_H

// One chroma sample's arithmetic: the definition that every vector version obeys bit for bit.
//
// Samples are aligned to the top of 16 bits, whatever their depth: luma as 0…65535, chroma as −32768…32767 around
// neutral. All that follows is independent of the pixel format. Floats use only + − × ÷, which IEEE 754 rounds the same
// on every machine; products and sums are never fused.

#include "SplashRule.h"

#include "display.h"
#include "lattice.h"

#pragma clang fp contract(off)

/// Adding this to a float below 2²² in magnitude rounds it to an integer, ties to even, and leaves
/// that integer modulo 65536 in the low half of the float's bits.
#define SPLASH_ROUND 12582912.0f
/// 60 and 120 degrees on the circle of 65536 units.
#define SPLASH_SIXTH 10922.6666667f
#define SPLASH_THIRD 21845.3333333f
/// Keeps the reciprocal of zero finite; any product of two real differences is far larger.
#define SPLASH_TINY 1e-20f

/// Hue as a 16-bit circle; saturation, value and chroma in the units of the key.
typedef struct splash_hsv {
  uint16_t hue, saturation, value, chroma;
} splash_hsv;

static inline float splash_min(float a, float b) { return a < b ? a : b; }
static inline float splash_max(float a, float b) { return a > b ? a : b; }

static inline uint16_t splash_low16(float x) {
  union { float f; uint32_t bits; } u = {x + SPLASH_ROUND};
  return (uint16_t)u.bits;
}

/// For keys with any narrow fade, and for streams that need a display conversion: color in floats.
static inline splash_hsv splash_float_hsv(
    const splash_float_color *k, uint16_t luma, int16_t cb, int16_t cr) {
  float y = (float)luma - k->black;
  float r = y + (float)cr * k->red_from_cr;
  float g = (y - (float)cr * k->green_from_cr) - (float)cb * k->green_from_cb;
  float b = y + (float)cb * k->blue_from_cb;
  r = splash_min(splash_max(r, 0), k->white);
  g = splash_min(splash_max(g, 0), k->white);
  b = splash_min(splash_max(b, 0), k->white);
  if (k->is_displayed) splash_show(&k->display, &r, &g, &b);
  r *= k->red_gain;
  g *= k->green_gain;
  b *= k->blue_gain;
  float maximum = splash_max(splash_max(r, g), b);
  float chroma = maximum - splash_min(splash_min(r, g), b);
  float difference = maximum == r ? g - b : maximum == g ? b - r : r - g;
  float origin = maximum == r ? 0 : maximum == g ? SPLASH_THIRD : -SPLASH_THIRD;
  float reciprocal = 1 / splash_max(chroma * maximum, SPLASH_TINY);
  return (splash_hsv){
      .hue = splash_low16((difference * maximum) * reciprocal * SPLASH_SIXTH + origin),
      .saturation = splash_low16((chroma * chroma) * reciprocal * 65535.0f),
      .value = splash_low16(splash_min(maximum * k->value_scale, 65535.0f)),
      .chroma = splash_low16(splash_min(chroma * k->chroma_scale + k->chroma_offset, 65535.0f)),
  };
}

static inline int16_t splash_clamp16(int32_t x, int32_t low, int32_t high) {
  return (int16_t)(x < low ? low : x > high ? high : x);
}
static inline int16_t splash_saturate(int32_t x) { return splash_clamp16(x, -32768, 32767); }
static inline uint16_t splash_mul_high(uint16_t a, uint16_t b) {
  return (uint16_t)((uint32_t)a * b >> 16);
}
/// a·b / 2¹⁵, rounded.
static inline int16_t splash_mul_round(int16_t a, int16_t b) {
  return (int16_t)((a * b + 16384) >> 15);
}

/// For keys whose fades are all wide: color in 16-bit integers, only the two ratios in floats. Without chroma the hue
/// is arbitrary: such keys have a chroma floor, whose ramp gives 0 there.
static inline splash_hsv splash_integer_hsv(
    const splash_integer_color *k, uint16_t luma, int16_t cb, int16_t cr) {
  int16_t y = (int16_t)(splash_mul_high(luma, k->luma_scale) - k->black);
  int16_t r = splash_saturate(y + splash_mul_round(cr, k->red_from_cr));
  int16_t g = splash_saturate(
      y - (splash_mul_round(cr, k->green_from_cr) + splash_mul_round(cb, k->green_from_cb)));
  int16_t b = splash_saturate(y + splash_mul_round(cb, k->blue_from_cb));
  r = splash_clamp16(r, 0, k->white);
  g = splash_clamp16(g, 0, k->white);
  b = splash_clamp16(b, 0, k->white);
  r -= splash_mul_high((uint16_t)r, k->red_loss);
  g -= splash_mul_high((uint16_t)g, k->green_loss);
  b -= splash_mul_high((uint16_t)b, k->blue_loss);
  int16_t maximum = r > g ? r : g;
  maximum = maximum > b ? maximum : b;
  int16_t minimum = r < g ? r : g;
  minimum = minimum < b ? minimum : b;
  int16_t chroma = maximum - minimum;
  int16_t difference = maximum == r ? g - b : maximum == g ? b - r : r - g;
  uint16_t origin = maximum == r ? 0 : maximum == g ? 21845 : 65536 - 21845;
  float sixth = SPLASH_SIXTH / (float)(chroma * maximum);
  return (splash_hsv){
      .hue = (uint16_t)(splash_low16((float)(difference * maximum) * sixth) + origin),
      .saturation = splash_low16((float)(chroma * chroma) * sixth),
      .value = (uint16_t)maximum,
      .chroma = (uint16_t)chroma,
  };
}

static inline uint16_t splash_sub_sat(uint16_t a, uint16_t b) { return a > b ? a - b : 0; }
/// Product of two fades.
static inline uint16_t splash_times(uint16_t a, uint16_t b) {
  return splash_mul_high((uint16_t)(a << 1), b);
}

static inline uint16_t splash_ramp_at(splash_ramp ramp, uint16_t v) {
  uint16_t x = splash_sub_sat(v, ramp.start);
  x = x < ramp.length ? x : ramp.length;
  return splash_mul_high((uint16_t)(x * ramp.factor + ramp.offset), ramp.slope);
}

static inline uint16_t splash_hue_at(splash_key_hue key, uint16_t hue) {
  int16_t delta = (int16_t)(uint16_t)(hue - key.center);
  uint16_t distance = (uint16_t)(delta < 0 ? -delta : delta);
  uint16_t x = splash_sub_sat(key.edge, distance);
  x = x < key.length ? x : key.length;
  x = splash_mul_high(splash_sub_sat((uint16_t)(x * key.factor), key.fraction), key.slope);
  return x < 32767 ? x : 32767;
}

/// `share` reduced by the saturation and value ranges of a group.
static inline uint16_t splash_gated(
    const splash_key *key, const splash_key_group *group, splash_hsv hsv, uint16_t share) {
  if (group->value_low)
    share = splash_times(share, splash_ramp_at(group->value_ramps[0], hsv.value));
  if (group->value_high)
    share = splash_times(
        share, splash_ramp_at(group->value_ramps[1], splash_sub_sat(key->value_top, hsv.value)));
  if (group->saturation_low)
    share = splash_times(share, splash_ramp_at(group->saturation_ramps[0], hsv.saturation));
  if (group->saturation_high)
    share = splash_times(
        share, splash_ramp_at(group->saturation_ramps[1], key->saturation_top - hsv.saturation));
  return share;
}

/// The weight of a sample in a lattice of names, 0…32767.
static inline uint16_t splash_name_weight(
    const int16_t *lattice, uint16_t luma, int16_t cb, int16_t cr) {
  // A cell of the lattice is as wide as 11 of the code's 16 bits.
  const splash_tetrahedron at = splash_tetrahedron_at(
      splash_name_points, luma << 4, (cb + 32768) << 4, (cr + 32768) << 4);
  return (uint16_t)splash_tetrahedron_value(splash_tetrahedron_sum(&at, lattice), 0);
}

/// The share of color that stays, 0…32767. Groups that select come before groups that exclude.
static inline uint16_t splash_sample_mask(
    const splash_key *key, uint16_t luma, int16_t cb, int16_t cr) {
  splash_hsv hsv = key->uses_integers ? splash_integer_hsv(&key->integers, luma, cb, cr)
                                      : splash_float_hsv(&key->floats, luma, cb, cr);
  uint16_t chroma = splash_ramp_at(key->chroma_ramp, hsv.chroma);
  uint16_t mask = key->names ? splash_name_weight(key->names, luma, cb, cr) : 0;
  for (int i = 0; i < key->group_count; i++) {
    const splash_key_group *group = &key->groups[i];
    uint16_t share = 0;
    for (int k = group->first; k < group->first + group->count; k++) {
      uint16_t one = splash_hue_at(key->hues[k], hsv.hue);
      share = one > share ? one : share;
    }
    if (group->drop) {
      mask -= splash_times(mask, splash_gated(key, group, hsv, share));
    } else {
      share = splash_times(splash_gated(key, group, hsv, group->greys ? 32767 : chroma), share);
      mask = share > mask ? share : mask;
    }
  }
  if (key->dropped_names)
    mask -= splash_times(mask, splash_name_weight(key->dropped_names, luma, cb, cr));
  // The loss by truncated products would be visible at depths above 12 bits in fully selected colors.
  if (key->depth > 12) mask = (uint16_t)splash_saturate(mask + (mask >> 12));
  return key->invert ? 32767 - mask : mask;
}

/// A code's distance from neutral, scaled by the mask and rounded.
static inline int32_t splash_sample_scale(int32_t distance, uint16_t mask) {
  return (distance * mask + 16384) >> 15;
}

/// Packs the mask into a byte and back: 255 is 32767, 0 is 0.
static inline uint8_t splash_mask_pack(uint16_t mask) { return (uint8_t)(mask >> 7); }
static inline uint16_t splash_mask_unpack(uint8_t mask) {
  return (uint16_t)(mask << 7 | mask >> 1);
}

#endif
