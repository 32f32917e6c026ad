#ifndef SPLASH_GUIDE_H
#define SPLASH_GUIDE_H

#include "row.h"

/// A luma sample's upper 8 bits.
static inline uint8_t splash_luma_byte(
    const splash_format *format, const uint8_t *row, int32_t index) {
  return (uint8_t)(splash_load(format, row, index) >> (format->depth - 8));
}

#endif
