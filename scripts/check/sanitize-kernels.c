// Every kernel of every instruction set that this machine has, on random pictures whose planes end
// where their memory ends, with rules that hold any number. Built by scripts/check/sanitize with clang's
// checks for addresses and undefined behavior, which end the program; sizes and seeds are printed.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "SplashKernels.h"
#include "SplashLight.h"

static uint64_t state;

static uint32_t dice(uint32_t sides) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % sides;
}

static double number(double top) {
  static const double odd[] = {0, -1, 1, 360, 1e-300, 1e300, -1e300, NAN, INFINITY, -INFINITY};
  return dice(8) ? top * dice(10001) / 10000 : odd[dice(10)];
}

static splash_interval interval(void) { return (splash_interval){number(1), number(1)}; }

/// Rows of `bytes` with a random gap between them and none after the last.
typedef struct rows {
  uint8_t *data;
  ptrdiff_t stride;
} rows;

static rows rows_of(size_t bytes, int32_t count, uint32_t mood, int depth, int shift) {
  ptrdiff_t stride = (ptrdiff_t)(bytes + 2 * dice(40));
  size_t size = (size_t)stride * (size_t)(count - 1) + bytes;
  uint8_t *data = malloc(size);
  for (size_t i = 0; i < size; i++)
    data[i] = mood == 0 ? 0 : mood == 1 ? 255 : (uint8_t)dice(256);
  // Samples that fit their format, except in one mood: files hold others.
  if (depth > 8 && mood != 3)
    for (size_t i = 0; i + 1 < size; i += 2) {
      uint16_t word;
      memcpy(&word, data + i, 2);
      word = (uint16_t)((word & ((1 << depth) - 1)) << shift);
      memcpy(data + i, &word, 2);
    }
  return (rows){data, stride};
}

static splash_plane plane(int32_t width, int32_t height) {
  ptrdiff_t stride = (width + splash_plane_alignment - 1) / splash_plane_alignment * splash_plane_alignment;
  uint8_t *data = aligned_alloc(splash_plane_alignment, (size_t)(stride * height));
  for (ptrdiff_t i = 0; i < stride * height; i++) data[i] = (uint8_t)dice(256);
  return (splash_plane){data, stride, width, height};
}

/// Colors of a component under a mask of its size, in just as much room as it asks for.
static void unmix(const splash_dsp *dsp, const splash_channel *channel, splash_plane alpha) {
  int32_t sizes[2 * splash_unmix_levels], count = 0;
  size_t cells = 0, colors = 2, rows = 18 * ((size_t)channel->width + 32) + 32;
  for (int32_t side = 1;; side *= 2, count++) {
    const bool last = side >= channel->width && side >= channel->height;
    const int32_t width = side < channel->width ? side : channel->width;
    const int32_t height = side < channel->height ? side : channel->height;
    sizes[2 * count] = width;
    sizes[2 * count + 1] = height;
    cells += (size_t)((width + 15) / 16) * (size_t)height;
    if (last) break;
    colors += 2 * (size_t)width * (size_t)height;
  }
  splash_unmixing how = {
      alpha, dice(2) ? 255 : 0, count + 1, sizes, malloc(cells), malloc(colors * sizeof(float)),
      malloc((rows < 8400 ? 8400 : rows) * sizeof(float)),
      malloc(2 * (size_t)channel->width * sizeof(int32_t))};
  dsp->unmix(&how, channel);
  free(how.cells);
  free(how.colors);
  free(how.rows);
  free(how.columns);
}

