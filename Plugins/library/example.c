// Splashes raw frames from standard input to standard output: a program that uses libsplash.
//
//   cc example.c -o example $(pkg-config --cflags --libs splash)
//   ffmpeg -i clip.mp4 -f rawvideo -pix_fmt yuv420p - |
//     ./example 1280 720 25 hue=blue smoothing=0.8 > splashed.yuv

#include <splash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
  char error[400];
  const int width = count > 3 ? atoi(words[1]) : 0, height = count > 3 ? atoi(words[2]) : 0;
  const double rate = count > 3 ? atof(words[3]) : 0;
  if (width < 1 || height < 1 || rate <= 0) {
    fprintf(stderr, "usage: example WIDTH HEIGHT RATE [NAME=VALUE]...\n");
    return 64;
  }

  splash_filter *filter = splash_filter_open(NULL, error, sizeof error);
  for (int i = 4; filter && i < count; i++) {
    char *equals = strchr(words[i], '=');
    if (equals) *equals = 0;
    if (splash_filter_set(filter, words[i], equals ? equals + 1 : "on", error, sizeof error)) {
      splash_filter_close(filter);
      filter = NULL;
    }
  }
  if (!filter) {
    fprintf(stderr, "example: %s\n", error);
    return 64;
  }

  const size_t half = (size_t)((width + 1) / 2), luma = (size_t)width * (size_t)height;
  const size_t chroma = half * (size_t)((height + 1) / 2), size = luma + 2 * chroma;
  uint8_t *bytes = malloc(size);
  if (!bytes) return 1;
  splash_image image = {
      .format = "yuv420p",
      .width = width,
      .height = height,
      .data = {bytes, bytes + luma, bytes + luma + chroma},
      .stride = {width, (ptrdiff_t)half, (ptrdiff_t)half},
  };
  int status = 0;
  for (long number = 0; !status && fread(bytes, size, 1, stdin) == 1; number++) {
    image.time = (double)number / rate;
    status = splash_filter_apply(filter, &image, error, sizeof error);
    if (status) fprintf(stderr, "example: picture %ld: %s\n", number, error);
    if (!status && fwrite(bytes, size, 1, stdout) != 1) status = 1;
  }
  splash_readings readings;
  splash_filter_read(filter, &readings);
  fprintf(stderr, "example: %.1f %% kept\n", 100 * readings.kept);
  free(bytes);
  splash_filter_close(filter);
  return status ? 1 : 0;
}
