// Colors by a lattice, one sample at a time.

#include "cube.h"

#include "kernels.h"

/// Four points of the lattice around a color, and their weights.
typedef struct tetrahedron {
  int32_t points[4];
  float weights[4];
} tetrahedron;

static tetrahedron tetrahedron_around(const splash_cube *cube, splash_rgb x) {
  const splash_between_points r = splash_place(x.red, cube->sides.red, cube->size);
  const splash_between_points g = splash_place(x.green, cube->sides.green, cube->size);
  const splash_between_points b = splash_place(x.blue, cube->sides.blue, cube->size);
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

typedef struct cubing {
  const splash_cube *cube;
  const splash_format *format;
  splash_codes codes;
} cubing;

static int32_t code_of(const cubing *k, const tetrahedron *at, const float *table) {
  return splash_rounded(k->format, value(at, table));
}

static int32_t luma_of(const void *kernel, int32_t luma, splash_chroma chroma) {
  const cubing *k = kernel;
  const tetrahedron at = tetrahedron_around(k->cube, splash_shown(&k->codes, (float)luma, chroma));
  return code_of(k, &at, k->cube->luma);
}

static splash_chroma chroma_of(const void *kernel, int32_t sum, splash_chroma chroma) {
  const cubing *k = kernel;
  const tetrahedron at = tetrahedron_around(k->cube, splash_shown(&k->codes, (float)sum / 4, chroma));
  return (splash_chroma){code_of(k, &at, k->cube->cb), code_of(k, &at, k->cube->cr)};
}

void splash_cube_reference(
    const splash_cube *cube, const splash_rule *rule, const splash_picture *picture, int32_t first,
    int32_t end) {
  const cubing k = {cube, &picture->format, splash_codes_of(rule)};
  splash_each_sample(picture, first, end, (splash_sample_work){luma_of, chroma_of, &k});
}
