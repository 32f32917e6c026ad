// Finds holes and islands by their area, on runs of samples.
//
// Samples of 128 and more are kept. Kept samples connect to 8 neighbors and the others to 4, so that every connected
// part but the outermost lies in exactly one other part: the one to the left of its first sample. Runs of adjacent rows
// that touch are joined by union-find; the root of a part is its first run. Bit rows, one bit per sample, hold where
// runs begin and what is to be painted.

#include <limits.h>

#include "SplashKernels.h"
#include "plane.h"
#include "unions.h"
#include "wholes.h"

/// The fate of a part, stored in its root.
enum { stays, amended };

static int32_t words_in(int32_t width) { return (width + 63) / 64; }

/// The bits of a word that are inside of the plane.
static uint64_t inside(int32_t width, int32_t word) {
  return width - 64 * word < 64 ? ~(UINT64_MAX << (width - 64 * word)) : UINT64_MAX;
}

/// The top bits of eight samples, the first one lowest.
static uint64_t top_bits(const uint8_t *samples) {
  uint64_t word;
  __builtin_memcpy(&word, samples, 8);
  return (word >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56;
}

static void find_kept(const splash_plane *mask, uint64_t *kept) {
  const int32_t words = words_in(mask->width);
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    for (int32_t i = 0; i < words; i++) {
      uint64_t bits = 0;
      for (int k = 0; k < 64; k += 8) bits |= top_bits(row + 64 * i + k) << k;
      kept[y * words + i] = bits & inside(mask->width, i);
    }
  }
}

typedef struct run_rows {
  int32_t width, height;
  const uint64_t *kept;
  splash_run *runs;
  int32_t *first;
} run_rows;

static bool begins_kept(const run_rows *all, int32_t y) {
  return all->kept[y * words_in(all->width)] & 1;
}

/// Splits a row into runs, alternately kept and not kept. Returns their number.
static int32_t split(const run_rows *all, int32_t y, splash_run *runs) {
  const uint64_t *kept = all->kept + y * words_in(all->width);
  int32_t count = 0;
  uint64_t before = begins_kept(all, y);
  runs[count++].start = 0;
  for (int32_t i = 0; i < words_in(all->width); i++) {
    uint64_t changes = (kept[i] ^ (kept[i] << 1 | before)) & inside(all->width, i);
    before = kept[i] >> 63;
    for (; changes; changes &= changes - 1)
      runs[count++].start = 64 * i + __builtin_ctzll(changes);
  }
  return count;
}

static int32_t end_of(const run_rows *all, int32_t y, int32_t i) {
  return i + 1 < all->first[y + 1] ? all->runs[i + 1].start : all->width;
}

/// Whether a run is kept; runs alternate from the first of a row.
static bool is_run_kept(const run_rows *all, int32_t y, int32_t i) {
  return begins_kept(all, y) ^ ((i - all->first[y]) & 1);
}

/// Joins the runs of a row with those of the row above that they touch.
static void join_above(const run_rows *all, int32_t y) {
  int32_t above = all->first[y - 1];
  bool kept = begins_kept(all, y), is_above_kept = begins_kept(all, y - 1);
  for (int32_t i = all->first[y]; i < all->first[y + 1]; i++, kept = !kept) {
    const int32_t start = all->runs[i].start, end = end_of(all, y, i);
    for (; end_of(all, y - 1, above) < start; above++) is_above_kept = !is_above_kept;
    bool other = is_above_kept != kept;
    for (int32_t k = above; k < all->first[y] && all->runs[k].start <= end; k++, other = !other) {
      if (other) continue;
      const bool touches_sides = all->runs[k].start < end && start < end_of(all, y - 1, k);
      if (kept || touches_sides) splash_unite(all->runs, i, k);
    }
  }
}

static void label(const run_rows *all) {
  int32_t count = 0;
  for (int32_t y = 0; y < all->height; y++) {
    all->first[y] = count;
    const int32_t more = split(all, y, all->runs + count);
    for (int32_t i = count; i < count + more; i++) {
      all->runs[i].parent = i;
      all->runs[i].area = 0;
    }
    count += more;
    all->first[y + 1] = count;
    if (y > 0) join_above(all, y);
  }
}

/// Adds up areas in the roots. A part that is not kept and touches the edge of the frame is not a hole.
static void measure(const run_rows *all) {
  for (int32_t y = 0; y < all->height; y++) {
    for (int32_t i = all->first[y]; i < all->first[y + 1]; i++) {
      const int32_t start = all->runs[i].start, end = end_of(all, y, i);
      const bool is_edge = y == 0 || y == all->height - 1 || start == 0 || end == all->width;
      splash_run *root = &all->runs[splash_root_of(all->runs, i)];
      if (root->area == INT_MAX) continue;
      root->area = is_edge && !is_run_kept(all, y, i) ? INT_MAX : root->area + end - start;
    }
  }
}

/// A hole is closed if the part around it stays, and an island is removed if the part around it is not kept. Returns
/// whether any part is amended.
static bool decide(const run_rows *all, int32_t fill, int32_t clean) {
  bool any = false;
  for (int32_t y = 0; y < all->height; y++) {
    for (int32_t i = all->first[y]; i < all->first[y + 1]; i++) {
      splash_run *run = &all->runs[i];
      if (run->parent != i) continue;
      const bool kept = is_run_kept(all, y, i);
      bool lies_in_kept = false;
      if (i > all->first[y])
        lies_in_kept = (all->runs[splash_root_of(all->runs, i - 1)].fate == amended) == kept;
      run->fate = run->area <= (kept ? clean : fill) && lies_in_kept != kept ? amended : stays;
      any |= run->fate == amended;
    }
  }
  return any;
}

