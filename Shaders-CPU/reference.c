// The operations one sample at a time: slow, plain, and right by definition.

#include "reference.h"

#include "row.h"
#include "sample.h"

static int32_t load(const splash_format *format, const uint8_t *row, int32_t index) {
  if (format->depth == 8) return row[index];
  uint16_t word;
  __builtin_memcpy(&word, row + 2 * (ptrdiff_t)index, 2);
  return word >> format->shift;
}

static void store(const splash_format *format, uint8_t *row, int32_t index, int32_t code) {
  if (format->depth == 8) {
    row[index] = (uint8_t)code;
    return;
  }
  uint16_t word = (uint16_t)(code << format->shift);
  __builtin_memcpy(row + 2 * (ptrdiff_t)index, &word, 2);
}

/// Where a row's samples lie: luma sample `i` at `i·luma_step`, chroma sample `i` at
/// `i·chroma_step`, in samples.
typedef struct placement {
  const uint8_t *luma[2], *cb, *cr;
  int32_t luma_step, chroma_step;
} placement;

static placement placement_of(const splash_format *format, const splash_row *row) {
  const uint8_t *top = row->luma[0], *bottom = row->luma[1];
  switch (format->layout) {
    case splash_planar: return (placement){{top, bottom}, row->cb, row->cr, 1, 1};
    case splash_semiplanar:
      return (placement){{top, bottom}, row->cb, row->cb + (format->depth > 8 ? 2 : 1), 1, 2};
    case splash_yuyv: return (placement){{top, top}, top + 1, top + 3, 2, 4};
    case splash_uyvy: return (placement){{top + 1, top + 1}, top, top + 2, 2, 4};
  }
  __builtin_unreachable();
}

/// Where the result of a row goes, likewise.
typedef struct target {
  uint8_t *luma, *cb, *cr;
  int32_t luma_step, chroma_step;
} target;

static target target_of(const splash_format *format, bool unpack, const splash_row *row) {
  uint8_t *luma = row->out_luma;
  if (format->layout == splash_semiplanar)
    return (target){NULL, row->out_cb, row->out_cb + (format->depth > 8 ? 2 : 1), 1, 2};
  if (format->layout == splash_planar || unpack)
    return (target){luma, row->out_cb, row->out_cr, 1, 1};
  if (format->layout == splash_yuyv) return (target){luma, luma + 1, luma + 3, 2, 4};
  return (target){luma + 1, luma, luma + 2, 2, 4};
}

/// The mean of the luma samples under chroma sample `x`, aligned to 16 bits.
static uint16_t luma_under(
    const splash_format *format, const placement *in, int32_t width, int32_t x) {
  int32_t left = x << format->log2_width;
  int32_t right = left + (format->log2_width && left + 1 < width);
  int32_t sum = 0;
  for (int i = 0; i < 2; i++)
    sum += load(format, in->luma[i], left * in->luma_step) +
           load(format, in->luma[i], right * in->luma_step);
  return (uint16_t)(sum << (14 - format->depth));
}

typedef enum operation { operation_splash, operation_mask, operation_apply } operation;

static inline void run(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end,
    operation operation) {
  const splash_format *format = &picture->format;
  const int32_t neutral = 1 << (format->depth - 1), unit = 1 << (16 - format->depth);
  const bool is_packed = format->layout >= splash_yuyv;
  for (int32_t y = first; y < end; y++) {
    splash_row row = splash_row_at(picture, y);
    placement in = placement_of(format, &row);
    for (int32_t x = 0; x < row.chroma; x++) {
      int32_t cb = load(format, in.cb, x * in.chroma_step) - neutral;
      int32_t cr = load(format, in.cr, x * in.chroma_step) - neutral;
      uint16_t mask = operation == operation_apply
                          ? splash_mask_unpack(row.mask[x])
                          : splash_sample_mask(
                                key, luma_under(format, &in, row.width, x), (int16_t)(cb * unit),
                                (int16_t)(cr * unit));
      if (operation == operation_mask) {
        row.mask[x] = splash_mask_pack(mask);
        continue;
      }
      target out = target_of(format, picture->unpack, &row);
      if (is_packed) {
        // Packed again, a last odd sample keeps its neighbour, whatever that is.
        int32_t samples = picture->unpack ? row.width : 2 * row.chroma;
        for (int32_t i = 2 * x; i < 2 * x + 2 && i < samples; i++)
          out.luma[i * out.luma_step] = in.luma[0][i * in.luma_step];
      }
      store(format, out.cb, x * out.chroma_step, neutral + splash_sample_scale(cb, mask));
      store(format, out.cr, x * out.chroma_step, neutral + splash_sample_scale(cr, mask));
    }
  }
}

void splash_reference_splash(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run(key, picture, first, end, operation_splash);
}

void splash_reference_mask(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run(key, picture, first, end, operation_mask);
}

void splash_reference_apply(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run(key, picture, first, end, operation_apply);
}
