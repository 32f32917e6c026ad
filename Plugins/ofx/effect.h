// What the files of the OpenFX plugin share.

#ifndef SPLASH_OFX_EFFECT_H
#define SPLASH_OFX_EFFECT_H

#include "ofx.h"

#include <splash.h>
#include <stdbool.h>

extern const OfxPropertySuiteV1 *splash_properties;
extern const OfxParameterSuiteV1 *splash_parameters;

// The controls of an instance, and the filter that they are for.
struct splash_controls {
  splash_filter *filter;
  // By number in the library's table: the parameter, and what was set last.
  OfxParamHandle *parameters;
  char **values;
  // All settings as JSON, and whether colors are linear light.
  OfxParamHandle json, linear;
  char *last_json;
};

void splash_define_controls(OfxParamSetHandle set, OfxPropertySetHandle host);
OfxStatus splash_controls_begin(struct splash_controls *self, OfxParamSetHandle set);
void splash_controls_end(struct splash_controls *self);

// Has the filter do what the controls say at a time; a new one for a picture that does not follow the last one.
//
// Where that fails, -1, and why in `error`.
int splash_controls_read(struct splash_controls *self, OfxTime time, bool is_next, char *error, size_t size);
bool splash_controls_linear(const struct splash_controls *self, OfxTime time);

// A host's picture, or the part of one that it gave.
struct splash_pixels {
  OfxPropertySetHandle image;
  // The first sample of the lowest row, and bytes from a row to the one above.
  char *data;
  int row_bytes;
  OfxRectI bounds;
  // Samples of a pixel, and bytes of a sample: 1, 2, or 4 for floats.
  int channels, sample;
  bool is_premultiplied;
};

// What a host told of a picture; false where this is none that the plugin asked for.
bool splash_pixels_read(struct splash_pixels *self, OfxPropertySetHandle image);

// Planes that the library changes in place, as large as they had to be yet.
struct splash_memory {
  void *start;
  size_t size;
};

// Splashes what is in `window` of `source` into `target`, as the library makes it of the whole source.
int splash_pixels_draw(
    const struct splash_pixels *source, const struct splash_pixels *target, OfxRectI window, bool is_linear,
    splash_filter *filter, double seconds, struct splash_memory *memory, char *error, size_t size);

#endif