/// Another look, and what is laid over it, by tables that hold anything.
static void looks(const splash_dsp *dsp, splash_rule rule, splash_picture picture, int32_t lines) {
  enum { side = 3 };
  const int depth = picture.format.depth, mixes = (int)dice(2);
  const int fraction = mixes && depth < 12 ? 12 - depth : 0;
  const size_t indices = (size_t)1 << (depth + fraction);
  uint16_t *codes = malloc(indices * sizeof *codes);
  int16_t *offsets = malloc(2 * indices * sizeof *offsets);
  for (size_t i = 0; i < indices; i++) {
    codes[i] = (uint16_t)dice(1u << depth);
    offsets[2 * i] = (int16_t)dice(65536);
    offsets[2 * i + 1] = (int16_t)dice(65536);
  }
  splash_tone tone = {
      .mix_cb = mixes ? (int32_t)dice(65535) - 32767 : 0, .fraction = fraction, .luma = codes,
      .keep = (int32_t)dice(16385), .chroma = offsets};
  dsp->tone(&tone, &picture, 0, lines);
  float *points = malloc(side * side * side * sizeof *points);
  int16_t *lattice = malloc(side * side * side * sizeof *lattice);
  for (int i = 0; i < side * side * side; i++) {
    points[i] = (float)dice(1u << depth);
    lattice[i] = (int16_t)(dice(65536) - 32768);
  }
  const splash_sides sides = {{2, 0}, {1, -1}, {3, 1}};
  splash_cube cube = {side, sides, (uint8_t)dice(8), lattice, lattice, lattice};
  dsp->cube(&cube, &rule, &picture, 0, lines);
  splash_curves curves = {side, sides, points, points, points, dice(2) ? points : NULL};
  dsp->curves(&curves, &rule, &picture, 0, lines);
  const int32_t columns = (picture.width + (1 << picture.format.log2_width) - 1) >> picture.format.log2_width;
  splash_plane mask = plane(columns, lines), shares = plane(picture.width, picture.height);
  splash_spread spread = {
      picture.format.log2_width, picture.format.log2_height, (splash_site)dice(2), (splash_site)dice(3)};
  dsp->spread(&spread, &mask, &shares, 0, lines);
  picture.mask = mask.data;
  picture.mask_stride = mask.stride;
  dsp->mix(&shares, &picture, 0, lines);
  if (picture.format.layout < splash_yuyv) {
    const float weights[] = {0.5f, 0.25f};
    const int32_t size = 1 << dice(4);
    const int32_t wide = (picture.width + size - 1) / size, high = (picture.height + size - 1) / size;
    float *small = malloc((size_t)(wide * high) * sizeof *small);
    float *soft = malloc((size_t)(wide * high) * sizeof *soft);
    float *heavy = malloc((size_t)(wide * high) * sizeof *heavy);
    float *room = malloc((size_t)(4 * (picture.width + size)) * sizeof *room);
    splash_blur blur = {(uint8_t)__builtin_ctz((unsigned)size), 1, weights, 1, weights, room, NULL};
    splash_weighing weighing = {
        mask.data, mask.stride, picture.format.log2_width, picture.format.log2_height, 255};
    splash_channel channel = {
        picture.luma, picture.luma_stride, picture.out_luma, picture.out_luma_stride,
        picture.width, picture.height, picture.format.depth, picture.format.shift, 1};
    dsp->shrink(&blur, &channel, small, 0, high);
    dsp->soften(&blur, small, soft, wide, high, 0, high);
    dsp->enlarge(&blur, &channel, soft, 0, picture.height);
    dsp->weigh(&blur, &weighing, &channel, small, heavy, 0, high);
    dsp->soften(&blur, heavy, soft, wide, high, 0, high);
    blur.weights = soft;
    dsp->soften(&blur, small, heavy, wide, high, 0, high);
    dsp->enlarge(&blur, &channel, heavy, 0, picture.height);
    const float unit = 1.0f / (float)(1 << depth);
    dsp->vignette(&(splash_vignetting){16, 0.5f, 0.02f, 0.03f}, &channel, 0, picture.height);
    dsp->grain(&(splash_graining){0.1f, 16, unit, dice(1000), (uint8_t)dice(3)}, &channel, 0, picture.height);
    uint32_t *sums = malloc((size_t)(4 * picture.width) * sizeof *sums);
    uint64_t *totals = malloc((size_t)(2 * picture.width) * sizeof *totals);
    splash_mosaicking mosaic = {size, size + 1, sums, totals};
    dsp->mosaic(&mosaic, &weighing, &channel, 0, (picture.height + size) / (size + 1));
    free(sums);
    free(totals);
    unmix(dsp, &channel, shares);
    dsp->turn(&(splash_turning){0.5f, 0.5f}, &picture, 0, lines);
    dsp->recolor(&(splash_recoloring){0.5f, -0.5f, 0.25f, 1}, &rule, &picture, 0, lines);
    dsp->glow(&(splash_glowing){0.5f, 16, unit}, &picture, 0, lines);
    free(heavy);
    free(small);
    free(soft);
    free(room);
  }
  free(codes);
  free(offsets);
  free(points);
  free(lattice);
  free(mask.data);
  free(shares.data);
}

