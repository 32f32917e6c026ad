// Random frames for kernels.c: each plane ends where its memory ends.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "SplashKernels.h"
#include "SplashLight.h"

// The input is the same on all machines too.
#pragma clang fp contract(off)

enum { side = 5 };

static uint64_t state;

static uint32_t random_bits(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}
static uint32_t dice(uint32_t sides) { return random_bits() % sides; }
static double random_unit(void) { return (random_bits() & 0xffffff) / 16777216.0; }

// Memory that a round has allocated.
static void *taken[512];
static int taken_count;

/// Allocates exactly this much memory, until `give_back`.
static void *room_of(size_t size) {
  if (taken_count == 512) abort();
  return taken[taken_count++] = malloc(size ? size : 1);
}

static void give_back(int kept) {
  while (taken_count > kept) free(taken[--taken_count]);
}

/// Rows with a gap between them, and no gap after the last.
typedef struct rows {
  uint8_t *data;
  ptrdiff_t stride;
  size_t size;
} rows;

static rows rows_of(size_t bytes, int32_t count, size_t gap) {
  const size_t stride = bytes + gap, size = stride * (size_t)(count - 1) + bytes;
  return (rows){room_of(size), (ptrdiff_t)stride, size};
}

/// A plane of masks, aligned as kernels require, whose memory ends with its last row.
static splash_plane plane_of(int32_t width, int32_t height) {
  const ptrdiff_t stride = (width + splash_plane_alignment - 1) / splash_plane_alignment * splash_plane_alignment;
  if (taken_count == 512) abort();
  uint8_t *data = taken[taken_count++] = aligned_alloc(splash_plane_alignment, (size_t)(stride * height));
  return (splash_plane){data, stride, width, height};
}

static splash_plane random_plane(int32_t width, int32_t height) {
  splash_plane plane = plane_of(width, height);
  for (ptrdiff_t i = 0; i < plane.stride * height; i++) plane.data[i] = (uint8_t)random_bits();
  return plane;
}

/// A frame, its rule, and the other inputs of kernels.
typedef struct scene {
  /// is_odd: the rule has numbers that make no sense. is_wild: samples exceed their format.
  int is_odd, is_wild;
  splash_format format;
  int32_t width, height, columns, lines;
  size_t gap;
  splash_hue hues[splash_max_hues];
  splash_rule rule;
  splash_key key;
  splash_picture picture;
  splash_plane mask, last, guide, smoothed, shares, soft;
  splash_steadying how;
  int32_t despeckle, log2_side, reach;
  uint8_t log2_size;
  splash_tone tone;
  int16_t *lattice;
  float *curves, *slopes, *levels;
  splash_spread spread;
} scene;

/// A number for a rule; in an odd scene often one that makes no sense.
static double number(const scene *s, double usual, double top) {
  static const double odd[] = {0, -1, 1, 360, 1e-300, 1e300, -1e300, NAN, INFINITY, -INFINITY};
  if (!s->is_odd) return usual;
  return dice(8) ? top * random_unit() : odd[dice(10)];
}

static splash_interval random_interval(const scene *s) {
  const double low = dice(2) ? 0 : random_unit() / 2, high = dice(2) ? 1 : 0.5 + random_unit() / 2;
  return (splash_interval){number(s, low, 1), number(s, high, 1)};
}

/// A weight of a color; any number only in a wild scene, since instruction sets treat NaN differently.
static double weight(const scene *s) {
  const double usual = random_unit() * 2 - 0.5;
  return s->is_wild ? number(s, usual, 2) : usual;
}

static splash_weights random_weights(const scene *s) {
  const double red = weight(s), green = weight(s), blue = weight(s);
  return (splash_weights){red, green, blue};
}

/// A lattice of names, or NULL.
static const int16_t *random_lattice(int16_t lattice[static splash_name_points * splash_name_points * splash_name_points]) {
  if (dice(2)) return NULL;
  for (int i = 0; i < splash_name_points * splash_name_points * splash_name_points; i++)
    lattice[i] = (int16_t)(dice(3) ? dice(32768) : 32767 * dice(2));
  return lattice;
}

