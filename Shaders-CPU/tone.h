#ifndef SPLASH_TONE_H
#define SPLASH_TONE_H

// The steps of a tone that the reference and vectors share.

#include "SplashCompose.h"
#include "matrix.h"

/// What chroma adds to the index of luma, within ±16383.
static inline int32_t splash_tone_mix(const splash_tone *tone, int32_t cb, int32_t cr) {
  const int32_t shift = 12 - tone->fraction;
  const int32_t mix = (cb * tone->mix_cb + cr * tone->mix_cr + (1 << (shift - 1))) >> shift;
  return mix < -16383 ? -16383 : mix < 16383 ? mix : 16383;
}

static inline int32_t splash_tone_top(const splash_tone *tone, const splash_format *format) {
  return (1 << (format->depth + tone->fraction)) - 1;
}

static inline bool splash_tone_writes(const splash_tone *tone) { return tone->luma || tone->is_index; }

/// Half a code, in units of the index.
static inline int32_t splash_tone_half(const splash_tone *tone) { return (1 << tone->fraction) >> 1; }

#endif
