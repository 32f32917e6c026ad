#ifndef SPLASH_STEADY_H
#define SPLASH_STEADY_H

// One sample's arithmetic of the steady mask, and the types of its kernels. Neighbors outside of a
// plane are the nearest inside.

#include "SplashMasks.h"

#define SPLASH_GUIDE(name) \
  void name(const splash_picture *picture, const splash_plane *guide, int32_t first, int32_t end)
#define SPLASH_STEADY(name)                                                                     \
  int64_t name(                                                                                 \
      const splash_steadying *how, const splash_steady_step *step, int32_t first, int32_t end)
#define SPLASH_DESPECKLE(name)                                                                 \
  int64_t name(                                                                                \
      const splash_plane *mask, const splash_plane *result, int32_t size, int32_t first,       \
      int32_t end)

SPLASH_GUIDE(splash_guide_reference);
SPLASH_STEADY(splash_steady_reference);
SPLASH_DESPECKLE(splash_despeckle_reference);
#if defined(__x86_64__)
SPLASH_GUIDE(splash_guide_sse2);
SPLASH_STEADY(splash_steady_sse2);
SPLASH_DESPECKLE(splash_despeckle_sse2);
SPLASH_GUIDE(splash_guide_avx2);
SPLASH_STEADY(splash_steady_avx2);
SPLASH_DESPECKLE(splash_despeckle_avx2);
SPLASH_GUIDE(splash_guide_avx512);
SPLASH_STEADY(splash_steady_avx512);
SPLASH_DESPECKLE(splash_despeckle_avx512);
#elif defined(__aarch64__)
SPLASH_GUIDE(splash_guide_neon);
SPLASH_STEADY(splash_steady_neon);
SPLASH_DESPECKLE(splash_despeckle_neon);
#endif

/// Changes by more than this many codes count as flicker.
enum { splash_quarter = 63 };
/// Evidence opens the slew by 2⁶ codes for each code of the guide above its floor, and by 2³ for each
/// of the mask.
enum { splash_guide_gain = 6, splash_mask_gain = 3 };

static inline int32_t splash_clamp_index(int32_t i, int32_t count) {
  return i < 0 ? 0 : i < count ? i : count - 1;
}

static inline const uint8_t *splash_plane_row(const splash_plane *plane, int32_t y) {
  return plane->data + splash_clamp_index(y, plane->height) * plane->stride;
}

#endif
