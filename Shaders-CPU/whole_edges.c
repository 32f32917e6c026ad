// Fits the mask to the edges of selected regions, by the colors on both sides.

#include "plane.h"
#include "row.h"
#include "wholes.h"

#pragma clang fp contract(off)

/// A color: luma with its weight, Cb and Cr, in 8-bit codes.
typedef struct color {
  float y, cb, cr;
} color;

/// How far a color lies on the way from one to another: 0 for the first, 1 for the second.
static inline float share_between(color own, color from, color to) {
  const color way = {to.y - from.y, to.cb - from.cb, to.cr - from.cr};
  const float along = (own.y - from.y) * way.y + (own.cb - from.cb) * way.cb + (own.cr - from.cr) * way.cr;
  return along / (way.y * way.y + way.cb * way.cb + way.cr * way.cr + 1e-6f);
}

/// Cells whose amendments are at least this lie within selected regions.
enum { least_inside = 192 };

/// What lies on both sides of an edge, and how far samples may be raised.
typedef struct sides {
  color in, out;
  uint8_t least;
} sides;

/// Whether a cell lies within a selected region.
static inline bool is_inside(const splash_plane *amendments, int32_t x, int32_t y) {
  return splash_plane_row(amendments, y)[x] >= least_inside;
}

/// The colors of the cells within two cells of one at the edge of a selected region: of those inside, and of those that
/// are not selected. Returns whether there are both.
static bool find_sides(
    const splash_wholes *how, const splash_plane *amendments, int32_t x, int32_t y, sides *found) {
  const int32_t width = how->luma->width, height = how->luma->height;
  color sums[2] = {{0, 0, 0}, {0, 0, 0}};
  int32_t counts[2] = {0, 0}, most = 0;
  for (int32_t v = y > 2 ? y - 2 : 0; v <= y + 2 && v < height; v++) {
    for (int32_t u = x > 2 ? x - 2 : 0; u <= x + 2 && u < width; u++) {
      const splash_cell *mean = &how->means[v * width + u];
      const int side = is_inside(amendments, u, v) ? 0 : splash_plane_row(&how->cells, v)[u] < 128 ? 1 : 2;
      if (side == 2) continue;
      sums[side].y += mean->luma * luma_weight;
      sums[side].cb += mean->cb;
      sums[side].cr += mean->cr;
      counts[side]++;
      const int32_t amended = splash_plane_row(amendments, v)[u];
      if (amended > most) most = amended;
    }
  }
  if (!counts[0] || !counts[1]) return false;
  const float n = (float)counts[0], m = (float)counts[1];
  found->in = (color){sums[0].y / n, sums[0].cb / n, sums[0].cr / n};
  found->out = (color){sums[1].y / m, sums[1].cb / m, sums[1].cr / m};
  found->least = (uint8_t)(2 * most - 255);
  return true;
}

/// Whether a cell is not within a selected region, but at most two cells from one along rows and columns.
static bool is_at_edge(const splash_plane *amendments, int32_t x, int32_t y) {
  if (is_inside(amendments, x, y)) return false;
  for (int32_t v = y > 2 ? y - 2 : 0; v <= y + 2 && v < amendments->height; v++) {
    const int32_t reach = 2 - (v < y ? y - v : v - y);
    for (int32_t u = x > reach ? x - reach : 0; u <= x + reach && u < amendments->width; u++)
      if (is_inside(amendments, u, v)) return true;
  }
  return false;
}

/// Whether any cell of a row may be such a cell.
static bool is_row_at_edge(const splash_plane *amendments, int32_t y) {
  uint8_t most = 0;
  for (int32_t v = y > 2 ? y - 2 : 0; v <= y + 2 && v < amendments->height; v++) {
    const uint8_t *row = splash_plane_row(amendments, v);
    for (int32_t x = 0; x < amendments->width; x++) most = row[x] > most ? row[x] : most;
  }
  return most >= least_inside;
}

/// The codes that a share of the way raises a sample to.
static inline int32_t raised_by(float share, uint8_t least) {
  share = 2 * share - 0.5f;
  return (int32_t)((float)least * (share < 0 ? 0 : share > 1 ? 1 : share));
}

/// Raises samples `from`…`stop`−1 of a row; what they are raised to changes by at most `reach`.
static void raise_samples(
    const splash_picture *picture, const splash_wholes *how, const sides *found, int32_t reach,
    const splash_plane *mask, int32_t y, int32_t from, int32_t stop) {
  const splash_format *format = &picture->format;
  const float luma_share = luma_weight * how->chroma_share / 4;
  const splash_row row = splash_row_at(picture, y);
  const splash_places in = splash_places_in(format, &row);
  uint8_t *out = mask->data + y * mask->stride, *raised = how->raised.data + y * how->raised.stride;
  for (int32_t x = from; x < stop; x++) {
    if (out[x] >= found->least) {
      raised[x] = found->least;
      continue;
    }
    const color own = {
        (float)splash_luma_under(format, &in, row.width, x) * luma_share,
        (float)splash_load(format, in.cb, x * in.chroma_step) * how->chroma_share,
        (float)splash_load(format, in.cr, x * in.chroma_step) * how->chroma_share};
    const int32_t change = raised_by(share_between(own, found->out, found->in), found->least) - raised[x];
    raised[x] = (uint8_t)(raised[x] + (change > reach ? reach : change < -reach ? -reach : change));
    if (raised[x] > out[x]) out[x] = raised[x];
  }
}

void splash_fit_edges(
    const splash_picture *picture, const splash_wholes *how, const splash_plane *amendments,
    uint8_t slew, const splash_plane *mask, int32_t begin, int32_t end) {
  const int32_t side = 1 << how->log2_size;
  // Bands of rows are of whole cells.
  for (int32_t v = begin >> how->log2_size; v * side < end; v++) {
    const int32_t last = (v + 1) * side < end ? (v + 1) * side : end;
    const bool is_row = is_row_at_edge(amendments, v);
    for (int32_t u = 0; u < how->luma->width; u++) {
      sides found;
      splash_cell *mean = &how->means[v * how->luma->width + u];
      const bool was_raised = mean->is_raised;
      mean->is_raised = is_row && is_at_edge(amendments, u, v) && find_sides(how, amendments, u, v, &found);
      if (!was_raised && !mean->is_raised) continue;
      const int32_t from = u * side, stop = from + side < mask->width ? from + side : mask->width;
      for (int32_t y = v * side; y < last; y++) {
        if (mean->is_raised)
          raise_samples(picture, how, &found, mean->is_still ? slew : 255, mask, y, from, stop);
        else
          __builtin_memset(how->raised.data + y * how->raised.stride + from, 0, (size_t)(stop - from));
      }
    }
  }
}
