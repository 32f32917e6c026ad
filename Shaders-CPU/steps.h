#ifndef SPLASH_STEPS_H
#define SPLASH_STEPS_H

// Look steps that need no table; one text for all instruction sets, which the compiler vectorizes. Pieces of rows
// become floats, are changed, and become codes again. Frames are planar or semi-planar.

#include "blur.h"
#include "cube.h"

/// Samples at a time.
enum { splash_piece = 64 };

typedef struct splash_samples {
  _Alignas(64) float at[splash_piece];
} splash_samples;

SPLASH_LOOP void splash_take_line(
    const splash_format *format, const uint8_t *from, int32_t step, int32_t x, int32_t count,
    float *restrict to) {
  if (format->depth == 8 && step == 1) {
    for (int32_t i = 0; i < count; i++) to[i] = (float)from[x + i];
  } else {
    for (int32_t i = 0; i < count; i++) to[i] = (float)splash_load(format, from, (x + i) * step);
  }
}

SPLASH_LOOP void splash_give_line(
    const splash_format *format, uint8_t *to, int32_t step, int32_t x, int32_t count,
    const float *restrict from) {
  if (format->depth == 8 && step == 1) {
    for (int32_t i = 0; i < count; i++) {
      const float least = from[i] > 0 ? from[i] : 0;
      to[x + i] = (uint8_t)(int32_t)((least < 255 ? least : 255) + 0.5f);
    }
  } else {
    for (int32_t i = 0; i < count; i++)
      splash_store(format, to, (x + i) * step, splash_rounded(format, from[i]));
  }
}

/// The mean of the luma that each chroma sample covers.
SPLASH_LOOP void splash_take_luma(
    const splash_format *format, const splash_row *row, int32_t x, int32_t count,
    float *restrict to) {
  const uint8_t *restrict top = row->luma[0], *restrict bottom = row->luma[1];
  if (format->depth == 8 && format->log2_width == 1 && 2 * (x + count) <= row->width) {
    for (int32_t i = 0; i < count; i++) {
      const int32_t left = 2 * (x + i);
      to[i] = (float)(top[left] + top[left + 1] + bottom[left] + bottom[left + 1]) * 0.25f;
    }
    return;
  }
  const splash_places in = splash_places_in(format, row);
  for (int32_t i = 0; i < count; i++)
    to[i] = (float)splash_luma_under(format, &in, row->width, x + i) * 0.25f;
}

/// Chroma of a row, a piece at a time.
typedef struct splash_chroma_piece {
  int32_t x, count;
  splash_samples luma, cb, cr;
} splash_chroma_piece;

SPLASH_LOOP void splash_take_chroma(
    const splash_format *format, const splash_row *row, splash_chroma_piece *piece) {
  const splash_places in = splash_places_in(format, row);
  splash_take_line(format, in.cb, in.chroma_step, piece->x, piece->count, piece->cb.at);
  splash_take_line(format, in.cr, in.chroma_step, piece->x, piece->count, piece->cr.at);
}

SPLASH_LOOP void splash_give_chroma(
    const splash_format *format, const splash_row *row, const splash_chroma_piece *piece) {
  const splash_targets out = splash_targets_in(format, true, row);
  splash_give_line(format, out.cb, out.chroma_step, piece->x, piece->count, piece->cb.at);
  splash_give_line(format, out.cr, out.chroma_step, piece->x, piece->count, piece->cr.at);
}

SPLASH_LOOP int32_t splash_piece_of(int32_t x, int32_t width) {
  return width - x < splash_piece ? width - x : splash_piece;
}

/// Rotates chroma around neutral.
SPLASH_LOOP void splash_turn_part(
    const splash_turning *how, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format format = picture->format;
  const float neutral = (float)(1 << (format.depth - 1)), cosine = how->cosine, sine = how->sine;
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    splash_chroma_piece p = {0};
    for (p.x = 0; p.x < row.chroma; p.x += splash_piece) {
      p.count = splash_piece_of(p.x, row.chroma);
      splash_take_chroma(&format, &row, &p);
      for (int32_t i = 0; i < splash_piece; i++) {
        const float cb = p.cb.at[i] - neutral, cr = p.cr.at[i] - neutral;
        p.cb.at[i] = cosine * cb - sine * cr + neutral;
        p.cr.at[i] = sine * cb + cosine * cr + neutral;
      }
      splash_give_chroma(&format, &row, &p);
    }
  }
}

