#ifndef SPLASH_SHAPE_H
#define SPLASH_SHAPE_H

// The mean by which an edge is feathered.

#include <stdint.h>

/// What `splash_mean` multiplies by, for a count of 2…33.
static inline uint16_t splash_share_of(int32_t count) { return (uint16_t)(65535 / count + 1); }

/// The mean of `count` bytes with that sum, rounded.
static inline uint8_t splash_mean(int32_t sum, int32_t count) {
  return (uint8_t)((sum + count / 2) * splash_share_of(count) >> 16);
}

#endif
