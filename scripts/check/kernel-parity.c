// Runs random pictures, rules and planes through every kernel of every instruction set of a machine,
// compares each with the reference, and prints a digest of all results: equal digests on two machines
// mean equal videos. For machines that have no Swift; scripts/check/old-cpus builds it for 64-bit ARM.
//
// usage: kernel-parity [rules]

#include "SplashKernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { plane_bytes = 1 << 14, stride = 640, plane_stride = 192, plane_rows = 8, kernels = 29, side = 5 };

static uint64_t state = 1;

static uint32_t random_bits(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}
static double random_unit(void) { return (random_bits() & 0xffffff) / 16777216.0; }
static int one_in(int n) { return random_bits() % (uint32_t)n == 0; }

static splash_interval random_interval(void) {
  double low = one_in(2) ? 0 : random_unit() / 2;
  return (splash_interval){low, one_in(2) ? 1 : 0.5 + random_unit() / 2};
}

static splash_weights random_weights(void) {
  return (splash_weights){random_unit() * 2 - 0.5, random_unit() * 2 - 0.5, random_unit() * 2 - 0.5};
}

/// What a display shows in a quarter of all rules.
static splash_display random_display(void) {
  static const splash_transfer transfers[] = {
      splash_transfer_gamma, splash_transfer_pq, splash_transfer_hlg};
  return (splash_display){
      .transfer = one_in(4) ? transfers[random_bits() % 3] : splash_transfer_none,
      .red = random_weights(), .green = random_weights(), .blue = random_weights()};
}

static splash_rule random_rule(splash_hue *hues, int depth) {
  static const double matrices[][2] = {{.299, .114}, {.2126, .0722}, {.2627, .0593}};
  const double *matrix = matrices[random_bits() % 3];
  int wide = one_in(2), count = (int)(random_bits() % 7);
  for (int i = 0; i < count; i++)
    hues[i] = (splash_hue){
        .center = random_unit() * 360, .width = random_unit() * 60,
        .softness = (wide ? 10 : 1) + (one_in(2) ? 0 : random_unit() * 30), .drop = one_in(4),
        .greys = one_in(8),
        .has_saturation = one_in(5), .has_value = one_in(5), .saturation = random_interval(),
        .value = random_interval()};
  return (splash_rule){
      .kr = matrix[0], .kb = matrix[1], .depth = depth, .full_range = one_in(2),
      .red_gain = one_in(2) ? 1 : 0.5 + random_unit(), .green_gain = 1,
      .blue_gain = one_in(2) ? 1 : 0.5 + random_unit(), .hues = hues, .hue_count = count,
      .saturation = random_interval(), .value = random_interval(),
      .gate_softness = (wide ? 0.1 : 0.02) + random_unit() / 5,
      .chroma_floor = wide ? 0.04 + random_unit() / 10 : 0, .invert = one_in(4),
      .display = random_display()};
}

static splash_format random_format(void) {
  static const uint8_t depths[] = {8, 8, 10, 12, 14};
  splash_layout layout = (splash_layout)(random_bits() % 4);
  if (layout >= splash_yuyv) return (splash_format){layout, 8, 0, 1, 0};
  uint8_t depth = depths[random_bits() % 5];
  uint8_t shift = depth > 8 && one_in(2) ? (uint8_t)(16 - depth) : 0;
  return (splash_format){
      layout, depth, shift, (uint8_t)(random_bits() % 2), (uint8_t)(random_bits() % 2)};
}

/// Random samples, or, by the mood, near neutral (8 bits only), near zero or near the maximum.
static void fill(uint8_t *plane, const splash_format *format, uint32_t mood) {
  const uint32_t top = (1u << format->depth) - 1;
  for (int i = 0; i < plane_bytes / (format->depth > 8 ? 2 : 1); i++) {
    uint32_t code = random_bits() & top;
    if (mood == 1) code = (top / 2 & ~15u) + code % 16;
    if (mood == 2) code %= 4;
    if (mood == 3) code = top - code % 4;
    uint16_t word = (uint16_t)(code << format->shift);
    if (format->depth == 8)
      plane[i] = (uint8_t)code;
    else
      memcpy(plane + 2 * i, &word, 2);
  }
}