SPLASH_LOOP float splash_larger(float a, float b) { return a > b ? a : b; }

/// The share of the way from grey to the limit of displayable colors for a difference from luma: `below` is 1 / luma,
/// `above` is 1 / (white − luma).
SPLASH_LOOP float splash_reach(float difference, float below, float above) {
  return splash_larger(difference * above, -difference * below);
}

/// Replaces chroma by that of another color, at the same share of the way to the limit of displayable colors.
SPLASH_LOOP void splash_recolor_part(
    const splash_recoloring *how, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end) {
  const splash_format format = picture->format;
  const splash_codes k = splash_codes_of(rule);
  const float blue_out = how->blue * k.cb_out, red_out = how->red * k.cr_out;
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    splash_chroma_piece p = {0};
    for (p.x = 0; p.x < row.chroma; p.x += splash_piece) {
      p.count = splash_piece_of(p.x, row.chroma);
      splash_take_chroma(&format, &row, &p);
      splash_take_luma(&format, &row, p.x, p.count, p.luma.at);
      for (int32_t i = 0; i < splash_piece; i++) {
        float level = (p.luma.at[i] - k.black) * k.luma_in;
        level = level > 1 / 512.0f ? level : 1 / 512.0f;
        level = level < 511 / 512.0f ? level : 511 / 512.0f;
        const float below = 1 / level, above = 1 / (1 - level);
        const float red = (p.cr.at[i] - k.neutral) * k.red_in;
        const float blue = (p.cb.at[i] - k.neutral) * k.blue_in;
        const float green = -(k.kr * red + k.kb * blue) * k.green_in;
        float own = splash_larger(
            splash_reach(red, below, above),
            splash_larger(splash_reach(green, below, above), splash_reach(blue, below, above)));
        own = own < 1 ? own : 1;
        const float whole = splash_larger(
            splash_reach(how->red, below, above),
            splash_larger(
                splash_reach(how->green, below, above), splash_reach(how->blue, below, above)));
        const float part = how->share * own / splash_larger(whole, 1e-6f);
        p.cb.at[i] = part * blue_out + k.neutral;
        p.cr.at[i] = part * red_out + k.neutral;
      }
      splash_give_chroma(&format, &row, &p);
    }
  }
}

SPLASH_LOOP splash_format splash_channel_format(const splash_channel *c) {
  return (splash_format){.depth = c->depth, .shift = c->shift};
}

/// Changes each piece of a channel's lines by a function that gets the place of its first sample.
SPLASH_LOOP void splash_each_piece(
    const void *how, const splash_channel *c, int32_t first, int32_t end,
    void (*change)(const void *how, const splash_channel *c, int32_t x, int32_t y, float *at)) {
  const splash_format format = splash_channel_format(c);
  for (int32_t y = first; y < end; y++) {
    const uint8_t *from = c->from + y * c->from_stride;
    uint8_t *to = c->to + y * c->to_stride;
    for (int32_t x = 0; x < c->width; x += splash_piece) {
      const int32_t count = splash_piece_of(x, c->width);
      splash_samples s = {0};
      splash_take_line(&format, from, c->step, x, count, s.at);
      change(how, c, x, y, s.at);
      splash_give_line(&format, to, c->step, x, count, s.at);
    }
  }
}

SPLASH_LOOP void splash_vignette_piece(
    const void *vignetting, const splash_channel *c, int32_t x, int32_t y, float *at) {
  const splash_vignetting *how = vignetting;
  const float base = how->base, amount = how->amount;
  const float v = (float)(2 * y + 1 - c->height) * how->row;
  for (int32_t i = 0; i < splash_piece; i++) {
    const float u = (float)(2 * (x + i) + 1 - c->width) * how->column;
    float far = (u * u + v * v - 0.1f) * (1 / 0.9f);
    far = far > 0 ? far : 0;
    far = far < 1 ? far : 1;
    at[i] = (at[i] - base) * (1 - amount * (far * far * (3 - 2 * far))) + base;
  }
}

