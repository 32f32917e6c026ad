// OBS Studio: a filter for asynchronous video sources (cameras, media, capture cards), which changes their
// pictures before they are uploaded. Its controls are the settings of the library's table.

#include <math.h>
#include <obs/obs-module.h>
#include <obs/util/dstr.h>
#include <obs/util/platform.h>
#include <splash.h>
#include <stdio.h>
#include <string.h>

OBS_DECLARE_MODULE()
OBS_MODULE_USE_DEFAULT_LOCALE("obs-splash", "en-US")

struct splash_source {
  obs_source_t *self;
  splash_filter *filter;
  bool has_failed;
};

static const char *get_name(void *unused) {
  UNUSED_PARAMETER(unused);
  return obs_module_text("ColorSplash");
}

static bool is_text(const splash_setting *setting) {
  return setting->kind == SPLASH_KIND_TEXT || setting->kind == SPLASH_KIND_CHOICE;
}

// The words of a list that OBS edits, with blanks between them.
static void words_of(obs_data_t *settings, const char *name, struct dstr *words) {
  obs_data_array_t *list = obs_data_get_array(settings, name);
  for (size_t i = 0; i < obs_data_array_count(list); i++) {
    obs_data_t *item = obs_data_array_item(list, i);
    dstr_catf(words, i ? " %s" : "%s", obs_data_get_string(item, "value"));
    obs_data_release(item);
  }
  obs_data_array_release(list);
}

static void append_word(obs_data_array_t *list, const char *word) {
  obs_data_t *item = obs_data_create();
  obs_data_set_string(item, "value", word);
  obs_data_array_push_back(list, item);
  obs_data_release(item);
}

static void update(void *data, obs_data_t *settings) {
  struct splash_source *self = data;
  size_t count;
  const splash_setting *table = splash_settings(&count);
  for (size_t i = 0; i < count; i++) {
    const char *name = table[i].name;
    struct dstr word = {0};
    if (table[i].kind == SPLASH_KIND_LIST) {
      words_of(settings, name, &word);
    } else if (is_text(&table[i])) {
      dstr_copy(&word, obs_data_get_string(settings, name));
    } else if (table[i].kind == SPLASH_KIND_SWITCH) {
      dstr_copy(&word, obs_data_get_bool(settings, name) ? "on" : "off");
    } else {
      char number[64];
      os_dtostr(obs_data_get_double(settings, name), number, sizeof number);
      dstr_copy(&word, number);
    }
    char error[500];
    if (splash_filter_set(self->filter, name, word.array ? word.array : "", error, sizeof error)) {
      blog(LOG_WARNING, "[splash] '%s': %s", obs_source_get_name(self->self), error);
    }
    dstr_free(&word);
  }
}

static void *create(obs_data_t *settings, obs_source_t *source) {
  struct splash_source *self = bzalloc(sizeof *self);
  self->self = source;
  self->filter = splash_filter_open(NULL, NULL, 0);
  update(self, settings);
  return self;
}

static void destroy(void *data) {
  struct splash_source *self = data;
  splash_filter_close(self->filter);
  bfree(self);
}

static void get_defaults(obs_data_t *settings) {
  size_t count;
  const splash_setting *table = splash_settings(&count);
  for (size_t i = 0; i < count; i++) {
    const char *name = table[i].name, *standard = table[i].standard;
    if (table[i].kind == SPLASH_KIND_LIST) {
      obs_data_array_t *list = obs_data_array_create();
      obs_data_set_default_array(settings, name, list);
      obs_data_array_release(list);
    } else if (is_text(&table[i])) {
      obs_data_set_default_string(settings, name, standard);
    } else if (table[i].kind == SPLASH_KIND_SWITCH) {
      obs_data_set_default_bool(settings, name, !strcmp(standard, "on"));
    } else {
      obs_data_set_default_double(settings, name, os_strtod(standard));
    }
  }
  obs_data_set_default_int(settings, "picked_color", 0xff0000ff);
}

