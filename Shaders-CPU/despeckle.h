#ifndef SPLASH_DESPECKLE_H
#define SPLASH_DESPECKLE_H

// Which squares fit into a plane.

#include "plane.h"

/// Whether squares that begin in a row lie inside of the plane.
static inline bool splash_squares_fit(const splash_plane *mask, int32_t top, int32_t size) {
  return top >= 0 && top + size <= mask->height;
}

/// Whether one square fills the plane, so that there are no specks.
static inline bool splash_is_one_square(const splash_plane *mask, int32_t size) {
  return mask->width <= size && mask->height <= size;
}

#endif