/// Darkens the corners.
SPLASH_LOOP void splash_vignette_part(
    const splash_vignetting *how, const splash_channel *c, int32_t first, int32_t end) {
  splash_each_piece(how, c, first, end, splash_vignette_piece);
}

/// The hash function lowbias32: C. Wellons, "Prospecting for hash functions", 2018.
SPLASH_LOOP uint32_t splash_hashed(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

SPLASH_LOOP void splash_grain_piece(
    const void *graining, const splash_channel *c, int32_t x, int32_t y, float *at) {
  (void)c;
  const splash_graining *how = graining;
  const uint32_t seed = splash_hashed((uint32_t)(y >> how->log2_size) ^ splash_hashed(how->seed));
  for (int32_t i = 0; i < splash_piece; i++) {
    const uint32_t dice = splash_hashed(((uint32_t)(x + i) >> how->log2_size) + seed);
    const int32_t sum =
        (int32_t)((dice & 255) + (dice >> 8 & 255) + (dice >> 16 & 255) + (dice >> 24)) - 510;
    const float level = (at[i] - how->black) * how->unit;
    const float share = 4 * level * (1 - level);
    at[i] += how->strength * (share > 0 ? share : 0) * (float)sum;
  }
}

/// Adds noise, most of it at medium brightness.
SPLASH_LOOP void splash_grain_part(
    const splash_graining *how, const splash_channel *c, int32_t first, int32_t end) {
  splash_each_piece(how, c, first, end, splash_grain_piece);
}

/// Adds a glow to a frame.
SPLASH_LOOP void splash_glow_part(
    const splash_glowing *how, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format format = picture->format;
  const float neutral = (float)(1 << (format.depth - 1)), black = how->black;
  const float share = how->amount * how->unit;
  for (int32_t y = first; y < end; y++) {
    const splash_row light = splash_row_at(picture, y);
    splash_row under = light;
    under.luma[0] = light.out_luma[0], under.luma[1] = light.out_luma[1];
    under.cb = light.out_cb, under.cr = light.out_cr;
    splash_chroma_piece p = {0}, l = {0};
    for (p.x = 0; p.x < light.chroma; p.x += splash_piece) {
      l.x = p.x;
      l.count = p.count = splash_piece_of(p.x, light.chroma);
      splash_take_chroma(&format, &under, &p);
      splash_take_chroma(&format, &light, &l);
      splash_take_luma(&format, &light, l.x, l.count, l.luma.at);
      for (int32_t i = 0; i < splash_piece; i++) {
        const float part = share * (l.luma.at[i] - black);
        const float cb = p.cb.at[i] - neutral, cr = p.cr.at[i] - neutral;
        p.cb.at[i] = cb - cb * part + how->amount * (l.cb.at[i] - neutral) + neutral;
        p.cr.at[i] = cr - cr * part + how->amount * (l.cr.at[i] - neutral) + neutral;
      }
      splash_give_chroma(&format, &under, &p);
    }
    for (int j = 0; j < (light.luma[0] == light.luma[1] ? 1 : 2); j++) {
      for (int32_t x = 0; x < light.width; x += splash_piece) {
        const int32_t count = splash_piece_of(x, light.width);
        splash_samples s = {0}, other = {0};
        splash_take_line(&format, under.luma[j], 1, x, count, s.at);
        splash_take_line(&format, light.luma[j], 1, x, count, other.at);
        for (int32_t i = 0; i < splash_piece; i++) {
          const float code = other.at[i] - black, own = s.at[i] - black;
          s.at[i] = own - own * (share * code) + how->amount * code + black;
        }
        splash_give_line(&format, light.out_luma[j], 1, x, count, s.at);
      }
    }
  }
}

#endif
