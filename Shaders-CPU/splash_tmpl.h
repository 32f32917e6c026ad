// The kernels splash, mask and apply on vectors: rows of a frame, vectors of a row. splash.c has the definitions.

#include "color.h"

#include "color_tmpl.h"
#include "fade_tmpl.h"
#include "lattice_tmpl.h"

typedef enum operation { operation_splash, operation_mask, operation_apply } operation;

/// The state of a loop over vectors. It is passed by value and its address is not taken, so that fields known at
/// compile time are folded and the rest stays in registers.
typedef struct work {
  operation operation;
  int unpack;
  splash_format format;
  int uses_integers;
  integer_color integers;
  float_color floats;
  fades fades;
  int has_names;
  const int16_t *names, *dropped_names;
  s16v low[2], high[2];
} work;

/// The weights of 16-bit codes in a lattice of names.
INLINE u16v names_at(const int16_t *lattice, u16v luma, u16v cb, u16v cr) {
  const lattice_sides sides = lattice_sides_of(splash_name_points);
  const u32v y = (u32v)luma, b = (u32v)cb, r = (u32v)cr;
  const around even = around_at(
      &sides, (s32v)((y & 0xffff) << 4), (s32v)((b & 0xffff) << 4), (s32v)((r & 0xffff) << 4));
  const around odd =
      around_at(&sides, (s32v)(y >> 16 << 4), (s32v)(b >> 16 << 4), (s32v)(r >> 16 << 4));
  const s32v half = (s32v){} + 16384;
  return join_low(
      (u32v)value_of_sum(sum_around(&even, lattice), half, 15),
      (u32v)value_of_sum(sum_around(&odd, lattice), half, 15));
}

/// The mask of names, with the hues added and excluded.
INLINE u16v mask_of_names(const work *w, u16v luma, s16v cb, s16v cr) {
  const u16v blue = (u16v)cb ^ splat_u16(0x8000), red = (u16v)cr ^ splat_u16(0x8000);
  u16v mask = {};
  const s16v is_near =
      (cb >= w->low[0]) & (cb <= w->high[0]) & (cr >= w->low[1]) & (cr <= w->high[1]);
  if (w->names && any_s16(is_near)) mask = names_at(w->names, luma, blue, red);
  if (w->fades.count) {
    const hsv color = float_hsv(&w->floats, luma, cb, cr);
    mask = mask_over(&w->fades, &color, mask);
  }
  if (w->dropped_names) mask -= times(mask, names_at(w->dropped_names, luma, blue, red));
  return mask;
}

/// Counts in `skipped` the vectors whose mask is 0.
INLINE u16v compute_mask(
    const work *w, const splash_row *row, ptrdiff_t x, s16v cb, s16v cr, int looks, int *skipped) {
  u16v luma = load_luma(&w->format, row, x);
  u16v mask = {};
  hsv color;
  cb <<= 16 - w->format.depth;
  cr <<= 16 - w->format.depth;
  if (w->has_names) {
    mask = mask_of_names(w, luma, cb, cr);
  } else if (!w->uses_integers) {
    color = float_hsv(&w->floats, luma, cb, cr);
    mask = mask_at(&w->fades, &color, 0);
  } else if (integer_hsv(&w->integers, looks, luma, cb, cr, &color)) {
    mask = mask_at(&w->fades, &color, 1);
  } else {
    ++*skipped;
  }
  if (w->format.depth > 12) mask = (u16v)add_sat_s16((s16v)mask, (s16v)(mask >> 12));
  return w->fades.invert ? 32767 - mask : mask;
}

INLINE footprint footprint_of(const work *w) {
  footprint f = {};
  add_source(&f, &w->format);
  const int is_packed = splash_is_packed(&w->format);
  if (w->operation == operation_mask) {
    f.out_mask = 1;
    return f;
  }
  if (w->operation == operation_apply) {
    f.mask = 1;
    if (!is_packed) f.luma = 0;
  }
  if (is_packed) f.out_luma = w->unpack ? 2 : 4;
  if (!is_packed || w->unpack) add_chroma_result(&f, &w->format);
  return f;
}

INLINE void one_vector(
    const work *w, const splash_row *row, ptrdiff_t x, int looks, int *skipped) {
  s16v cb, cr;
  u16v mask;
  if (w->operation == operation_apply) {
    mask = widen_u8(load_half(row->mask + x));
    mask = mask << 7 | mask >> 1;
    load_chroma(&w->format, row, x, &cb, &cr);
  } else {
    load_chroma(&w->format, row, x, &cb, &cr);
    mask = compute_mask(w, row, x, cb, cr, looks, skipped);
  }
  if (w->operation == operation_mask)
    store_half(row->mask + x, narrow_u16(mask >> 7));
  else
    store_chroma(
        &w->format, w->unpack, row, x, scale(cb, mask, w->format.depth),
        scale(cr, mask, w->format.depth));
}

