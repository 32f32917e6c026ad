// Fits the mask to the edges of selected regions, by the colors on both sides.

#include "plane.h"
#include "row.h"
#include "wholes.h"

#pragma clang fp contract(off)

/// A color: luma with its weight, Cb and Cr, in 8-bit codes.
typedef struct color {
  float y, cb, cr;
} color;

static inline float squared_distance(color a, color b) {
  const float y = a.y - b.y, cb = a.cb - b.cb, cr = a.cr - b.cr;
  return y * y + cb * cb + cr * cr;
}

/// What lies on both sides of an edge, and how far samples may be raised.
typedef struct sides {
  color in, out;
  uint8_t least;
} sides;

/// The colors of the cells within two cells of one at the edge of a selected region: of those inside, and of those that
/// are not selected. Returns whether there are both.
static bool find_sides(
    const splash_wholes *how, const splash_plane *amendments, const splash_plane *steadied, int32_t x, int32_t y,
    sides *found) {
  const int32_t width = how->luma->width, height = how->luma->height;
  color sums[2] = {{0, 0, 0}, {0, 0, 0}};
  int32_t counts[2] = {0, 0}, most = 0;
  for (int32_t v = y > 2 ? y - 2 : 0; v <= y + 2 && v < height; v++) {
    for (int32_t u = x > 2 ? x - 2 : 0; u <= x + 2 && u < width; u++) {
      const int32_t side = splash_plane_row(amendments, v)[u] == 255 ? 0 : splash_plane_row(&how->cells, v)[u] < 128 ? 1 : 2;
      if (side == 2) continue;
      const int32_t i = v * width + u;
      sums[side].y += (float)splash_plane_row(how->luma, v)[u] * luma_weight;
      sums[side].cb += how->chroma[0][i] * how->chroma_share;
      sums[side].cr += how->chroma[1][i] * how->chroma_share;
      counts[side]++;
      const int32_t steady = splash_plane_row(steadied, v)[u];
      if (side == 0 && steady > most) most = steady;
    }
  }
  if (!counts[0] || !counts[1] || most < 192) return false;
  const float n = (float)counts[0], m = (float)counts[1];
  found->in = (color){sums[0].y / n, sums[0].cb / n, sums[0].cr / n};
  found->out = (color){sums[1].y / m, sums[1].cb / m, sums[1].cr / m};
  found->least = (uint8_t)(2 * most - 255);
  return true;
}

/// Whether a cell is one of a selected region beside another one, or the other way round.
static bool is_at_edge(const splash_plane *cells, const splash_plane *amendments, int32_t x, int32_t y) {
  const uint8_t *row = splash_plane_row(cells, y);
  if (row[x] >= 128) return row[x] == 255 && splash_plane_row(amendments, y)[x] == 128;
  return row[splash_clamp_index(x - 1, cells->width)] == 255 || row[splash_clamp_index(x + 1, cells->width)] == 255 ||
         splash_plane_row(cells, splash_clamp_index(y - 1, cells->height))[x] == 255 ||
         splash_plane_row(cells, splash_clamp_index(y + 1, cells->height))[x] == 255;
}

void splash_fit_edges(
    const splash_picture *picture, int32_t log2_side, const splash_wholes *how, const splash_plane *amendments,
    const splash_plane *steadied, const splash_plane *mask, int32_t begin, int32_t end) {
  const splash_format *format = &picture->format;
  const float luma_share = luma_weight * how->chroma_share / 4;
  const int32_t side = 1 << log2_side;
  for (int32_t v = begin >> log2_side; v << log2_side < end; v++) {
    for (int32_t u = 0; u < how->luma->width; u++) {
      sides found;
      if (!is_at_edge(&how->cells, amendments, u, v) || !find_sides(how, amendments, steadied, u, v, &found)) continue;
      for (int32_t y = v * side > begin ? v * side : begin; y < (v + 1) * side && y < end; y++) {
        const splash_row row = splash_row_at(picture, y);
        const splash_places in = splash_places_in(format, &row);
        uint8_t *out = mask->data + y * mask->stride;
        for (int32_t x = u * side; x < (u + 1) * side && x < mask->width; x++) {
          if (out[x] >= found.least) continue;
          const color own = {
              (float)splash_luma_under(format, &in, row.width, x) * luma_share,
              (float)splash_load(format, in.cb, x * in.chroma_step) * how->chroma_share,
              (float)splash_load(format, in.cr, x * in.chroma_step) * how->chroma_share};
          if (squared_distance(own, found.in) < squared_distance(own, found.out)) out[x] = found.least;
        }
      }
    }
  }
}
