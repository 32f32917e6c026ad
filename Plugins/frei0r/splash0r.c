// frei0r, for FFmpeg, MLT, Kdenlive and Shotcut. Its parameters are the settings of the library's table:
// numbers scaled to 0...1, switches, and texts; and after these all settings as JSON, with keyframes.

#include <frei0r.h>
#include <math.h>
#include <splash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  splash_filter *filter;
  int width, height;
  // The values set last: numbers unscaled, and texts.
  double *numbers;
  char **texts;
  char *json;
} instance;

static const splash_setting *table(size_t *count) {
  size_t unused;
  return splash_settings(count ? count : &unused);
}

static int is_json(int index) {
  size_t count;
  table(&count);
  return index == (int)count;
}

int f0r_init(void) { return 1; }
void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t *info) {
  int major = 0, minor = 0;
  size_t count;
  table(&count);
  sscanf(splash_version(), "%d.%d", &major, &minor);
  *info = (f0r_plugin_info_t){
      .name = "splash",
      .author = "The splash project",
      .plugin_type = F0R_PLUGIN_TYPE_FILTER,
      .color_model = F0R_COLOR_MODEL_RGBA8888,
      .frei0r_version = FREI0R_MAJOR_VERSION,
      .major_version = major,
      .minor_version = minor,
      .num_params = (int)count + 1,
      .explanation = "Keeps the colors you choose and turns the rest grey",
  };
}

void f0r_get_param_info(f0r_param_info_t *info, int index) {
  if (is_json(index)) {
    *info = (f0r_param_info_t){"settings", F0R_PARAM_STRING, "All settings, as JSON that splash --save-settings writes"};
    return;
  }
  const splash_setting *setting = table(NULL) + index;
  info->name = setting->name;
  info->explanation = setting->help;
  info->type = setting->kind == SPLASH_KIND_NUMBER ? F0R_PARAM_DOUBLE
             : setting->kind == SPLASH_KIND_SWITCH ? F0R_PARAM_BOOL
                                                   : F0R_PARAM_STRING;
}

static double value_of(const char *word) { return strcmp(word, "on") ? atof(word) : 1; }

f0r_instance_t f0r_construct(unsigned int width, unsigned int height) {
  size_t count;
  const splash_setting *settings = table(&count);
  instance *self = calloc(1, sizeof *self);
  self->filter = splash_filter_open(NULL, NULL, 0);
  (self->width = (int)width, self->height = (int)height);
  self->numbers = calloc(count, sizeof *self->numbers);
  self->texts = calloc(count, sizeof *self->texts);
  for (size_t i = 0; i < count; i++) {
    self->numbers[i] = value_of(settings[i].standard);
    self->texts[i] = strdup(settings[i].standard);
  }
  self->json = strdup("");
  return self;
}

void f0r_destruct(f0r_instance_t handle) {
  instance *self = handle;
  size_t count;
  table(&count);
  for (size_t i = 0; i < count; i++) free(self->texts[i]);
  free(self->texts);
  free(self->numbers);
  free(self->json);
  splash_filter_close(self->filter);
  free(self);
}

void f0r_set_param_value(f0r_instance_t handle, f0r_param_t value, int index) {
  instance *self = handle;
  char error[500], number[64];
  if (is_json(index)) {
    // Hosts set the same JSON again and again; loading it would undo other parameters set since.
    const char *json = *(char **)value;
    if (!strcmp(json, self->json)) return;
    free(self->json);
    self->json = strdup(json);
    if (splash_filter_load(self->filter, *json ? json : NULL, error, sizeof error)) {
      fprintf(stderr, "splash: %s\n", error);
    }
    return;
  }
  const splash_setting *setting = table(NULL) + index;
  const char *word = number;
  if (setting->kind == SPLASH_KIND_NUMBER) {
    const double place = fmin(fmax(*(double *)value, 0), 1);
    double real = setting->min + place * (setting->max - setting->min);
    if (setting->whole) real = round(real);
    self->numbers[index] = real;
    // In thousandths, to avoid the locale's decimal comma.
    const long long thousandths = llround(real * 1000);
    snprintf(number, sizeof number, "%lld.%03lld", thousandths / 1000, thousandths % 1000);
  } else if (setting->kind == SPLASH_KIND_SWITCH) {
    self->numbers[index] = *(double *)value >= 0.5;
    word = self->numbers[index] > 0 ? "on" : "off";
  } else {
    word = *(char **)value;
    free(self->texts[index]);
    self->texts[index] = strdup(word);
  }
  if (splash_filter_set(self->filter, setting->name, word, error, sizeof error)) {
    fprintf(stderr, "splash: %s\n", error);
  }
}

void f0r_get_param_value(f0r_instance_t handle, f0r_param_t value, int index) {
  instance *self = handle;
  if (is_json(index)) {
    *(char **)value = self->json;
    return;
  }
  const splash_setting *setting = table(NULL) + index;
  switch (setting->kind) {
    case SPLASH_KIND_NUMBER:
      *(double *)value = (self->numbers[index] - setting->min) / (setting->max - setting->min);
      break;
    case SPLASH_KIND_SWITCH: *(double *)value = self->numbers[index]; break;
    default: *(char **)value = self->texts[index];
  }
}

// Hosts disagree on the unit of the time, so it is ignored: frames count as 30 per second.
void f0r_update(f0r_instance_t handle, double time, const uint32_t *source, uint32_t *target) {
  instance *self = handle;
  char error[500];
  (void)time;
  const size_t row = 4 * (size_t)self->width;
  if (source != target) memcpy(target, source, row * (size_t)self->height);
  splash_image image = {
      .format = "rgba",
      .width = self->width,
      .height = self->height,
      .time = NAN,
      .data = {(uint8_t *)target},
      .stride = {(ptrdiff_t)row},
  };
  if (splash_filter_apply(self->filter, &image, error, sizeof error)) {
    fprintf(stderr, "splash: %s\n", error);
  }
}