/// The last `count` samples of a row.
static inline __attribute__((noinline)) void finish_row(
    const work *w, const splash_row *row, ptrdiff_t x, ptrdiff_t count) {
  row_end end = {};
  const footprint size = footprint_of(w);
  const splash_row inner = open_end(&end, &w->format, &size, row, x, count);
  int skipped = 0;
  one_vector(w, &inner, 0, 0, &skipped);
  close_end(&end, &w->format, &size, row, x, count);
}

/// Most of a real frame is dull, so checking whether a vector needs a mask pays; in noise it does not. So after a row
/// that skipped less than a quarter of its vectors, some rows are not checked.
INLINE void run_rows(work w, const splash_picture *picture, int32_t first, int32_t last) {
  enum { rows_unlooked = 15 };
  const work for_ends = w;
  int looks = 1, unlooked = 0;
  for (int32_t y = first; y < last; y++) {
    splash_row row = splash_row_at(picture, y);
    const splash_row for_end = row;
    const ptrdiff_t whole = whole_samples(&w.format, &row);
    ptrdiff_t x = 0;
    int skipped = 0;
    for (; x + lanes_u16 <= whole; x += lanes_u16) {
      if (x % fetched_samples == 0) fetch_below(&w.format, footprint_of(&w), &row, x);
      one_vector(&w, &row, x, looks, &skipped);
    }
    if (x < row.chroma) finish_row(&for_ends, &for_end, x, row.chroma - x);
    unlooked = looks ? 0 : unlooked + 1;
    looks = looks ? 4 * skipped * lanes_u16 >= whole : unlooked == rows_unlooked;
  }
}

/// Compiles separate loops for the most common formats, and one for all others.
INLINE void run_formats(work w, const splash_picture *picture, int32_t first, int32_t last) {
  const splash_format f = picture->format;
  if (f.layout == splash_planar && f.depth == 8 && f.log2_width == 1) {
    w.format = (splash_format){splash_planar, 8, 0, 1, f.log2_height};
    run_rows(w, picture, first, last);
  } else {
    run_rows(w, picture, first, last);
  }
}

INLINE void run_key(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t last,
    operation operation) {
  hue_fade hues[splash_max_hues];
  work w = {.operation = operation, .unpack = picture->unpack, .format = picture->format};
  if (operation == operation_apply) {
    run_formats(w, picture, first, last);
    return;
  }
  w.fades = fades_of(key, hues);
  if (key->uses_integers) {
    w.uses_integers = 1;
    w.integers = integer_color_of(key);
    run_formats(w, picture, first, last);
  } else {
    w.floats = float_color_of(key);
    if (key->names || key->dropped_names) {
      w.has_names = 1;
      w.names = key->names;
      w.dropped_names = key->dropped_names;
      for (int c = 0; c < 2; c++) {
        w.low[c] = splat_s16(key->names_low[c]);
        w.high[c] = splat_s16(key->names_high[c]);
      }
      w.floats.is_displayed = key->floats.is_displayed;
      w.floats.display = display_color_of(&key->floats.display);
      run_formats(w, picture, first, last);
    } else if (key->floats.is_displayed) {
      w.floats.is_displayed = 1;
      w.floats.display = display_color_of(&key->floats.display);
      run_formats(w, picture, first, last);
    } else {
      run_formats(w, picture, first, last);
    }
  }
}

/// Whether the format is 10-bit with halved chroma and the key uses integers: HDR, and cameras that record 10 bits.
/// Known at compile time, the format saves a tenth.
INLINE int is_words(const splash_key *key, splash_format f) {
  return key->uses_integers && f.depth == 10 && f.log2_width == 1 &&
         ((f.layout == splash_planar && f.shift == 0) ||
          (f.layout == splash_semiplanar && f.shift == 6));
}

INLINE void run_words(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t last,
    operation operation) {
  hue_fade hues[splash_max_hues];
  work w = {.operation = operation, .uses_integers = 1};
  w.integers = integer_color_of(key);
  w.fades = fades_of(key, hues);
  if (picture->format.layout == splash_planar) {
    w.format = (splash_format){splash_planar, 10, 0, 1, picture->format.log2_height};
    run_rows(w, picture, first, last);
  } else {
    w.format = (splash_format){splash_semiplanar, 10, 6, 1, picture->format.log2_height};
    run_rows(w, picture, first, last);
  }
}

KERNEL __attribute__((noinline)) void splash_words(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run_words(key, picture, first, end, operation_splash);
}

KERNEL __attribute__((noinline)) void mask_words(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run_words(key, picture, first, end, operation_mask);
}

KERNEL void splash_rows(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  if (is_words(key, picture->format)) return splash_words(key, picture, first, end);
  run_key(key, picture, first, end, operation_splash);
}

KERNEL void mask_rows(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  if (is_words(key, picture->format)) return mask_words(key, picture, first, end);
  run_key(key, picture, first, end, operation_mask);
}

KERNEL void apply_rows(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run_key(key, picture, first, end, operation_apply);
}
