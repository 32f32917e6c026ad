#ifndef SPLASH_LUMINANCE_H
#define SPLASH_LUMINANCE_H

// Black and white by the luminance of sRGB-coded R'G'B' (IEC 61966-2-1), for 8-bit codes, in 16-bit integers with one
// root. scripts/trials/curves finds the constants and their distance from the formula.
//
// The light of x is x/12.92 + t²·(a + b·t + c·t²), where t = x − knee, or 0 below the knee. For light y with the root
// r, the result is the larger of 12.92·min(y, 0.0031308) and a polynomial of degree 4 in r.

#include "color.h"
#include "matrix.h"

/// 0.04045 in units of 1/32768.
#define SPLASH_LUMINANCE_KNEE 1325
#define SPLASH_LUMINANCE_ABOVE \
  { 0.61506443, 0.52399898, -0.12653092 }
#define SPLASH_LUMINANCE_ENCODED \
  { -0.03700609, 1.44791463, -0.94490765, 0.84284365, -0.30959094 }
/// The largest light in the linear part, in units of 1/32768, and its result.
#define SPLASH_LUMINANCE_DARK 103
#define SPLASH_LUMINANCE_SLOPE 413
/// Converts the root of light in units of 1/32768 to units of 1/32767.
#define SPLASH_LUMINANCE_ROOT 181.01382f

/// The factors of a rule. R', G' and B' have units of 1/16384, and of 1/32768 where they become light; factors of light
/// include a color's weight.
typedef struct splash_luminance {
  int16_t luma, black, red, blue, green_red, green_blue;
  int16_t linear[3], above[3][3];
  int16_t encoded[5];
  int16_t out, out_black;
} splash_luminance;

/// Of the rule only matrix and range are used. Red and blue weigh at most as much as green each, and together less than
/// 0.45.
splash_luminance splash_luminance_of(const splash_rule *rule);

#endif
