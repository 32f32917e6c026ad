// The balanced picture, and the mask as a picture: not on the fast path, plain loops.

#include "SplashMasks.h"

#include "row.h"

#pragma clang fp contract(off)

static float code(const splash_format *format, const uint8_t *row, ptrdiff_t index) {
  if (format->depth == 8) return (float)row[index];
  uint16_t word;
  __builtin_memcpy(&word, row + 2 * index, 2);
  return (float)(word >> format->shift);
}

static void put(const splash_format *format, uint8_t *row, ptrdiff_t index, float value) {
  float top = (float)((1 << format->depth) - 1);
  int32_t rounded = (int32_t)((value < 0 ? 0 : value > top ? top : value) + 0.5f);
  if (format->depth == 8) {
    row[index] = (uint8_t)rounded;
    return;
  }
  uint16_t word = (uint16_t)(rounded << format->shift);
  __builtin_memcpy(row + 2 * index, &word, 2);
}

static float unit(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/// Y'CbCr codes to balanced Y'CbCr codes.
typedef struct balance {
  float kr, kg, kb, black, luma, neutral, chroma;
  float red, green, blue;
} balance;

static balance balance_of(const splash_rule *rule) {
  float up = (float)(1 << (rule->depth - 8)), top = (float)((1 << rule->depth) - 1);
  float kr = (float)rule->kr, kb = (float)rule->kb;
  return (balance){
      .kr = kr, .kg = 1 - kr - kb, .kb = kb,
      .black = rule->full_range ? 0 : 16 * up, .luma = rule->full_range ? top : 219 * up,
      .neutral = 128 * up, .chroma = rule->full_range ? top : 224 * up,
      .red = (float)rule->red_gain, .green = (float)rule->green_gain,
      .blue = (float)rule->blue_gain};
}

typedef struct ycc {
  float luma, cb, cr;
} ycc;

static ycc balanced(const balance *k, ycc in) {
  float y = (in.luma - k->black) / k->luma;
  float cb = (in.cb - k->neutral) / k->chroma, cr = (in.cr - k->neutral) / k->chroma;
  float r = unit(y + 2 * (1 - k->kr) * cr), b = unit(y + 2 * (1 - k->kb) * cb);
  float g = unit((y - k->kr * r - k->kb * b) / k->kg);
  r = unit(r * k->red);
  g = unit(g * k->green);
  b = unit(b * k->blue);
  y = k->kr * r + k->kg * g + k->kb * b;
  return (ycc){
      y * k->luma + k->black, (b - y) / (2 * (1 - k->kb)) * k->chroma + k->neutral,
      (r - y) / (2 * (1 - k->kr)) * k->chroma + k->neutral};
}

/// Where the samples of a row stand: luma at `luma_step·x + luma_first`, and chroma likewise.
typedef struct places {
  int luma_step, luma_first, chroma_step, cr_first;
  const uint8_t *cb, *cr;
} places;

static places places_in(const splash_format *format, const splash_row *row) {
  switch (format->layout) {
    case splash_planar: return (places){1, 0, 1, 0, row->cb, row->cr};
    case splash_semiplanar: return (places){1, 0, 2, 1, row->cb, row->cb};
    case splash_yuyv: return (places){2, 0, 4, 2, row->luma[0] + 1, row->luma[0] + 1};
    case splash_uyvy: return (places){2, 1, 4, 2, row->luma[0], row->luma[0]};
  }
  __builtin_unreachable();
}

void splash_balance(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const balance k = balance_of(rule);
  const bool is_paired = format->layout == splash_semiplanar;
  for (int32_t y = first; y < end; y++) {
    splash_row row = splash_row_at(picture, y);
    places at = places_in(format, &row);
    const int rows = row.luma[0] == row.luma[1] ? 1 : 2;
    for (int32_t x = 0; x < row.chroma; x++) {
      int32_t left = x << format->log2_width;
      int columns = format->log2_width && left + 1 < row.width ? 2 : 1;
      ycc mean = {
          0, code(format, at.cb, (ptrdiff_t)at.chroma_step * x),
          code(format, at.cr, (ptrdiff_t)at.chroma_step * x + at.cr_first)};
      for (int j = 0; j < rows; j++) {
        int32_t line = (y << format->log2_height) + j;
        uint8_t *out = picture->out_luma + line * picture->out_luma_stride;
        for (int i = 0; i < columns; i++) {
          ptrdiff_t place = (ptrdiff_t)at.luma_step * (left + i) + at.luma_first;
          ycc sample = {code(format, row.luma[j], place), mean.cb, mean.cr};
          mean.luma += sample.luma;
          put(format, out, left + i, balanced(&k, sample).luma);
        }
      }
      mean.luma /= (float)(rows * columns);
      ycc result = balanced(&k, mean);
      put(format, row.out_cb, is_paired ? 2 * x : x, result.cb);
      put(format, is_paired ? row.out_cb : row.out_cr, is_paired ? 2 * x + 1 : x, result.cr);
    }
  }
}

void splash_show_mask(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const balance k = balance_of(rule);
  const bool is_paired = format->layout == splash_semiplanar;
  for (int32_t y = first; y < end; y++) {
    splash_row row = splash_row_at(picture, y);
    for (int32_t x = 0; x < row.chroma; x++) {
      put(format, row.out_cb, is_paired ? 2 * x : x, k.neutral);
      put(format, is_paired ? row.out_cb : row.out_cr, is_paired ? 2 * x + 1 : x, k.neutral);
    }
    for (int j = 0; j <= format->log2_height; j++) {
      int32_t line = (y << format->log2_height) + j;
      if (line >= picture->height) break;
      uint8_t *out = picture->out_luma + line * picture->out_luma_stride;
      for (int32_t x = 0; x < row.width; x++)
        put(format, out, x,
            k.black + (float)row.mask[x >> format->log2_width] / 255 * k.luma);
    }
  }
}