static void make_rule(scene *s) {
  static int16_t lattices[2][splash_name_points * splash_name_points * splash_name_points];
  const int has_names = !dice(4);
  static const double matrices[][2] = {{.299, .114}, {.2126, .0722}, {.2627, .0593}};
  static const splash_transfer transfers[] = {splash_transfer_gamma, splash_transfer_pq, splash_transfer_hlg};
  const double *matrix = matrices[dice(3)];
  const int is_wide = (int)dice(2);
  const int32_t count = (int32_t)(dice(4) ? dice(7) : dice(splash_max_hues + 1));
  for (int32_t i = 0; i < count; i++)
    s->hues[i] = (splash_hue){
        .center = number(s, random_unit() * 360, 720), .width = number(s, random_unit() * 60, 180),
        .softness = number(s, (is_wide ? 10 : 1) + (dice(2) ? 0 : random_unit() * 30), 180), .drop = !dice(4),
        .greys = !dice(8), .has_saturation = !dice(5), .has_value = !dice(5), .saturation = random_interval(s),
        .value = random_interval(s)};
  s->rule = (splash_rule){
      .kr = matrix[0], .kb = matrix[1], .depth = s->format.depth, .full_range = dice(2),
      .red_gain = number(s, dice(2) ? 1 : 0.5 + random_unit(), 4), .green_gain = number(s, 1, 4),
      .blue_gain = number(s, dice(2) ? 1 : 0.5 + random_unit(), 4), .hues = s->hues, .hue_count = count,
      .saturation = random_interval(s), .value = random_interval(s),
      .gate_softness = number(s, (is_wide ? 0.1 : 0.02) + random_unit() / 5, 1),
      .chroma_floor = number(s, is_wide ? 0.04 + random_unit() / 10 : 0, 1), .invert = !dice(4),
      .names = has_names ? random_lattice(lattices[0]) : NULL,
      .dropped_names = has_names ? random_lattice(lattices[1]) : NULL,
      .display = {
          .transfer = dice(4) ? splash_transfer_none : transfers[dice(3)], .red = random_weights(s),
          .green = random_weights(s), .blue = random_weights(s)}};
  s->key = splash_key_init(&s->rule);
  // Kernels of whole frames use gains unchecked, unlike a key.
  if (s->is_odd) s->rule.red_gain = s->rule.green_gain = s->rule.blue_gain = 0.25 + 4 * random_unit();
}

static void make_format(scene *s) {
  static const uint8_t depths[] = {8, 8, 9, 10, 12, 14};
  static const int32_t widths[] = {1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 64, 65, 127, 130, 259};
  const splash_layout layout = (splash_layout)dice(4);
  const int is_packed = layout >= splash_yuyv;
  const uint8_t depth = is_packed ? 8 : depths[dice(6)];
  s->format = (splash_format){
      layout, depth, depth > 8 && dice(2) ? (uint8_t)(16 - depth) : 0, is_packed ? 1 : (uint8_t)dice(2),
      is_packed ? 0 : (uint8_t)dice(2)};
  s->width = dice(2) ? widths[dice(15)] : 1 + (int32_t)dice(150);
  s->height = 1 + (int32_t)dice(9);
  s->columns = (s->width + s->format.log2_width) >> s->format.log2_width;
  s->lines = (s->height + s->format.log2_height) >> s->format.log2_height;
}

/// Random samples or, depending on the mood, near neutral (8 bits only), near zero or near the
/// maximum.
static void fill(const scene *s, rows plane, uint32_t mood) {
  const uint32_t top = (1u << s->format.depth) - 1;
  for (size_t i = 0; i + (s->format.depth > 8) < plane.size; i += s->format.depth > 8 ? 2 : 1) {
    uint32_t code = random_bits() & (s->is_wild ? 0xffff : top);
    if (mood == 1) code = (top / 2 & ~15u) + code % 16;
    if (mood == 2) code %= 4;
    if (mood == 3) code = top - code % 4;
    const uint16_t word = (uint16_t)(s->is_wild ? code : code << s->format.shift);
    if (s->format.depth == 8)
      plane.data[i] = (uint8_t)code;
    else
      memcpy(plane.data + i, &word, 2);
  }
}

static size_t luma_bytes(const scene *s, int is_unpacked) {
  if (s->format.layout >= splash_yuyv && !is_unpacked) return 4 * (size_t)s->columns;
  return (size_t)s->width * (s->format.depth > 8 ? 2 : 1);
}

static size_t chroma_bytes(const scene *s) {
  return (size_t)s->columns * (s->format.depth > 8 ? 2 : 1) * (s->format.layout == splash_semiplanar ? 2 : 1);
}