// Adds the picked color to the hues that are kept.
static bool add_color(obs_properties_t *properties, obs_property_t *property, void *data) {
  UNUSED_PARAMETER(properties);
  UNUSED_PARAMETER(property);
  struct splash_source *self = data;
  obs_data_t *settings = obs_source_get_settings(self->self);
  const unsigned color = (unsigned)obs_data_get_int(settings, "picked_color");
  char word[8];
  snprintf(word, sizeof word, "#%02x%02x%02x", color & 255, color >> 8 & 255, color >> 16 & 255);
  obs_data_array_t *list = obs_data_get_array(settings, "hue");
  append_word(list, word);
  obs_data_set_array(settings, "hue", list);
  obs_data_array_release(list);
  obs_source_update(self->self, settings);
  obs_data_release(settings);
  return true;
}

static void add_control(obs_properties_t *controls, const splash_setting *setting) {
  const char *name = setting->name, *label = setting->label;
  obs_property_t *control = NULL;
  obs_module_get_string(name, &label);
  switch (setting->kind) {
    case SPLASH_KIND_NUMBER:
      control = obs_properties_add_float_slider(
          controls, name, label, setting->min, setting->max, setting->step);
      obs_property_float_set_suffix(control, setting->unit);
      break;
    case SPLASH_KIND_SWITCH: control = obs_properties_add_bool(controls, name, label); break;
    case SPLASH_KIND_CHOICE:
      control = obs_properties_add_list(
          controls, name, label, OBS_COMBO_TYPE_LIST, OBS_COMBO_FORMAT_STRING);
      for (const char *const *choice = setting->choices; *choice; choice++) {
        obs_property_list_add_string(control, *choice, *choice);
      }
      break;
    case SPLASH_KIND_LIST:
      control = obs_properties_add_editable_list(
          controls, name, label, OBS_EDITABLE_LIST_TYPE_STRINGS, NULL, NULL);
      break;
    default: control = obs_properties_add_text(controls, name, label, OBS_TEXT_DEFAULT);
  }
  obs_property_set_long_description(control, setting->help);
}

static obs_properties_t *get_properties(void *data) {
  UNUSED_PARAMETER(data);
  size_t count;
  const splash_setting *table = splash_settings(&count);
  obs_properties_t *controls = obs_properties_create();
  for (size_t i = 0; i < count; i++) {
    add_control(controls, &table[i]);
    if (i == 0) {
      obs_properties_add_color(controls, "picked_color", obs_module_text("PickColor"));
      obs_properties_add_button2(controls, "add_color", obs_module_text("AddColor"), add_color, NULL);
    }
  }
  return controls;
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

// A frame has the numbers of its matrix only: the name is that of the nearest.
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
      // Offsets stand in the last column.
      if (place % 4 < 3) difference += fabsf(matrix[place] - frame->color_matrix[place]);
    }
    if (difference < least) (least = difference, nearest = known[i].number);
  }
  return nearest;
}

static struct obs_source_frame *filter_video(void *data, struct obs_source_frame *frame) {
  struct splash_source *self = data;
  char error[500];
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
      // Primaries have no word of their own in OBS.
      .primaries = matrix == SPLASH_MATRIX_BT2020 ? SPLASH_PRIMARIES_BT2020 : SPLASH_PRIMARIES_BT709,
      .time = (double)frame->timestamp / 1e9,
  };
  for (int i = 0; i < 4; i++) {
    image.data[i] = frame->data[i];
    image.stride[i] = frame->linesize[i];
  }
  // Said once, not for every picture.
  const bool fails = splash_filter_apply(self->filter, &image, error, sizeof error);
  if (fails && !self->has_failed) {
    blog(LOG_WARNING, "[splash] '%s' stays as it is: %s", obs_source_get_name(self->self), error);
  }
  self->has_failed = fails;
  return frame;
}

static struct obs_source_info info = {
    .id = "splash_filter",
    .type = OBS_SOURCE_TYPE_FILTER,
    .output_flags = OBS_SOURCE_ASYNC_VIDEO,
    .get_name = get_name,
    .create = create,
    .destroy = destroy,
    .update = update,
    .get_defaults = get_defaults,
    .get_properties = get_properties,
    .filter_video = filter_video,
};

bool obs_module_load(void) {
  obs_register_source(&info);
  return true;
}
