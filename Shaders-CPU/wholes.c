// Decides regions of a frame as wholes.
//
// A region is a set of cells of one material: Felzenszwalb and Huttenlocher, Efficient Graph-Based Image Segmentation,
// International Journal of Computer Vision 59 (2004), on the graph of cells and their 4 neighbors. Its edges are sorted
// by color difference, and join regions by union-find if the difference is at most the largest one within either region
// plus a share of `scale` that falls with its size.

#include "wholes.h"

#include "plane.h"
#include "row.h"
#include "unions.h"

#pragma clang fp contract(off)

enum {
  /// Differences are counted in this many parts of a code.
  parts_of_code = 16,
  /// The largest color difference between neighbors for a region of one cell.
  scale = 150 * parts_of_code,
  /// Regions with fewer cells join the most similar neighbor.
  least_cells = 8,
  /// Lower mask codes of cells count as none.
  least_of_mask = 8,
  /// Cells with at least this code are named for sure.
  least_certain = 200,
  /// Regions are of one material across the sides of cells with smaller differences.
  one_material = 12 * parts_of_code,
  /// Little of a region was amended if the mean of its last amendments is nearer than this to none.
  few = 16,
  /// Cells of one sample have moved if luma, Cb or Cr differ by this from the mean; larger cells have less noise.
  still_codes = 16,
  /// Below this distance from grey, in 8-bit codes, a cell has no color of its own.
  least_chroma = 6,
};

/// The weight of differences of the mask relative to chroma: it parts a thing from surroundings of nearly its color.
static const float mask_weight = 0.05f;

/// The cosine of 20 degrees of hue, by which skin differs from a red thing that it holds.
static const float cosine_of_hue = 0.9396926f;

/// The share of a frame in the means of cells over time.
static const float share_of_frame = 0.25f;

/// The fate of a region.
enum { region_stays, region_is_kept, region_goes };

bool splash_has_mask(const splash_plane *mask) {
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    uint8_t most = 0;
    for (int32_t x = 0; x < mask->width; x++) most = row[x] > most ? row[x] : most;
    if (most >= least_of_mask) return true;
  }
  return false;
}

void splash_cell_colors(const splash_dsp *dsp, const splash_picture *picture, const splash_wholes *how) {
  const splash_format *format = &picture->format;
  const splash_row row = splash_row_at(picture, 0);
  const splash_places in = splash_places_in(format, &row);
  const splash_blur blur = {.log2_size = how->log2_size, .room = how->room};
  const int32_t rows = splash_chroma_size(picture->height, format->log2_height);
  const bool is_packed = splash_is_packed(format);
  for (int i = 0; i < 2; i++) {
    const bool is_planar = format->layout == splash_planar;
    const splash_channel channel = {
        .from = i ? in.cr : in.cb,
        .from_stride = is_packed ? picture->luma_stride : i && is_planar ? picture->cr_stride : picture->cb_stride,
        .width = row.chroma, .height = rows, .depth = format->depth, .shift = format->shift,
        .step = (uint8_t)in.chroma_step};
    dsp->shrink(&blur, &channel, how->chroma[i], 0, how->luma->height);
  }
}

void splash_forget_means(const splash_wholes *how) {
  const int32_t count = how->luma->width * how->luma->height;
  // No frame has such luma.
  for (int32_t i = 0; i < count; i++) how->means[i].luma = -255;
}

static inline float distance(float a, float b) { return __builtin_fabsf(a - b); }
static inline float larger(float a, float b) { return a > b ? a : b; }

/// A cell of the frame alone.
static inline splash_cell cell_of(const splash_wholes *how, const splash_plane *mask, int32_t x, int32_t y) {
  const int32_t i = y * mask->width + x;
  const uint8_t drawn = splash_plane_row(mask, y)[x];
  return (splash_cell){
      .luma = splash_plane_row(how->luma, y)[x], .cb = how->chroma[0][i] * how->chroma_share,
      .cr = how->chroma[1][i] * how->chroma_share, .mask = how->inverts ? 255 - drawn : drawn};
}

/// By how much a frame changes a cell, in parts of a code: the largest difference of luma, Cb and Cr.
static inline uint16_t change_of(const splash_cell *mean, splash_cell now) {
  const float change = larger(
      distance(now.luma, mean->luma), larger(distance(now.cb, mean->cb), distance(now.cr, mean->cr)));
  return (uint16_t)(change < still_codes ? change * parts_of_code : still_codes * parts_of_code);
}

