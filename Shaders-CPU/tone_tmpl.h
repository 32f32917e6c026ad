// Applies tones, on vectors. tone.c has the definition.

#include "tone.h"

typedef struct toning {
  splash_format format;
  const splash_tone *tone;
  /// Luma in 8 bits is looked up by vector instructions, other luma one sample at a time.
  int has_bytes;
  byte_table luma;
  /// Chroma needs no more than 16 bits.
  int is_short;
  s16v mix, keep, top;
  s32v half;
} toning;

INLINE s32v within_s32(s32v x, s32v low, s32v high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);
}

/// Interleaves lanes of two vectors in pairs.
INLINE s16v even_pairs(s16v a, s16v b) {
  return (s16v)(((u32v)a & 0xffff) | ((u32v)b << 16));
}
INLINE s16v odd_pairs(s16v a, s16v b) {
  return (s16v)(((u32v)a >> 16) | ((u32v)b & 0xffff0000u));
}

INLINE s16v tone_mix(const toning *k, s16v cb, s16v cr) {
  const int shift = 12 - k->tone->fraction;
  const s32v limit = (s32v){} + 16383;
  s32v even = (mul_add_pairs(even_pairs(cb, cr), k->mix) + k->half) >> shift;
  s32v odd = (mul_add_pairs(odd_pairs(cb, cr), k->mix) + k->half) >> shift;
  return (s16v)join_low(
      (u32v)within_s32(even, -limit, limit), (u32v)within_s32(odd, -limit, limit));
}

INLINE u16v tone_within(const toning *k, s16v index) {
  return (u16v)min_s16(max_s16(index, (s16v){}), k->top);
}

INLINE u16v tone_index(const toning *k, u16v luma, s16v mix) {
  return tone_within(k, (s16v)(luma << (uint16_t)k->tone->fraction) + mix);
}

/// Luma codes for indices of 0 or more: the indices themselves, or values of the table.
INLINE u16v tone_codes(const toning *k, u16v index) {
  const splash_tone *tone = k->tone;
  if (tone->is_index) {
    const u16v half = splat_u16((uint16_t)splash_tone_half(tone));
    return min_u16((index + half) >> (uint16_t)tone->fraction, (u16v)k->top >> (uint16_t)tone->fraction);
  }
  uint16_t lanes[lanes_u16];
  __builtin_memcpy(lanes, &index, sizeof lanes);
  for (int i = 0; i < lanes_u16; i++) lanes[i] = tone->luma[lanes[i]];
  return load_u16((const uint8_t *)lanes);
}

INLINE void tone_luma(
    const toning *k, luma_codes codes, s16v mix, uint8_t *row, ptrdiff_t x) {
  const splash_format *format = &k->format;
  if (k->has_bytes) {
    const u8v pairs = lookup_u8(&k->luma, (u8v)(codes.left | codes.right << 8));
    store_luma_codes(format, row, x, (u16v)pairs & 255, (u16v)pairs >> 8);
  } else {
    const u16v left = tone_codes(k, tone_index(k, codes.left, mix));
    store_luma_codes(
        format, row, x, left,
        format->log2_width ? tone_codes(k, tone_index(k, codes.right, mix)) : left);
  }
}

/// The offsets of chroma.
typedef struct tone_offsets {
  s16v cb, cr;
} tone_offsets;

INLINE tone_offsets tone_offsets_of(const int16_t *pairs, u16v index) {
  const u32v even = gather_u32(pairs, (u32v)index & 0xffff), odd = gather_u32(pairs, (u32v)index >> 16);
  return (tone_offsets){even_pairs((s16v)even, (s16v)odd), odd_pairs((s16v)even, (s16v)odd)};
}

/// Shifts the distance up by the bits that the depth leaves free in 16, and drops the lower 16 bits of the product,
/// which are below the units of the offset: rounding down first does not change a sum that is rounded down.
INLINE u16v tone_chroma_short(const toning *k, s16v distance, s16v offset) {
  const int depth = k->format.depth;
  const s16v neutral = splat_s16((int16_t)(1 << (depth - 1)));
  const s16v sum = add_sat_s16(mul_high_s16(distance << (16 - depth), k->keep << 2), offset);
  const s16v code = add_sat_s16(sum, splat_s16((int16_t)(1 << (13 - depth)))) >> (14 - depth);
  return (u16v)(min_s16(max_s16(code, -neutral), neutral - 1) + neutral);
}

