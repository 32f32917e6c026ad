#ifndef SPLASH_DISPLAY_H
#define SPLASH_DISPLAY_H

// Converts R'G'B' of a stream to R'G'B' as a display shows it: to light by the stream's transfer, from its primaries to
// those of BT.709, and back by the root 1/2.4, or by sRGB's curve. Specification.md section 2, HDR.
//
// Floats use only + − × ÷ without fused products: the same bits everywhere. scripts/trials/curves finds the
// constants.

#include "SplashRule.h"

#pragma clang fp contract(off)

/// Less light is raised to this; its root is 0.00007.
#define SPLASH_LEAST_LIGHT 1e-10f

/// Constants for x to the power −7/12: the first estimate w is `guess − bits · 7/12`, and a polynomial of x⁷·w¹²
/// corrects x·w.
#define SPLASH_ROOT_GUESS 1686241280.0f
#define SPLASH_ROOT_SLOPE (-7.0f / 12)
#define SPLASH_ROOT_FACTORS \
  {1.1795776f, -0.34090376f, 0.24181801f, -0.09607631f, 0.015548676f}

/// Up to this much light, sRGB is linear.
#define SPLASH_SRGB_KNEE 0.0031308f
#define SPLASH_SRGB_LINE 12.92f

/// The constants for a transfer and primaries, with codes up to `white`.
splash_display_color splash_display_color_of(const splash_display *display, float white);

/// Evaluates a polynomial in short chains, which processors can compute in parallel.
static inline float splash_polynomial(const float f[7], float x) {
  const float x2 = x * x;
  return (f[1] * x + f[0]) + x2 * ((f[3] * x + f[2]) + x2 * ((f[5] * x + f[4]) + f[6] * x2));
}

static inline float splash_light_at(const splash_display_color *k, float code) {
  if (k->has_toe && code <= k->knee) return code * code * k->toe + code * k->line;
  const float root = splash_polynomial(k->above, code) / splash_polynomial(k->below, code);
  return root * root;
}

static inline float splash_root_of(float light) {
  static const float f[] = SPLASH_ROOT_FACTORS;
  const float x = light > SPLASH_LEAST_LIGHT ? light : SPLASH_LEAST_LIGHT;
  union { float f; int32_t bits; } u = {x};
  u.bits = (int32_t)((float)u.bits * SPLASH_ROOT_SLOPE + SPLASH_ROOT_GUESS);
  const float w = u.f, y = x * w, t = y * w, t2 = t * t;
  const float over = ((t2 * t2) * t) * (y * y), over2 = over * over;
  return y * ((f[1] * over + f[0]) + over2 * ((f[3] * over + f[2]) + f[4] * over2));
}

/// R', G' or B' of light: by IEC 61966-2-1, or the root 1/2.4.
static inline float splash_shown_of(const splash_display_color *k, float light) {
  if (!k->is_srgb) return splash_root_of(light);
  if (light <= SPLASH_SRGB_KNEE) return (light > 0 ? light : 0) * SPLASH_SRGB_LINE;
  return splash_root_of(light < 1 ? light : 1) * 1.055f - 0.055f;
}

/// Converts R'G'B' in codes, 0 to white, to R'G'B' that is 1 where the display shows white.
static inline void splash_show(const splash_display_color *k, float *red, float *green, float *blue) {
  const float r = splash_light_at(k, *red), g = splash_light_at(k, *green);
  const float b = splash_light_at(k, *blue), *w = k->weights;
  *red = splash_shown_of(k, (r * w[0] + g * w[1]) + b * w[2]);
  *green = splash_shown_of(k, (r * w[3] + g * w[4]) + b * w[5]);
  *blue = splash_shown_of(k, (r * w[6] + g * w[7]) + b * w[8]);
}

#endif