/// The limit of changes by noise, in parts of a code, for `count` cells: four times the noise, since the quartile of the
/// largest of three is 0.9 of it.
static int32_t limit_of_noise(const splash_wholes *how, int32_t count) {
  int32_t cells[still_codes * parts_of_code + 1] = {0}, quartile = 0;
  for (int32_t i = 0; i < count; i++) cells[how->differences[i]]++;
  for (int32_t sum = cells[0]; 4 * sum < count; sum += cells[quartile]) quartile++;
  const int32_t limit = quartile * 9 / 2, most = (still_codes * parts_of_code) >> how->log2_size;
  return limit < most ? limit : most;
}

/// Adds a frame to the means of all cells, so that noise is not decided anew in each frame; those of the mask are written to
/// `cells`.
static void average_cells(const splash_wholes *how, const splash_plane *mask) {
  const int32_t width = mask->width, height = mask->height;
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++)
      how->differences[y * width + x] = change_of(&how->means[y * width + x], cell_of(how, mask, x, y));
  const int32_t limit = how->last ? limit_of_noise(how, width * height) : 0;
  for (int32_t y = 0; y < height; y++) {
    uint8_t *named = how->cells.data + y * how->cells.stride;
    for (int32_t x = 0; x < width; x++) {
      const splash_cell now = cell_of(how, mask, x, y);
      splash_cell *mean = &how->means[y * width + x];
      const int32_t change = how->differences[y * width + x];
      mean->is_still = change < limit;
      const float share = mean->is_still ? larger(share_of_frame, (float)change / (float)limit) : 1;
      mean->luma += (now.luma - mean->luma) * share;
      mean->cb += (now.cb - mean->cb) * share;
      mean->cr += (now.cr - mean->cr) * share;
      mean->mask += (now.mask - mean->mask) * share;
      named[x] = (uint8_t)(mean->mask + 0.5f);
    }
  }
}

/// The color difference of two cells, in parts of an 8-bit code, limited to more than any region accepts.
static uint16_t difference(const splash_cell *a, const splash_cell *b) {
  const float cb = a->cb - b->cb, cr = a->cr - b->cr;
  const float y = (a->luma - b->luma) * luma_weight, m = (a->mask - b->mask) * mask_weight;
  const float all = __builtin_sqrtf(y * y + m * m + cb * cb + cr * cr) * parts_of_code;
  return all < scale ? (uint16_t)all : scale + 1;
}

/// Sorts the edges by difference: twice the cell's index for the edge to its right, one more for the edge below.
/// Returns the number of edges.
static int32_t sort_edges(const splash_wholes *how) {
  const int32_t width = how->luma->width, height = how->luma->height;
  int32_t places[scale + 3] = {0};
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < width; x++) {
      const int32_t i = y * width + x;
      uint16_t *differences = how->differences + 2 * i;
      if (x + 1 < width) {
        differences[0] = difference(&how->means[i], &how->means[i + 1]);
        places[differences[0] + 1]++;
      }
      if (y + 1 < height) {
        differences[1] = difference(&how->means[i], &how->means[i + width]);
        places[differences[1] + 1]++;
      }
    }
  }
  for (int32_t i = 1; i < scale + 3; i++) places[i] += places[i - 1];
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < width; x++) {
      const int32_t i = 2 * (y * width + x);
      if (x + 1 < width) how->edges[places[how->differences[i]]++] = i;
      if (y + 1 < height) how->edges[places[how->differences[i + 1]]++] = i + 1;
    }
  }
  return places[scale + 1];
}

/// Joins cells to regions: `area` is the number of cells, and `fate` the largest difference that an edge may have.
static void join_cells(const splash_wholes *how, splash_run *cells) {
  const int32_t width = how->luma->width, count = width * how->luma->height;
  for (int32_t i = 0; i < count; i++) cells[i] = (splash_run){.parent = i, .area = 1, .fate = scale};
  int32_t edges = sort_edges(how);
  for (int round = 0; round < 2; round++) {
    int32_t left = 0;
    for (int32_t i = 0; i < edges; i++) {
      const int32_t edge = how->edges[i], other = edge / 2 + (edge & 1 ? width : 1);
      const int32_t a = splash_root_of(cells, edge / 2), b = splash_root_of(cells, other);
      if (a == b) continue;
      const int32_t area = cells[a].area + cells[b].area, difference = how->differences[edge];
      const bool is_alike = difference <= cells[a].fate && difference <= cells[b].fate;
      const bool is_small = cells[a].area < least_cells || cells[b].area < least_cells;
      if (round == 0 ? !is_alike : !is_small) {
        how->edges[left++] = edge;
        continue;
      }
      splash_unite(cells, a, b);
      cells[a < b ? a : b].area = area;
      cells[a < b ? a : b].fate = difference + scale / area;
    }
    edges = left;
  }
  for (int32_t i = 0; i < count; i++) cells[i].parent = cells[cells[i].parent].parent;
}

