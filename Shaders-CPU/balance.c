// Applies white balance to a frame, one sample at a time.

#include "balance.h"

#include "kernels.h"
#include "walk.h"

static float within(float x, float top) {
  x = x > 0 ? x : 0;
  return x < top ? x : top;
}

/// Rounds, and clamps to valid codes.
static int32_t code_of(const splash_format *format, float x) {
  return (int32_t)(within(x, (float)((1 << format->depth) - 1)) + 0.5f);
}

/// The parts of luma that R', G' and B' contribute, in codes.
typedef struct parts {
  float red, green, blue;
} parts;

/// Applies the gains: luma is in codes from black, `red` and `blue` are what chroma adds to the parts of R' and B'.
static parts balanced(const splash_balance *k, float luma, float red, float blue) {
  const float r = within(k->red_of_luma * luma + red, k->red_top);
  const float b = within(k->blue_of_luma * luma + blue, k->blue_top);
  const float g = within(luma - r - b, k->green_top);
  return (parts){
      within(r * k->red_gain, k->red_top), within(g * k->green_gain, k->green_top),
      within(b * k->blue_gain, k->blue_top)};
}

static float luma_of(parts x) { return x.red + x.green + x.blue; }

/// An 8-bit luma code after the gains; `red` and `blue` are what its chroma adds to the parts.
static int32_t luma_word_of(
    const splash_balance_words *k, int32_t luma, int16_t red, int16_t blue) {
  const int16_t y = (int16_t)(luma * 32 - k->black);
  const int16_t r = splash_clamp16(splash_mul_round(y, k->red_of_luma) + red, 0, k->red_top);
  const int16_t b = splash_clamp16(splash_mul_round(y, k->blue_of_luma) + blue, 0, k->blue_top);
  const int16_t g = splash_clamp16(y - r - b, 0, k->green_top);
  const int16_t more_r = splash_mul_round((int16_t)(r * 8), k->red_gain);
  const int16_t more_b = splash_mul_round((int16_t)(b * 8), k->blue_gain);
  return (splash_clamp16(more_r, 0, k->red_top) + g + splash_clamp16(more_b, 0, k->blue_top) +
          k->black + 16) >> 5;
}

typedef struct balancing {
  const splash_format *format;
  splash_balance floats;
  splash_balance_words words;
} balancing;

/// Applies the gains to a luma code with chroma codes.
static parts parts_of(const splash_balance *k, float luma, splash_chroma chroma) {
  return balanced(
      k, luma - k->black, ((float)chroma.cr - k->neutral) * k->red_in,
      ((float)chroma.cb - k->neutral) * k->blue_in);
}

static int32_t luma_code(const void *kernel, int32_t luma, splash_chroma chroma) {
  const balancing *k = kernel;
  if (k->words.serve)
    return luma_word_of(
        &k->words, luma, splash_mul_round((int16_t)((chroma.cr - 128) * 128), k->words.red_in),
        splash_mul_round((int16_t)((chroma.cb - 128) * 128), k->words.blue_in));
  return code_of(
      k->format, luma_of(parts_of(&k->floats, (float)luma, chroma)) + k->floats.black);
}

static splash_chroma chroma_codes(const void *kernel, int32_t sum, splash_chroma chroma) {
  const balancing *k = kernel;
  const splash_balance *f = &k->floats;
  const parts color = parts_of(f, (float)sum / 4, chroma);
  const float level = luma_of(color);
  return (splash_chroma){
      code_of(k->format, (color.blue * f->blue_whole - level) * f->cb_out + f->neutral),
      code_of(k->format, (color.red * f->red_whole - level) * f->cr_out + f->neutral)};
}

void splash_balance_reference(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const balancing k = {
      &picture->format, splash_balance_of(rule), splash_balance_words_of(rule)};
  splash_each_sample(picture, first, end, (splash_sample_work){luma_code, chroma_codes, &k});
}
