// Parts of a mask that are decided as wholes.
//
// Cells that hang together over their sides make a part, but for steps of the mask and of luma between them. Parts
// are joined by union-find, whose roots are the first cells of their parts.

#include "SplashKernels.h"
#include "plane.h"
#include "unions.h"
#include "wholes.h"

enum {
  /// Cells with less belong to no part.
  least_of_part = 8,
  /// Cells of a part with less stay as they are where the part is kept.
  least_raised = 32,
  /// Neighbors whose masks, and whose luma, differ by more are of two things.
  most_step = 51,
  most_luma_step = 31,
};

/// What becomes of a part.
enum { part_stays, part_is_kept, part_goes };

/// The first cell of a row from `x` on that belongs to a part; `width` where there is none. Most are dull.
static int32_t next_of_part(const uint8_t *row, int32_t x, int32_t width) {
  while (x < width) {
    uint64_t word = 0;
    if (x + 8 <= width) __builtin_memcpy(&word, row + x, 8);
    if (x + 8 <= width && !(word & 0xf8f8f8f8f8f8f8f8))
      x += 8;
    else if (row[x] < least_of_part)
      x++;
    else
      return x;
  }
  return width;
}

static bool is_joined(
    const uint8_t *mask, const uint8_t *other, const uint8_t *luma, const uint8_t *other_luma) {
  return *other >= least_of_part && __builtin_abs(*mask - *other) <= most_step &&
         (!luma || __builtin_abs(*luma - *other_luma) <= most_luma_step);
}

/// Finds the part of each cell that has one, whose first cell comes before it.
static void find_parts(const splash_plane *mask, const splash_wholes *how, splash_run *cells) {
  const int32_t width = mask->width;
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y), *above = row - mask->stride;
    const uint8_t *luma = how->guide ? splash_plane_row(how->guide, y) : NULL;
    const uint8_t *luma_above = luma ? luma - how->guide->stride : NULL;
    for (int32_t x = 0; (x = next_of_part(row, x, width)) < width; x++) {
      const int32_t i = y * width + x;
      cells[i] = (splash_run){.parent = i};
      const uint8_t *at = luma ? luma + x : NULL;
      if (x > 0 && is_joined(row + x, row + x - 1, at, at ? at - 1 : NULL)) splash_unite(cells, i, i - 1);
      if (y > 0 && is_joined(row + x, above + x, at, at ? luma_above + x : NULL))
        splash_unite(cells, i, i - width);
    }
  }
  // A parent comes before its cells, so that it has found its part.
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    for (int32_t x = 0; (x = next_of_part(row, x, width)) < width; x++) {
      splash_run *cell = &cells[y * width + x];
      cell->parent = cells[cell->parent].parent;
    }
  }
}

/// Whether the neighbors along both sides, as far as the plane goes, are of the same part.
static bool is_inside(const splash_plane *mask, const splash_run *cells, int32_t x, int32_t y) {
  const uint8_t *at = splash_plane_row(mask, y) + x;
  const int32_t i = y * mask->width + x, part = cells[i].parent;
  const struct {
    bool is_outside;
    ptrdiff_t in_mask;
    int32_t in_cells;
  } sides[] = {
      {x == 0, -1, -1},
      {x == mask->width - 1, 1, 1},
      {y == 0, -mask->stride, -mask->width},
      {y == mask->height - 1, mask->stride, mask->width}};
  for (int n = 0; n < 4; n++) {
    if (sides[n].is_outside) continue;
    if (at[sides[n].in_mask] < least_of_part || cells[i + sides[n].in_cells].parent != part)
      return false;
  }
  return true;
}

/// In the roots: `area` twice the cells, and one more where one is inside; `start` the sum of their masks, `fate` that
/// of the last amendments from 128.
static void measure_parts(const splash_plane *mask, const splash_wholes *how, splash_run *cells) {
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    const uint8_t *last = how->last ? splash_plane_row(how->last, y) : NULL;
    for (int32_t x = 0; (x = next_of_part(row, x, mask->width)) < mask->width; x++) {
      splash_run *part = &cells[cells[y * mask->width + x].parent];
      part->area += 2;
      part->start += row[x];
      part->fate += last ? last[x] - 128 : 0;
      if (!(part->area & 1) && is_inside(mask, cells, x, y)) part->area++;
    }
  }
}

static int32_t decided(const splash_wholes *how, const splash_run *part) {
  if (!(part->area & 1)) return part_stays;
  const int32_t mean = (part->start + part->fate / 8) / (part->area / 2);
  return mean >= how->kept_from ? part_is_kept : mean < how->gone_below ? part_goes : part_stays;
}

/// Decides each part where its first cell is met, and writes the mask that comes of it.
static void decide_cells(
    const splash_plane *mask, const splash_wholes *how, splash_run *cells,
    const splash_plane *result) {
  for (int32_t y = 0; y < mask->height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    uint8_t *out = result->data + y * result->stride;
    __builtin_memcpy(out, row, (size_t)mask->width);
    for (int32_t x = 0; (x = next_of_part(row, x, mask->width)) < mask->width; x++) {
      const int32_t i = y * mask->width + x, part = cells[i].parent;
      if (part == i) cells[i].fate = decided(how, &cells[i]);
      if (cells[part].fate == part_goes)
        out[x] = 0;
      else if (cells[part].fate == part_is_kept && row[x] >= least_raised)
        out[x] = 255;
    }
  }
}

void splash_decide_parts(
    const splash_plane *mask, const splash_wholes *how, splash_run *cells,
    const splash_plane *result, const splash_plane *amendments) {
  const int32_t width = mask->width, height = mask->height;
  find_parts(mask, how, cells);
  measure_parts(mask, how, cells);
  decide_cells(mask, how, cells, result);
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *row = splash_plane_row(mask, y);
    for (int32_t x = 0; (x = next_of_part(row, x, width)) < width; x++) {
      const int32_t fate = cells[cells[y * width + x].parent].fate;
      const uint8_t *own = splash_plane_row(result, y) + x;
      if (fate == part_stays || (fate == part_is_kept && *own < 255)) continue;
      uint8_t *how_to = amendments->data + y * amendments->stride + x;
      bool is_rim = false;
      for (int n = 0; n < 4; n++) {
        const int32_t dx = n == 0 ? -1 : n == 1, dy = n == 2 ? -1 : n == 3;
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        is_rim |= own[dx + dy * result->stride] < 128;
        // What is left around a part goes along.
        if (fate == part_goes && row[x + dx + dy * mask->stride] < least_of_part)
          how_to[dx + dy * amendments->stride] = 0;
      }
      *how_to = fate == part_goes ? 0 : is_rim ? 128 : 255;
    }
  }
}
