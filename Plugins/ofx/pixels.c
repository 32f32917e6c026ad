// Frames of OpenFX hosts: rows from the bottom, samples of 8 or 16 bits or floats, premultiplied by alpha or not.
//
// Frames of 8 bits go to the library unchanged. All others go there as Y'CbCr of 14 bits; pixels that it leaves
// unchanged keep their samples, bit for bit. A pixel with a component above 1 is divided by its largest component
// before, and the result is multiplied by it again.

#include "effect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of BT.709, at all sizes: a proxy must have the colors of the full frame.
static const float red_share = 0.2126f, blue_share = 0.0722f;
static const float codes = 16383, middle = 8192;

bool splash_pixels_read(struct splash_pixels *self, OfxPropertySetHandle image) {
  char *components = NULL, *depth = NULL, *premultiplication = NULL;
  void *data = NULL;
  *self = (struct splash_pixels){.image = image};
  splash_properties->propGetString(image, kOfxImageEffectPropComponents, 0, &components);
  splash_properties->propGetString(image, kOfxImageEffectPropPixelDepth, 0, &depth);
  splash_properties->propGetString(image, kOfxImageEffectPropPreMultiplication, 0, &premultiplication);
  splash_properties->propGetPointer(image, kOfxImagePropData, 0, &data);
  splash_properties->propGetInt(image, kOfxImagePropRowBytes, 0, &self->row_bytes);
  int bounds[4] = {0};
  splash_properties->propGetIntN(image, kOfxImagePropBounds, 4, bounds);
  self->bounds = (OfxRectI){bounds[0], bounds[1], bounds[2], bounds[3]};
  self->data = data;
  if (!components || !depth || !data) return false;
  self->channels = !strcmp(components, kOfxImageComponentRGBA) ? 4 : !strcmp(components, kOfxImageComponentRGB) ? 3 : 0;
  self->sample = !strcmp(depth, kOfxBitDepthByte)    ? 1
               : !strcmp(depth, kOfxBitDepthShort) ? 2
               : !strcmp(depth, kOfxBitDepthFloat) ? 4
                                                   : 0;
  self->is_premultiplied = premultiplication && !strcmp(premultiplication, kOfxImagePreMultiplied);
  return self->channels && self->sample;
}

// Rows count from the bottom.
static char *pixel(const struct splash_pixels *self, int x, int y) {
  return self->data + (ptrdiff_t)(y - self->bounds.y1) * self->row_bytes
       + (ptrdiff_t)(x - self->bounds.x1) * self->channels * self->sample;
}

// Functions for each pixel are compiled once for each sample size, which is a constant in them.
#define EACH static inline __attribute__((always_inline))

EACH float sample(int size, const char *pixel, int channel) {
  switch (size) {
    case 1: return (float)((const uint8_t *)pixel)[channel] / 255;
    case 2: return (float)((const uint16_t *)pixel)[channel] / 65535;
    default: return ((const float *)pixel)[channel];
  }
}

static inline float between(float low, float value, float high) {
  return value < low ? low : value > high ? high : value;
}

EACH void put(int size, char *pixel, int channel, float value) {
  switch (size) {
    case 1: ((uint8_t *)pixel)[channel] = (uint8_t)lrintf(255 * between(0, value, 1)); break;
    case 2: ((uint16_t *)pixel)[channel] = (uint16_t)lrintf(65535 * between(0, value, 1)); break;
    default: ((float *)pixel)[channel] = value;
  }
}

// The factor by which a pixel's colors are premultiplied.
EACH float cover(const struct splash_pixels *self, int size, const char *pixel) {
  if (!self->is_premultiplied || self->channels < 4) return 1;
  const float alpha = sample(size, pixel, 3);
  return alpha > 0 && alpha < 1 ? alpha : 1;
}

