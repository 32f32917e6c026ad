// Colors by a lattice, one sample at a time.

#include "cube.h"

#include "kernels.h"

/// The four points of the lattice around a color, as three pairs that lie side by side along red, of which
/// two points weigh nothing; and the points' weights, in units of 1/32767.
typedef struct tetrahedron {
  int32_t pairs[3], weights[3][2];
} tetrahedron;

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

static tetrahedron tetrahedron_around(const splash_cube *cube, splash_rgb x) {
  const int32_t size = cube->size, rows = size * size;
  const int32_t red = splash_place_bits(x.red, cube->sides.red, size);
  const int32_t green = splash_place_bits(x.green, cube->sides.green, size);
  const int32_t blue = splash_place_bits(x.blue, cube->sides.blue, size);
  const int32_t first = (red >> 15) + (green >> 15) * size + (blue >> 15) * rows;
  const int32_t r = red & 32767, g = green & 32767, b = blue & 32767;
  // From the lower corner to the upper the way goes along the side with the largest part first; between
  // green and blue it changes pairs, along red it stays in one.
  const int32_t high = larger(g, b), low = smaller(g, b);
  const int32_t most = larger(r, high), middle = larger(smaller(r, high), low), least = smaller(r, low);
  return (tetrahedron){
      {first, first + (g >= b ? size : rows), first + size + rows},
      {{32767 - most, most - high}, {high - middle, middle - low}, {low - least, least}}};
}

/// In units of 2^−`fraction` / 32767.
static int32_t value(const tetrahedron *at, const int16_t *table) {
  int32_t sum = 0;
  for (int i = 0; i < 3; i++)
    sum += at->weights[i][0] * table[at->pairs[i]] + at->weights[i][1] * table[at->pairs[i] + 1];
  return sum;
}

typedef struct cubing {
  const splash_cube *cube;
  const splash_format *format;
  splash_codes codes;
} cubing;

static int32_t code_of(const cubing *k, const tetrahedron *at, const int16_t *table) {
  const int sum = value(at, table), unit = 15 + k->cube->fraction;
  // Over 32767, near enough.
  const int code = (sum + (sum >> 15) + (1 << (unit - 1))) >> unit;
  return smaller(larger(code, 0), (1 << k->format->depth) - 1);
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