/// What takes the whole picture anew: the balanced picture and the mask as grey.
static void whole_pictures(const splash_dsp *dsp, splash_rule rule, splash_picture picture, int32_t lines) {
  // Unlike a key, these take gains as they are.
  rule.red_gain = 0.25 + dice(100) / 25.0;
  rule.green_gain = 0.25 + dice(100) / 25.0;
  rule.blue_gain = 0.25 + dice(100) / 25.0;
  size_t word = picture.format.depth > 8 ? 2 : 1;
  rows luma = rows_of((size_t)picture.width * word, picture.height, 0, 8, 0);
  picture.out_luma = luma.data;
  picture.out_luma_stride = luma.stride;
  picture.unpack = picture.format.layout >= splash_yuyv;
  dsp->balance(&rule, &picture, 0, lines);
  dsp->show_mask(&rule, &picture, 0, lines);
  looks(dsp, rule, picture, lines);
  free(luma.data);
}

static void masks(const splash_dsp *dsp, const splash_picture *picture, int32_t columns, int32_t lines) {
  splash_steady_step step;
  memset(&step, 0, sizeof step);
  step.mask = plane(columns, lines);
  step.last = plane(columns, lines);
  step.result = plane(columns, lines);
  step.guide = plane(columns, lines);
  step.smoothed = plane(columns, lines);
  splash_steadying how = {(uint8_t)dice(256), (uint8_t)dice(256), (uint8_t)dice(256)};
  int32_t middle = (int32_t)dice((uint32_t)lines + 1);
  dsp->guide(picture, &step.guide, 0, middle);
  dsp->guide(picture, &step.guide, middle, lines);
  dsp->steady(&how, &step, 0, middle);
  dsp->steady(&how, &step, middle, lines);
  for (int32_t size = 1; size <= 3; size++) dsp->despeckle(&step.mask, &step.result, size, 0, lines);
  splash_areas areas = {
      (int32_t)dice(99), (int32_t)dice(99),
      calloc((size_t)(columns * lines), sizeof *areas.runs),
      calloc((size_t)lines + 1, sizeof *areas.rows),
      calloc(2 * (size_t)lines * (size_t)((columns + 63) / 64), sizeof *areas.bits), dice(2) == 1};
  splash_amendments(&step.mask, &areas, &step.last);
  free(areas.runs);
  free(areas.rows);
  free(areas.bits);
  dsp->amend(&step.mask, &step.last, 0, &step.result, 0, lines);
  splash_plane cells = plane((columns + 1) / 2, (lines + 1) / 2);
  dsp->halve(&step.mask, &cells, 0, cells.height);
  dsp->amend(&step.mask, &cells, 1, &step.result, 0, lines);
  free(cells.data);
  dsp->grow(&step.mask, &step.result, (int32_t)dice(1025) - 512, 0, lines);
  dsp->smooth(&step.mask, &step.result, 1 + (int32_t)dice(8), 0, lines);
  dsp->feather(&step.mask, &step.result, 1 + (int32_t)dice(32), 0, lines);
  const int32_t square = 1 << dice(4);
  const int32_t places = ((step.mask.width + square - 1) / square) * ((lines + square - 1) / square);
  float *slopes = malloc((size_t)places * sizeof *slopes), *offsets = malloc((size_t)places * sizeof *offsets);
  float *room = malloc((size_t)(4 * step.mask.width) * sizeof *room);
  for (int32_t i = 0; i < places; i++) {
    slopes[i] = (float)dice(7) - 3;
    offsets[i] = (float)dice(600) - 200;
  }
  const splash_lines straight = {(uint8_t)__builtin_ctz((unsigned)square), slopes, offsets, room};
  dsp->lines(&straight, &step.mask, &step.result, 0, lines);
  free(slopes);
  free(offsets);
  free(room);
  splash_join join = {&step.last, dice(2) ? &step.guide : NULL, dice(2) ? &step.smoothed : NULL, dice(2)};
  dsp->join(&step.mask, &join, &step.result, 0, lines);
  splash_plane *all[] = {&step.mask, &step.last, &step.result, &step.guide, &step.smoothed};
  for (int i = 0; i < 5; i++) free(all[i]->data);
}

