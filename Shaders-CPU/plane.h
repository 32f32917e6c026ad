#ifndef SPLASH_PLANE_H
#define SPLASH_PLANE_H

// Rows of a plane, and the measure of flicker. Outside of a plane the nearest samples repeat.

#include "SplashPicture.h"

/// Changes by more than this many codes count as flicker.
enum { splash_quarter = 63 };

static inline int32_t splash_clamp_index(int32_t i, int32_t count) {
  return i < 0 ? 0 : i < count ? i : count - 1;
}

static inline const uint8_t *splash_plane_row(const splash_plane *plane, int32_t y) {
  return plane->data + splash_clamp_index(y, plane->height) * plane->stride;
}

/// Stores a sample of a result. Returns 1 if it differs by more than a quarter from the old one, else 0.
static inline int splash_put_sample(uint8_t *out, int v) {
  const int change = v - *out;
  *out = (uint8_t)v;
  return change > splash_quarter || change < -splash_quarter;
}

#endif
