// Times two builds of the kernels against each other: scripts/bench/against compiles this once with each
// build (its exported functions) and once alone (the comparison).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { width = 1920, height = 1080, ring = 8, most_bytes = 6 * width * height };

/// The kernel and the frame to time.
typedef struct job {
  const char *name, *format;
  int operation, hues;
  double red_gain, blue_gain;
  uint8_t layout, depth, shift, log2_width, log2_height;
} job;

typedef double run_job(const job *job, int set, uint8_t *source, uint8_t *result);

#ifndef COMPARISON
#include "SplashKernels.h"

static double processor_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/// Runs a kernel once over a frame and returns its milliseconds.
run_job kernels_run;
double kernels_run(const job *job, int set, uint8_t *source, uint8_t *result) {
  splash_hue hues[6];
  for (int i = 0; i < 6; i++) hues[i] = (splash_hue){.center = 60 * i, .width = 15, .softness = 10};
  const splash_rule rule = {
      .kr = 0.2126, .kb = 0.0722, .depth = job->depth, .red_gain = job->red_gain, .green_gain = 1,
      .blue_gain = job->blue_gain, .hues = hues, .hue_count = job->hues, .saturation = {0.2, 0.9},
      .value = {0.15, 0.95}, .gate_softness = 0.1, .chroma_floor = 0.1};
  const splash_key key = splash_key_init(&rule);
  const splash_dsp dsp = splash_dsp_init((splash_cpu_flags)(1u << set));
  const int is_packed = job->layout >= splash_yuyv;
  const ptrdiff_t bytes = job->depth > 8 ? 2 : 1, luma = width * (is_packed ? 2 : bytes);
  const int32_t columns = width >> job->log2_width, rows = height >> job->log2_height;
  const ptrdiff_t chroma = columns * bytes * (job->layout == splash_semiplanar ? 2 : 1);
  const ptrdiff_t cb = luma * height, cr = cb + chroma * rows;
  const splash_picture picture = {
      .format = {job->layout, job->depth, job->shift, job->log2_width, job->log2_height},
      .width = width, .height = height, .luma = source, .luma_stride = luma,
      .cb = source + cb, .cb_stride = chroma, .cr = source + cr, .cr_stride = chroma,
      .out_luma = is_packed ? result : NULL, .out_luma_stride = luma,
      .out_cb = result + cb, .out_cb_stride = chroma, .out_cr = result + cr, .out_cr_stride = chroma,
      .mask = result, .mask_stride = columns};
  const double start = processor_milliseconds();
  switch (job->operation) {
    case 0: dsp.splash(&key, &picture, 0, rows); break;
    case 1: dsp.mask(&key, &picture, 0, rows); break;
    default: dsp.apply(&key, &picture, 0, rows); break;
  }
  return processor_milliseconds() - start;
}

#else

static const job jobs[] = {
    {"splash, 1 hue", "yuv420p", 0, 1, 1, 1, 0, 8, 0, 1, 1},
    {"splash, 6 hues", "yuv420p", 0, 6, 1, 1, 0, 8, 0, 1, 1},
    {"splash, balanced", "yuv420p", 0, 1, 1.1, 0.9, 0, 8, 0, 1, 1},
    {"mask, 1 hue", "yuv420p", 1, 1, 1, 1, 0, 8, 0, 1, 1},
    {"apply", "yuv420p", 2, 1, 1, 1, 0, 8, 0, 1, 1},
    {"splash, 1 hue", "yuv422p", 0, 1, 1, 1, 0, 8, 0, 1, 0},
    {"splash, 1 hue", "yuv444p", 0, 1, 1, 1, 0, 8, 0, 0, 0},
    {"splash, 1 hue", "nv12", 0, 1, 1, 1, 1, 8, 0, 1, 1},
    {"splash, 1 hue", "nv16", 0, 1, 1, 1, 1, 8, 0, 1, 0},
    {"splash, 1 hue", "yuv420p10", 0, 1, 1, 1, 0, 10, 0, 1, 1},
    {"mask, 1 hue", "yuv420p10", 1, 1, 1, 1, 0, 10, 0, 1, 1},
    {"splash, 1 hue", "yuv422p10", 0, 1, 1, 1, 0, 10, 0, 1, 0},
    {"splash, 1 hue", "p010", 0, 1, 1, 1, 1, 10, 6, 1, 1},
    {"splash, 1 hue", "yuv444p12", 0, 1, 1, 1, 0, 12, 0, 0, 0},
    {"splash, 1 hue", "yuyv422", 0, 1, 1, 1, 2, 8, 0, 1, 0},
};

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Fills every sample with another code.
static void fill(const job *job, uint8_t *samples, uint64_t seed) {
  for (size_t i = 0; i < most_bytes / 2; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    uint16_t word = (uint16_t)(seed >> 32);
    if (job->depth > 8) word = (uint16_t)((word & ((1u << job->depth) - 1)) << job->shift);
    memcpy(samples + 2 * i, &word, 2);
  }
}

static run_job *kernels(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  run_job *run = library ? (run_job *)dlsym(library, "kernels_run") : NULL;
  if (!run) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  return run;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  run_job *const builds[2] = {kernels(arguments[1]), kernels(arguments[2])};
  const int rounds = atoi(arguments[3]);
  if (rounds < 1) return 2;
  uint8_t *sources[ring], *results[ring];
  for (int i = 0; i < ring; i++) {
    sources[i] = aligned_alloc(64, most_bytes);
    results[i] = aligned_alloc(64, most_bytes);
    memset(results[i], 128, most_bytes);
  }
  double *times[2] = {malloc((size_t)rounds * sizeof(double)), malloc((size_t)rounds * sizeof(double))};
  static const char *const sets[] = {"sse2", "avx2", "avx512"};
  int slower = 0, turn = 0;
  printf("%-18s%-12s%-8s%10s%10s%9s\n", "kernel", "format", "set", "old ms", "new ms", "change");
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
    for (int k = 0; k < ring; k++) fill(&jobs[i], sources[k], (uint64_t)k);
    for (int set = 1; set <= 3; set++) {
      if ((set == 2 && !__builtin_cpu_supports("avx2")) ||
          (set == 3 && !__builtin_cpu_supports("avx512bw")))
        continue;
      for (int round = 0; round < rounds; round++) {
        for (int k = 0; k < 2; k++, turn++) {
          const int which = (k + round) % 2;
          times[which][round] =
              builds[which](&jobs[i], set, sources[turn % ring], results[turn % ring]);
        }
      }
      for (int k = 0; k < 2; k++) qsort(times[k], (size_t)rounds, sizeof(double), by_size);
      const double old = times[0][rounds / 2], new = times[1][rounds / 2];
      const double change = (new / old - 1) * 100;
      slower += change > 3;
      printf(
          "%-18s%-12s%-8s%10.3f%10.3f%+8.1f%%\n", jobs[i].name, jobs[i].format, sets[set - 1], old, new,
          change);
      fflush(stdout);
    }
  }
  printf("%d slower by more than 3 %%\n", slower);
  return slower > 0;
}
#endif
