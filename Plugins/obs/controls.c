// The panel of both filters: its controls are the settings of the library's table.

#include <obs/util/dstr.h>
#include <obs/util/platform.h>
#include <stdio.h>
#include <string.h>

#include "filter.h"

static bool is_text(const splash_setting *setting) {
  return setting->kind == SPLASH_KIND_TEXT || setting->kind == SPLASH_KIND_CHOICE;
}

// The words of a list that OBS edits, joined by blanks.
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

// Loads a settings file, including keyframes, in place of the panel. Returns whether there is one.
static bool takes_file(struct splash_source *self, const char *path) {
  const bool had_file = self->has_file;
  self->has_file = path && *path;
  // Panel values would leave the keyframes of a removed file in place, so the defaults are loaded
  // first.
  if (had_file && !self->has_file) splash_filter_load(self->filter, NULL, NULL, 0);
  if (!self->has_file) return false;
  char error[500] = "cannot be read";
  char *text = os_quick_read_utf8_file(path);
  if (!text || splash_filter_load(self->filter, text, error, sizeof error)) {
    blog(LOG_WARNING, "[splash] '%s': %s: %s", obs_source_get_name(self->self), path, error);
  }
  bfree(text);
  return true;
}

void splash_update(void *data, obs_data_t *settings) {
  struct splash_source *self = data;
  if (takes_file(self, obs_data_get_string(settings, "settings_file"))) return;
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

void splash_defaults(obs_data_t *settings) {
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

// Adds the picked color to the kept hues.
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
  const char *name = setting->name, *label = setting->label, *help = setting->help;
  obs_property_t *control = NULL;
  char help_name[80];
  snprintf(help_name, sizeof help_name, "%s.help", name);
  // The English texts are those of the table.
  obs_module_get_string(name, &label);
  obs_module_get_string(help_name, &help);
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
        const char *word = *choice;
        obs_module_get_string(*choice, &word);
        obs_property_list_add_string(control, word, *choice);
      }
      break;
    case SPLASH_KIND_LIST:
      control = obs_properties_add_editable_list(
          controls, name, label, OBS_EDITABLE_LIST_TYPE_STRINGS, NULL, NULL);
      break;
    default: control = obs_properties_add_text(controls, name, label, OBS_TEXT_DEFAULT);
  }
  obs_property_set_long_description(control, help);
}

obs_properties_t *splash_controls(void *data) {
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
  obs_property_t *file = obs_properties_add_path(
      controls, "settings_file", obs_module_text("SettingsFile"), OBS_PATH_FILE, "JSON (*.json)", NULL);
  obs_property_set_long_description(file, obs_module_text("SettingsFile.help"));
  return controls;
}
