#ifndef SPLASH_LUMINANCE_H
#define SPLASH_LUMINANCE_H

// Black and white by the luminance of R'G'B' that are encoded as IEC 61966-2-1 (sRGB) has it, for codes of 8 bits,
// in integers of 16 bits and one root. scripts/trials/luminance-curves finds the numbers and says how far they
// are from the formula.
//
// Light of x above the knee is x/12.92 + t²·(a + b·t + c·t²), where t = x − knee; below it t is 0. Of light y
// with the root r, the result is the larger of 12.92·min(y, 0.0031308) and a polynomial of degree 4 in r.

#include "color.h"
#include "matrix.h"

/// 0.04045 of 32768.
#define SPLASH_LUMINANCE_KNEE 1325
#define SPLASH_LUMINANCE_ABOVE \
  { 0.61506443, 0.52399898, -0.12653092 }
#define SPLASH_LUMINANCE_ENCODED \
  { -0.03700609, 1.44791463, -0.94490765, 0.84284365, -0.30959094 }
/// As far as light is in proportion, of 32768, and the most that this comes to.
#define SPLASH_LUMINANCE_DARK 103
#define SPLASH_LUMINANCE_SLOPE 413
/// The root of light in units of 1/32768 to one in units of 1/32767.
#define SPLASH_LUMINANCE_ROOT 181.01382f

/// The factors of a rule. R', G' and B' have units of 1/16384, and of 1/32768 where they become light; those of
/// light hold a color's weight.
typedef struct splash_luminance {
  int16_t luma, black, red, blue, green_red, green_blue;
  int16_t linear[3], above[3][3];
  int16_t encoded[5];
  int16_t out, out_black;
} splash_luminance;

/// Of the rule, matrix and range count. Red and blue weigh no more than green each, and together less than 0.45.
splash_luminance splash_luminance_of(const splash_rule *rule);

#endif
