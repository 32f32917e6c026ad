#ifndef SPLASH_KERNELS_INTERNAL_H
#define SPLASH_KERNELS_INTERNAL_H

// A list of all kernels. The reference of kernel `x` is `splash_x_reference`, in x.c unless it shares a file; its
// vector version is `x_rows` in the template that level.h includes.

#include "SplashKernels.h"

#define SPLASH_KERNELS(each) \
  each(splash) each(mask) each(apply) each(guide) each(steady) each(despeckle) each(halve) \
      each(amend) each(grow) each(smooth) each(feather) each(join) each(lines) each(balance) each(show_mask) \
      each(tone) each(spread) each(mix) each(cube) each(curves) each(shrink) each(weigh) \
      each(soften) each(enlarge) each(turn) each(recolor) each(vignette) each(grain) each(glow) \
      each(mosaic) each(unmix) each(luminance)

#define SPLASH_DECLARE(x) splash_##x##_kernel splash_##x##_reference;
SPLASH_KERNELS(SPLASH_DECLARE)

#define SPLASH_COUNT(x) +1
_Static_assert(
    sizeof(splash_dsp) == (1 SPLASH_KERNELS(SPLASH_COUNT)) * sizeof(void *),
    "the table and the list have the same kernels");

// Each replaces entries of the table by its kernels.
void splash_fill_sse2(splash_dsp *dsp);
void splash_fill_avx2(splash_dsp *dsp);
void splash_fill_avx512(splash_dsp *dsp);
void splash_fill_neon(splash_dsp *dsp);

#endif
