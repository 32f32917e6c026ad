// Holes and islands by their area, on runs of samples.
//
// A sample belongs to what is kept from half a mask on. What is kept hangs together over corners as
// well, what is not only over sides, so that every connected part but the outermost lies in exactly one
// other: the one to the left of its first sample. Labelling is linear in the samples: runs of rows that
// touch are joined by union-find, whose roots are the first runs of their parts.

#include <limits.h>

#include "SplashKernels.h"
#include "plane.h"

enum {
  half = 128,
  /// How far the fading rim of a hole or island reaches.
  rim = 2
};

/// What becomes of the part whose root a run is.
enum { stays, amended };

/// The top bit of each of eight samples: which of them are kept.
static const uint64_t halves = 0x8080808080808080;

static bool is_kept(uint8_t sample) { return sample >= half; }

/// Runs of one row, in alternation kept and not. Returns how many.
static int32_t split(const uint8_t *row, int32_t width, splash_run *runs) {
  int32_t count = 0;
  bool kept = !is_kept(row[0]);
  for (int32_t x = 0; x < width;) {
    uint64_t word;
    if (x + 8 <= width) {
      __builtin_memcpy(&word, row + x, 8);
      if ((word & halves) == (kept ? halves : 0)) {
        x += 8;
        continue;
      }
    }
    const int32_t stop = x + 8 < width ? x + 8 : width;
    for (; x < stop; x++) {
      if (is_kept(row[x]) == kept) continue;
      kept = !kept;
      runs[count++].start = x;
    }
  }
  return count;
}

static int32_t root_of(splash_run *runs, int32_t i) {
  while (runs[i].parent != i) {
    runs[i].parent = runs[runs[i].parent].parent;
    i = runs[i].parent;
  }
  return i;
}

static void join(splash_run *runs, int32_t a, int32_t b) {
  a = root_of(runs, a);
  b = root_of(runs, b);
  if (a < b)
    runs[b].parent = a;
  else
    runs[a].parent = b;
}

typedef struct run_rows {
  const splash_plane *mask;
  splash_run *runs;
  int32_t *first;
} run_rows;

static int32_t end_of(const run_rows *all, int32_t y, int32_t i) {
  return i + 1 < all->first[y + 1] ? all->runs[i + 1].start : all->mask->width;
}

/// Runs alternate from the first of a row.
static bool is_run_kept(const run_rows *all, int32_t y, int32_t i) {
  return is_kept(all->mask->data[y * all->mask->stride]) ^ ((i - all->first[y]) & 1);
}

/// Joins the runs of a row with those of the row above that they touch.
static void join_above(const run_rows *all, int32_t y) {
  int32_t above = all->first[y - 1];
  for (int32_t i = all->first[y]; i < all->first[y + 1]; i++) {
    const int32_t start = all->runs[i].start, end = end_of(all, y, i);
    const bool kept = is_run_kept(all, y, i);
    while (end_of(all, y - 1, above) < start) above++;
    for (int32_t k = above; k < all->first[y] && all->runs[k].start <= end; k++) {
      if (is_run_kept(all, y - 1, k) != kept) continue;
      const bool touches_sides = all->runs[k].start < end && start < end_of(all, y - 1, k);
      if (kept || touches_sides) join(all->runs, i, k);
    }
  }
}

static void label(const run_rows *all) {
  int32_t count = 0;
  for (int32_t y = 0; y < all->mask->height; y++) {
    all->first[y] = count;
    const int32_t more =
        split(splash_plane_row(all->mask, y), all->mask->width, all->runs + count);
    for (int32_t i = count; i < count + more; i++) {
      all->runs[i].parent = i;
      all->runs[i].area = 0;
    }
    count += more;
    all->first[y + 1] = count;
    if (y > 0) join_above(all, y);
  }
}

