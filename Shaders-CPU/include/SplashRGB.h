#ifndef SPLASH_RGB_H
#define SPLASH_RGB_H

// Converts between three or four bytes per pixel and Y'CbCr in 12 bits, full range, 4:4:4, which has enough bits to
// restore every 8-bit color exactly.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// The byte order of a pixel: the positions of red and blue, in bits from the lowest of a word, and the number of
/// bytes, 3 or 4. Green is the second byte.
typedef struct SPLASH_SWIFT(SplashRGBOrder) splash_rgb_order {
  int32_t red, blue, size;
} splash_rgb_order;

/// Converts `count` pixels to samples; kr and kb are the weights of red and blue in luma.
void splash_rgb_split(
    const uint8_t *pixels, splash_rgb_order order, double kr, double kb, uint16_t *luma, uint16_t *cb,
    uint16_t *cr, int32_t count);

/// Converts back, to the nearest code; the fourth byte of a pixel is not changed.
void splash_rgb_join(
    const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, double kr, double kb,
    splash_rgb_order order, uint8_t *pixels, int32_t count);

#pragma clang assume_nonnull end

#endif
