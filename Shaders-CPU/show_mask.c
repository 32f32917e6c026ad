// Draws the mask as grey, one sample at a time.

#include "show_mask.h"

#include "kernels.h"
#include "row.h"

void splash_show_mask_reference(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format *format = &picture->format;
  const splash_greys k = splash_greys_of(rule);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_targets out = splash_targets_in(format, true, &row);
    for (int32_t x = 0; x < row.chroma; x++) {
      const int32_t grey = (int32_t)(k.black + (float)row.mask[x] / 255 * k.luma + 0.5f);
      const splash_columns columns = splash_columns_under(format, row.width, x);
      for (int j = 0; j < 2; j++)
        for (int32_t i = columns.left; i <= columns.right; i++)
          splash_store(format, out.luma[j], i, grey);
      splash_store(format, out.cb, x * out.chroma_step, k.neutral);
      splash_store(format, out.cr, x * out.chroma_step, k.neutral);
    }
  }
}
