// The guide of the steady mask, luma at chroma resolution: the definition and its vector versions.

#include "steady.h"

#include "bytes.h"
#include "row.h"

/// A luma sample's upper 8 bits.
static inline uint8_t luma_byte(const splash_format *format, const uint8_t *row, int32_t x) {
  if (format->layout >= splash_yuyv)
    return row[2 * (ptrdiff_t)x + (format->layout == splash_uyvy)];
  if (format->depth == 8) return row[x];
  uint16_t word;
  memcpy(&word, row + 2 * (ptrdiff_t)x, 2);
  return (uint8_t)(word >> (format->shift + format->depth - 8));
}

static int average(int a, int b) { return (a + b + 1) >> 1; }

SPLASH_GUIDE(splash_guide_reference) {
  const splash_format *format = &picture->format;
  for (int32_t y = first; y < end; y++) {
    splash_row row = splash_row_at(picture, y);
    for (int32_t x = 0; x < guide->width; x++) {
      int32_t left = x << format->log2_width;
      int32_t right = left + (format->log2_width && left + 1 < picture->width);
      guide->data[y * guide->stride + x] = (uint8_t)average(
          average(luma_byte(format, row.luma[0], left), luma_byte(format, row.luma[1], left)),
          average(luma_byte(format, row.luma[0], right), luma_byte(format, row.luma[1], right)));
    }
  }
}

#define TEMPLATE "guide_tmpl.h"
#include "bytes_each.h"
