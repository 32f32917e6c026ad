#ifndef SPLASH_REFERENCE_H
#define SPLASH_REFERENCE_H

#include "SplashKernels.h"

void splash_reference_splash(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);
void splash_reference_mask(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);
void splash_reference_apply(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end);

#endif