/// Sets the bits of all amended parts.
static void mark(const run_rows *all, uint64_t *marks) {
  const int32_t words = words_in(all->width);
  __builtin_memset(marks, 0, sizeof *marks * (size_t)(words * all->height));
  for (int32_t y = 0; y < all->height; y++) {
    for (int32_t i = all->first[y]; i < all->first[y + 1]; i++) {
      if (all->runs[splash_root_of(all->runs, i)].fate != amended) continue;
      const int32_t start = all->runs[i].start, last = end_of(all, y, i) - 1;
      for (int32_t word = start / 64; word <= last / 64; word++) {
        const uint64_t from = word == start / 64 ? UINT64_MAX << start % 64 : UINT64_MAX;
        const uint64_t to = word == last / 64 ? UINT64_MAX >> (63 - last % 64) : UINT64_MAX;
        marks[y * words + word] |= from & to;
      }
    }
  }
}

/// The samples that are kept, and those that are amended.
typedef struct bit_rows {
  int32_t width, height;
  const uint64_t *kept, *marks;
} bit_rows;

/// A word of samples that are kept (or not) and amended (or not); 0 outside of the plane.
static uint64_t bits_at(const bit_rows *rows, int32_t y, int32_t i, bool kept, bool marked) {
  const int32_t words = words_in(rows->width);
  if (y < 0 || y >= rows->height || i < 0 || i >= words) return 0;
  const uint64_t k = rows->kept[y * words + i], m = rows->marks[y * words + i];
  return (kept ? k : ~k) & (marked ? m : ~m) & inside(rows->width, i);
}

/// The samples of which such a sample is itself or one of the 8 neighbors.
static uint64_t near(const bit_rows *rows, int32_t y, int32_t i, bool kept, bool marked) {
  uint64_t columns[3] = {0, 0, 0};
  for (int32_t row = y - 1; row <= y + 1; row++)
    for (int k = 0; k < 3; k++) columns[k] |= bits_at(rows, row, i + k - 1, kept, marked);
  return columns[1] | columns[1] << 1 | columns[0] >> 63 | columns[1] >> 1 | columns[2] << 63;
}

/// Amended samples of one kind, and neighbors of the other kind that stay and touch no other sample of the first kind.
static uint64_t with_rim(const bit_rows *rows, int32_t y, int32_t i, bool kept) {
  const uint64_t beside = near(rows, y, i, kept, true);
  return bits_at(rows, y, i, kept, true) |
         (bits_at(rows, y, i, !kept, false) & beside & ~near(rows, y, i, kept, false));
}

/// Whether any sample is amended in a word or its neighbors.
static bool is_near_marks(const bit_rows *rows, int32_t y, int32_t i) {
  const int32_t words = words_in(rows->width);
  uint64_t any = 0;
  for (int32_t row = y > 0 ? y - 1 : 0; row <= y + 1 && row < rows->height; row++)
    for (int32_t word = i > 0 ? i - 1 : 0; word <= i + 1 && word < words; word++)
      any |= rows->marks[row * words + word];
  return any;
}

static void paint(const bit_rows *rows, const splash_plane *amendments) {
  for (int32_t y = 0; y < rows->height; y++) {
    uint8_t *out = amendments->data + y * amendments->stride;
    for (int32_t i = 0; i < words_in(rows->width); i++) {
      if (!is_near_marks(rows, y, i)) continue;
      uint64_t raised = with_rim(rows, y, i, false), lowered = with_rim(rows, y, i, true);
      for (; raised; raised &= raised - 1) out[64 * i + __builtin_ctzll(raised)] = 255;
      for (; lowered; lowered &= lowered - 1) out[64 * i + __builtin_ctzll(lowered)] = 0;
    }
  }
}

/// Samples that are kept in the end: kept ones that stay, and closed holes.
static uint64_t solid_at(const bit_rows *rows, int32_t y, int32_t i) {
  return bits_at(rows, y, i, true, false) | bits_at(rows, y, i, false, true);
}

/// Sets amendments to 0 where no sample is kept within two samples.
static void wipe(const bit_rows *rows, const splash_plane *amendments) {
  for (int32_t y = 0; y < rows->height; y++) {
    uint8_t *out = amendments->data + y * amendments->stride;
    for (int32_t i = 0; i < words_in(rows->width); i++) {
      uint64_t left = 0, own = 0, right = 0;
      for (int32_t row = y - 2; row <= y + 2; row++) {
        left |= solid_at(rows, row, i - 1);
        own |= solid_at(rows, row, i);
        right |= solid_at(rows, row, i + 1);
      }
      const uint64_t before = own << 1 | left >> 63 | own << 2 | left >> 62;
      const uint64_t behind = own >> 1 | right << 63 | own >> 2 | right << 62;
      uint64_t gone = ~(own | before | behind) & inside(rows->width, i);
      for (; gone; gone &= gone - 1) out[64 * i + __builtin_ctzll(gone)] = 0;
    }
  }
}

void splash_amendments(const splash_plane *mask, const splash_areas *areas, const splash_plane *out) {
  const int32_t width = mask->width, height = mask->height;
  uint64_t *kept = areas->bits, *marks = kept + words_in(width) * height;
  const run_rows all = {width, height, kept, areas->runs, areas->rows};
  __builtin_memset(out->data, 128, (size_t)(out->stride * out->height));
  if (areas->wholes) {
    splash_decide_regions(mask, areas->wholes, areas->runs, out);
    mask = &areas->wholes->cells;
  }
  find_kept(mask, kept);
  label(&all);
  measure(&all);
  if (!decide(&all, areas->fill, areas->clean) && !areas->residue) return;
  mark(&all, marks);
  const bit_rows bits = {width, height, kept, marks};
  paint(&bits, out);
  if (areas->residue) wipe(&bits, out);
}
