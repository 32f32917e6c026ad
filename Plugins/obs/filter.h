// Declarations shared by the two filters for OBS Studio.

#ifndef SPLASH_OBS_FILTER_H
#define SPLASH_OBS_FILTER_H

#include <obs/obs-module.h>
#include <splash.h>

// Begins the data of each filter, so that the panel can treat both alike.
struct splash_source {
  obs_source_t *self;
  splash_filter *filter;
  bool has_failed, has_file;
};

void splash_begin(struct splash_source *self, obs_data_t *settings, obs_source_t *source);
void splash_end(struct splash_source *self);

// Changes a frame in place; where that fails the frame stays unchanged, and the reason is logged
// once.
void splash_change(struct splash_source *self, const splash_image *image);

// The panel.
void splash_update(void *source, obs_data_t *settings);
void splash_defaults(obs_data_t *settings);
obs_properties_t *splash_controls(void *source);

// Common parts of the descriptions of both filters; names and data have functions of their own.
#define SPLASH_SOURCE                                                                              \
  .type = OBS_SOURCE_TYPE_FILTER, .get_name = get_name, .create = create, .destroy = destroy,      \
  .update = splash_update, .get_defaults = splash_defaults, .get_properties = splash_controls

// For sources that the graphics card draws.
extern struct obs_source_info splash_rendered;

#endif