/// The last amendment of a cell, 128 for none, of what the mask is decided by.
static inline int32_t last_of(const splash_wholes *how, int32_t x, int32_t y) {
  const int32_t last = how->last ? splash_plane_row(how->last, y)[x] : 128;
  return how->inverts ? 256 - last : last;
}

/// Replaces `start` of the roots by the mean of a region's mask and half of what the last amendments changed, within 0…255.
static void measure_regions(const splash_wholes *how, splash_run *cells) {
  const splash_plane *mask = &how->cells;
  const int32_t count = mask->width * mask->height;
  for (int32_t i = 0; i < count; i++) cells[i].start = cells[i].fate = 0;
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    for (int32_t x = 0; x < mask->width; x++) {
      splash_run *region = &cells[cells[y * mask->width + x].parent];
      region->start += row[x];
      region->fate += last_of(how, x, y) - 128;
    }
  }
  for (int32_t i = 0; i < count; i++) {
    splash_run *region = &cells[i];
    if (region->parent != i) continue;
    const int32_t mean = (region->start + region->fate / 2) / region->area;
    region->start = mean < 0 ? 0 : mean > 255 ? 255 : mean;
  }
}

/// Counts a side between two cells, if it is one between two regions: adds to each region's sum the mean of the other one
/// where both are of one material, else its own.
static inline void count_side(const splash_run *cells, int32_t *around, int32_t a, int32_t b, uint16_t difference) {
  a = cells[a].parent;
  b = cells[b].parent;
  if (a == b) return;
  const bool is_one = difference < one_material;
  around[2 * a] += cells[is_one ? b : a].start;
  around[2 * a + 1]++;
  around[2 * b] += cells[is_one ? a : b].start;
  around[2 * b + 1]++;
}

/// The fate of a region by the mean of its mask, and by the sum of that and the mean of what lies around it.
static inline int32_t fate_by(const splash_wholes *how, int32_t mean, int32_t both) {
  if (mean >= how->kept_from) return region_is_kept;
  if (mean < how->gone_below) return region_goes;
  if (both >= 2 * how->kept_from - how->gone_below) return region_is_kept;
  return both < 3 * how->gone_below ? region_goes : region_stays;
}

/// Decides the roots: by the mean of the region, and in doubt by that and the mean of what lies around it.
static void decide_fates(const splash_wholes *how, splash_run *cells) {
  const int32_t width = how->luma->width, height = how->luma->height;
  int32_t *around = how->edges;
  for (int32_t i = 0; i < 2 * width * height; i++) around[i] = 0;
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++) {
      const int32_t i = y * width + x;
      if (x + 1 < width) count_side(cells, around, i, i + 1, how->differences[2 * i]);
      if (y + 1 < height) count_side(cells, around, i, i + width, how->differences[2 * i + 1]);
    }
  for (int32_t i = 0; i < width * height; i++) {
    splash_run *region = &cells[i];
    if (region->parent != i) continue;
    const int32_t mean = region->start, sides = around[2 * i + 1];
    const int32_t both = mean + (sides > 0 ? around[2 * i] / sides : mean);
    region->fate = fate_by(how, mean, both);
  }
}

/// Sums in the roots of regions, in `edges`: Cb and Cr of what decides, which is the selected part of a region that is
/// kept, and the other one of a region that goes.
static void find_region_colors(const splash_wholes *how, const splash_run *cells) {
  const splash_plane *mask = &how->cells;
  const int32_t count = mask->width * mask->height;
  for (int32_t i = 0; i < 2 * count; i++) how->edges[i] = 0;
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    for (int32_t x = 0; x < mask->width; x++) {
      const int32_t cell = y * mask->width + x, root = cells[cell].parent;
      const int32_t weight = (cells[root].fate == region_is_kept ? row[x] : 255 - row[x]) >> 4;
      how->edges[2 * root] += weight * (int32_t)(how->means[cell].cb - 128);
      how->edges[2 * root + 1] += weight * (int32_t)(how->means[cell].cr - 128);
    }
  }
}

/// Whether a cell has a color of its own that is not its region's: on the other side of grey than what decides, or, for a
/// cell without a mask in a kept region, of another hue. Two colors stay two.
static inline bool is_another_color(const splash_wholes *how, int32_t cell, uint8_t mask, int32_t root, int32_t fate) {
  const float cb = how->means[cell].cb - 128, cr = how->means[cell].cr - 128;
  const float all_cb = (float)how->edges[2 * root], all_cr = (float)how->edges[2 * root + 1];
  const float own = cb * cb + cr * cr, all = all_cb * all_cb + all_cr * all_cr;
  const float least = fate == region_is_kept && mask < least_of_mask ? cosine_of_hue : 0;
  return own >= least_chroma * least_chroma && cb * all_cb + cr * all_cr < least * __builtin_sqrtf(own * all);
}

