// Walks over the vectors of a frame's rows. The end of a row, with fewer samples than a vector or an odd luma sample,
// is copied to a buffer in which a vector may read and write beyond it, and its results are copied back.

/// Bytes per chroma sample that a kernel reads and writes in each plane; 0 for planes that it does not use.
typedef struct footprint {
  ptrdiff_t luma, cb, cr, mask, out_luma, out_cb, out_cr, out_mask;
} footprint;

INLINE ptrdiff_t bytes_of_sample(const splash_format *format) { return format->depth > 8 ? 2 : 1; }

INLINE ptrdiff_t bytes_of_luma(const splash_format *format) {
  return bytes_of_sample(format) << format->log2_width;
}

/// Adds luma and chroma of the source.
INLINE void add_source(footprint *f, const splash_format *format) {
  const ptrdiff_t bytes = bytes_of_sample(format);
  f->luma = splash_is_packed(format) ? 4 : bytes_of_luma(format);
  f->cb = splash_is_packed(format) ? 0 : format->layout == splash_semiplanar ? 2 * bytes : bytes;
  f->cr = format->layout == splash_planar ? bytes : 0;
}

/// Adds chroma of the result; for packed sources the planes of an unpacked one.
INLINE void add_chroma_result(footprint *f, const splash_format *format) {
  const ptrdiff_t bytes = bytes_of_sample(format);
  f->out_cb = format->layout == splash_semiplanar ? 2 * bytes : bytes;
  f->out_cr = format->layout == splash_semiplanar ? 0 : bytes;
}

/// The number of chroma samples that have both luma columns.
INLINE ptrdiff_t whole_samples(const splash_format *format, const splash_row *row) {
  return format->log2_width && (row->width & 1) ? row->chroma - 1 : row->chroma;
}

/// A buffer for one vector of samples of any layout, and for its results.
typedef struct row_end {
  uint8_t luma[2][2 * VECTOR_BYTES], cb[2 * VECTOR_BYTES], cr[2 * VECTOR_BYTES];
  uint8_t out_luma[2][2 * VECTOR_BYTES], out_cb[2 * VECTOR_BYTES], out_cr[2 * VECTOR_BYTES];
  uint8_t mask[lanes_u16];
} row_end;

static inline void copy_bytes(void *to, const void *from, ptrdiff_t count) {
  if (count > 0) __builtin_memcpy(to, from, (size_t)count);
}

/// Fills the buffer with the last `count` samples, from `x` on; the last luma column of an odd width is repeated.
/// Returns a row in the buffer.
static inline splash_row open_end(
    row_end *end, const splash_format *format, const footprint *size, const splash_row *row,
    ptrdiff_t x, ptrdiff_t count) {
  const int has_odd_end = format->log2_width && (row->width & 1);
  const int is_packed = splash_is_packed(format), is_yuyv = format->layout == splash_yuyv;
  const ptrdiff_t sample = bytes_of_sample(format), bytes = count * size->luma;
  for (int i = 0; i < 2 && size->luma; i++) {
    uint8_t *luma = end->luma[i];
    const int misses_one = has_odd_end && !is_packed;
    copy_bytes(luma, row->luma[i] + x * size->luma, bytes - (misses_one ? sample : 0));
    if (misses_one)
      copy_bytes(luma + bytes - sample, luma + bytes - 2 * sample, sample);
    else if (has_odd_end)
      luma[bytes - 1 - is_yuyv] = luma[bytes - 3 - is_yuyv];
  }
  copy_bytes(end->cb, row->cb + x * size->cb, count * size->cb);
  copy_bytes(end->cr, row->cr + x * size->cr, count * size->cr);
  copy_bytes(end->mask, row->mask + x * size->mask, count * size->mask);
  return (splash_row){
      .luma = {end->luma[0], end->luma[1]}, .cb = end->cb, .cr = end->cr,
      .out_luma = {end->out_luma[0], end->out_luma[1]}, .out_cb = end->out_cb,
      .out_cr = end->out_cr, .mask = end->mask, .width = row->width, .chroma = row->chroma};
}

