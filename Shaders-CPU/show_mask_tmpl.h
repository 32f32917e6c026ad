// Draws the mask as grey, on vectors. show_mask.c has the definition.

#include "show_mask.h"

typedef struct greys {
  splash_format format;
  f32v black, luma;
  u16v neutral;
} greys;

INLINE u32v grey_of(const greys *k, f32v mask) {
  return (u32v)f32_to_s32(k->black + mask / splat_f32(255) * k->luma + splat_f32(0.5f));
}

INLINE void show_vector(const void *kernel, const splash_row *row, ptrdiff_t x) {
  const greys *k = kernel;
  const f32pair mask = widen_u16(widen_u8(load_half(row->mask + x)));
  const u16v grey = join_low(grey_of(k, mask.even), grey_of(k, mask.odd));
  for (int i = 0; i < 1 << k->format.log2_height; i++)
    store_luma_codes(&k->format, row->out_luma[i], x, grey, grey);
  store_chroma_codes(&k->format, row, x, k->neutral, k->neutral);
}

KERNEL void show_mask_rows(
    const splash_rule *rule, const splash_picture *picture, int32_t first, int32_t end) {
  const splash_greys scalars = splash_greys_of(rule);
  const greys k = {
      picture->format, splat_f32(scalars.black), splat_f32(scalars.luma),
      splat_u16((uint16_t)scalars.neutral)};
  footprint size = {.mask = 1, .out_luma = bytes_of_luma(&k.format)};
  add_chroma_result(&size, &k.format);
  each_vector(&k.format, size, picture, first, end, show_vector, &k);
}
