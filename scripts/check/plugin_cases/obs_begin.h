// Code shared by the OBS test hosts: a libobs without a window, and times. Needs an X server.

#include <X11/Xlib.h>
#include <obs/obs-nix-platform.h>
#include <obs/obs.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static FILE *result;

static const char *get_name(void *unused) { return unused ? "" : "test"; }
static void *create(obs_data_t *settings, obs_source_t *source) { return settings ? source : source; }
static void destroy(void *data) { (void)data; }

/// The time of a clock in milliseconds.
static double reading(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, long count) {
  if (count == 0) return 0;
  qsort(values, (size_t)count, sizeof *values, by_size);
  return values[count / 2];
}

static int fail(const char *what) {
  fprintf(stderr, "host: %s\n", what);
  return 1;
}

/// Starts libobs with the plugin. Returns nonzero on failure.
static int begin(const char *plugin, const char *data, const char *language) {
  // libobs's log on standard output is moved to standard error.
  result = fdopen(dup(STDOUT_FILENO), "wb");
  if (!result || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return fail("no output");
  Display *display = XOpenDisplay(NULL);
  if (!display) return fail("no display");
  obs_set_nix_platform(OBS_NIX_PLATFORM_X11_EGL);
  obs_set_nix_platform_display(display);
  if (!obs_startup(language, NULL, NULL)) return fail("obs_startup");
  struct obs_video_info video = {
      .graphics_module = "libobs-opengl", .fps_num = 60, .fps_den = 1, .base_width = 64,
      .base_height = 64, .output_width = 64, .output_height = 64, .output_format = VIDEO_FORMAT_I420,
      .gpu_conversion = true, .colorspace = VIDEO_CS_709, .range = VIDEO_RANGE_PARTIAL,
      .scale_type = OBS_SCALE_BILINEAR};
  if (obs_reset_video(&video)) return fail("obs_reset_video");
  struct obs_audio_info audio = {48000, SPEAKERS_STEREO};
  obs_reset_audio(&audio);
  obs_module_t *module;
  if (obs_open_module(&module, plugin, data) || !obs_init_module(module)) return fail("module");
  return 0;
}
