#ifndef SPLASH_BALANCE_H
#define SPLASH_BALANCE_H

// What the balanced picture is computed with: Y'CbCr codes to R'G'B' 0…1, and back.

#include "matrix.h"

typedef struct splash_balance {
  float kr, kg, kb;
  float black, luma, neutral;
  // R', G' and B' per unit of what comes in.
  float luma_in, red_in, blue_in, green_in;
  float red_gain, green_gain, blue_gain;
  // Codes per unit of what goes out.
  float cb_out, cr_out;
} splash_balance;

static inline splash_balance splash_balance_of(const splash_rule *rule) {
  const splash_matrix_f32 m = splash_matrix_f32_of(rule);
  const splash_span span = splash_span_of(rule->full_range, rule->depth);
  const int unit = 1 << (16 - rule->depth);
  const float luma = (float)(span.luma / unit), chroma = (float)(span.chroma / unit);
  return (splash_balance){
      .kr = m.kr, .kg = m.kg, .kb = m.kb,
      .black = (float)(span.black / unit), .luma = luma,
      .neutral = (float)(1 << (rule->depth - 1)),
      .luma_in = 1 / luma, .red_in = m.red / chroma, .blue_in = m.blue / chroma,
      .green_in = 1 / m.kg,
      .red_gain = (float)rule->red_gain, .green_gain = (float)rule->green_gain,
      .blue_gain = (float)rule->blue_gain,
      .cb_out = chroma / m.blue, .cr_out = chroma / m.red};
}

#endif