/// Whether the 3 × 3 cells around one are named for sure.
static bool is_certain_square(const splash_plane *mask, int32_t x, int32_t y) {
  for (int32_t v = y - 1; v <= y + 1; v++) {
    const uint8_t *row = splash_plane_row(mask, splash_clamp_index(v, mask->height));
    for (int32_t u = x - 1; u <= x + 1; u++)
      if (row[splash_clamp_index(u, mask->width)] < least_certain) return false;
  }
  return true;
}

/// Whether a cell lies in such a square.
static bool is_certain(const splash_plane *mask, int32_t x, int32_t y) {
  if (splash_plane_row(mask, y)[x] < least_certain) return false;
  for (int32_t v = y > 0 ? y - 1 : 0; v <= y + 1 && v < mask->height; v++)
    for (int32_t u = x > 0 ? x - 1 : 0; u <= x + 1 && u < mask->width; u++)
      if (is_certain_square(mask, u, v)) return true;
  return false;
}

/// What is one thing by its region, but by colors plainly not, stays.
static inline int32_t fate_of(const splash_wholes *how, const splash_run *cells, int32_t x, int32_t y) {
  const int32_t cell = y * how->luma->width + x, root = cells[cell].parent, fate = cells[root].fate;
  const uint8_t mask = splash_plane_row(&how->cells, y)[x];
  if (fate == region_stays || is_another_color(how, cell, mask, root, fate)) return region_stays;
  return fate == region_goes && is_certain(&how->cells, x, y) ? region_stays : fate;
}

/// Replaces the last amendments of cells that the frame has drawn without a mask by the mean over their region, if little of that was amended: what
/// moved on leaves nothing behind.
static void leave_nothing_behind(const splash_wholes *how, const splash_plane *mask, splash_run *cells) {
  const int32_t width = how->luma->width, height = how->luma->height;
  const uint8_t flip = how->inverts ? 255 : 0;
  for (int32_t i = 0; i < width * height; i++) cells[i].start = 0;
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++)
      cells[cells[y * width + x].parent].start += splash_plane_row(how->last, y)[x];
  for (int32_t y = 0; y < height; y++) {
    uint8_t *last = how->last->data + y * how->last->stride;
    for (int32_t x = 0; x < width; x++) {
      const splash_run *region = &cells[cells[y * width + x].parent];
      const int32_t mean = region->start / region->area;
      const bool is_little = mean > 128 - few && mean < 128 + few;
      if (is_little && (splash_plane_row(mask, y)[x] ^ flip) < least_of_mask) last[x] = (uint8_t)mean;
    }
  }
}

void splash_decide_regions(
    const splash_plane *mask, const splash_wholes *how, splash_run *cells,
    const splash_plane *amendments) {
  const int32_t width = mask->width, height = mask->height;
  const uint8_t flip = how->inverts ? 255 : 0;
  average_cells(how, mask);
  join_cells(how, cells);
  measure_regions(how, cells);
  decide_fates(how, cells);
  find_region_colors(how, cells);
  // The differences have been used.
  uint16_t *fates = how->differences;
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++) fates[y * width + x] = (uint16_t)fate_of(how, cells, x, y);
  if (how->last) leave_nothing_behind(how, mask, cells);
  for (int32_t y = 0; y < height; y++) {
    const uint16_t *row = fates + y * width;
    const uint16_t *above = y > 0 ? row - width : row, *below = y + 1 < height ? row + width : row;
    uint8_t *decided = how->cells.data + y * how->cells.stride;
    uint8_t *amended = amendments->data + y * amendments->stride;
    for (int32_t x = 0; x < width; x++) {
      const uint16_t fate = row[x];
      const uint8_t drawn = splash_plane_row(mask, y)[x];
      decided[x] = fate == region_stays ? drawn : (fate == region_is_kept ? 255 : 0) ^ flip;
      if (fate == region_stays) continue;
      // The edge of the mask stays as the colors draw it. Where nothing is removed is no amendment: what moves there next is
      // not judged by it.
      const bool is_inside = row[splash_clamp_index(x - 1, width)] == fate && row[splash_clamp_index(x + 1, width)] == fate &&
                             above[x] == fate && below[x] == fate;
      const bool is_removed = fate == region_goes && decided[x] != drawn;
      if (is_inside && (fate == region_is_kept || is_removed)) amended[x] = decided[x];
    }
  }
}
