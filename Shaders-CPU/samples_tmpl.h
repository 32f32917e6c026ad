// Loads and stores of `lanes_u16` chroma samples and the luma that they cover, in every layout.

#include "row.h"

/// The words of a packed row, separated into luma and chroma bytes.
typedef struct packed_words {
  u16w luma, chroma;
} packed_words;

INLINE packed_words load_packed(const splash_format *format, const uint8_t *row, ptrdiff_t x) {
  u16w words = (u16w)load_wide(row + 4 * x);
  u16w low = words & 255, high = words >> 8;
  return format->layout == splash_yuyv ? (packed_words){low, high} : (packed_words){high, low};
}

INLINE u16v even_words(u32w words) { return __builtin_convertvector(words & 0xffff, u16v); }
INLINE u16v odd_words(u32w words) { return __builtin_convertvector(words >> 16, u16v); }
INLINE u16v add_word_pairs(u16w words) {
  return __builtin_convertvector(((u32w)words & 0xffff) + ((u32w)words >> 16), u16v);
}
INLINE u32w interleave_words(u16v even, u16v odd) {
  return __builtin_convertvector(even, u32w) | __builtin_convertvector(odd, u32w) << 16;
}

/// The mean luma that each chroma sample covers, aligned to 16 bits.
INLINE u16v load_luma(const splash_format *format, const splash_row *row, ptrdiff_t x) {
  if (splash_is_packed(format))
    return add_word_pairs(load_packed(format, row->luma[0], x).luma) << 7;
  if (format->depth == 8 && format->log2_width)
    return add_pairs_u8_64(load_u8(row->luma[0] + 2 * x)) +
           add_pairs_u8_64(load_u8(row->luma[1] + 2 * x));
  if (format->depth == 8)
    return (widen_u8(load_half(row->luma[0] + x)) + widen_u8(load_half(row->luma[1] + x))) << 7;
  u16v sum;
  if (format->log2_width)
    sum = add_word_pairs((u16w)load_wide(row->luma[0] + 4 * x) >> format->shift) +
          add_word_pairs((u16w)load_wide(row->luma[1] + 4 * x) >> format->shift);
  else
    sum = ((load_u16(row->luma[0] + 2 * x) >> format->shift) +
           (load_u16(row->luma[1] + 2 * x) >> format->shift))
          << 1;
  return sum << (14 - format->depth);
}

/// Codes of one luma row: those at the left and right of each chroma sample, or all of them twice if chroma is not
/// halved.
typedef struct luma_codes {
  u16v left, right;
} luma_codes;

INLINE luma_codes load_luma_codes(const splash_format *format, const uint8_t *row, ptrdiff_t x) {
  if (splash_is_packed(format)) {
    u32w pairs = (u32w)load_packed(format, row, x).luma;
    return (luma_codes){even_words(pairs), odd_words(pairs)};
  }
  if (format->depth == 8 && format->log2_width) {
    u16v pairs = load_u16(row + 2 * x);
    return (luma_codes){pairs & 255, pairs >> 8};
  }
  if (format->log2_width) {
    u32w pairs = load_wide(row + 4 * x);
    return (luma_codes){even_words(pairs) >> format->shift, odd_words(pairs) >> format->shift};
  }
  u16v codes =
      format->depth == 8 ? widen_u8(load_half(row + x)) : load_u16(row + 2 * x) >> format->shift;
  return (luma_codes){codes, codes};
}

/// Stores luma to a plane, whatever the layout of the source.
INLINE void store_luma_codes(
    const splash_format *format, uint8_t *row, ptrdiff_t x, u16v left, u16v right) {
  if (format->depth == 8 && format->log2_width)
    store_u16(row + 2 * x, left | right << 8);
  else if (format->log2_width)
    store_wide(row + 4 * x, interleave_words(left, right) << format->shift);
  else if (format->depth == 8)
    store_half(row + x, narrow_u16(left));
  else
    store_u16(row + 2 * x, left << format->shift);
}

/// Codes of the luma rows that a chroma row covers; the same twice if there is only one.
typedef struct luma_block {
  luma_codes top, bottom;
} luma_block;

INLINE luma_block load_luma_block(const splash_format *format, const splash_row *row, ptrdiff_t x) {
  const luma_codes top = load_luma_codes(format, row->luma[0], x);
  return (luma_block){
      top, format->log2_height ? load_luma_codes(format, row->luma[1], x) : top};
}

/// Four times the mean luma that each chroma sample covers.
INLINE u16v luma_sum(luma_block block) {
  return block.top.left + block.top.right + block.bottom.left + block.bottom.right;
}

