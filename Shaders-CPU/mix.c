// Mixes one frame over another by a mask, one sample at a time.

#include "kernels.h"
#include "row.h"

/// Moves `under` towards `over` by a share of 0…255, rounded; the share is extended to 15 bits, as masks are.
static int32_t mixed(int32_t under, int32_t over, int32_t share) {
  const int32_t weight = share * 128 + share / 2;
  const int32_t moved = (over - under) * weight + 16384;
  return under + (moved >= 0 ? moved / 32768 : -((-moved + 32767) / 32768));
}

static void mix_at(
    const splash_format *from, const uint8_t *over, int32_t at, const splash_format *to, uint8_t *result,
    int32_t place, int32_t share) {
  const int32_t under = splash_load(to, result, place);
  splash_store(to, result, place, mixed(under, splash_load(from, over, at), share));
}

void splash_mix_reference(
    const splash_plane *luma, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_format from = picture->format, to = splash_result_format(from);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(&from, &row);
    const splash_targets out = splash_targets_in(&from, true, &row);
    for (int32_t x = 0; x < row.chroma; x++) {
      mix_at(&from, in.cb, x * in.chroma_step, &to, out.cb, x * out.chroma_step, row.mask[x]);
      mix_at(&from, in.cr, x * in.chroma_step, &to, out.cr, x * out.chroma_step, row.mask[x]);
    }
    if (!luma) continue;
    for (int32_t line = 0; line < 1 << from.log2_height; line++) {
      const int32_t top = y << from.log2_height;
      if (top + line >= picture->height) break;
      const uint8_t *mask = luma->data + (top + line) * luma->stride;
      for (int32_t x = 0; x < row.width; x++)
        mix_at(&from, in.luma[line], x * in.luma_step, &to, out.luma[line], x, mask[x]);
    }
  }
}
