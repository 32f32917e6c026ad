// The parameters of the OpenFX plugin: the settings of the library's table, and all of them as JSON.
//
// Fades at the ends and keyframes are left to the host, which may ask for its frames in any order.

#include "effect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *json_name = "settings", *linear_name = "linear";

static bool is_hosts(const splash_setting *setting) {
  return !strcmp(setting->name, "fade-in") || !strcmp(setting->name, "fade-out");
}

static int choice_count(const splash_setting *setting) {
  int count = 0;
  while (setting->kind == SPLASH_KIND_CHOICE && setting->choices[count]) count++;
  return count;
}

static bool is_whole(const splash_setting *setting) {
  return setting->whole && setting->step == (int)setting->step;
}

// The kind of a parameter. Settings with a word to choose take other texts too.
static const char *type_of(const splash_setting *setting) {
  switch (setting->kind) {
    case SPLASH_KIND_NUMBER: return is_whole(setting) ? kOfxParamTypeInteger : kOfxParamTypeDouble;
    case SPLASH_KIND_SWITCH: return kOfxParamTypeBoolean;
    case SPLASH_KIND_CHOICE: return choice_count(setting) > 1 ? kOfxParamTypeChoice : kOfxParamTypeString;
    default: return kOfxParamTypeString;
  }
}

// The name of a parameter for hosts' scripting languages: gate_softness.
static const char *name_of(const splash_setting *setting, char *name, size_t size) {
  snprintf(name, size, "%s", setting->name);
  for (char *sign = name; *sign; sign++) {
    if (*sign == '-') *sign = '_';
  }
  return name;
}

static OfxPropertySetHandle define(
    OfxParamSetHandle set, const char *type, const char *name, const char *label, const char *help) {
  OfxPropertySetHandle properties = NULL;
  splash_parameters->paramDefine(set, type, name, &properties);
  splash_properties->propSetString(properties, kOfxPropLabel, 0, label);
  splash_properties->propSetString(properties, kOfxParamPropHint, 0, help);
  return properties;
}

// Parameters other than numbers can be animated only where the host says so.
static void let_animate(OfxPropertySetHandle properties, OfxPropertySetHandle host, const char *kind) {
  int animates = 0;
  splash_properties->propGetInt(host, kind, 0, &animates);
  splash_properties->propSetInt(properties, kOfxParamPropAnimates, 0, animates);
}

static void define_number(OfxPropertySetHandle properties, const splash_setting *setting) {
  static const char *const limits[] = {
      kOfxParamPropMin, kOfxParamPropDisplayMin, kOfxParamPropMax, kOfxParamPropDisplayMax};
  const double standard = atof(setting->standard);
  for (int i = 0; i < 4; i++) {
    const double limit = i < 2 ? setting->min : setting->max;
    if (is_whole(setting)) {
      splash_properties->propSetInt(properties, limits[i], 0, (int)limit);
    } else {
      splash_properties->propSetDouble(properties, limits[i], 0, limit);
    }
  }
  if (is_whole(setting)) {
    splash_properties->propSetInt(properties, kOfxParamPropDefault, 0, (int)standard);
    return;
  }
  int digits = 0;
  for (double step = setting->step; digits < 4 && step < 1 - 1e-9; step *= 10) digits++;
  splash_properties->propSetDouble(properties, kOfxParamPropDefault, 0, standard);
  splash_properties->propSetDouble(properties, kOfxParamPropIncrement, 0, setting->step);
  splash_properties->propSetInt(properties, kOfxParamPropDigits, 0, digits);
}

