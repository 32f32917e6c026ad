#ifndef SPLASH_BALANCE_H
#define SPLASH_BALANCE_H

// Constants of white balance. R', G' and B' are represented by their parts of luma, in codes: these add up to Y' above
// black, so that G' is the rest, and no weights need to be applied twice.

#include <stdbool.h>

#include "color.h"
#include "matrix.h"

typedef struct splash_balance {
  float black, neutral;
  // What R' and B' contribute to luma, per code of luma and per code of chroma.
  float red_of_luma, blue_of_luma, red_in, blue_in;
  // What each contributes to the luma of white.
  float red_top, green_top, blue_top;
  float red_gain, green_gain, blue_gain;
  // R' and B' per part, in codes of luma, and codes of chroma per difference from luma.
  float red_whole, blue_whole, cb_out, cr_out;
} splash_balance;

static inline splash_balance splash_balance_of(const splash_rule *rule) {
  const splash_matrix_f32 m = splash_matrix_f32_of(rule);
  const splash_scale s = splash_scale_of(rule);
  const float luma = s.luma, chroma = s.chroma;
  return (splash_balance){
      .black = s.black, .neutral = s.neutral,
      .red_of_luma = m.kr, .blue_of_luma = m.kb,
      .red_in = m.kr * m.red * luma / chroma, .blue_in = m.kb * m.blue * luma / chroma,
      .red_top = m.kr * luma, .green_top = m.kg * luma, .blue_top = m.kb * luma,
      .red_gain = (float)rule->red_gain, .green_gain = (float)rule->green_gain,
      .blue_gain = (float)rule->blue_gain,
      .red_whole = 1 / m.kr, .blue_whole = 1 / m.kb,
      .cb_out = chroma / m.blue / luma, .cr_out = chroma / m.red / luma};
}

/// The same for 8-bit luma, in parts of 1/32 code. Green has no gain, as is usual for a light.
typedef struct splash_balance_words {
  bool serve;
  int16_t black, red_of_luma, blue_of_luma, red_in, blue_in, red_top, green_top, blue_top;
  int16_t red_gain, blue_gain;
} splash_balance_words;

static inline int16_t splash_word_of(float x) { return (int16_t)(x + 0.5f); }

static inline splash_balance_words splash_balance_words_of(const splash_rule *rule) {
  const splash_balance k = splash_balance_of(rule);
  if (rule->depth != 8 || k.green_gain != 1 || k.red_gain >= 7.99f || k.blue_gain >= 7.99f)
    return (splash_balance_words){};
  return (splash_balance_words){
      .serve = true,
      .black = splash_word_of(k.black * 32),
      .red_of_luma = splash_word_of(k.red_of_luma * 32768),
      .blue_of_luma = splash_word_of(k.blue_of_luma * 32768),
      .red_in = splash_word_of(k.red_in * 8192), .blue_in = splash_word_of(k.blue_in * 8192),
      .red_top = splash_word_of(k.red_top * 32), .green_top = splash_word_of(k.green_top * 32),
      .blue_top = splash_word_of(k.blue_top * 32),
      .red_gain = splash_word_of(k.red_gain * 4096),
      .blue_gain = splash_word_of(k.blue_gain * 4096)};
}

#endif
