// Declarations shared by the files of the OpenFX plugin.

#ifndef SPLASH_OFX_EFFECT_H
#define SPLASH_OFX_EFFECT_H

#include "ofx.h"

#include <splash.h>
#include <stdbool.h>

extern const OfxPropertySuiteV1 *splash_properties;
extern const OfxParameterSuiteV1 *splash_parameters;

// The controls of an instance, and its filter.
struct splash_controls {
  splash_filter *filter;
  // By index in the library's table: the parameter, and the value set last.
  OfxParamHandle *parameters;
  char **values;
  // All settings as JSON, and whether colors are linear light.
  OfxParamHandle json, linear;
  char *last_json;
};

void splash_define_controls(OfxParamSetHandle set, OfxPropertySetHandle host);
OfxStatus splash_controls_begin(struct splash_controls *self, OfxParamSetHandle set);
void splash_controls_end(struct splash_controls *self);

// Sets the filter by the controls at a time; opens a new filter for a frame that does not follow the last one.
//
// Returns -1 on failure, with the reason in `error`.
int splash_controls_read(struct splash_controls *self, OfxTime time, bool is_next, char *error, size_t size);
bool splash_controls_linear(const struct splash_controls *self, OfxTime time);

// A host's frame, or the part of it that the host gave.
struct splash_pixels {
  OfxPropertySetHandle image;
  // The first sample of the lowest row, and bytes from a row to the one above.
  char *data;
  int row_bytes;
  OfxRectI bounds;
  // Samples per pixel, and bytes per sample: 1, 2, or 4 for floats.
  int channels, sample;
  bool is_premultiplied;
};

// Reads a host's description of a frame. Returns false where the format is not one that the plugin
// supports.
bool splash_pixels_read(struct splash_pixels *self, OfxPropertySetHandle image);

// Planes that the library changes in place; they grow when needed.
struct splash_memory {
  void *start;
  size_t size;
};

// Applies the library to the whole source, and writes the result within `window` to `target`.
int splash_pixels_draw(
    const struct splash_pixels *source, const struct splash_pixels *target, OfxRectI window, bool is_linear,
    splash_filter *filter, double seconds, struct splash_memory *memory, char *error, size_t size);

#endif
