#ifndef SPLASH_GUIDE_H
#define SPLASH_GUIDE_H

#include "row.h"

/// The upper 8 bits of a luma sample.
static inline uint8_t splash_luma_byte(
    const splash_format *format, const uint8_t *row, int32_t index) {
  return (uint8_t)(splash_load(format, row, index) >> (format->depth - 8));
}

#endif
