#ifndef SPLASH_LEVELS_H
#define SPLASH_LEVELS_H

// Each writes its kernels over the table's.

#include "SplashKernels.h"

void splash_fill_sse2(splash_dsp *dsp);
void splash_fill_avx2(splash_dsp *dsp);
void splash_fill_avx512(splash_dsp *dsp);
void splash_fill_neon(splash_dsp *dsp);

#endif
