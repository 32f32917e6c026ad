// The three operations: rows of a picture, vectors of a row, and the end of a row through a buffer.

typedef enum operation { operation_splash, operation_mask, operation_apply } operation;

/// What a loop over vectors keeps at hand. It is passed on as a copy whose address never leaves the
/// loop, so that what is known of it when compiled folds and the rest stays in registers.
typedef struct work {
  operation operation;
  int unpack;
  splash_format format;
  int uses_integers;
  integer_color integers;
  float_color floats;
  fades fades;
} work;

/// Counts in `skipped` the vectors that turned out to hold nothing to keep.
INLINE u16v compute_mask(
    const work *w, const splash_row *row, ptrdiff_t x, s16v cb, s16v cr, int looks, int *skipped) {
  u16v luma = load_luma(&w->format, row, x);
  u16v mask = {};
  hsv color;
  cb <<= 16 - w->format.depth;
  cr <<= 16 - w->format.depth;
  if (!w->uses_integers) {
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

/// Bytes per chroma sample in each plane.
typedef struct footprint {
  ptrdiff_t luma, cb, cr, out_luma, out_cb, out_cr;
} footprint;

static inline footprint footprint_of(const splash_format *format, int unpack) {
  ptrdiff_t bytes = format->depth > 8 ? 2 : 1;
  if (format->layout >= splash_yuyv)
    return unpack ? (footprint){4, 0, 0, 2, 1, 1} : (footprint){4, 0, 0, 4, 0, 0};
  ptrdiff_t luma = bytes << format->log2_width;
  if (format->layout == splash_semiplanar)
    return (footprint){luma, 2 * bytes, 0, 0, 2 * bytes, 0};
  return (footprint){luma, bytes, bytes, 0, bytes, bytes};
}

/// Asks for the cache lines that a vector touches in a plane of `bytes` per chroma sample, from
/// `to`.
INLINE void fetch(uintptr_t to, ptrdiff_t x, ptrdiff_t bytes, int writes) {
  const ptrdiff_t line = 64;
  if (LANES * bytes < line && x * bytes % line) return;
  for (ptrdiff_t at = 0; at < LANES * bytes; at += line) {
    const void *wanted = (const void *)(to + (size_t)(x * bytes + at));
    if (writes)
      __builtin_prefetch(wanted, 1, 2);
    else
      __builtin_prefetch(wanted, 0, 2);
  }
}

/// Asks for what the vector at `x` will need a row further down. A picture has rows of more planes
/// open than processors foresee: without this, one that is not in the cache takes twice the time.
INLINE void fetch_below(const work *w, const splash_row *row, ptrdiff_t x) {
  const footprint size = footprint_of(&w->format, w->unpack);
  if (w->operation != operation_apply || w->format.layout >= splash_yuyv) {
    fetch((uintptr_t)row->luma[0] + (size_t)row->luma_step, x, size.luma, 0);
    if (w->format.log2_height)
      fetch((uintptr_t)row->luma[1] + (size_t)row->luma_step, x, size.luma, 0);
  }
  fetch((uintptr_t)row->cb + (size_t)row->cb_step, x, size.cb, 0);
  fetch((uintptr_t)row->cr + (size_t)row->cr_step, x, size.cr, 0);
  if (w->operation == operation_mask) return;
  fetch((uintptr_t)row->out_cb + (size_t)row->out_cb_step, x, size.out_cb, 1);
  fetch((uintptr_t)row->out_cr + (size_t)row->out_cr_step, x, size.out_cr, 1);
  fetch((uintptr_t)row->out_luma + (size_t)row->out_luma_step, x, size.out_luma, 1);
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

/// Room for one vector of samples of any layout and for its results.
typedef struct row_end {
  uint8_t luma[2][4 * VECTOR_BYTES], cb[2 * VECTOR_BYTES], cr[2 * VECTOR_BYTES];
  uint8_t out_luma[2 * VECTOR_BYTES], out_cb[2 * VECTOR_BYTES], out_cr[2 * VECTOR_BYTES];
  uint8_t mask[LANES];
} row_end;

static inline void copy_bytes(void *to, const void *from, ptrdiff_t count) {
  if (count > 0) __builtin_memcpy(to, from, (size_t)count);
}

/// The last `count` samples of a row, fewer than a vector or with an odd luma sample at the end.
static inline __attribute__((noinline)) void finish_row(
    const work *w, const splash_row *row, ptrdiff_t x, ptrdiff_t count) {
  row_end end = {};
  footprint size = footprint_of(&w->format, w->unpack);
  splash_row inner = {
      .luma = {end.luma[0], end.luma[1]}, .cb = end.cb, .cr = end.cr, .out_cb = end.out_cb,
      .out_cr = end.out_cr, .out_luma = end.out_luma, .mask = end.mask};
  const int has_odd_end = w->format.log2_width && (row->width & 1);
  const ptrdiff_t sample = w->format.depth > 8 ? 2 : 1;
  const int is_yuyv = w->format.layout == splash_yuyv;
  for (int i = 0; i < 2 && row->luma[i] && size.luma; i++) {
    ptrdiff_t bytes = count * size.luma;
    if (w->format.layout < splash_yuyv) {
      if (w->operation == operation_apply) break;
      copy_bytes(end.luma[i], row->luma[i] + x * size.luma, bytes - (has_odd_end ? sample : 0));
      if (has_odd_end)
        copy_bytes(end.luma[i] + bytes - sample, end.luma[i] + bytes - 2 * sample, sample);
    } else {
      copy_bytes(end.luma[i], row->luma[i] + x * size.luma, bytes);
      if (has_odd_end) end.luma[i][bytes - 1 - is_yuyv] = end.luma[i][bytes - 3 - is_yuyv];
    }
  }
  copy_bytes(end.cb, row->cb + x * size.cb, count * size.cb);
  copy_bytes(end.cr, row->cr + x * size.cr, count * size.cr);
  if (w->operation == operation_apply) copy_bytes(end.mask, row->mask + x, count);
  int skipped = 0;
  one_vector(w, &inner, 0, 0, &skipped);
  if (w->operation == operation_mask) {
    copy_bytes(row->mask + x, end.mask, count);
    return;
  }
  copy_bytes(row->out_cb + x * size.out_cb, end.out_cb, count * size.out_cb);
  copy_bytes(row->out_cr + x * size.out_cr, end.out_cr, count * size.out_cr);
  if (w->format.layout < splash_yuyv) return;
  ptrdiff_t bytes = count * size.out_luma;
  if (has_odd_end && w->unpack) bytes--;
  if (has_odd_end && !w->unpack)
    end.out_luma[bytes - 1 - is_yuyv] = row->luma[0][x * 4 + bytes - 1 - is_yuyv];
  copy_bytes(row->out_luma + x * size.out_luma, end.out_luma, bytes);
}

/// Most of a real picture is dull, and looking whether a vector has anything to keep pays; in noise
/// it does not. So a row that skipped less than a quarter of its vectors stops the looking for some
/// rows.
INLINE void run_rows(work w, const splash_picture *picture, int32_t first, int32_t last) {
  enum { rows_unlooked = 15 };
  const work for_ends = w;
  int looks = 1, unlooked = 0;
  for (int32_t y = first; y < last; y++) {
    splash_row row = splash_row_at(picture, y);
    const splash_row for_end = row;
    const ptrdiff_t whole = w.format.log2_width && (row.width & 1) ? row.chroma - 1 : row.chroma;
    ptrdiff_t x = 0;
    int skipped = 0;
    for (; x + LANES <= whole; x += LANES) {
      fetch_below(&w, &row, x);
      one_vector(&w, &row, x, looks, &skipped);
    }
    if (x < row.chroma) finish_row(&for_ends, &for_end, x, row.chroma - x);
    unlooked = looks ? 0 : unlooked + 1;
    looks = looks ? 4 * skipped * LANES >= whole : unlooked == rows_unlooked;
  }
}

/// Loops for the commonest formats, and one for all others.
INLINE void run_formats(work w, const splash_picture *picture, int32_t first, int32_t last) {
  const splash_format f = picture->format;
  if (f.layout == splash_planar && f.depth == 8 && f.log2_width == 1) {
    w.format = (splash_format){splash_planar, 8, 0, 1, f.log2_height};
    run_rows(w, picture, first, last);
  } else {
    run_rows(w, picture, first, last);
  }
}

INLINE void run(
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
    run_formats(w, picture, first, last);
  }
}

static void splash_rows(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run(key, picture, first, end, operation_splash);
}

static void mask_rows(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run(key, picture, first, end, operation_mask);
}

static void apply_rows(
    const splash_key *key, const splash_picture *picture, int32_t first, int32_t end) {
  run(key, picture, first, end, operation_apply);
}
