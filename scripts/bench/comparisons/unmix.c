// Times the kernel that removes background color from soft edges: scripts/bench/fringes compiles it with the kernels.
//
// usage: unmix ROUNDS FILE...   each with luma and chroma in 4:2:0, then alpha of luma's size, 1080p

#include "SplashKernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { width = 1920, height = 1080, samples = width * height, most_rounds = 1000 };

static uint8_t file[samples * 5 / 2], work[samples * 3 / 2], chroma_alpha[samples / 4], cells[samples];
static float colors[4 * samples], rows[36 * (width + 32) + 32];
static int32_t columns[2 * width + 128];

static double processor_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Milliseconds for one component.
static double unmixed(const splash_dsp *dsp, uint8_t *plane, uint8_t *alpha, int32_t wide, int32_t high) {
  int32_t sizes[2 * splash_unmix_levels], count = 0;
  while ((wide - 1) >> count) count++;
  for (int32_t i = 0; i <= count; i++) {
    sizes[2 * i] = (int32_t)lround(pow(wide, (double)i / count));
    sizes[2 * i + 1] = (int32_t)lround(pow(high, (double)i / count));
  }
  const splash_unmixing how = {
      {alpha, wide, wide, high}, 0, count + 1, sizes, cells, colors, rows, columns};
  const splash_channel channel = {plane, wide, plane, wide, wide, high, 8, 0, 1};
  const double begin = processor_milliseconds();
  dsp->unmix(&how, &channel);
  return processor_milliseconds() - begin;
}

static double median(const splash_dsp *dsp, int rounds) {
  static double times[most_rounds];
  for (int i = 0; i < rounds; i++) {
    memcpy(work, file, sizeof work);
    times[i] = unmixed(dsp, work, file + samples * 3 / 2, width, height);
    for (int plane = 4; plane <= 5; plane++)
      times[i] += unmixed(dsp, work + samples / 4 * plane, chroma_alpha, width / 2, height / 2);
  }
  qsort(times, (size_t)rounds, sizeof *times, ascending);
  return times[rounds / 2];
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 0;
  if (rounds < 1 || rounds > most_rounds) return 64;
  const splash_dsp sets[2] = {splash_dsp_init(splash_cpu_avx2), splash_dsp_init(splash_cpu_avx512)};
  for (int i = 2; i < argc; i++) {
    FILE *from = fopen(argv[i], "rb");
    if (!from || fread(file, 1, sizeof file, from) != sizeof file) return 1;
    fclose(from);
    const uint8_t *alpha = file + samples * 3 / 2;
    for (int at = 0; at < samples / 4; at++) {
      const uint8_t *square = alpha + at / (width / 2) * 2 * width + at % (width / 2) * 2;
      chroma_alpha[at] = (uint8_t)((square[0] + square[1] + square[width] + square[width + 1] + 2) / 4);
    }
    int soft = 0, kept = 0;
    for (int at = 0; at < samples; at++) {
      soft += alpha[at] > 0 && alpha[at] < 255;
      kept += alpha[at] > 127;
    }
    printf("%.1f %.1f", 100.0 * kept / samples, 100.0 * soft / samples);
    for (int set = 0; set < 2; set++) printf(" %.2f", median(&sets[set], rounds));
    puts("");
  }
}