/// What a kernel reads beside the picture and the rule.
typedef struct planes {
  _Alignas(64) uint8_t mask[plane_stride * plane_rows], last[plane_stride * plane_rows];
  uint8_t guide[plane_stride * plane_rows], smoothed[plane_stride * plane_rows];
  splash_steadying how;
  int32_t despeckle, log2_side, reach;
  /// Tables of looks.
  splash_tone tone;
  uint16_t codes[1 << 14];
  int16_t offsets[2 << 14];
  int16_t lattice[3][side * side * side];
  float curves[side * side * side];
  splash_spread spread;
  uint8_t log2_size;
  float slopes[plane_stride * plane_rows], levels[plane_stride * plane_rows];
} planes;

static void random_looks(planes *in, const splash_format *format) {
  const int mixes = one_in(2);
  for (int i = 0; i < 1 << 14; i++) {
    in->codes[i] = (uint16_t)(random_bits() & ((1u << format->depth) - 1));
    in->offsets[2 * i] = (int16_t)random_bits();
    in->offsets[2 * i + 1] = (int16_t)random_bits();
  }
  in->tone = (splash_tone){
      .mix_cb = mixes ? (int32_t)(random_bits() % 65535) - 32767 : 0,
      .mix_cr = mixes ? (int32_t)(random_bits() % 20000) - 10000 : 0,
      .fraction = mixes && format->depth < 12 ? 12 - format->depth : 0,
      .luma = in->codes, .keep = one_in(2) ? 0 : (int32_t)(random_bits() % 16385),
      .chroma = one_in(3) ? NULL : in->offsets};
  for (int i = 0; i < side * side * side; i++) {
    for (int k = 0; k < 3; k++) in->lattice[k][i] = (int16_t)(random_unit() * 36000 - 3232);
    in->curves[i] = (float)random_unit();
  }
  in->spread = (splash_spread){
      format->log2_width, format->log2_height, (splash_site)(random_bits() % 2),
      (splash_site)(random_bits() % 3)};
  in->log2_size = (uint8_t)(random_bits() % 4);
  for (int i = 0; i < plane_stride * plane_rows; i++) {
    in->slopes[i] = (float)(random_unit() * 6 - 3);
    in->levels[i] = (float)(random_unit() * 600 - 200);
  }
}

/// Blurs luma, or nothing where it has no plane.
static void blur(
    const splash_dsp *dsp, const planes *in, const splash_picture *picture, int32_t first,
    int32_t end) {
  if (picture->format.layout >= splash_yuyv) return;
  static const float weights[] = {0.5f, 0.2f, 0.05f};
  static float small[4][4 * plane_bytes], room[2 * plane_bytes];
  splash_blur how = {in->log2_size, 2, weights, 1, weights, room, NULL};
  const splash_weighing weighing = {
      picture->mask, picture->mask_stride, picture->format.log2_width, picture->format.log2_height,
      in->log2_size % 2 ? 255 : 0};
  const splash_channel channel = {
      picture->luma, picture->luma_stride, picture->out_luma, picture->out_luma_stride,
      picture->width, picture->height, picture->format.depth, picture->format.shift, 1};
  const int32_t size = 1 << in->log2_size;
  const int32_t columns = (picture->width + size - 1) / size, rows = (picture->height + size - 1) / size;
  dsp->shrink(&how, &channel, small[0], 0, rows);
  dsp->weigh(&how, &weighing, &channel, small[0], small[2], rows / 2, rows);
  for (int32_t i = 0; i < rows / 2 * columns; i++) small[2][i] = 1;
  dsp->soften(&how, small[2], small[3], columns, rows, 0, rows);
  how.weights = small[3];
  dsp->soften(&how, small[0], small[1], columns, rows, 0, rows);
  const int32_t top = first << picture->format.log2_height, last = end << picture->format.log2_height;
  dsp->enlarge(&how, &channel, small[1], top, last < picture->height ? last : picture->height);
}

