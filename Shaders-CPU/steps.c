// Look steps that need no table, one sample at a time.

#include <math.h>

#include "cube.h"
#include "kernels.h"
#include "row.h"
#include "sample.h"

/// One chroma sample with the luma that it covers, in codes.
typedef struct color {
  float luma, cb, cr;
} color;

static color color_at(const splash_format *format, const splash_row *row, const splash_places *in, int32_t x) {
  return (color){
      .luma = (float)splash_luma_under(format, in, row->width, x) / 4,
      .cb = (float)splash_load(format, in->cb, x * in->chroma_step),
      .cr = (float)splash_load(format, in->cr, x * in->chroma_step),
  };
}

static void set_color(const splash_format *format, const splash_row *row, int32_t x, color color) {
  const splash_targets out = splash_targets_in(format, true, row);
  splash_store(format, out.cb, x * out.chroma_step, splash_rounded(format, color.cb));
  splash_store(format, out.cr, x * out.chroma_step, splash_rounded(format, color.cr));
}

void splash_turn_reference(
    const splash_turning *how, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const float neutral = (float)(1 << (format->depth - 1));
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    for (int32_t x = 0; x < row.chroma; x++) {
      const color old = color_at(format, &row, &in, x);
      const float cb = old.cb - neutral, cr = old.cr - neutral;
      const color turned = {
          old.luma, how->cosine * cb - how->sine * cr + neutral, how->sine * cb + how->cosine * cr + neutral};
      set_color(format, &row, x, turned);
    }
  }
}

/// The share of the way from luma to the limit of displayable colors that a color goes.
static float reach_of(float red, float green, float blue, float level) {
  const float differences[] = {red, green, blue};
  float most = -INFINITY;
  for (int i = 0; i < 3; i++) {
    const float up = differences[i] * (1 / (1 - level)), down = -differences[i] * (1 / level);
    most = fmaxf(most, fmaxf(up, down));
  }
  return most;
}

void splash_recolor_reference(
    const splash_recoloring *how, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const splash_codes k = splash_codes_of(rule);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    for (int32_t x = 0; x < row.chroma; x++) {
      const color old = color_at(format, &row, &in, x);
      const float level = fminf(fmaxf((old.luma - k.black) * k.luma_in, 1 / 512.0f), 511 / 512.0f);
      const float red = (old.cr - k.neutral) * k.red_in, blue = (old.cb - k.neutral) * k.blue_in;
      const float green = -(k.kr * red + k.kb * blue) * k.green_in;
      const float own = fminf(reach_of(red, green, blue, level), 1);
      const float whole = fmaxf(reach_of(how->red, how->green, how->blue, level), 1e-6f);
      const float part = how->share * own / whole;
      const color fresh = {
          old.luma, part * (how->blue * k.cb_out) + k.neutral, part * (how->red * k.cr_out) + k.neutral};
      set_color(format, &row, x, fresh);
    }
  }
}

void splash_vignette_reference(
    const splash_vignetting *how, const splash_channel *channel, int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    const float v = (float)(2 * y + 1 - channel->height) * how->row;
    for (int32_t x = 0; x < channel->width; x++) {
      const float u = (float)(2 * x + 1 - channel->width) * how->column;
      const float far = fminf(fmaxf((u * u + v * v - 0.1f) * (1 / 0.9f), 0), 1);
      const float light = 1 - how->amount * (far * far * (3 - 2 * far));
      const float code = (float)splash_code_at(channel, x, y);
      splash_set_code(
          channel, x, y, splash_nearest_code(channel, (code - how->base) * light + how->base));
    }
  }
}

/// The hash function lowbias32: C. Wellons, "Prospecting for hash functions", 2018.
static uint32_t hashed(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

void splash_grain_reference(
    const splash_graining *how, const splash_channel *channel, int32_t first, int32_t end) {
  for (int32_t y = first; y < end; y++) {
    for (int32_t x = 0; x < channel->width; x++) {
      const uint32_t line = hashed((uint32_t)(y >> how->log2_size) ^ hashed(how->seed));
      uint32_t dice = hashed((uint32_t)(x >> how->log2_size) + line);
      int32_t sum = -510;
      for (int i = 0; i < 4; i++, dice >>= 8) sum += dice & 255;
      const float code = (float)splash_code_at(channel, x, y);
      const float level = (code - how->black) * how->unit;
      const float share = fmaxf(4 * level * (1 - level), 0);
      splash_set_code(
          channel, x, y, splash_nearest_code(channel, code + how->strength * share * (float)sum));
    }
  }
}

void splash_glow_reference(
    const splash_glowing *how, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const float neutral = (float)(1 << (format->depth - 1)), share = how->amount * how->unit;
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    const splash_targets out = splash_targets_in(format, true, &row);
    for (int32_t x = 0; x < row.chroma; x++) {
      const color light = color_at(format, &row, &in, x);
      const float part = share * (light.luma - how->black);
      const float cb = (float)splash_load(format, out.cb, x * out.chroma_step) - neutral;
      const float cr = (float)splash_load(format, out.cr, x * out.chroma_step) - neutral;
      const color lit = {
          light.luma, cb - cb * part + how->amount * (light.cb - neutral) + neutral,
          cr - cr * part + how->amount * (light.cr - neutral) + neutral};
      set_color(format, &row, x, lit);
    }
    for (int32_t line = 0; line < 1 << format->log2_height; line++) {
      if ((y << format->log2_height) + line >= picture->height) break;
      for (int32_t x = 0; x < row.width; x++) {
        const float code = (float)splash_load(format, in.luma[line], x) - how->black;
        const float own = (float)splash_load(format, out.luma[line], x) - how->black;
        const float lit = own - own * (share * code) + how->amount * code + how->black;
        splash_store(format, out.luma[line], x, splash_rounded(format, lit));
      }
    }
  }
}