INLINE u16v tone_chroma(const toning *k, s16v distance, s16v offset) {
  if (k->is_short) return tone_chroma_short(k, distance, offset);
  const int32_t neutral = 1 << (k->format.depth - 1);
  const int shift = k->format.depth - 2;
  const s32v low = (s32v){} - neutral, high = (s32v){} + (neutral - 1);
  s32v even = mul_add_pairs(even_pairs(distance, (s16v){}), k->keep);
  s32v odd = mul_add_pairs(odd_pairs(distance, (s16v){}), k->keep);
  even += ((s32v)((u32v)offset << 16) >> 16) << shift;
  odd += ((s32v)offset >> 16) << shift;
  even = within_s32((even + splash_one / 2) >> 12, low, high) + neutral;
  odd = within_s32((odd + splash_one / 2) >> 12, low, high) + neutral;
  return join_low((u32v)even, (u32v)odd);
}

INLINE void tone_vector(const void *kernel, const splash_row *row, ptrdiff_t x) {
  const toning *k = kernel;
  const splash_format *format = &k->format;
  const splash_tone *tone = k->tone;
  s16v cb = {}, cr = {}, mix = {};
  tone_offsets more = {};
  if (tone->keep || tone->mix_cb || tone->mix_cr) load_chroma(format, row, x, &cb, &cr);
  if (tone->mix_cb || tone->mix_cr) mix = tone_mix(k, cb, cr);
  luma_block luma = {};
  if (splash_tone_writes(tone) || tone->chroma) luma = load_luma_block(format, row, x);
  if (tone->chroma) {
    // Four codes of 14 bits, fraction included, fit into 16 bits.
    const u16v sum = luma_sum(luma);
    const u16v mean = tone->fraction < 2 ? ((sum << (uint16_t)tone->fraction) + 2) >> 2
                                         : sum << (uint16_t)(tone->fraction - 2);
    more = tone_offsets_of(tone->chroma, tone_within(k, (s16v)mean + mix));
  }
  if (splash_tone_writes(tone)) {
    tone_luma(k, luma.top, mix, row->out_luma[0], x);
    if (format->log2_height) tone_luma(k, luma.bottom, mix, row->out_luma[1], x);
  }
  store_chroma_codes(format, row, x, tone_chroma(k, cb, more.cb), tone_chroma(k, cr, more.cr));
}

INLINE footprint tone_footprint(const toning *k) {
  footprint f = whole_footprint(&k->format);
  if (!splash_tone_writes(k->tone)) f.out_luma = 0;
  return f;
}

/// Compiles separate loops for the most common format and for all others.
KERNEL void tone_rows(
    const splash_tone *tone, const splash_picture *picture, int32_t first, int32_t end) {
  const int is_short = tone->keep < 2 * splash_one && picture->format.depth < 14;
  toning k = {
      .format = picture->format,
      .tone = tone,
      .has_bytes = picture->format.depth == 8 && tone->fraction == 0 && !tone->mix_cb && !tone->mix_cr &&
                   !tone->is_index,
      .mix = (s16v)((u32v){} + ((uint32_t)(tone->mix_cb & 0xffff) | (uint32_t)tone->mix_cr << 16)),
      .keep = is_short ? splat_s16((int16_t)tone->keep) : (s16v)((u32v){} + (uint32_t)tone->keep),
      .is_short = is_short,
      .top = splat_s16((int16_t)splash_tone_top(tone, &picture->format)),
      .half = (s32v){} + (1 << (11 - tone->fraction)),
  };
  uint8_t room[256];
  if (k.has_bytes && tone->luma) {
    for (int i = 0; i < 256; i++) room[i] = (uint8_t)tone->luma[i];
    k.luma = byte_table_of(room);
  }
  if (is_commonest(k.format)) {
    k.format = commonest_format;
    each_vector(&k.format, tone_footprint(&k), picture, first, end, tone_vector, &k);
  } else {
    each_vector(&k.format, tone_footprint(&k), picture, first, end, tone_vector, &k);
  }
}