/// Luma of its own under the mask, which repeats.
static void unmix(const splash_dsp *dsp, const planes *in, const splash_channel *channel) {
  static float colors[2 * plane_bytes], rows[18 * (plane_bytes + 32)];
  static uint8_t cells[2 * plane_bytes], alpha[plane_bytes];
  static int32_t columns[2 * plane_bytes];
  for (int32_t i = 0; i < plane_bytes; i++) {
    const uint8_t soft = in->mask[i % (plane_stride * plane_rows)];
    alpha[i] = soft < 96 ? 0 : soft > 160 ? 255 : soft;
  }
  int32_t sizes[2 * splash_unmix_levels], count = 0, side = 1;
  for (; side < channel->width || side < channel->height; side *= 2, count++) {
    sizes[2 * count] = side < channel->width ? side : channel->width;
    sizes[2 * count + 1] = side < channel->height ? side : channel->height;
  }
  sizes[2 * count] = channel->width;
  sizes[2 * count + 1] = channel->height;
  const splash_unmixing how = {
      {alpha, channel->width, channel->width, channel->height}, in->log2_size % 2 ? 255 : 0,
      count + 1, sizes, cells, colors, rows, columns};
  dsp->unmix(&how, channel);
}

/// A step of a look that is no table, or nothing where luma and chroma are one plane.
static void step_of_look(
    const splash_dsp *dsp, int kernel, const planes *in, const splash_rule *rule,
    const splash_picture *picture, int32_t first, int32_t end) {
  if (picture->format.layout >= splash_yuyv) return;
  const float share = in->slopes[0] / 6 + 0.5f, base = (float)(1 << (picture->format.depth - 4));
  const float unit = 1 / (float)(219 << (picture->format.depth - 8));
  const splash_channel channel = {
      picture->luma, picture->luma_stride, picture->out_luma, picture->out_luma_stride,
      picture->width, picture->height, picture->format.depth, picture->format.shift, 1};
  const int32_t top = first << picture->format.log2_height, last = end << picture->format.log2_height;
  const int32_t bottom = last < picture->height ? last : picture->height;
  static uint32_t room[4 * plane_bytes];
  static uint64_t totals[2 * plane_bytes];
  const int32_t size = 1 + in->log2_size * 3, blocks = (picture->height + size - 1) / size;
  const splash_weighing weighing = {
      picture->mask, picture->mask_stride, picture->format.log2_width, picture->format.log2_height,
      in->log2_size % 2 ? 255 : 0};
  switch (kernel) {
    case 20: dsp->turn(&(splash_turning){share, 1 - share}, picture, first, end); break;
    case 21:
      dsp->recolor(
          &(splash_recoloring){in->slopes[1], in->slopes[2], in->slopes[3], share}, rule, picture,
          first, end);
      break;
    case 22:
      dsp->vignette(&(splash_vignetting){base, share, 0.02f, 0.03f}, &channel, top, bottom);
      break;
    case 23:
      dsp->grain(
          &(splash_graining){share * base / 100, base, unit, in->codes[0], in->log2_size % 3},
          &channel, top, bottom);
      break;
    case 24: dsp->glow(&(splash_glowing){share, base, unit}, picture, first, end); break;
    case 25:
      dsp->mosaic(
          &(splash_mosaicking){size, size, room, totals}, &weighing, &channel,
          first > 0 ? blocks / 2 : 0, last < picture->height ? blocks / 2 : blocks);
      break;
    case 26:
      if (first == 0) unmix(dsp, in, &channel);
      break;
  }
}

typedef struct result {
  _Alignas(64) uint8_t luma[plane_bytes], cb[plane_bytes], cr[plane_bytes], mask[plane_bytes];
  _Alignas(64) uint8_t plane[plane_stride * plane_rows], smoothed[plane_stride * plane_rows];
  int64_t changed;
} result;

static splash_plane plane_of(const uint8_t *data, int32_t width, int32_t height) {
  return (splash_plane){(uint8_t *)(uintptr_t)data, plane_stride, width, height};
}

/// What lies between the samples of a plane and the next row is nobody's.
static void clear_padding(uint8_t *data, int32_t width) {
  for (int y = 0; y < plane_rows; y++)
    memset(data + y * plane_stride + width, 0, (size_t)(plane_stride - width));
}

