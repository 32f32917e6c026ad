#ifndef SPLASH_SHAPE_H
#define SPLASH_SHAPE_H

// The disc for growing edges, and the mean for feathering.

#include <stdint.h>

/// Half the width of a disc's row that is `away` from its center: samples within a distance of `reach`.
static inline int32_t splash_disc_width(int32_t reach, int32_t away) {
  int32_t width = 0;
  while ((width + 1) * (width + 1) + away * away <= reach * reach) width++;
  return width;
}

/// The factor of `splash_mean` for a count of 2…33.
static inline uint16_t splash_share_of(int32_t count) { return (uint16_t)(65535 / count + 1); }

/// The mean of `count` bytes with a given sum, rounded.
static inline uint8_t splash_mean(int32_t sum, int32_t count) {
  return (uint8_t)((sum + count / 2) * splash_share_of(count) >> 16);
}

#endif
