// What the two filters for OBS Studio share.

#ifndef SPLASH_OBS_FILTER_H
#define SPLASH_OBS_FILTER_H

#include <obs/obs-module.h>
#include <splash.h>

// At the beginning of what each filter remembers, so that the panel knows no difference.
struct splash_source {
  obs_source_t *self;
  splash_filter *filter;
  bool has_failed, has_file;
};

void splash_begin(struct splash_source *self, obs_data_t *settings, obs_source_t *source);
void splash_end(struct splash_source *self);

// Changes a picture in place; where that fails it stays as it is, and the reason is logged once.
void splash_change(struct splash_source *self, const splash_image *image);

// The panel.
void splash_update(void *source, obs_data_t *settings);
void splash_defaults(obs_data_t *settings);
obs_properties_t *splash_controls(void *source);

// What the descriptions of both have alike; names and memory are functions of their own.
#define SPLASH_SOURCE                                                                              \
  .type = OBS_SOURCE_TYPE_FILTER, .get_name = get_name, .create = create, .destroy = destroy,      \
  .update = splash_update, .get_defaults = splash_defaults, .get_properties = splash_controls

// For what is drawn by the graphics card.
extern struct obs_source_info splash_rendered;

#endif
