// OBS Studio: a filter for asynchronous video sources (cameras, media, capture cards), which changes their
// frames before they are uploaded, and one for rendered sources (rendered.c).

#include <math.h>

#include "filter.h"

OBS_DECLARE_MODULE()
OBS_MODULE_USE_DEFAULT_LOCALE("obs-splash", "en-US")

void splash_begin(struct splash_source *self, obs_data_t *settings, obs_source_t *source) {
  self->self = source;
  self->filter = splash_filter_open(NULL, NULL, 0);
  splash_update(self, settings);
}

void splash_end(struct splash_source *self) { splash_filter_close(self->filter); }

void splash_change(struct splash_source *self, const splash_image *image) {
  char error[500];
  const bool fails = splash_filter_apply(self->filter, image, error, sizeof error);
  if (fails && !self->has_failed) {
    blog(LOG_WARNING, "[splash] '%s' stays as it is: %s", obs_source_get_name(self->self), error);
  }
  self->has_failed = fails;
}

static const char *get_name(void *unused) {
  UNUSED_PARAMETER(unused);
  return obs_module_text("ColorSplash");
}

static void *create(obs_data_t *settings, obs_source_t *source) {
  struct splash_source *self = bzalloc(sizeof *self);
  splash_begin(self, settings, source);
  return self;
}

static void destroy(void *data) {
  splash_end(data);
  bfree(data);
}

static const char *format_name(enum video_format format) {
  switch (format) {
    case VIDEO_FORMAT_I420: return "yuv420p";
    case VIDEO_FORMAT_I422: return "yuv422p";
    case VIDEO_FORMAT_I444: return "yuv444p";
    case VIDEO_FORMAT_NV12: return "nv12";
    case VIDEO_FORMAT_YUY2: return "yuyv422";
    case VIDEO_FORMAT_UYVY: return "uyvy422";
    case VIDEO_FORMAT_I010: return "yuv420p10le";
    case VIDEO_FORMAT_P010: return "p010le";
    case VIDEO_FORMAT_I40A: return "yuva420p";
    case VIDEO_FORMAT_I42A: return "yuva422p";
    case VIDEO_FORMAT_YUVA: return "yuva444p";
    case VIDEO_FORMAT_RGBA: return "rgba";
    case VIDEO_FORMAT_BGRA: return "bgra";
    case VIDEO_FORMAT_BGRX: return "bgr0";
    default: return NULL;
  }
}

// A frame has the numbers of its matrix but not the name: the nearest known matrix is used.
static int32_t matrix_of(const struct obs_source_frame *frame) {
  static const struct {
    enum video_colorspace space;
    int32_t number;
  } known[] = {
      {VIDEO_CS_601, SPLASH_MATRIX_BT601},
      {VIDEO_CS_709, SPLASH_MATRIX_BT709},
      {VIDEO_CS_2100_PQ, SPLASH_MATRIX_BT2020},
  };
  const enum video_range_type range = frame->full_range ? VIDEO_RANGE_FULL : VIDEO_RANGE_PARTIAL;
  int32_t nearest = SPLASH_MATRIX_UNKNOWN;
  float least = 0.05F;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    float matrix[16], low[3], high[3];
    video_format_get_parameters_for_format(known[i].space, range, frame->format, matrix, low, high);
    float difference = 0;
    for (int place = 0; place < 16; place++) {
      // The last column has the offsets.
      if (place % 4 < 3) difference += fabsf(matrix[place] - frame->color_matrix[place]);
    }
    if (difference < least) (least = difference, nearest = known[i].number);
  }
  return nearest;
}

static struct obs_source_frame *filter_video(void *data, struct obs_source_frame *frame) {
  const int32_t matrix = matrix_of(frame);
  splash_image image = {
      .format = format_name(frame->format),
      .width = (int32_t)frame->width,
      .height = (int32_t)frame->height,
      .matrix = matrix,
      .full_range = frame->full_range,
      .transfer = frame->trc == VIDEO_TRC_PQ    ? SPLASH_TRANSFER_PQ
                  : frame->trc == VIDEO_TRC_HLG ? SPLASH_TRANSFER_HLG
                                                : SPLASH_TRANSFER_SDR,
      // OBS does not state the primaries.
      .primaries = matrix == SPLASH_MATRIX_BT2020 ? SPLASH_PRIMARIES_BT2020 : SPLASH_PRIMARIES_BT709,
      .time = (double)frame->timestamp / 1e9,
  };
  for (int i = 0; i < 4; i++) {
    image.data[i] = frame->data[i];
    image.stride[i] = frame->linesize[i];
  }
  splash_change(data, &image);
  return frame;
}

static struct obs_source_info info = {
    .id = "splash_filter",
    .output_flags = OBS_SOURCE_ASYNC_VIDEO,
    SPLASH_SOURCE,
    .filter_video = filter_video,
};

bool obs_module_load(void) {
  obs_register_source(&info);
  obs_register_source(&splash_rendered);
  return true;
}
