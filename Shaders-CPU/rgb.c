#include "SplashRGB.h"

#include <math.h>
#include <string.h>

// The compiler vectorizes these loops, once for all machines and once for newer ones. Not with the thread sanitizer,
// which is not initialized yet when the program chooses a version.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define VECTORS
#endif

enum { WHITE = 4095, GREY = 2048, GREEN_SHIFT = 8, DOWN = 16, UP = 20, BLOCK = 1024 };

static int32_t fixed(double number, int bits) { return (int32_t)lrint(ldexp(number, bits)); }

static inline int32_t clamped(int32_t value, int32_t most) {
  value = value < 0 ? 0 : value;
  return value > most ? most : value;
}

VECTORS static void split_words(
    const uint8_t *restrict pixels, splash_rgb_order order, double kr, double kb,
    uint16_t *restrict luma, uint16_t *restrict cb, uint16_t *restrict cr, int32_t count) {
  const double scale = WHITE / 255.0, kg = 1 - kr - kb;
  const double u = scale / (2 * (1 - kb)), v = scale / (2 * (1 - kr));
  const int32_t yr = fixed(kr * scale, DOWN), yb = fixed(kb * scale, DOWN);
  const int32_t yg = fixed(scale, DOWN) - yr - yb;
  const int32_t ur = fixed(kr * u, DOWN), ug = fixed(kg * u, DOWN);
  const int32_t vb = fixed(kb * v, DOWN), vg = fixed(kg * v, DOWN);
  const int32_t half = 1 << (DOWN - 1), grey = (GREY << DOWN) + half;
  for (int32_t x = 0; x < count; x++) {
    uint32_t pixel;
    memcpy(&pixel, pixels + 4 * (int64_t)x, 4);
    const int32_t r = pixel >> order.red & 255, g = pixel >> GREEN_SHIFT & 255;
    const int32_t b = pixel >> order.blue & 255;
    luma[x] = (uint16_t)((yr * r + yg * g + yb * b + half) >> DOWN);
    cb[x] = (uint16_t)clamped(((ur + ug) * b - ur * r - ug * g + grey) >> DOWN, WHITE);
    cr[x] = (uint16_t)clamped(((vb + vg) * r - vb * b - vg * g + grey) >> DOWN, WHITE);
  }
}

VECTORS static void join_words(
    const uint16_t *restrict luma, const uint16_t *restrict cb, const uint16_t *restrict cr, double kr,
    double kb, splash_rgb_order order, uint8_t *restrict pixels, int32_t count) {
  const double scale = 255.0 / WHITE, kg = 1 - kr - kb;
  const int32_t white = fixed(scale, UP), half = 1 << (UP - 1);
  const int32_t rv = fixed(2 * (1 - kr) * scale, UP), bu = fixed(2 * (1 - kb) * scale, UP);
  const int32_t gu = fixed(2 * kb * (1 - kb) / kg * scale, UP);
  const int32_t gv = fixed(2 * kr * (1 - kr) / kg * scale, UP);
  const uint32_t colors = 255u << order.red | 255u << GREEN_SHIFT | 255u << order.blue;
  for (int32_t x = 0; x < count; x++) {
    const int32_t y = luma[x] * white + half, u = cb[x] - GREY, v = cr[x] - GREY;
    const uint32_t r = (uint32_t)clamped((y + rv * v) >> UP, 255);
    const uint32_t g = (uint32_t)clamped((y - gu * u - gv * v) >> UP, 255);
    const uint32_t b = (uint32_t)clamped((y + bu * u) >> UP, 255);
    uint32_t pixel;
    memcpy(&pixel, pixels + 4 * (int64_t)x, 4);
    pixel = (pixel & ~colors) | r << order.red | g << GREEN_SHIFT | b << order.blue;
    memcpy(pixels + 4 * (int64_t)x, &pixel, 4);
  }
}

VECTORS static void widen(const uint8_t *restrict bytes, uint8_t *restrict words, int32_t count) {
  for (int32_t x = 0; x < count; x++)
    for (int i = 0; i < 3; i++) words[4 * x + i] = bytes[3 * x + i];
}

VECTORS static void narrow(const uint8_t *restrict words, uint8_t *restrict bytes, int32_t count) {
  for (int32_t x = 0; x < count; x++)
    for (int i = 0; i < 3; i++) bytes[3 * x + i] = words[4 * x + i];
}

// Pixels of three bytes are expanded to words, a block at a time.

void splash_rgb_split(
    const uint8_t *pixels, splash_rgb_order order, double kr, double kb, uint16_t *luma, uint16_t *cb,
    uint16_t *cr, int32_t count) {
  if (order.size == 4) return split_words(pixels, order, kr, kb, luma, cb, cr, count);
  uint8_t words[4 * BLOCK] = {0};
  for (int32_t x = 0; x < count; x += BLOCK) {
    const int32_t length = count - x < BLOCK ? count - x : BLOCK;
    widen(pixels + 3 * (int64_t)x, words, length);
    split_words(words, order, kr, kb, luma + x, cb + x, cr + x, length);
  }
}

void splash_rgb_join(
    const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, double kr, double kb,
    splash_rgb_order order, uint8_t *pixels, int32_t count) {
  if (order.size == 4) return join_words(luma, cb, cr, kr, kb, order, pixels, count);
  uint8_t words[4 * BLOCK] = {0};
  for (int32_t x = 0; x < count; x += BLOCK) {
    const int32_t length = count - x < BLOCK ? count - x : BLOCK;
    join_words(luma + x, cb + x, cr + x, kr, kb, order, words, length);
    narrow(words, pixels + 3 * (int64_t)x, length);
  }
}