/// Runs a kernel over all rows, in two calls.
static void run(
    const splash_dsp *dsp, int kernel, const splash_key *key, const splash_rule *rule,
    splash_picture picture, const planes *in, result *out) {
  memset(out, 0xa5, sizeof *out);
  memcpy(out->smoothed, in->smoothed, sizeof out->smoothed);
  out->changed = 0;
  picture.out_luma = out->luma;
  picture.out_cb = out->cb;
  picture.out_cr = out->cr;
  picture.out_luma_stride = picture.out_cb_stride = picture.out_cr_stride = stride;
  if (kernel == 1) {
    picture.mask = out->mask;
    picture.mask_stride = stride;
  }
  if (kernel >= 6) picture.unpack = picture.format.layout >= splash_yuyv;
  const int32_t columns = (picture.width + picture.format.log2_width) >> picture.format.log2_width;
  const int32_t rows = (picture.height + picture.format.log2_height) >> picture.format.log2_height;
  const splash_plane plane = plane_of(out->plane, columns, rows);
  const splash_plane half = plane_of(out->plane, (columns + 1) / 2, (rows + 1) / 2);
  const splash_plane mask = plane_of(in->mask, columns, rows);
  const splash_steady_step step = {
      .mask = mask, .last = plane_of(in->last, columns, rows), .result = plane,
      .guide = plane_of(in->guide, columns, rows), .smoothed = plane_of(out->smoothed, columns, rows)};
  const splash_join join = {&step.last, &step.guide, &step.smoothed, rows % 2 == 0};
  // What is laid over something needs something.
  if (kernel == 15 || kernel == 24) {
    memcpy(out->luma, picture.luma, sizeof out->luma);
    memcpy(out->cb, picture.cb, sizeof out->cb);
    memcpy(out->cr, picture.cr, sizeof out->cr);
  }
  const splash_plane shares = {
      (uint8_t *)(uintptr_t)in->last, plane_stride, picture.width, picture.height};
  const splash_plane luma = {out->luma, stride, picture.width, picture.height};
  const splash_cube cube = {
      side, {{4, 0}, {4.5f, -0.25f}, {3, 0.5f}}, (uint8_t)(15 - picture.format.depth),
      in->lattice[0], in->lattice[1], in->lattice[2]};
  const splash_curves curves = {
      side * side, {{24, 0}, {20, 1}, {30, -2}}, in->curves, in->curves + 25,
      in->curves + 50, in->log2_size % 2 ? in->curves + 75 : NULL};
  static float room[4 * plane_stride];
  const splash_lines lines = {in->log2_size, in->slopes, in->levels, room};
  const int32_t ends[] = {0, rows / 2, rows};
  for (int i = 0; i < 2; i++) {
    const int32_t first = ends[i], end = ends[i + 1];
    switch (kernel) {
      case 0: dsp->splash(key, &picture, first, end); break;
      case 1: dsp->mask(key, &picture, first, end); break;
      case 2: dsp->apply(key, &picture, first, end); break;
      case 3: dsp->guide(&picture, &plane, first, end); break;
      case 4: out->changed += dsp->steady(&in->how, &step, first, end); break;
      case 5: out->changed += dsp->despeckle(&mask, &plane, in->despeckle, first, end); break;
      case 6: dsp->balance(rule, &picture, first, end); break;
      case 7: dsp->show_mask(rule, &picture, first, end); break;
      case 8:
        out->changed += dsp->amend(&mask, &step.last, in->log2_side, &plane, first, end);
        break;
      case 9:
        dsp->halve(&mask, &half, (first + 1) / 2, (end + 1) / 2);
        break;
      case 10: out->changed += dsp->grow(&mask, &plane, in->reach, first, end); break;
      case 11: out->changed += dsp->feather(&mask, &plane, 1 + abs(in->reach) % 32, first, end); break;
      case 12: dsp->join(&mask, &join, &plane, first, end); break;
      case 13: dsp->tone(&in->tone, &picture, first, end); break;
      case 14: dsp->spread(&in->spread, &mask, &luma, first, end); break;
      case 15: dsp->mix(&shares, &picture, first, end); break;
      case 16: dsp->cube(&cube, rule, &picture, first, end); break;
      case 17: dsp->curves(&curves, rule, &picture, first, end); break;
      case 18: blur(dsp, in, &picture, first, end); break;
      case 19: dsp->lines(&lines, &mask, &plane, first, end); break;
      case 27: out->changed += dsp->smooth(&mask, &plane, 1 + abs(in->reach) % 8, first, end); break;
      case 28:
        if (picture.format.depth == 8) dsp->luminance(rule, &picture, first, end);
        break;
      default: step_of_look(dsp, kernel, in, rule, &picture, first, end); break;
    }
  }
  clear_padding(out->plane, kernel == 9 ? half.width : columns);
  clear_padding(out->smoothed, columns);
}

