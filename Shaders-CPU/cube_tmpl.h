// Applies a color lattice, on vectors. cube.c has the definition.

#include "cube.h"

#include "lattice_tmpl.h"

/// Constants from Y'CbCr codes to R'G'B' clamped to 0…1, in vectors.
typedef struct shown_rule {
  f32v kr, kb, black, luma_in, red_in, blue_in, green_in;
} shown_rule;

typedef struct shown {
  f32v red, green, blue;
} shown;

static inline shown_rule shown_rule_of(const splash_rule *rule) {
  const splash_codes k = splash_codes_of(rule);
  return (shown_rule){
      splat_f32(k.kr), splat_f32(k.kb), splat_f32(k.black), splat_f32(k.luma_in),
      splat_f32(k.red_in), splat_f32(k.blue_in), splat_f32(k.green_in)};
}

INLINE f32v unit_f32(f32v x) { return min_f32(max_f32(x, (f32v){}), splat_f32(1)); }

INLINE shown shown_f32(const shown_rule *k, f32v luma, f32v red, f32v blue) {
  f32v y = (luma - k->black) * k->luma_in;
  f32v r = unit_f32(y + red), b = unit_f32(y + blue);
  return (shown){r, unit_f32((y - k->kr * r - k->kb * b) * k->green_in), b};
}

/// What chroma adds to R' and B', and the mean of the luma that it covers.
typedef struct shown_chroma {
  f32pair red, blue, mean;
} shown_chroma;

INLINE shown_chroma shown_chroma_of(
    const shown_rule *k, const splash_format *format, const splash_row *row, ptrdiff_t x,
    luma_block luma) {
  s16v cb, cr;
  load_chroma(format, row, x, &cb, &cr);
  const f32pair red = widen_s16(cr), blue = widen_s16(cb), sum = widen_u16(luma_sum(luma));
  const f32v quarter = splat_f32(0.25f);
  return (shown_chroma){
      {red.even * k->red_in, red.odd * k->red_in},
      {blue.even * k->blue_in, blue.odd * k->blue_in},
      {sum.even * quarter, sum.odd * quarter}};
}

/// Makes luma and chroma of a block, each by a function of R'G'B'.
INLINE void shown_vector(
    const void *kernel, const shown_rule *rule, const splash_format *format, const splash_row *row,
    ptrdiff_t x, u16v (*luma_of)(const void *kernel, u16v luma, const void *chroma),
    void (*chroma_of)(const void *kernel, const shown_chroma *c, u16v *cb, u16v *cr)) {
  const luma_block luma = load_luma_block(format, row, x);
  const shown_chroma c = shown_chroma_of(rule, format, row, x, luma);
  store_luma_block(format, row, x, luma, luma_of, kernel, &c);
  u16v cb, cr;
  chroma_of(kernel, &c, &cb, &cr);
  store_chroma_codes(format, row, x, cb, cr);
}

typedef struct side {
  f32v scale, offset, end, last;
} side;

typedef struct place_f32 {
  f32v point, part;
} place_f32;

INLINE side side_of(splash_side along, int32_t size) {
  return (side){
      splat_f32(along.scale), splat_f32(along.offset), splat_f32((float)(size - 1)),
      splat_f32((float)(size - 2))};
}

INLINE place_f32 place_on(const side *side, f32v x) {
  x = min_f32(max_f32(x * side->scale + side->offset, (f32v){}), side->end);
  f32v point = min_f32(s32_to_f32(f32_to_s32(x)), side->last);
  return (place_f32){point, x - point};
}

INLINE u32v rounded_f32(f32v x, f32v top) {
  return (u32v)f32_to_s32(min_f32(max_f32(x, (f32v){}), top) + splat_f32(0.5f));
}

/// A side of a lattice in units of 2^−15.
typedef struct bit_side {
  f32v scale, offset, last;
} bit_side;

INLINE bit_side bit_side_of(splash_side along, int32_t size) {
  return (bit_side){
      splat_f32(along.scale * 32768), splat_f32(along.offset * 32768 + 0.5f),
      splat_f32(splash_last_place(size))};
}

INLINE s32v place_bits(const bit_side *side, f32v x) {
  return f32_to_s32(min_f32(max_f32(x * side->scale + side->offset, (f32v){}), side->last));
}

typedef struct cubing {
  splash_format format;
  const splash_cube *cube;
  shown_rule rule;
  bit_side red, green, blue;
  lattice_sides sides;
  s32v half, top;
  int unit;
} cubing;

INLINE around around_f32(const cubing *k, f32v luma, f32v red, f32v blue) {
  const shown x = shown_f32(&k->rule, luma, red, blue);
  return around_at(
      &k->sides, place_bits(&k->red, x.red), place_bits(&k->green, x.green),
      place_bits(&k->blue, x.blue));
}

INLINE u32v value_u32(const cubing *k, const around *at, const int16_t *table) {
  const s32v code = value_of_sum(sum_around(at, table), k->half, k->unit);
  return (u32v)min_s32(max_s32(code, (s32v){}), k->top);
}

INLINE u16v cube_codes(
    const cubing *k, const around *even, const around *odd, const int16_t *table) {
  return join_low(value_u32(k, even, table), value_u32(k, odd, table));
}

INLINE u16v cube_luma(const void *kernel, u16v luma, const void *chroma) {
  const cubing *k = kernel;
  const shown_chroma *c = chroma;
  const f32pair y = widen_u16(luma);
  const around even = around_f32(k, y.even, c->red.even, c->blue.even);
  const around odd = around_f32(k, y.odd, c->red.odd, c->blue.odd);
  return cube_codes(k, &even, &odd, k->cube->luma);
}

INLINE void cube_chroma(const void *kernel, const shown_chroma *c, u16v *cb, u16v *cr) {
  const cubing *k = kernel;
  const around even = around_f32(k, c->mean.even, c->red.even, c->blue.even);
  const around odd = around_f32(k, c->mean.odd, c->red.odd, c->blue.odd);
  *cb = cube_codes(k, &even, &odd, k->cube->cb);
  *cr = cube_codes(k, &even, &odd, k->cube->cr);
}

INLINE void cube_vector(const void *kernel, const splash_row *row, ptrdiff_t x) {
  const cubing *k = kernel;
  shown_vector(k, &k->rule, &k->format, row, x, cube_luma, cube_chroma);
}

/// Compiles separate loops for the most common format and for all others.
KERNEL void cube_rows(
    const splash_cube *cube, const splash_rule *rule, const splash_picture *picture, int32_t first,
    int32_t end) {
  const int32_t size = cube->size;
  cubing k = {
      .format = picture->format,
      .cube = cube,
      .rule = shown_rule_of(rule),
      .red = bit_side_of(cube->sides.red, size),
      .green = bit_side_of(cube->sides.green, size),
      .blue = bit_side_of(cube->sides.blue, size),
      .sides = lattice_sides_of(size),
      .half = (s32v){} + (1 << (14 + cube->fraction)),
      .top = (s32v){} + ((1 << picture->format.depth) - 1),
      .unit = 15 + cube->fraction,
  };
  if (is_commonest(k.format)) {
    k.format = commonest_format;
    each_vector(&k.format, whole_footprint(&k.format), picture, first, end, cube_vector, &k);
  } else {
    each_vector(&k.format, whole_footprint(&k.format), picture, first, end, cube_vector, &k);
  }
}
