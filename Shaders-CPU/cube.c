// Colors by a lattice, one sample at a time.

#include "cube.h"

#include "kernels.h"

/// Four points of the lattice around a color, and their weights.
typedef struct tetrahedron {
  int32_t points[4];
  float weights[4];
} tetrahedron;

static tetrahedron tetrahedron_around(const splash_cube *cube, splash_rgb x) {
  const splash_between_points r = splash_place(x.red, cube->red_scale, cube->red_offset, cube->size);
  const splash_between_points g =
      splash_place(x.green, cube->green_scale, cube->green_offset, cube->size);
  const splash_between_points b =
      splash_place(x.blue, cube->blue_scale, cube->blue_offset, cube->size);
  const int32_t size = cube->size, rows = size * size, all = 1 + size + rows;
  const int32_t first = (int32_t)(r.point + g.point * (float)size + b.point * (float)rows);
  // The way from the lower corner to the upper goes along the side with the largest part first.
  const int red_first = r.part >= g.part && r.part >= b.part, green_first = g.part >= b.part;
  const int blue_last = b.part <= g.part && b.part <= r.part, green_last = g.part <= r.part;
  const float low = r.part < g.part ? r.part : g.part, high = r.part < g.part ? g.part : r.part;
  const float least = low < b.part ? low : b.part, most = high < b.part ? b.part : high;
  const float upper = high < b.part ? high : b.part, middle = low < upper ? upper : low;
  return (tetrahedron){
      {first, first + (red_first ? 1 : green_first ? size : rows),
       first + all - (blue_last ? rows : green_last ? size : 1), first + all},
      {1 - most, most - middle, middle - least, least}};
}

static float value(const tetrahedron *at, const float *table) {
  return at->weights[0] * table[at->points[0]] + at->weights[1] * table[at->points[1]] +
         at->weights[2] * table[at->points[2]] + at->weights[3] * table[at->points[3]];
}

void splash_cube_reference(
    const splash_cube *cube, const splash_rule *rule, const splash_picture *picture, int32_t first,
    int32_t end) {
  const splash_format *format = &picture->format;
  const splash_format result = splash_result_format(*format);
  const splash_codes k = splash_codes_of(rule);
  for (int32_t y = first; y < end; y++) {
    const splash_row row = splash_row_at(picture, y);
    const splash_places in = splash_places_in(format, &row);
    const splash_targets out = splash_targets_in(format, true, &row);
    const int lines = row.luma[0] == row.luma[1] ? 1 : 2;
    for (int32_t x = 0; x < row.chroma; x++) {
      const int32_t at = x * in.chroma_step, to = x * out.chroma_step;
      const float red = ((float)splash_load(format, in.cr, at) - k.neutral) * k.red_in;
      const float blue = ((float)splash_load(format, in.cb, at) - k.neutral) * k.blue_in;
      const float mean = (float)(uint16_t)splash_luma_under(format, &in, row.width, x) / 4;
      const splash_columns columns = splash_columns_under(format, row.width, x);
      for (int j = 0; j < lines; j++) {
        for (int32_t i = columns.left; i <= columns.right; i++) {
          const float luma = (float)splash_load(format, in.luma[j], i * in.luma_step);
          const tetrahedron around = tetrahedron_around(cube, splash_shown(&k, luma, red, blue));
          splash_store(
              &result, out.luma[j], i, splash_rounded(format, value(&around, cube->luma)));
        }
      }
      const tetrahedron around = tetrahedron_around(cube, splash_shown(&k, mean, red, blue));
      splash_store(&result, out.cb, to, splash_rounded(format, value(&around, cube->cb)));
      splash_store(&result, out.cr, to, splash_rounded(format, value(&around, cube->cr)));
    }
  }
}