/// Adds up the areas in the roots; what is not kept and reaches the end of the picture is no hole.
static void measure(const run_rows *all) {
  const splash_plane *mask = all->mask;
  for (int32_t y = 0; y < mask->height; y++) {
    for (int32_t i = all->first[y]; i < all->first[y + 1]; i++) {
      const int32_t start = all->runs[i].start, end = end_of(all, y, i);
      const bool is_edge = y == 0 || y == mask->height - 1 || start == 0 || end == mask->width;
      splash_run *root = &all->runs[root_of(all->runs, i)];
      if (root->area == INT_MAX) continue;
      root->area = is_edge && !is_run_kept(all, y, i) ? INT_MAX : root->area + end - start;
    }
  }
}

/// A hole is closed where it lies in something that stays, an island goes where it lies in nothing.
/// Returns whether anything is amended.
static bool decide(const run_rows *all, int32_t fill, int32_t clean) {
  bool any = false;
  for (int32_t y = 0; y < all->mask->height; y++) {
    for (int32_t i = all->first[y]; i < all->first[y + 1]; i++) {
      splash_run *run = &all->runs[i];
      if (run->parent != i) continue;
      const bool kept = is_run_kept(all, y, i);
      bool lies_in_kept = false;
      if (i > all->first[y])
        lies_in_kept = (all->runs[root_of(all->runs, i - 1)].fate == amended) == kept;
      run->fate = run->area <= (kept ? clean : fill) && lies_in_kept != kept ? amended : stays;
      any |= run->fate == amended;
    }
  }
  return any;
}

/// The bytes of a word that begins at `x` from column `start` up to column `end`.
static uint64_t bytes_between(int32_t x, int32_t start, int32_t end) {
  const uint64_t from = start > x ? UINT64_MAX << 8 * (start - x) : UINT64_MAX;
  return end < x + 8 ? from & ~(UINT64_MAX << 8 * (end - x)) : from;
}

/// The samples beside and around a run that are of the other kind, eight at a time.
static void paint_rim(
    const run_rows *all, int32_t y, int32_t start, int32_t end, bool kept,
    const splash_plane *amendment) {
  const splash_plane *mask = all->mask;
  start = start > rim ? start - rim : 0;
  end = end + rim < mask->width ? end + rim : mask->width;
  for (int32_t row = y - rim; row <= y + rim; row++) {
    if (row < 0 || row >= mask->height) continue;
    const uint8_t *in = splash_plane_row(mask, row);
    uint8_t *out = amendment->data + row * amendment->stride;
    for (int32_t x = start & ~7; x < end; x += 8) {
      uint64_t samples, painted;
      __builtin_memcpy(&samples, in + x, 8);
      __builtin_memcpy(&painted, out + x, 8);
      const uint64_t is_other = (((kept ? ~samples : samples) & halves) >> 7) * 255;
      const uint64_t here = is_other & bytes_between(x, start, end);
      painted = kept ? painted & ~here : painted | here;
      __builtin_memcpy(out + x, &painted, 8);
    }
  }
}

static void paint(const run_rows *all, const splash_plane *amendment, bool rims) {
  for (int32_t y = 0; y < all->mask->height; y++) {
    for (int32_t i = all->first[y]; i < all->first[y + 1]; i++) {
      if (all->runs[root_of(all->runs, i)].fate != amended) continue;
      const int32_t start = all->runs[i].start, end = end_of(all, y, i);
      const bool kept = is_run_kept(all, y, i);
      if (rims)
        paint_rim(all, y, start, end, kept, amendment);
      else
        __builtin_memset(
            amendment->data + y * amendment->stride + start, kept ? 0 : 255,
            (size_t)(end - start));
    }
  }
}

void splash_amendments(const splash_plane *mask, const splash_areas *areas, const splash_plane *out) {
  const run_rows all = {mask, areas->runs, areas->rows};
  __builtin_memset(out->data, half, (size_t)(out->stride * out->height));
  label(&all);
  measure(&all);
  if (!decide(&all, areas->fill, areas->clean)) return;
  paint(&all, out, true);
  paint(&all, out, false);
}
