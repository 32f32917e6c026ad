// Black and white by luminance, one sample at a time.

#include "luminance.h"

#include "kernels.h"
#include "walk.h"

static int16_t whole(double x) { return (int16_t)(x < 0 ? x - 0.5 : x + 0.5); }

splash_luminance splash_luminance_of(const splash_rule *rule) {
  static const double above[] = SPLASH_LUMINANCE_ABOVE, encoded[] = SPLASH_LUMINANCE_ENCODED;
  const splash_matrix m = splash_matrix_of(rule);
  const splash_scale s = splash_scale_of(rule);
  const double weights[] = {m.kr, m.kg, m.kb};
  splash_luminance k = {
      .luma = whole((1 << 22) / s.luma), .black = whole(16384 * s.black / s.luma),
      .red = whole((1 << 21) * m.red / s.chroma), .blue = whole((1 << 21) * m.blue / s.chroma),
      .green_red = whole(32768 * m.kr / m.kg), .green_blue = whole(32768 * m.kb / m.kg),
      .out = whole(2 * s.luma), .out_black = whole(s.black)};
  for (int color = 0; color < 3; color++) {
    k.linear[color] = whole(32768 * weights[color] / 12.92);
    for (int i = 0; i < 3; i++) k.above[color][i] = whole(32768 * weights[color] * above[i]);
  }
  for (int i = 0; i < 5; i++) k.encoded[i] = whole(16384 * encoded[i]);
  return k;
}

/// The linear light of color component x, in units of 1/16384, times its weight.
static int16_t light_of(const splash_luminance *k, int color, int16_t x) {
  const int16_t twice = 2 * x, *above = k->above[color];
  const int16_t t = twice > SPLASH_LUMINANCE_KNEE ? twice - SPLASH_LUMINANCE_KNEE : 0;
  const int16_t square = splash_mul_round(t, t);
  const int16_t factor =
      above[0] + splash_mul_round(above[1], t) + splash_mul_round(above[2], square);
  return splash_mul_round(square, factor) + splash_mul_round(twice, k->linear[color]);
}

static int16_t color_of(int32_t x) { return splash_clamp16(x, 0, 16383); }

static int32_t luma_of(const void *kernel, int32_t luma, splash_chroma chroma) {
  const splash_luminance *k = kernel;
  const int16_t y = splash_mul_round((int16_t)(luma << 7), k->luma) - k->black;
  const int16_t r = color_of(y + splash_mul_round((int16_t)((chroma.cr - 128) * 256), k->red));
  const int16_t b = color_of(y + splash_mul_round((int16_t)((chroma.cb - 128) * 256), k->blue));
  const int16_t g =
      color_of(y + splash_mul_round(y - r, k->green_red) + splash_mul_round(y - b, k->green_blue));
  const int16_t light =
      splash_saturate(light_of(k, 0, r) + light_of(k, 1, g) + light_of(k, 2, b));
  const float root = __builtin_elementwise_sqrt((float)light) * SPLASH_LUMINANCE_ROOT;
  const int16_t place = (int16_t)(root + 0.5f);
  int16_t value = k->encoded[4];
  for (int i = 3; i >= 0; i--) value = splash_mul_round(value, place) + k->encoded[i];
  const int32_t least = light < SPLASH_LUMINANCE_DARK ? light : SPLASH_LUMINANCE_DARK;
  const int16_t straight = (int16_t)(least * SPLASH_LUMINANCE_SLOPE >> 6);
  return splash_mul_round(value > straight ? value : straight, k->out) + k->out_black;
}

static splash_chroma chroma_of(const void *kernel, int32_t sum, splash_chroma chroma) {
  (void)kernel, (void)sum, (void)chroma;
  return (splash_chroma){128, 128};
}

void splash_luminance_reference(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_luminance factors = splash_luminance_of(rule);
  splash_each_sample(picture, first, end, (splash_sample_work){luma_of, chroma_of, &factors});
}