static void define_setting(OfxParamSetHandle set, OfxPropertySetHandle host, const splash_setting *setting) {
  char name[64], label[100];
  const char *type = type_of(setting);
  snprintf(label, sizeof label, *setting->unit ? "%s (%s)" : "%s", setting->label,
           setting->unit + (*setting->unit == ' '));
  OfxPropertySetHandle properties = define(set, type, name_of(setting, name, sizeof name), label, setting->help);
  if (setting->kind == SPLASH_KIND_NUMBER) {
    define_number(properties, setting);
  } else if (!strcmp(type, kOfxParamTypeBoolean)) {
    splash_properties->propSetInt(properties, kOfxParamPropDefault, 0, !strcmp(setting->standard, "on"));
    let_animate(properties, host, kOfxParamHostPropSupportsBooleanAnimation);
  } else if (!strcmp(type, kOfxParamTypeChoice)) {
    for (int i = 0; setting->choices[i]; i++) {
      splash_properties->propSetString(properties, kOfxParamPropChoiceOption, i, setting->choices[i]);
      if (!strcmp(setting->choices[i], setting->standard)) {
        splash_properties->propSetInt(properties, kOfxParamPropDefault, 0, i);
      }
    }
    let_animate(properties, host, kOfxParamHostPropSupportsChoiceAnimation);
  } else {
    splash_properties->propSetString(properties, kOfxParamPropDefault, 0, setting->standard);
    let_animate(properties, host, kOfxParamHostPropSupportsStringAnimation);
  }
}

void splash_define_controls(OfxParamSetHandle set, OfxPropertySetHandle host) {
  size_t count;
  const splash_setting *settings = splash_settings(&count);
  OfxPropertySetHandle page = NULL;
  splash_parameters->paramDefine(set, kOfxParamTypePage, "controls", &page);
  int place = 0;
  for (size_t i = 0; i < count; i++) {
    char name[64];
    if (is_hosts(&settings[i])) continue;
    define_setting(set, host, &settings[i]);
    splash_properties->propSetString(
        page, kOfxParamPropPageChild, place++, name_of(&settings[i], name, sizeof name));
  }
  OfxPropertySetHandle linear = define(
      set, kOfxParamTypeBoolean, linear_name, "Linear light",
      "On where the host's colors are linear light, as in Natron and Nuke");
  splash_properties->propSetInt(linear, kOfxParamPropDefault, 0, 0);
  let_animate(linear, host, kOfxParamHostPropSupportsBooleanAnimation);
  OfxPropertySetHandle json = define(
      set, kOfxParamTypeString, json_name, "Settings",
      "All settings, as JSON that splash --save-settings writes, without keys in time; controls that are not at "
      "their default go over it");
  splash_properties->propSetString(json, kOfxParamPropDefault, 0, "");
  splash_properties->propSetInt(json, kOfxParamPropAnimates, 0, 0);
  splash_properties->propSetString(page, kOfxParamPropPageChild, place++, linear_name);
  splash_properties->propSetString(page, kOfxParamPropPageChild, place, json_name);
}

OfxStatus splash_controls_begin(struct splash_controls *self, OfxParamSetHandle set) {
  size_t count;
  const splash_setting *settings = splash_settings(&count);
  self->parameters = calloc(count, sizeof *self->parameters);
  self->values = calloc(count, sizeof *self->values);
  if (!self->parameters || !self->values) return kOfxStatErrMemory;
  for (size_t i = 0; i < count; i++) {
    char name[64];
    self->values[i] = strdup(settings[i].standard);
    if (!self->values[i]) return kOfxStatErrMemory;
    if (is_hosts(&settings[i])) continue;
    splash_parameters->paramGetHandle(set, name_of(&settings[i], name, sizeof name), &self->parameters[i], NULL);
  }
  splash_parameters->paramGetHandle(set, json_name, &self->json, NULL);
  splash_parameters->paramGetHandle(set, linear_name, &self->linear, NULL);
  return kOfxStatOK;
}

void splash_controls_end(struct splash_controls *self) {
  size_t count;
  splash_settings(&count);
  for (size_t i = 0; self->values && i < count; i++) free(self->values[i]);
  free(self->values);
  free(self->parameters);
  free(self->last_json);
  if (self->filter) splash_filter_close(self->filter);
}