static void make_picture(scene *s, uint32_t mood) {
  s->gap = 2 * (size_t)dice(40);
  const rows luma = rows_of(luma_bytes(s, 0), s->height, s->gap);
  const rows cb = rows_of(chroma_bytes(s), s->lines, s->gap), cr = rows_of(chroma_bytes(s), s->lines, s->gap);
  const rows mask = rows_of((size_t)s->columns, s->lines, s->gap);
  fill(s, luma, mood == 1 ? 0 : mood);
  fill(s, cb, mood);
  fill(s, cr, mood);
  for (size_t i = 0; i < mask.size; i++) mask.data[i] = (uint8_t)random_bits();
  s->picture = (splash_picture){
      .format = s->format, .width = s->width, .height = s->height, .luma = luma.data, .luma_stride = luma.stride,
      .cb = cb.data, .cb_stride = cb.stride, .cr = cr.data, .cr_stride = cr.stride, .mask = mask.data,
      .mask_stride = mask.stride};
}

static void make_planes(scene *s, uint32_t mood) {
  s->mask = random_plane(s->columns, s->lines);
  s->last = random_plane(s->columns, s->lines);
  s->guide = random_plane(s->columns, s->lines);
  s->smoothed = random_plane(s->columns, s->lines);
  s->shares = random_plane(s->width, s->height);
  s->soft = random_plane(s->width, s->height);
  for (ptrdiff_t i = 0; i < s->mask.stride * s->lines; i++) {
    if (mood == 1) s->mask.data[i] = s->mask.data[i] % 9 ? 0 : 255;
    if (mood == 2) s->last.data[i] = s->mask.data[i] ^ (s->last.data[i] & 31);
    s->guide.data[i] = 120 + s->guide.data[i] % 9;
    s->smoothed.data[i] = 120 + s->smoothed.data[i] % 9;
  }
  for (ptrdiff_t i = 0; i < s->soft.stride * s->height; i++) {
    const uint8_t soft = s->soft.data[i];
    s->soft.data[i] = soft < 96 ? 0 : soft > 160 ? 255 : soft;
  }
  s->how = (splash_steadying){(uint8_t)dice(60), (uint8_t)dice(5), (uint8_t)dice(40)};
  s->despeckle = 1 + (int32_t)dice(3);
  s->log2_side = (int32_t)dice(6);
  s->reach = dice(2) ? (int32_t)dice(1025) - 512 : 16 * ((int32_t)dice(7) - 3);
}

/// Tables of looks, with any values that fit them.
static void make_looks(scene *s) {
  const int mixes = (int)dice(2), depth = s->format.depth, fraction = mixes && depth < 12 ? 12 - depth : 0;
  const size_t indices = (size_t)1 << (depth + fraction);
  uint16_t *codes = room_of(indices * sizeof *codes);
  int16_t *offsets = room_of(2 * indices * sizeof *offsets);
  for (size_t i = 0; i < indices; i++) {
    codes[i] = (uint16_t)dice(1u << depth);
    offsets[2 * i] = (int16_t)random_bits();
    offsets[2 * i + 1] = (int16_t)random_bits();
  }
  const int32_t mix = mixes ? (int32_t)dice(65535) - 32767 : 0, left = mixes ? 32767 - abs(mix) : 0;
  s->tone = (splash_tone){
      .mix_cb = mix, .mix_cr = (int32_t)dice(2 * (uint32_t)left + 1) - left, .fraction = fraction, .luma = codes, .is_index = dice(2), .keep = dice(2) ? 0 : (int32_t)dice(16385),
      .chroma = dice(3) ? offsets : NULL};
  s->lattice = room_of(3 * side * side * side * sizeof *s->lattice);
  s->curves = room_of(side * side * side * sizeof *s->curves);
  for (int i = 0; i < 3 * side * side * side; i++) s->lattice[i] = (int16_t)(random_unit() * 36000 - 3232);
  for (int i = 0; i < side * side * side; i++) s->curves[i] = (float)random_unit();
  s->spread = (splash_spread){
      s->format.log2_width, s->format.log2_height, (splash_site)dice(2), (splash_site)dice(3)};
  s->log2_size = (uint8_t)dice(4);
  const int32_t square = 1 << s->log2_size;
  const size_t places = (size_t)((s->columns + square - 1) / square) * (size_t)((s->lines + square - 1) / square);
  s->slopes = room_of(places * sizeof *s->slopes);
  s->levels = room_of(places * sizeof *s->levels);
  for (size_t i = 0; i < places; i++) {
    s->slopes[i] = (float)(random_unit() * 6 - 3);
    s->levels[i] = (float)(random_unit() * 600 - 200);
  }
}

static scene *make_scene(int round) {
  scene *s = room_of(sizeof *s);
  memset(s, 0, sizeof *s);
  s->is_odd = round % 8 >= 6;
  s->is_wild = round % 8 == 7;
  const uint32_t mood = dice(5);
  make_format(s);
  make_rule(s);
  make_picture(s, mood);
  make_planes(s, mood);
  make_looks(s);
  return s;
}
