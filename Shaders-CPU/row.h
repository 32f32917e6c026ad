#ifndef SPLASH_ROW_H
#define SPLASH_ROW_H

// One chroma row of a picture with the luma rows it covers: what a row kernel works on.

#include "SplashKernels.h"

typedef struct splash_row {
  const uint8_t *luma[2];  // the same row twice where chroma is not subsampled, or at an odd edge
  const uint8_t *cb, *cr;
  uint8_t *out_cb, *out_cr, *out_luma;
  uint8_t *mask;
  // Bytes to the same place a chroma row further down.
  ptrdiff_t luma_step, cb_step, cr_step, out_cb_step, out_cr_step, out_luma_step;
  int32_t width;   // luma samples
  int32_t chroma;  // chroma samples
} splash_row;

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
      .out_cb_step = p->out_cb_stride,
      .out_cr_step = p->out_cr_stride,
      .out_luma_step = p->out_luma_stride,
  };
  if (p->luma) {
    row.luma[0] = p->luma + top * p->luma_stride;
    row.luma[1] = p->luma + bottom * p->luma_stride;
  }
  if (p->cb) row.cb = p->cb + y * p->cb_stride;
  if (p->cr) row.cr = p->cr + y * p->cr_stride;
  if (p->out_cb) row.out_cb = p->out_cb + y * p->out_cb_stride;
  if (p->out_cr) row.out_cr = p->out_cr + y * p->out_cr_stride;
  if (p->out_luma) row.out_luma = p->out_luma + y * p->out_luma_stride;
  if (p->mask) row.mask = p->mask + y * p->mask_stride;
  return row;
}

#endif
