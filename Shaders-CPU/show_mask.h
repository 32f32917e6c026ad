#ifndef SPLASH_SHOW_MASK_H
#define SPLASH_SHOW_MASK_H

// What a mask is shown with: black, and how many codes lie between it and white.

#include "matrix.h"

typedef struct splash_greys {
  float black, luma;
  int32_t neutral;
} splash_greys;

static inline splash_greys splash_greys_of(const splash_rule *rule) {
  const splash_span span = splash_span_of(rule->full_range, rule->depth);
  const int unit = 1 << (16 - rule->depth);
  return (splash_greys){
      (float)(span.black / unit), (float)(span.luma / unit), 1 << (rule->depth - 1)};
}

#endif
