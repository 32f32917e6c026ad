// A libobs without a window. Sends raw frames through an asynchronous source with the splash filter on it, and
// writes the frames that the next filter in the chain gets, and the filter's processor time beside that of a copy
// of the same frames.
//
// usage: obs_host MODULE DATA FORMAT WIDTH HEIGHT SETTINGS.json [LANGUAGE] < raw > raw

#include <obs/util/platform.h>
#include <string.h>

#include "obs_begin.h"

enum { costs_most = 4096 };

static volatile long seen;
static double begun, costs[costs_most], copies[costs_most];

static const struct {
  const char *name;
  enum video_format format;
  // Bytes per row of each plane as shares of the width, and number of rows as shares of the height.
  int planes;
  double bytes[3], rows[3];
} formats[] = {
    {"yuv420p", VIDEO_FORMAT_I420, 3, {1, .5, .5}, {1, .5, .5}},
    {"yuv444p", VIDEO_FORMAT_I444, 3, {1, 1, 1}, {1, 1, 1}},
    {"nv12", VIDEO_FORMAT_NV12, 2, {1, 1}, {1, .5}},
    {"yuyv422", VIDEO_FORMAT_YUY2, 1, {2}, {1}},
    {"uyvy422", VIDEO_FORMAT_UYVY, 1, {2}, {1}},
    {"rgba", VIDEO_FORMAT_RGBA, 1, {4}, {1}},
};
static int kind = -1;
static unsigned width, height;

/// Processor time of this thread in milliseconds.
static double spent(void) { return reading(CLOCK_THREAD_CPUTIME_ID); }

static struct obs_source_frame *begin_frame(void *data, struct obs_source_frame *frame) {
  (void)data;
  begun = spent();
  return frame;
}

static struct obs_source_frame *write_frame(void *data, struct obs_source_frame *frame) {
  (void)data;
  if (seen < costs_most) costs[seen] = spent() - begun;
  for (int plane = 0; plane < formats[kind].planes; plane++) {
    for (unsigned y = 0; y < formats[kind].rows[plane] * height; y++) {
      const uint8_t *row = frame->data[plane] + (size_t)y * frame->linesize[plane];
      fwrite(row, (size_t)(formats[kind].bytes[plane] * width), 1, result);
    }
  }
  fflush(result);
  seen++;
  return frame;
}

static struct obs_source_info pump = {
    .id = "pump", .type = OBS_SOURCE_TYPE_INPUT, .output_flags = OBS_SOURCE_ASYNC_VIDEO,
    .get_name = get_name, .create = create, .destroy = destroy};
static struct obs_source_info start = {
    .id = "start", .type = OBS_SOURCE_TYPE_FILTER, .output_flags = OBS_SOURCE_ASYNC_VIDEO,
    .get_name = get_name, .create = create, .destroy = destroy, .filter_video = begin_frame};
static struct obs_source_info probe = {
    .id = "probe", .type = OBS_SOURCE_TYPE_FILTER, .output_flags = OBS_SOURCE_ASYNC_VIDEO,
    .get_name = get_name, .create = create, .destroy = destroy, .filter_video = write_frame};

int main(int count, char **words) {
  if (count != 7 && count != 8) return fail("wrong arguments");
  for (int i = 0; i < (int)(sizeof formats / sizeof *formats); i++) {
    if (!strcmp(formats[i].name, words[3])) kind = i;
  }
  width = (unsigned)atoi(words[4]), height = (unsigned)atoi(words[5]);
  if (kind < 0) return fail("no such format");
  if (begin(words[1], words[2], count > 7 ? words[7] : "en-US")) return 1;
  obs_register_source(&pump);
  obs_register_source(&start);
  obs_register_source(&probe);

  obs_properties_t *controls = obs_get_source_properties("splash_filter");
  for (obs_property_t *each = obs_properties_first(controls); each; obs_property_next(&each)) {
    const char *help = obs_property_long_description(each);
    fprintf(stderr, "control %s: %s; %s\n", obs_property_name(each), obs_property_description(each), help ? help : "");
    if (obs_property_get_type(each) == OBS_PROPERTY_LIST) {
      for (size_t i = 0; i < obs_property_list_item_count(each); i++) {
        fprintf(stderr, "choice %s: %s\n", obs_property_list_item_string(each, i), obs_property_list_item_name(each, i));
      }
    }
  }
  obs_properties_destroy(controls);
  fprintf(stderr, "filter: %s\n", obs_source_get_display_name("splash_filter"));
  fprintf(stderr, "filter: %s\n", obs_source_get_display_name("splash_rendered"));

  obs_data_t *settings = obs_data_create_from_json_file(words[6]);
  obs_source_t *source = obs_source_create("pump", "camera", NULL, NULL);
  obs_source_t *splash = obs_source_create("splash_filter", "splash", settings, NULL);
  obs_source_t *first = obs_source_create("start", "start", NULL, NULL);
  obs_source_t *last = obs_source_create("probe", "probe", NULL, NULL);
  if (!source || !first || !splash || !last) return fail("sources");
  obs_source_set_async_unbuffered(source, true);
  obs_source_filter_add(source, first);
  obs_source_filter_add(source, splash);
  obs_source_filter_add(source, last);
  obs_set_output_source(0, source);

  struct obs_source_frame frame = {.width = width, .height = height, .format = formats[kind].format};
  size_t size = 0, starts[3];
  for (int plane = 0; plane < formats[kind].planes; plane++) {
    starts[plane] = size;
    frame.linesize[plane] = (uint32_t)(formats[kind].bytes[plane] * width);
    size += frame.linesize[plane] * (size_t)(formats[kind].rows[plane] * height);
  }
  uint8_t *bytes = malloc(size), *copy = malloc(size);
  for (int plane = 0; plane < formats[kind].planes; plane++) frame.data[plane] = bytes + starts[plane];
  video_format_get_parameters_for_format(
      VIDEO_CS_601, VIDEO_RANGE_PARTIAL, frame.format, frame.color_matrix, frame.color_range_min,
      frame.color_range_max);
  for (long number = 0; fread(bytes, size, 1, stdin) == 1; number++) {
    const double now = spent();
    memcpy(copy, bytes, size);
    __asm__ volatile("" ::"r"(copy) : "memory");
    if (number < costs_most) copies[number] = spent() - now;
    frame.timestamp = 1000000000 + (uint64_t)number * 40000000;
    obs_source_output_video(source, &frame);
    for (int wait = 0; seen == number && wait < 5000; wait++) usleep(1000);
    if (seen != number + 1) return fail("a picture did not come");
  }

  const long measured = seen < costs_most ? seen : costs_most;
  fprintf(stderr, "cost %.4f copy %.4f\n", median(costs, measured), median(copies, measured));

  obs_set_output_source(0, NULL);
  obs_source_release(first);
  obs_source_release(last);
  obs_source_release(splash);
  obs_source_release(source);
  obs_data_release(settings);
  obs_shutdown();
  free(copy);
  free(bytes);
  return 0;
}
