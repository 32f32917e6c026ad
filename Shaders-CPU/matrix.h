#ifndef SPLASH_MATRIX_H
#define SPLASH_MATRIX_H

// From Y'CbCr to R'G'B' and back (H.273, equations for matrix coefficients and quantization).

#include "SplashRule.h"

#pragma clang fp contract(off)

static inline double splash_clamp(double x, double low, double high) {
  return x >= high ? high : x > low ? x : low;
}

/// Defines the matrix for one type of number: keys are prepared in doubles and frames balanced in floats, and the exact
/// bits of both matter.
///
/// - kr, kg, kb: weights of R', G' and B' in luma.
/// - red, blue: R' and B' per Cr and Cb.
/// - green_cr, green_cb: G' subtracted per Cr and Cb.
#define SPLASH_DEFINE_MATRIX(type, number)                                                  \
  typedef struct type {                                                                     \
    number kr, kg, kb, red, blue, green_cr, green_cb;                                       \
  } type;                                                                                   \
  static inline type type##_of(const splash_rule *rule) {                                   \
    const double red_weight = splash_clamp(rule->kr, 0, 0.9);                               \
    const double blue_weight = splash_clamp(rule->kb, 0, 0.9 - red_weight);                 \
    const number kr = (number)red_weight, kb = (number)blue_weight, kg = 1 - kr - kb;       \
    const number red = 2 * (1 - kr), blue = 2 * (1 - kb);                                   \
    return (type){kr, kg, kb, red, blue, red * kr / kg, blue * kb / kg};                    \
  }
SPLASH_DEFINE_MATRIX(splash_matrix, double)
SPLASH_DEFINE_MATRIX(splash_matrix_f32, float)

/// The meaning of codes aligned to the top of 16 bits: the code of black, and the number of codes from black to white
/// and from the least chroma to the greatest.
typedef struct splash_span {
  int32_t black, luma, chroma;
} splash_span;

static inline splash_span splash_span_of(bool full_range, int depth) {
  const int32_t top = ((1 << depth) - 1) << (16 - depth);
  return full_range ? (splash_span){0, top, top}
                    : (splash_span){16 * 256, 219 * 256, 224 * 256};
}

/// The same in codes of a depth.
typedef struct splash_scale {
  float black, luma, chroma, neutral;
} splash_scale;

static inline splash_scale splash_scale_of(const splash_rule *rule) {
  const splash_span span = splash_span_of(rule->full_range, rule->depth);
  const int unit = 1 << (16 - rule->depth);
  return (splash_scale){
      (float)(span.black / unit), (float)(span.luma / unit), (float)(span.chroma / unit),
      (float)(1 << (rule->depth - 1))};
}

#endif
