#ifndef SPLASH_ROW_H
#define SPLASH_ROW_H

// A chroma row of a frame with the luma rows it covers, which is the unit of work of kernels, and access to its single
// samples.

#include "SplashPicture.h"

typedef struct splash_row {
  // The luma rows: the same one twice if chroma is not subsampled, or at an odd edge.
  const uint8_t *luma[2];
  const uint8_t *cb, *cr;
  uint8_t *out_luma[2], *out_cb, *out_cr;
  uint8_t *mask;
  // Bytes to the same place in the next chroma row.
  ptrdiff_t luma_step, cb_step, cr_step, out_luma_step, out_cb_step, out_cr_step;
  int32_t width;   // luma samples
  int32_t chroma;  // chroma samples
} splash_row;

static inline bool splash_is_packed(const splash_format *format) {
  return format->layout >= splash_yuyv;
}

/// The format of a result: packed frames become planar.
static inline splash_format splash_result_format(splash_format format) {
  if (splash_is_packed(&format)) format.layout = splash_planar;
  return format;
}

static inline int32_t splash_chroma_size(int32_t luma, int log2) {
  return (luma + (1 << log2) - 1) >> log2;
}

static inline splash_row splash_row_at(const splash_picture *p, int32_t y) {
  int32_t top = y << p->format.log2_height;
  int32_t bottom = top + (p->format.log2_height && top + 1 < p->height);
  splash_row row = {
      .width = p->width,
      .chroma = splash_chroma_size(p->width, p->format.log2_width),
      .luma_step = p->luma_stride * (1 << p->format.log2_height),
      .cb_step = p->cb_stride,
      .cr_step = p->cr_stride,
      .out_luma_step = p->out_luma_stride * (1 << p->format.log2_height),
      .out_cb_step = p->out_cb_stride,
      .out_cr_step = p->out_cr_stride,
  };
  if (p->luma) {
    row.luma[0] = p->luma + top * p->luma_stride;
    row.luma[1] = p->luma + bottom * p->luma_stride;
  }
  if (p->cb) row.cb = p->cb + y * p->cb_stride;
  if (p->cr) row.cr = p->cr + y * p->cr_stride;
  if (p->out_luma) {
    row.out_luma[0] = p->out_luma + top * p->out_luma_stride;
    row.out_luma[1] = p->out_luma + bottom * p->out_luma_stride;
  }
  if (p->out_cb) row.out_cb = p->out_cb + y * p->out_cb_stride;
  if (p->out_cr) row.out_cr = p->out_cr + y * p->out_cr_stride;
  if (p->mask) row.mask = p->mask + y * p->mask_stride;
  return row;
}

/// Where a row's samples are: luma sample `i` at `i·luma_step`, chroma sample `i` at `i·chroma_step`, in samples.
typedef struct splash_places {
  const uint8_t *luma[2], *cb, *cr;
  int32_t luma_step, chroma_step;
} splash_places;

static inline splash_places splash_places_in(const splash_format *format, const splash_row *row) {
  const uint8_t *top = row->luma[0], *bottom = row->luma[1];
  switch (format->layout) {
    case splash_planar: return (splash_places){{top, bottom}, row->cb, row->cr, 1, 1};
    case splash_semiplanar:
      return (splash_places){{top, bottom}, row->cb, row->cb + (format->depth > 8 ? 2 : 1), 1, 2};
    case splash_yuyv: return (splash_places){{top, top}, top + 1, top + 3, 2, 4};
    case splash_uyvy: return (splash_places){{top + 1, top + 1}, top, top + 2, 2, 4};
  }
  __builtin_unreachable();
}

/// Where the results of a row are, in the same form.
typedef struct splash_targets {
  uint8_t *luma[2], *cb, *cr;
  int32_t luma_step, chroma_step;
} splash_targets;

static inline splash_targets splash_targets_in(
    const splash_format *format, bool unpack, const splash_row *row) {
  uint8_t *top = row->out_luma[0], *bottom = row->out_luma[1];
  if (format->layout == splash_semiplanar)
    return (splash_targets){
        {top, bottom}, row->out_cb, row->out_cb + (format->depth > 8 ? 2 : 1), 1, 2};
  if (format->layout == splash_planar || unpack)
    return (splash_targets){{top, bottom}, row->out_cb, row->out_cr, 1, 1};
  if (format->layout == splash_yuyv)
    return (splash_targets){{top, top}, top + 1, top + 3, 2, 4};
  return (splash_targets){{top + 1, top + 1}, top, top + 2, 2, 4};
}

/// The code of a sample.
static inline int32_t splash_load(const splash_format *format, const uint8_t *row, int32_t index) {
  if (format->depth == 8) return row[index];
  uint16_t word;
  __builtin_memcpy(&word, row + 2 * (ptrdiff_t)index, 2);
  return word >> format->shift;
}

static inline void splash_store(
    const splash_format *format, uint8_t *row, int32_t index, int32_t code) {
  if (format->depth == 8) {
    row[index] = (uint8_t)code;
    return;
  }
  uint16_t word = (uint16_t)(code << format->shift);
  __builtin_memcpy(row + 2 * (ptrdiff_t)index, &word, 2);
}

/// The luma columns that chroma sample `x` covers; the same twice if there is only one.
typedef struct splash_columns {
  int32_t left, right;
} splash_columns;

static inline splash_columns splash_columns_under(
    const splash_format *format, int32_t width, int32_t x) {
  int32_t left = x << format->log2_width;
  return (splash_columns){left, left + (format->log2_width && left + 1 < width)};
}

/// The sum of four luma codes that chroma sample `x` covers.
static inline int32_t splash_luma_under(
    const splash_format *format, const splash_places *in, int32_t width, int32_t x) {
  const splash_columns at = splash_columns_under(format, width, x);
  int32_t sum = 0;
  for (int i = 0; i < 2; i++)
    sum += splash_load(format, in->luma[i], at.left * in->luma_step) +
           splash_load(format, in->luma[i], at.right * in->luma_step);
  return sum;
}

#endif
