#ifndef SPLASH_RGB_H
#define SPLASH_RGB_H

// Three or four bytes a pixel and Y'CbCr in 12 bits, full range, 4:4:4: enough bits that every color of 8 bits
// comes back as it was.

#include "SplashPicture.h"

#pragma clang assume_nonnull begin

/// How a pixel's bytes lie: red and blue, in bits from the lowest of a word, and how many there are, 3
/// or 4. Green is the second.
typedef struct SPLASH_SWIFT(SplashRGBOrder) splash_rgb_order {
  int32_t red, blue, size;
} splash_rgb_order;

/// `count` pixels to samples, with kr and kb the weights of red and blue in luma.
void splash_rgb_split(
    const uint8_t *pixels, splash_rgb_order order, double kr, double kb, uint16_t *luma, uint16_t *cb,
    uint16_t *cr, int32_t count);

/// And back, to the nearest code; a fourth byte of a pixel stays.
void splash_rgb_join(
    const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, double kr, double kb,
    splash_rgb_order order, uint8_t *pixels, int32_t count);

#pragma clang assume_nonnull end

#endif
