// The balanced picture, and the mask as a picture: nothing that every run needs, so there is one
// version of each, in strips of floats that a compiler turns into vectors by itself.

#include "SplashMasks.h"

#include "row.h"

#pragma clang fp contract(off)

/// Chroma samples at a time.
enum { strip = 64 };

/// A run of samples in a row: the first, how far apart, and how many.
typedef struct run {
  ptrdiff_t first;
  int step;
  int32_t count;
} run;

static void take(const splash_format *format, const uint8_t *row, run run, float *out) {
  if (format->depth == 8 && run.step == 1) {
    for (int32_t i = 0; i < run.count; i++) out[i] = row[run.first + i];
  } else if (format->depth == 8) {
    for (int32_t i = 0; i < run.count; i++) out[i] = row[run.first + (ptrdiff_t)run.step * i];
  } else {
    for (int32_t i = 0; i < run.count; i++) {
      uint16_t word;
      __builtin_memcpy(&word, row + 2 * (run.first + (ptrdiff_t)run.step * i), 2);
      out[i] = (float)(word >> format->shift);
    }
  }
}

/// Rounds, and keeps to the codes that there are.
static void put(const splash_format *format, uint8_t *row, run run, const float *values) {
  const float top = (float)((1 << format->depth) - 1);
  int32_t codes[2 * strip];
  for (int32_t i = 0; i < run.count; i++) {
    float value = values[i] > 0 ? values[i] : 0;
    codes[i] = (int32_t)((value < top ? value : top) + 0.5f);
  }
  if (format->depth == 8 && run.step == 1) {
    for (int32_t i = 0; i < run.count; i++) row[run.first + i] = (uint8_t)codes[i];
  } else if (format->depth == 8) {
    for (int32_t i = 0; i < run.count; i++)
      row[run.first + (ptrdiff_t)run.step * i] = (uint8_t)codes[i];
  } else {
    for (int32_t i = 0; i < run.count; i++) {
      uint16_t word = (uint16_t)(codes[i] << format->shift);
      __builtin_memcpy(row + 2 * (run.first + (ptrdiff_t)run.step * i), &word, 2);
    }
  }
}

/// Y'CbCr codes to R'G'B' 0…1 and back (H.273).
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

static float unit(float x) {
  x = x > 0 ? x : 0;
  return x < 1 ? x : 1;
}