/// Copies the results from the buffer to the row.
static inline void close_end(
    row_end *end, const splash_format *format, const footprint *size, const splash_row *row,
    ptrdiff_t x, ptrdiff_t count) {
  const int has_odd_end = format->log2_width && (row->width & 1);
  const int is_packed = size->out_luma == 4 && splash_is_packed(format);
  const int is_yuyv = format->layout == splash_yuyv;
  for (int i = 0; i < 1 << format->log2_height && size->out_luma; i++) {
    ptrdiff_t bytes = count * size->out_luma;
    if (has_odd_end && is_packed)
      // In a packed result of odd width, the unused last luma sample is copied as it is.
      end->out_luma[i][bytes - 1 - is_yuyv] = row->luma[i][x * 4 + bytes - 1 - is_yuyv];
    else if (has_odd_end)
      bytes -= bytes_of_sample(format);
    copy_bytes(row->out_luma[i] + x * size->out_luma, end->out_luma[i], bytes);
  }
  copy_bytes(row->out_cb + x * size->out_cb, end->out_cb, count * size->out_cb);
  copy_bytes(row->out_cr + x * size->out_cr, end->out_cr, count * size->out_cr);
  copy_bytes(row->mask + x * size->out_mask, end->mask, count * size->out_mask);
}

/// Samples that are prefetched at once: a cache line, if samples are bytes.
enum { fetched_samples = 64 };

/// Prefetches their cache lines in a plane with `bytes` per chroma sample, from `to`.
INLINE void fetch(uintptr_t to, ptrdiff_t x, ptrdiff_t bytes, int writes) {
  for (ptrdiff_t at = 0; at < fetched_samples * bytes; at += 64) {
    const void *wanted = (const void *)(to + (size_t)(x * bytes + at));
    if (writes)
      __builtin_prefetch(wanted, 1, 2);
    else
      __builtin_prefetch(wanted, 0, 2);
  }
}

/// Prefetches what the vectors from `x` on need in the next row. A frame has rows of more planes in use than processors
/// can predict: without this, a frame outside of the cache takes twice as long.
INLINE void fetch_below(
    const splash_format *format, footprint size, const splash_row *row, ptrdiff_t x) {
  fetch((uintptr_t)row->luma[0] + (size_t)row->luma_step, x, size.luma, 0);
  fetch((uintptr_t)row->out_luma[0] + (size_t)row->out_luma_step, x, size.out_luma, 1);
  if (format->log2_height) {
    fetch((uintptr_t)row->luma[1] + (size_t)row->luma_step, x, size.luma, 0);
    fetch((uintptr_t)row->out_luma[1] + (size_t)row->out_luma_step, x, size.out_luma, 1);
  }
  fetch((uintptr_t)row->cb + (size_t)row->cb_step, x, size.cb, 0);
  fetch((uintptr_t)row->cr + (size_t)row->cr_step, x, size.cr, 0);
  fetch((uintptr_t)row->out_cb + (size_t)row->out_cb_step, x, size.out_cb, 1);
  fetch((uintptr_t)row->out_cr + (size_t)row->out_cr_step, x, size.out_cr, 1);
}

/// The footprint of kernels from luma and chroma to planes of both.
INLINE footprint whole_footprint(const splash_format *format) {
  footprint f = {};
  add_source(&f, format);
  f.out_luma = bytes_of_luma(format);
  add_chroma_result(&f, format);
  return f;
}

/// A kernel's work on one vector of a row, from column `x` on.
typedef void vector_work(const void *kernel, const splash_row *row, ptrdiff_t x);

/// Does the work on all vectors of all rows.
INLINE void each_vector(
    const splash_format *format, footprint size, const splash_picture *picture, int32_t first,
    int32_t end, vector_work *work, const void *kernel) {
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const ptrdiff_t whole = whole_samples(format, &row);
    ptrdiff_t x = 0;
    for (; x + lanes_u16 <= whole; x += lanes_u16) {
      if (x % fetched_samples == 0) fetch_below(format, size, &row, x);
      work(kernel, &row, x);
    }
    if (x == row.chroma) continue;
    row_end room = {};
    const splash_row inner = open_end(&room, format, &size, &row, x, row.chroma - x);
    work(kernel, &inner, 0);
    close_end(&room, format, &size, &row, x, row.chroma - x);
  }
}

/// The most common format, for which separate loops are compiled.
static const splash_format commonest_format = {splash_planar, 8, 0, 1, 1};

INLINE int is_commonest(splash_format f) {
  return f.layout == splash_planar && f.depth == 8 && f.log2_width == 1 && f.log2_height == 1;
}