// sRGB's transfer curve and its inverse.
static float encoded(float light) {
  return light <= 0.0031308f ? 12.92f * light : 1.055f * powf(light, 1 / 2.4f) - 0.055f;
}
static float decoded(float code) {
  return code <= 0.04045f ? code / 12.92f : powf((code + 0.055f) / 1.055f, 2.4f);
}

// Colors within the library's range, 0...1; returns the factor that restores the brightness.
EACH float judged(
    const struct splash_pixels *self, int size, const char *pixel, bool is_linear, float colors[3]) {
  float most = 1;
  const float alpha = cover(self, size, pixel);
  for (int i = 0; i < 3; i++) {
    colors[i] = sample(size, pixel, i) / alpha;
    // Negative, infinite and NaN samples count as 0.
    if (!(colors[i] > 0) || colors[i] > 1e30f) colors[i] = 0;
    most = colors[i] > most ? colors[i] : most;
  }
  for (int i = 0; i < 3; i++) colors[i] = is_linear ? encoded(colors[i] / most) : colors[i] / most;
  return most * alpha;
}

static inline void split(const float colors[3], uint16_t planes[3]) {
  const float luma = red_share * colors[0] + (1 - red_share - blue_share) * colors[1] + blue_share * colors[2];
  planes[0] = (uint16_t)lrintf(codes * luma);
  planes[1] = (uint16_t)lrintf(between(0, codes * (colors[2] - luma) / (2 - 2 * blue_share) + middle, codes));
  planes[2] = (uint16_t)lrintf(between(0, codes * (colors[0] - luma) / (2 - 2 * red_share) + middle, codes));
}

static inline void joined(const uint16_t planes[3], float colors[3]) {
  const float luma = planes[0] / codes;
  colors[0] = luma + (2 - 2 * red_share) * (planes[2] - middle) / codes;
  colors[2] = luma + (2 - 2 * blue_share) * (planes[1] - middle) / codes;
  colors[1] = (luma - red_share * colors[0] - blue_share * colors[2]) / (1 - red_share - blue_share);
  // Keeps exact grey, free of rounding.
  if (planes[1] == middle && planes[2] == middle) colors[0] = colors[1] = colors[2] = luma;
  for (int i = 0; i < 3; i++) colors[i] = between(0, colors[i], 1);
}

// The library's planes of a source: bytes of RGBA, or 16-bit samples of three planes.
struct planes {
  int width, height;
  bool has_bytes;
  uint8_t *bytes;
  uint16_t *words;
};

// The bytes of an 8-bit pixel, without premultiplication by alpha.
static inline void read_bytes(const struct splash_pixels *self, const char *pixel, uint8_t bytes[4]) {
  const float alpha = cover(self, 1, pixel);
  for (int i = 0; i < 3; i++) {
    const uint8_t byte = ((const uint8_t *)pixel)[i];
    bytes[i] = alpha < 1 ? (uint8_t)lrintf(between(0, byte / alpha, 255)) : byte;
  }
  bytes[3] = 255;
}

EACH void fill(struct planes *planes, const struct splash_pixels *source, int size, bool is_linear) {
  const size_t count = (size_t)planes->width * (size_t)planes->height;
  size_t place = 0;
  for (int y = source->bounds.y2 - 1; y >= source->bounds.y1; y--) {
    const char *from = pixel(source, source->bounds.x1, y);
    for (int x = 0; x < planes->width; x++, place++, from += source->channels * size) {
      if (planes->has_bytes) {
        read_bytes(source, from, planes->bytes + 4 * place);
      } else {
        float colors[3];
        uint16_t words[3];
        judged(source, size, from, is_linear, colors);
        split(colors, words);
        for (size_t i = 0; i < 3; i++) planes->words[i * count + place] = words[i];
      }
    }
  }
}