int main(int count, char **arguments) {
  static const char *names[kernels] = {
      "splash", "mask", "apply", "guide", "steady", "despeckle", "balance", "show_mask",
      "amend", "halve", "grow", "feather", "join", "tone", "spread", "mix", "cube", "curves", "blur",
      "lines", "turn", "recolor", "vignette", "grain", "glow", "mosaic", "unmix", "smooth",
      "luminance"};
  static _Alignas(64) uint8_t luma[plane_bytes], cb[plane_bytes], cr[plane_bytes];
  static uint8_t mask[plane_bytes];
  static planes in;
  static result expected, found;
  const splash_cpu_flags sets[] = {
      splash_cpu_sse2, splash_cpu_avx2, splash_cpu_avx512, splash_cpu_neon};
  int rules = count > 1 ? atoi(arguments[1]) : 2000, compared = 0;
  uint64_t digest = 0xcbf29ce484222325u;
  for (int i = 0; i < rules; i++) {
    splash_format format = random_format();
    splash_hue hues[8];
    splash_rule rule = random_rule(hues, format.depth);
    splash_key key = splash_key_init(&rule);
    uint32_t mood = random_bits() % 5;
    fill(luma, &format, mood == 1 ? 0 : mood);
    fill(cb, &format, mood);
    fill(cr, &format, mood);
    for (int k = 0; k < plane_bytes; k++) mask[k] = (uint8_t)random_bits();
    for (size_t k = 0; k < sizeof in.mask; k++) {
      uint32_t bits = random_bits();
      in.mask[k] = (uint8_t)(mood == 1 ? (bits % 9 ? 0 : 255) : bits);
      in.last[k] = (uint8_t)(mood == 2 ? in.mask[k] ^ (bits >> 8 & 31) : bits >> 8);
      in.guide[k] = (uint8_t)(120 + bits % 9);
      in.smoothed[k] = (uint8_t)(120 + (bits >> 16) % 9);
    }
    in.how = (splash_steadying){
        (uint8_t)(random_bits() % 60), (uint8_t)(random_bits() % 5), (uint8_t)(random_bits() % 40)};
    random_looks(&in, &format);
    in.despeckle = 1 + (int32_t)(random_bits() % 3);
    in.log2_side = (int32_t)(random_bits() % 6);
    in.reach = one_in(2) ? (int32_t)(random_bits() % 1025) - 512 : 16 * ((int32_t)(random_bits() % 7) - 3);
    splash_picture picture = {
        .format = format, .width = 1 + (int)(random_bits() % 150),
        .height = 1 + (int)(random_bits() % plane_rows), .luma = luma, .luma_stride = stride,
        .cb = cb, .cb_stride = stride, .cr = cr, .cr_stride = stride,
        .unpack = format.layout >= splash_yuyv && one_in(2), .mask = mask, .mask_stride = stride};
    for (int kernel = 0; kernel < kernels; kernel++) {
      const splash_dsp reference = splash_dsp_init(splash_cpu_reference);
      run(&reference, kernel, &key, &rule, picture, &in, &expected);
      for (size_t k = 0; k < sizeof expected; k++)
        digest = (digest ^ ((const uint8_t *)&expected)[k]) * 0x100000001b3u;
      for (int s = 0; s < 4; s++) {
        if (!(splash_cpu_detect() & sets[s])) continue;
        const splash_dsp dsp = splash_dsp_init(sets[s]);
        run(&dsp, kernel, &key, &rule, picture, &in, &found);
        compared++;
        if (memcmp(&expected, &found, sizeof expected) == 0) continue;
        fprintf(
            stderr, "rule %d, %s, set %u, layout %d, %d bits, %d x %d: not the reference's\n", i,
            names[kernel], sets[s], format.layout, format.depth, picture.width, picture.height);
        return 1;
      }
    }
  }
  printf("%016llx after %d comparisons\n", (unsigned long long)digest, compared);
  return compared == 0;
}