/// Luma codes become balanced ones.
///
/// - red, blue: what is to be added to luma (0…1) for R' and B'.
/// - red_out, blue_out: the balanced R' and B'; may be null.
static void balance_luma(
    const balance *k, int32_t count, float *luma, const float *red, const float *blue,
    float *red_out, float *blue_out) {
  const float scale = 1 / k->luma, green_scale = 1 / k->kg;
  for (int32_t i = 0; i < count; i++) {
    float y = (luma[i] - k->black) * scale;
    float r = unit(y + red[i]), b = unit(y + blue[i]);
    float g = unit((y - k->kr * r - k->kb * b) * green_scale);
    r = unit(r * k->red);
    g = unit(g * k->green);
    b = unit(b * k->blue);
    luma[i] = (k->kr * r + k->kg * g + k->kb * b) * k->luma + k->black;
    if (!red_out || !blue_out) continue;
    red_out[i] = r;
    blue_out[i] = b;
  }
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

/// Writes a strip of chroma in the layout of the result.
static void put_chroma(
    const splash_format *format, const splash_row *row, int32_t x, int32_t count, const float *cb,
    const float *cr) {
  const bool is_paired = format->layout == splash_semiplanar;
  const int step = is_paired ? 2 : 1;
  const ptrdiff_t first = (ptrdiff_t)step * x;
  put(format, row->out_cb, (run){first, step, count}, cb);
  put(format, is_paired ? row->out_cb : row->out_cr, (run){first + is_paired, step, count}, cr);
}

/// Balances `count` chroma samples from `x` on, and the luma they cover.
static void balance_strip(
    const splash_picture *picture, const splash_row *row, const balance *k, int32_t y, int32_t x,
    int32_t count) {
  const splash_format *format = &picture->format;
  const places at = places_in(format, row);
  const int lines = row->luma[0] == row->luma[1] ? 1 : 2;
  const int halves = format->log2_width;
  const int32_t left = x << halves;
  const int32_t wide =
      (count << halves) < row->width - left ? count << halves : row->width - left;
  float red[strip], blue[strip], mean[strip] = {0};
  float luma[2 * strip], wide_red[2 * strip], wide_blue[2 * strip];
  const ptrdiff_t chroma = (ptrdiff_t)at.chroma_step * x;
  take(format, at.cb, (run){chroma, at.chroma_step, count}, blue);
  take(format, at.cr, (run){chroma + at.cr_first, at.chroma_step, count}, red);
  const float red_scale = 2 * (1 - k->kr) / k->chroma, blue_scale = 2 * (1 - k->kb) / k->chroma;
  for (int32_t i = 0; i < count; i++) {
    red[i] = (red[i] - k->neutral) * red_scale;
    blue[i] = (blue[i] - k->neutral) * blue_scale;
  }
  for (int32_t i = 0; i < wide; i++) {
    wide_red[i] = red[i >> halves];
    wide_blue[i] = blue[i >> halves];
  }
  for (int j = 0; j < lines; j++) {
    const ptrdiff_t first = (ptrdiff_t)at.luma_step * left + at.luma_first;
    take(format, row->luma[j], (run){first, at.luma_step, wide}, luma);
    // The last column of an odd width stands for both.
    if (wide < count << halves) luma[wide] = luma[wide - 1];
    for (int32_t i = 0; i < count; i++)
      mean[i] += halves ? (luma[2 * i] + luma[2 * i + 1]) / 2 : luma[i];
    balance_luma(k, wide, luma, wide_red, wide_blue, NULL, NULL);
    const ptrdiff_t line = ((ptrdiff_t)y << format->log2_height) + j;
    put(format, picture->out_luma + line * picture->out_luma_stride, (run){left, 1, wide}, luma);
  }
  for (int32_t i = 0; i < count; i++) mean[i] /= (float)lines;
  balance_luma(k, count, mean, red, blue, red, blue);
  const float cr_scale = k->chroma / (2 * (1 - k->kr)), cb_scale = k->chroma / (2 * (1 - k->kb));
  for (int32_t i = 0; i < count; i++) {
    float level = (mean[i] - k->black) / k->luma;
    red[i] = (red[i] - level) * cr_scale + k->neutral;
    blue[i] = (blue[i] - level) * cb_scale + k->neutral;
  }
  put_chroma(format, row, x, count, blue, red);
}

void splash_balance(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const balance k = balance_of(rule);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    for (int32_t x = 0; x < row.chroma; x += strip)
      balance_strip(picture, &row, &k, y, x, row.chroma - x < strip ? row.chroma - x : strip);
  }
}

void splash_show_mask(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const balance k = balance_of(rule);
  float greys[256], neutral[strip], luma[2 * strip];
  for (int i = 0; i < 256; i++) greys[i] = k.black + (float)i / 255 * k.luma;
  for (int i = 0; i < strip; i++) neutral[i] = k.neutral;
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    for (int32_t x = 0; x < row.chroma; x += strip) {
      const int32_t count = row.chroma - x < strip ? row.chroma - x : strip;
      put_chroma(format, &row, x, count, neutral, neutral);
      const int32_t left = x << format->log2_width, room = row.width - left;
      const int32_t wide = count << format->log2_width;
      for (int32_t i = 0; i < wide; i++) luma[i] = greys[row.mask[x + (i >> format->log2_width)]];
      for (int j = 0; j <= format->log2_height; j++) {
        const ptrdiff_t line = ((ptrdiff_t)y << format->log2_height) + j;
        if (line >= picture->height) break;
        put(format, picture->out_luma + line * picture->out_luma_stride,
            (run){left, 1, wide < room ? wide : room}, luma);
      }
    }
  }
}