// Writes a result pixel; a pixel that the library left unchanged is copied from the source.
EACH void draw_pixel(
    const struct planes *planes, size_t place, const struct splash_pixels *source, int size, const char *from,
    char *to, bool is_linear) {
  float colors[3], factor;
  bool is_same;
  if (planes->has_bytes) {
    uint8_t before[4];
    const uint8_t *after = planes->bytes + 4 * place;
    read_bytes(source, from, before);
    is_same = !memcmp(before, after, 3);
    factor = cover(source, size, from);
    for (int i = 0; i < 3; i++) colors[i] = (float)after[i] / 255;
  } else {
    const size_t count = (size_t)planes->width * (size_t)planes->height;
    uint16_t before[3], after[3];
    factor = judged(source, size, from, is_linear, colors);
    split(colors, before);
    for (size_t i = 0; i < 3; i++) after[i] = planes->words[i * count + place];
    is_same = !memcmp(before, after, sizeof before);
    joined(after, colors);
    for (int i = 0; i < 3 && is_linear && !is_same; i++) colors[i] = decoded(colors[i]);
  }
  memcpy(to, from, (size_t)(source->channels * size));
  for (int i = 0; i < 3 && !is_same; i++) put(size, to, i, factor * colors[i]);
}

// Where the source has no pixels the target becomes transparent.
EACH void draw(
    const struct planes *planes, const struct splash_pixels *source, const struct splash_pixels *target, int size,
    OfxRectI window, bool is_linear) {
  const OfxRectI bounds = source->bounds;
  const int step = target->channels * size;
  for (int y = window.y1; y < window.y2; y++) {
    char *to = pixel(target, window.x1, y);
    const bool has_row = y >= bounds.y1 && y < bounds.y2;
    for (int x = window.x1; x < window.x2; x++, to += step) {
      if (!has_row || x < bounds.x1 || x >= bounds.x2) {
        memset(to, 0, (size_t)step);
        continue;
      }
      const size_t place = (size_t)(bounds.y2 - 1 - y) * (size_t)planes->width + (size_t)(x - bounds.x1);
      draw_pixel(planes, place, source, size, pixel(source, x, y), to, is_linear);
    }
  }
}

int splash_pixels_draw(
    const struct splash_pixels *source, const struct splash_pixels *target, OfxRectI window, bool is_linear,
    splash_filter *filter, double seconds, struct splash_memory *memory, char *error, size_t size) {
  const OfxRectI bounds = source->bounds;
  struct planes planes = {
      .width = bounds.x2 - bounds.x1, .height = bounds.y2 - bounds.y1, .has_bytes = source->sample == 1 && !is_linear};
  if (planes.width > 0 && planes.height > 0) {
    const size_t count = (size_t)planes.width * (size_t)planes.height, needed = 6 * count;
    if (needed > memory->size) {
      free(memory->start);
      *memory = (struct splash_memory){malloc(needed), needed};
      if (!memory->start) {
        memory->size = 0;
        strncpy(error, "no memory for a picture", size);
        return -1;
      }
    }
    (planes.bytes = memory->start, planes.words = memory->start);
    switch (source->sample) {
      case 1: fill(&planes, source, 1, is_linear); break;
      case 2: fill(&planes, source, 2, is_linear); break;
      default: fill(&planes, source, 4, is_linear);
    }
    splash_image image = {
        .format = planes.has_bytes ? "rgba" : "yuv444p14le",
        .width = planes.width,
        .height = planes.height,
        .matrix = SPLASH_MATRIX_BT709,
        .full_range = 1,
        .time = seconds,
    };
    for (size_t i = 0; i < (planes.has_bytes ? 1 : 3); i++) {
      image.data[i] = (uint8_t *)memory->start + 2 * count * i;
      image.stride[i] = (ptrdiff_t)(planes.has_bytes ? 4 : 2) * planes.width;
    }
    if (splash_filter_apply(filter, &image, error, size)) return -1;
  }
  switch (source->sample) {
    case 1: draw(&planes, source, target, 1, window, is_linear); break;
    case 2: draw(&planes, source, target, 2, window, is_linear); break;
    default: draw(&planes, source, target, 4, window, is_linear);
  }
  return 0;
}
