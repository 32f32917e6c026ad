#ifndef SPLASH_SHAPE_H
#define SPLASH_SHAPE_H

// The disc by which an edge grows, and the mean by which it is feathered.

#include <stdint.h>

/// How far the row of a disc reaches to either side that is `away` from its middle: samples within a distance of
/// `reach`.
static inline int32_t splash_disc_width(int32_t reach, int32_t away) {
  int32_t width = 0;
  while ((width + 1) * (width + 1) + away * away <= reach * reach) width++;
  return width;
}

/// What `splash_mean` multiplies by, for a count of 2…33.
static inline uint16_t splash_share_of(int32_t count) { return (uint16_t)(65535 / count + 1); }

/// The mean of `count` bytes with that sum, rounded.
static inline uint8_t splash_mean(int32_t sum, int32_t count) {
  return (uint8_t)((sum + count / 2) * splash_share_of(count) >> 16);
}

#endif
