// Applies a color lattice, one sample at a time.

#include "cube.h"

#include "kernels.h"
#include "lattice.h"

static splash_tetrahedron tetrahedron_around(const splash_cube *cube, splash_rgb x) {
  return splash_tetrahedron_at(
      cube->size, splash_place_bits(x.red, cube->sides.red, cube->size),
      splash_place_bits(x.green, cube->sides.green, cube->size),
      splash_place_bits(x.blue, cube->sides.blue, cube->size));
}

typedef struct cubing {
  const splash_cube *cube;
  const splash_format *format;
  splash_codes codes;
} cubing;

static int32_t code_of(const cubing *k, const splash_tetrahedron *at, const int16_t *table) {
  const int32_t code = splash_tetrahedron_value(splash_tetrahedron_sum(at, table), k->cube->fraction);
  return splash_low_of(splash_high_of(code, 0), (1 << k->format->depth) - 1);
}

static int32_t luma_of(const void *kernel, int32_t luma, splash_chroma chroma) {
  const cubing *k = kernel;
  const splash_tetrahedron at = tetrahedron_around(k->cube, splash_shown(&k->codes, (float)luma, chroma));
  return code_of(k, &at, k->cube->luma);
}

static splash_chroma chroma_of(const void *kernel, int32_t sum, splash_chroma chroma) {
  const cubing *k = kernel;
  const splash_tetrahedron at = tetrahedron_around(k->cube, splash_shown(&k->codes, (float)sum / 4, chroma));
  return (splash_chroma){code_of(k, &at, k->cube->cb), code_of(k, &at, k->cube->cr)};
}

void splash_cube_reference(
    const splash_cube *cube, const splash_rule *rule, const splash_picture *picture, int32_t first,
    int32_t end) {
  const cubing k = {cube, &picture->format, splash_codes_of(rule)};
  splash_each_sample(picture, first, end, (splash_sample_work){luma_of, chroma_of, &k});
}
