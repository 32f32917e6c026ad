// Runs random pictures and rules through every instruction set of a machine, compares each with the
// reference, and prints a digest of all results: equal digests on two machines mean equal videos.
// For machines that have no Swift; scripts/test-old-cpus builds it for 64-bit ARM.
//
// usage: kernel-parity [rules]

#include "SplashKernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { plane_bytes = 1 << 14, stride = 640 };

static uint64_t state = 1;

static uint32_t random_bits(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}
static double random_unit(void) { return (random_bits() & 0xffffff) / 16777216.0; }
static int one_in(int n) { return random_bits() % (uint32_t)n == 0; }

static splash_interval random_interval(void) {
  double low = one_in(2) ? 0 : random_unit() / 2;
  return (splash_interval){low, one_in(2) ? 1 : 0.5 + random_unit() / 2};
}

static splash_rule random_rule(splash_hue *hues, int depth) {
  static const double matrices[][2] = {{.299, .114}, {.2126, .0722}, {.2627, .0593}};
  const double *matrix = matrices[random_bits() % 3];
  int wide = one_in(2), count = (int)(random_bits() % 7);
  for (int i = 0; i < count; i++)
    hues[i] = (splash_hue){
        .center = random_unit() * 360, .width = random_unit() * 60,
        .softness = (wide ? 10 : 1) + (one_in(2) ? 0 : random_unit() * 30), .drop = one_in(4),
        .has_saturation = one_in(5), .has_value = one_in(5), .saturation = random_interval(),
        .value = random_interval()};
  return (splash_rule){
      .kr = matrix[0], .kb = matrix[1], .depth = depth, .full_range = one_in(2),
      .red_gain = one_in(2) ? 1 : 0.5 + random_unit(), .green_gain = 1,
      .blue_gain = one_in(2) ? 1 : 0.5 + random_unit(), .hues = hues, .hue_count = count,
      .saturation = random_interval(), .value = random_interval(),
      .gate_softness = (wide ? 0.1 : 0.02) + random_unit() / 5,
      .chroma_floor = wide ? 0.04 + random_unit() / 10 : 0, .invert = one_in(4)};
}

static splash_format random_format(void) {
  static const uint8_t depths[] = {8, 8, 10, 12, 14};
  splash_layout layout = (splash_layout)(random_bits() % 4);
  if (layout >= splash_yuyv) return (splash_format){layout, 8, 0, 1, 0};
  uint8_t depth = depths[random_bits() % 5];
  uint8_t shift = depth > 8 && one_in(2) ? (uint8_t)(16 - depth) : 0;
  return (splash_format){
      layout, depth, shift, (uint8_t)(random_bits() % 2), (uint8_t)(random_bits() % 2)};
}

static void fill(uint8_t *plane, const splash_format *format, int is_dull) {
  for (int i = 0; i < plane_bytes; i++)
    plane[i] = (uint8_t)(is_dull && format->depth == 8 ? 120 + random_bits() % 16 : random_bits());
  if (format->depth == 8) return;
  uint16_t *words = (uint16_t *)(void *)plane;
  for (int i = 0; i < plane_bytes / 2; i++)
    words[i] = (uint16_t)((words[i] & ((1 << format->depth) - 1)) << format->shift);
}

typedef struct result {
  _Alignas(64) uint8_t luma[plane_bytes], cb[plane_bytes], cr[plane_bytes], mask[plane_bytes];
} result;

static void run(
    splash_dsp dsp, int operation, const splash_key *key, splash_picture picture, result *out) {
  memset(out, 0xa5, sizeof *out);
  picture.out_luma = out->luma;
  picture.out_cb = out->cb;
  picture.out_cr = out->cr;
  picture.out_luma_stride = picture.out_cb_stride = picture.out_cr_stride = stride;
  if (operation == 1) {
    picture.mask = out->mask;
    picture.mask_stride = stride;
  }
  int rows = (picture.height + picture.format.log2_height) >> picture.format.log2_height;
  (operation == 0 ? dsp.splash : operation == 1 ? dsp.mask : dsp.apply)(key, &picture, 0, rows);
}

int main(int count, char **arguments) {
  static _Alignas(64) uint8_t luma[plane_bytes], cb[plane_bytes], cr[plane_bytes];
  static uint8_t mask[plane_bytes];
  static result expected, found;
  const splash_cpu_flags sets[] = {
      splash_cpu_sse2, splash_cpu_avx2, splash_cpu_avx512, splash_cpu_neon};
  int rules = count > 1 ? atoi(arguments[1]) : 2000, compared = 0;
  uint64_t digest = 0xcbf29ce484222325u;
  for (int i = 0; i < rules; i++) {
    splash_format format = random_format();
    splash_hue hues[8];
    splash_rule rule = random_rule(hues, format.depth);
    splash_key key = splash_key_init(&rule);
    int is_dull = one_in(3);
    fill(luma, &format, 0);
    fill(cb, &format, is_dull);
    fill(cr, &format, is_dull);
    for (int k = 0; k < plane_bytes; k++) mask[k] = (uint8_t)random_bits();
    splash_picture picture = {
        .format = format, .width = 1 + (int)(random_bits() % 150),
        .height = 1 + (int)(random_bits() % 5), .luma = luma, .luma_stride = stride, .cb = cb,
        .cb_stride = stride, .cr = cr, .cr_stride = stride,
        .unpack = format.layout >= splash_yuyv && one_in(2), .mask = mask, .mask_stride = stride};
    for (int operation = 0; operation < 3; operation++) {
      run(splash_dsp_init(splash_cpu_reference), operation, &key, picture, &expected);
      for (size_t k = 0; k < sizeof expected; k++)
        digest = (digest ^ ((const uint8_t *)&expected)[k]) * 0x100000001b3u;
      for (int s = 0; s < 4; s++) {
        if (!(splash_cpu_detect() & sets[s])) continue;
        run(splash_dsp_init(sets[s]), operation, &key, picture, &found);
        compared++;
        if (memcmp(&expected, &found, sizeof expected) == 0) continue;
        fprintf(
            stderr, "rule %d, operation %d, set %u: not the reference's\n", i, operation, sets[s]);
        return 1;
      }
    }
  }
  printf("%016llx after %d comparisons\n", (unsigned long long)digest, compared);
  return compared == 0;
}