/// A kernel's function from luma codes to new ones, given its data on the chroma over them.
typedef u16v luma_work(const void *kernel, u16v luma, const void *chroma);

INLINE void store_luma_block(
    const splash_format *format, const splash_row *row, ptrdiff_t x, luma_block block,
    luma_work *work, const void *kernel, const void *chroma) {
  const u16v left = work(kernel, block.top.left, chroma);
  store_luma_codes(
      format, row->out_luma[0], x, left,
      format->log2_width ? work(kernel, block.top.right, chroma) : left);
  if (!format->log2_height) return;
  const u16v lower = work(kernel, block.bottom.left, chroma);
  store_luma_codes(
      format, row->out_luma[1], x, lower,
      format->log2_width ? work(kernel, block.bottom.right, chroma) : lower);
}

/// Loads chroma as distances from neutral.
INLINE void load_chroma(
    const splash_format *format, const splash_row *row, ptrdiff_t x, s16v *cb_distance,
    s16v *cr_distance) {
  u16v cb, cr;
  if (splash_is_packed(format)) {
    u32w pairs = (u32w)load_packed(format, row->luma[0], x).chroma;
    cb = even_words(pairs);
    cr = odd_words(pairs);
  } else if (format->layout == splash_semiplanar && format->depth == 8) {
    u16v pairs = load_u16(row->cb + 2 * x);
    cb = pairs & 255;
    cr = pairs >> 8;
  } else if (format->layout == splash_semiplanar) {
    u32w pairs = load_wide(row->cb + 4 * x);
    cb = even_words(pairs) >> format->shift;
    cr = odd_words(pairs) >> format->shift;
  } else if (format->depth == 8) {
    cb = widen_u8(load_half(row->cb + x));
    cr = widen_u8(load_half(row->cr + x));
  } else {
    cb = load_u16(row->cb + 2 * x) >> format->shift;
    cr = load_u16(row->cr + 2 * x) >> format->shift;
  }
  u16v neutral = splat_u16((uint16_t)(1 << (format->depth - 1)));
  *cb_distance = (s16v)(cb - neutral);
  *cr_distance = (s16v)(cr - neutral);
}

/// A distance times a mask, rounded: splash_sample_scale on vectors.
INLINE s16v scale(s16v distance, u16v mask, int depth) {
#if defined(VECTOR_SSE2)
  s16v product = mul_high_s16(distance << (16 - depth), (s16v)mask);
  return (product + (s16v)splat_u16((uint16_t)(1 << (14 - depth)))) >> (15 - depth);
#else
  (void)depth;
  return mul_round_s16(distance, (s16v)mask);
#endif
}

/// Stores chroma to two planes, or to a plane of pairs.
INLINE void store_chroma_codes(
    const splash_format *format, const splash_row *row, ptrdiff_t x, u16v cb, u16v cr) {
  if (format->layout == splash_semiplanar && format->depth == 8) {
    store_u16(row->out_cb + 2 * x, cb | cr << 8);
  } else if (format->layout == splash_semiplanar) {
    store_wide(row->out_cb + 4 * x, interleave_words(cb, cr) << format->shift);
  } else if (format->depth == 8) {
    store_half(row->out_cb + x, narrow_u16(cb));
    store_half(row->out_cr + x, narrow_u16(cr));
  } else {
    store_u16(row->out_cb + 2 * x, cb << format->shift);
    store_u16(row->out_cr + 2 * x, cr << format->shift);
  }
}

/// Stores distances from neutral in the layout of the source; packed ones with their luma.
INLINE void store_chroma(
    const splash_format *format, int unpack, const splash_row *row, ptrdiff_t x, s16v cb_distance,
    s16v cr_distance) {
  u16v neutral = splat_u16((uint16_t)(1 << (format->depth - 1)));
  u16v cb = (u16v)cb_distance + neutral, cr = (u16v)cr_distance + neutral;
  if (splash_is_packed(format)) {
    u16w luma = load_packed(format, row->luma[0], x).luma;
    if (!unpack) {
      u16w chroma = (u16w)interleave_words(cb, cr);
      u16w words = format->layout == splash_yuyv ? luma | chroma << 8 : luma << 8 | chroma;
      store_wide(row->out_luma[0] + 4 * x, (u32w)words);
      return;
    }
    store_u8(row->out_luma[0] + 2 * x, bytes_of_u16(luma));
  }
  store_chroma_codes(format, row, x, cb, cr);
}