static void once(splash_cpu_flags set) {
  static const int32_t widths[] = {1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 64, 65, 127, 130, 259};
  static const int depths[] = {8, 8, 9, 10, 12, 14};
  splash_format format = {.layout = (splash_layout)dice(4), .depth = 8};
  bool packed = format.layout >= splash_yuyv;
  if (!packed) format.depth = (uint8_t)depths[dice(6)];
  if (format.layout == splash_semiplanar && format.depth == 10 && dice(2)) format.shift = 6;
  format.log2_width = packed ? 1 : (uint8_t)dice(2);
  format.log2_height = packed ? 0 : (uint8_t)(format.log2_width & dice(2));
  int32_t width = widths[dice(15)], height = 1 + (int32_t)dice(9);
  int32_t columns = (width + (1 << format.log2_width) - 1) >> format.log2_width;
  int32_t lines = (height + (1 << format.log2_height) - 1) >> format.log2_height;
  size_t word = format.depth > 8 ? 2 : 1;
  size_t chroma = (size_t)columns * word * (format.layout == splash_semiplanar ? 2 : 1);
  uint32_t mood = dice(5);
  rows luma = rows_of(packed ? 4 * (size_t)columns : (size_t)width * word, height, mood, format.depth, format.shift);
  rows cb = rows_of(chroma, lines, mood, format.depth, format.shift);
  rows cr = rows_of(chroma, lines, mood, format.depth, format.shift);
  rows out_cb = rows_of(chroma, lines, 0, 8, 0), out_cr = rows_of(chroma, lines, 0, 8, 0);
  rows out_luma = rows_of(packed ? 4 * (size_t)columns : 1, height, 0, 8, 0);
  rows mask = rows_of((size_t)columns, lines, 4, 8, 0);

  splash_hue hues[splash_max_hues];
  int32_t count = (int32_t)(dice(4) ? dice(8) : dice(splash_max_hues + 1));
  for (int32_t i = 0; i < count; i++)
    hues[i] = (splash_hue){number(720), number(180), number(180), dice(5) == 0, dice(5) == 0, dice(2), dice(2),
                           interval(), interval()};
  static const double weights[3][2] = {{0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}};
  uint32_t matrix = dice(3);
  splash_rule rule = {
      .kr = weights[matrix][0], .kb = weights[matrix][1], .depth = format.depth, .full_range = dice(2),
      .red_gain = number(4), .green_gain = number(4), .blue_gain = number(4), .hues = hues,
      .hue_count = count, .saturation = interval(), .value = interval(), .gate_softness = number(1),
      .chroma_floor = number(1), .invert = dice(2),
      .display = {
          .transfer = (splash_transfer)dice(4), .red = {number(2), number(2), number(2)},
          .green = {number(2), number(2), number(2)}, .blue = {number(2), number(2), number(2)}}};
  splash_key key = splash_key_init(&rule);
  splash_picture picture = {
      .format = format, .width = width, .height = height, .luma = luma.data, .luma_stride = luma.stride,
      .cb = cb.data, .cb_stride = cb.stride, .cr = cr.data, .cr_stride = cr.stride,
      .out_cb = out_cb.data, .out_cb_stride = out_cb.stride, .out_cr = out_cr.data,
      .out_cr_stride = out_cr.stride, .out_luma = out_luma.data, .out_luma_stride = out_luma.stride,
      .mask = mask.data, .mask_stride = mask.stride};
  splash_dsp dsp = splash_dsp_init(set);
  dsp.splash(&key, &picture, 0, lines);
  dsp.mask(&key, &picture, 0, lines);
  dsp.apply(&key, &picture, 0, lines);
  splash_area whole = {0, 0, columns, lines};
  splash_light_init(&rule, &picture, whole);
  masks(&dsp, &picture, columns, lines);
  whole_pictures(&dsp, rule, picture, lines);
  rows *all[] = {&luma, &cb, &cr, &out_cb, &out_cr, &out_luma, &mask};
  for (int i = 0; i < 7; i++) free(all[i]->data);
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : 3000;
  static const struct {
    splash_cpu_flags set;
    const char *name;
  } sets[] = {{splash_cpu_reference, "reference"}, {splash_cpu_sse2, "sse2"}, {splash_cpu_avx2, "avx2"},
              {splash_cpu_avx512, "avx512"}, {splash_cpu_neon, "neon"}};
  for (int i = 0; i < 5; i++) {
    if (!(splash_cpu_detect() & sets[i].set)) {
      printf("%-10s skipped: this machine does not have it\n", sets[i].name);
      continue;
    }
    for (int round = 0; round < rounds; round++) {
      state = (uint64_t)round * 2654435761u + 1;
      once(sets[i].set);
    }
    printf("%-10s %d pictures\n", sets[i].name, rounds);
    fflush(stdout);
  }
  return 0;
}
