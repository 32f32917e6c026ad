#ifndef SPLASH_SHOW_MASK_H
#define SPLASH_SHOW_MASK_H

// The code of black, and the number of codes to white, for showing a mask.

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
