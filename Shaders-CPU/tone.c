// Applies tones, one sample at a time.

#include "tone.h"

#include "kernels.h"
#include "walk.h"

static int32_t within(int32_t x, int32_t low, int32_t high) {
  return x < low ? low : x < high ? x : high;
}

typedef struct toning {
  const splash_tone *tone;
  const splash_format *format;
  int32_t neutral, top;
} toning;

static int32_t mix_of(const toning *k, splash_chroma chroma) {
  return splash_tone_mix(k->tone, chroma.cb - k->neutral, chroma.cr - k->neutral);
}

static int32_t luma_of(const void *kernel, int32_t luma, splash_chroma chroma) {
  const toning *k = kernel;
  const int32_t index = within((luma << k->tone->fraction) + mix_of(k, chroma), 0, k->top);
  if (!k->tone->is_index) return k->tone->luma[index];
  return within((index + splash_tone_half(k->tone)) >> k->tone->fraction, 0, 2 * k->neutral - 1);
}

static int32_t chroma_code(const toning *k, int32_t code, int32_t offset) {
  const int32_t more = offset * (1 << (k->format->depth - 2));
  const int32_t kept = (code - k->neutral) * k->tone->keep;
  return k->neutral + within((kept + more + splash_one / 2) >> 12, -k->neutral, k->neutral - 1);
}

static splash_chroma chroma_of(const void *kernel, int32_t sum, splash_chroma chroma) {
  static const int16_t nothing[2];
  const toning *k = kernel;
  const int32_t mean = ((sum << k->tone->fraction) + 2) >> 2;
  const int16_t *offsets =
      k->tone->chroma ? k->tone->chroma + 2 * within(mean + mix_of(k, chroma), 0, k->top) : nothing;
  return (splash_chroma){
      chroma_code(k, chroma.cb, offsets[0]), chroma_code(k, chroma.cr, offsets[1])};
}

void splash_tone_reference(
    const splash_tone *tone, const splash_picture *picture, int32_t first, int32_t end) {
  const toning k = {
      tone, &picture->format, 1 << (picture->format.depth - 1),
      splash_tone_top(tone, &picture->format)};
  splash_each_sample(
      picture, first, end, (splash_sample_work){splash_tone_writes(tone) ? luma_of : NULL, chroma_of, &k});
}
