#ifndef SPLASH_CUBE_H
#define SPLASH_CUBE_H

// Color tables: code shared by lattices and curves.

#include "SplashCompose.h"
#include "matrix.h"
#include "walk.h"

/// Constants from Y'CbCr codes to R'G'B' 0…1, and back.
typedef struct splash_codes {
  float kr, kg, kb, black, luma, neutral;
  // R', G' and B' per input unit.
  float luma_in, red_in, blue_in, green_in;
  // Codes per output unit.
  float cb_out, cr_out;
} splash_codes;

static inline splash_codes splash_codes_of(const splash_rule *rule) {
  const splash_matrix_f32 m = splash_matrix_f32_of(rule);
  const splash_scale s = splash_scale_of(rule);
  return (splash_codes){
      .kr = m.kr, .kg = m.kg, .kb = m.kb, .black = s.black, .luma = s.luma, .neutral = s.neutral,
      .luma_in = 1 / s.luma, .red_in = m.red / s.chroma, .blue_in = m.blue / s.chroma,
      .green_in = 1 / m.kg, .cb_out = s.chroma / m.blue, .cr_out = s.chroma / m.red};
}

static inline float splash_unit(float x) {
  x = x > 0 ? x : 0;
  return x < 1 ? x : 1;
}

/// Rounds, and clamps to valid codes.
static inline int32_t splash_rounded(const splash_format *format, float x) {
  const float top = (float)((1 << format->depth) - 1);
  x = x > 0 ? x : 0;
  return (int32_t)((x < top ? x : top) + 0.5f);
}

typedef struct splash_rgb {
  float red, green, blue;
} splash_rgb;

/// R'G'B' of a luma code with chroma codes, clamped to 0…1.
static inline splash_rgb splash_shown(const splash_codes *k, float luma, splash_chroma chroma) {
  const float y = (luma - k->black) * k->luma_in;
  const float r = splash_unit(y + ((float)chroma.cr - k->neutral) * k->red_in);
  const float b = splash_unit(y + ((float)chroma.cb - k->neutral) * k->blue_in);
  return (splash_rgb){r, splash_unit((y - k->kr * r - k->kb * b) * k->green_in), b};
}

/// The largest place on a side in units of 2^−15, which a float represents exactly.
static inline float splash_last_place(int32_t size) { return (float)((size - 1) * 32768 - 1); }

/// A place between two points of a side: the lower point, and the fraction of the way to the next.
typedef struct splash_between_points {
  float point, part;
} splash_between_points;

static inline splash_between_points splash_place(float x, splash_side side, int32_t size) {
  const float end = (float)(size - 1), last = (float)(size - 2);
  x = x * side.scale + side.offset;
  x = x > 0 ? x : 0;
  x = x < end ? x : end;
  float point = (float)(int32_t)x;
  point = point < last ? point : last;
  return (splash_between_points){point, x - point};
}

/// A place on a side of a lattice in units of 2^−15: the point in the upper bits, the fraction in the lower 15. The end
/// of the side is a fraction of 32767 after the last point but one.
static inline int32_t splash_place_bits(float x, splash_side side, int32_t size) {
  const float last = splash_last_place(size);
  x = x * (side.scale * 32768) + (side.offset * 32768 + 0.5f);
  x = x > 0 ? x : 0;
  return (int32_t)(x < last ? x : last);
}

#endif
