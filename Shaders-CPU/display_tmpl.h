// R'G'B' as a display shows it, on vectors: splash_show of display.h.

#include "display.h"

typedef struct display_color {
  int has_toe, is_srgb;
  f32v knee, toe, line, above[7], below[7], weights[9];
} display_color;

static inline display_color display_color_of(const splash_display_color *k) {
  display_color color = {
      .has_toe = k->has_toe, .is_srgb = k->is_srgb, .knee = splat_f32(k->knee),
      .toe = splat_f32(k->toe), .line = splat_f32(k->line)};
  for (int i = 0; i < 7; i++) color.above[i] = splat_f32(k->above[i]);
  for (int i = 0; i < 7; i++) color.below[i] = splat_f32(k->below[i]);
  for (int i = 0; i < 9; i++) color.weights[i] = splat_f32(k->weights[i]);
  return color;
}

INLINE f32v polynomial(const f32v f[7], f32v x) {
  const f32v x2 = x * x;
  return (f[1] * x + f[0]) + x2 * ((f[3] * x + f[2]) + x2 * ((f[5] * x + f[4]) + f[6] * x2));
}

INLINE f32v light_at(const display_color *k, f32v code) {
  const f32v root = polynomial(k->above, code) / polynomial(k->below, code), light = root * root;
  if (!k->has_toe) return light;
  return pick_f32(code <= k->knee, code * code * k->toe + code * k->line, light);
}

INLINE f32v root_of(f32v light) {
  static const float f[] = SPLASH_ROOT_FACTORS;
  const f32v x = max_f32(light, splat_f32(SPLASH_LEAST_LIGHT));
  const f32v w = (f32v)f32_to_s32(s32_to_f32((s32v)x) * SPLASH_ROOT_SLOPE + SPLASH_ROOT_GUESS);
  const f32v y = x * w, t = y * w, t2 = t * t;
  const f32v over = ((t2 * t2) * t) * (y * y), over2 = over * over;
  return y * ((f[1] * over + f[0]) + over2 * ((f[3] * over + f[2]) + f[4] * over2));
}

INLINE f32v shown_of(const display_color *k, f32v light) {
  if (!k->is_srgb) return root_of(light);
  const f32v line = max_f32(light, splat_f32(0)) * SPLASH_SRGB_LINE;
  const f32v root = root_of(min_f32(light, splat_f32(1))) * 1.055f - 0.055f;
  return pick_f32(light <= SPLASH_SRGB_KNEE, line, root);
}

INLINE void show(const display_color *k, f32v *red, f32v *green, f32v *blue) {
  const f32v r = light_at(k, *red), g = light_at(k, *green), b = light_at(k, *blue);
  const f32v *w = k->weights;
  *red = shown_of(k, (r * w[0] + g * w[1]) + b * w[2]);
  *green = shown_of(k, (r * w[3] + g * w[4]) + b * w[5]);
  *blue = shown_of(k, (r * w[6] + g * w[7]) + b * w[8]);
}