// A control's value at a time, as text for the library; the caller frees it.
static char *value_at(const splash_setting *setting, OfxParamHandle parameter, OfxTime time) {
  const char *type = type_of(setting);
  char *text = NULL, digits[64];
  if (!parameter) return strdup(setting->standard);
  if (!strcmp(type, kOfxParamTypeString)) {
    splash_parameters->paramGetValueAtTime(parameter, time, &text);
    return strdup(text ? text : setting->standard);
  }
  if (!strcmp(type, kOfxParamTypeDouble)) {
    double number = atof(setting->standard);
    splash_parameters->paramGetValueAtTime(parameter, time, &number);
    snprintf(digits, sizeof digits, "%.9g", number);
    return strdup(atof(digits) == atof(setting->standard) ? setting->standard : digits);
  }
  int number = 0;
  splash_parameters->paramGetValueAtTime(parameter, time, &number);
  if (!strcmp(type, kOfxParamTypeBoolean)) return strdup(number ? "on" : "off");
  if (!strcmp(type, kOfxParamTypeChoice)) {
    return strdup(number >= 0 && number < choice_count(setting) ? setting->choices[number] : setting->standard);
  }
  snprintf(digits, sizeof digits, "%d", number);
  return strdup(digits);
}

static bool is_standard(const splash_setting *setting, const char *value) {
  return !strcmp(value, setting->standard);
}

// Opens a new filter with the JSON and the controls that differ from their defaults.
static int reopen(struct splash_controls *self, const char *json, char *error, size_t size) {
  size_t count;
  const splash_setting *settings = splash_settings(&count);
  if (self->filter) splash_filter_close(self->filter);
  self->filter = NULL;
  if (strstr(json, "\"timeline\"")) {
    snprintf(error, size, "settings: keys in time are the host's; take timeline out and set keyframes of the controls");
    return -1;
  }
  splash_filter *filter = splash_filter_open(*json ? json : NULL, error, size);
  if (!filter) return -1;
  for (size_t i = 0; i < count; i++) {
    const bool is_asked = is_hosts(&settings[i]) ? *json != 0 : !is_standard(&settings[i], self->values[i]);
    if (is_asked && splash_filter_set(filter, settings[i].name, self->values[i], error, size)) {
      splash_filter_close(filter);
      return -1;
    }
  }
  self->filter = filter;
  return 0;
}

int splash_controls_read(struct splash_controls *self, OfxTime time, bool is_next, char *error, size_t size) {
  size_t count;
  const splash_setting *settings = splash_settings(&count);
  char *json = NULL;
  if (self->json) splash_parameters->paramGetValueAtTime(self->json, time, &json);
  json = strdup(json ? json : "");
  bool is_new = !self->filter || !is_next || !json || !self->last_json || strcmp(json, self->last_json);
  free(self->last_json);
  self->last_json = json;
  for (size_t i = 0; i < count; i++) {
    char *value = value_at(&settings[i], self->parameters[i], time);
    if (!value || !json) {
      free(value);
      snprintf(error, size, "no memory");
      return -1;
    }
    if (strcmp(value, self->values[i]) && !is_new) {
      // A control that returns to its default takes the JSON's value.
      is_new = is_standard(&settings[i], value) && (*json || settings[i].kind == SPLASH_KIND_LIST);
      if (!is_new && splash_filter_set(self->filter, settings[i].name, value, error, size)) {
        free(value);
        // Makes the next frame read all controls again.
        splash_filter_close(self->filter);
        self->filter = NULL;
        return -1;
      }
    }
    free(self->values[i]);
    self->values[i] = value;
  }
  return is_new ? reopen(self, json, error, size) : 0;
}

bool splash_controls_linear(const struct splash_controls *self, OfxTime time) {
  int number = 0;
  if (self->linear) splash_parameters->paramGetValueAtTime(self->linear, time, &number);
  return number;
}
