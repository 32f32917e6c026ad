// Every kernel of every instruction set that a machine has, on random frames whose planes end where their memory
// ends. Each result is compared with the reference's, and a digest of all results is printed: equal digests on two
// machines mean equal videos. scripts/check/old-cpus builds it natively and for 64-bit ARM, scripts/check/sanitize with
// clang's checks for addresses and undefined behavior, which end the program.
//
// In two frames of eight the rule holds any numbers, and NaN. In one of these, samples exceed their format, as in
// hostile files; their results are unspecified, so they are computed but not compared.
//
// usage: kernels [ROUNDS]

#include "kernels.h"

/// A kernel's output: a frame, a mask, planes, and the number of samples that it reports as
/// changed.
typedef struct result {
  rows luma, cb, cr, mask;
  splash_plane plane, half, shares, smoothed;
  int64_t changed;
} result;

/// A call: the kernels, the input, and the output.
typedef struct call {
  const splash_dsp *dsp;
  const scene *s;
  splash_picture picture;
  result *out;
} call;

static splash_channel luma_of(const call *c) {
  return (splash_channel){
      c->picture.luma, c->picture.luma_stride, c->picture.out_luma, c->picture.out_luma_stride,
      c->s->width, c->s->height, c->s->format.depth, c->s->format.shift, 1};
}

static splash_weighing weighing_of(const call *c) {
  return (splash_weighing){
      c->picture.mask, c->picture.mask_stride, c->s->format.log2_width, c->s->format.log2_height,
      c->s->log2_size % 2 ? 255 : 0};
}

static splash_steady_step step_of(const call *c) {
  return (splash_steady_step){
      .mask = c->s->mask, .last = c->s->last, .result = c->out->plane, .guide = c->s->guide,
      .smoothed = c->out->smoothed};
}

/// The first row of luma of a row of chroma.
static int32_t row_at(const call *c, int32_t line) {
  const int32_t row = line << c->s->format.log2_height;
  return row < c->s->height ? row : c->s->height;
}

static int has_planes(const call *c) { return c->s->format.layout < splash_yuyv; }

static void run_splash(const call *c, int32_t first, int32_t end) {
  c->dsp->splash(&c->s->key, &c->picture, first, end);
}
static void run_mask(const call *c, int32_t first, int32_t end) {
  splash_picture picture = c->picture;
  picture.mask = c->out->mask.data;
  picture.mask_stride = c->out->mask.stride;
  c->dsp->mask(&c->s->key, &picture, first, end);
}
static void run_apply(const call *c, int32_t first, int32_t end) {
  c->dsp->apply(&c->s->key, &c->picture, first, end);
}
static void run_guide(const call *c, int32_t first, int32_t end) {
  c->dsp->guide(&c->picture, &c->out->plane, first, end);
}
static void run_steady(const call *c, int32_t first, int32_t end) {
  const splash_steady_step step = step_of(c);
  c->out->changed += c->dsp->steady(&c->s->how, &step, first, end);
}
static void run_despeckle(const call *c, int32_t first, int32_t end) {
  c->out->changed += c->dsp->despeckle(&c->s->mask, &c->out->plane, c->s->despeckle, first, end);
}
static void run_balance(const call *c, int32_t first, int32_t end) {
  c->dsp->balance(&c->s->rule, &c->picture, first, end);
}
static void run_show_mask(const call *c, int32_t first, int32_t end) {
  c->dsp->show_mask(&c->s->rule, &c->picture, first, end);
}
static void run_amend(const call *c, int32_t first, int32_t end) {
  c->out->changed += c->dsp->amend(&c->s->mask, &c->s->last, c->s->log2_side, &c->out->plane, first, end);
}
static void run_halve(const call *c, int32_t first, int32_t end) {
  c->dsp->halve(&c->s->mask, &c->out->half, (first + 1) / 2, (end + 1) / 2);
}
static void run_grow(const call *c, int32_t first, int32_t end) {
  c->out->changed += c->dsp->grow(&c->s->mask, &c->out->plane, c->s->reach, first, end);
}
static void run_smooth(const call *c, int32_t first, int32_t end) {
  c->out->changed += c->dsp->smooth(&c->s->mask, &c->out->plane, 1 + abs(c->s->reach) % 8, first, end);
}
static void run_feather(const call *c, int32_t first, int32_t end) {
  c->out->changed += c->dsp->feather(&c->s->mask, &c->out->plane, 1 + abs(c->s->reach) % 32, first, end);
}
static void run_join(const call *c, int32_t first, int32_t end) {
  const splash_join join = {
      &c->s->last, c->s->reach % 3 ? &c->s->guide : NULL, c->s->reach % 4 ? &c->s->smoothed : NULL,
      c->s->lines % 2 == 0};
  c->dsp->join(&c->s->mask, &join, &c->out->plane, first, end);
}
static void run_lines(const call *c, int32_t first, int32_t end) {
  const splash_lines lines = {
      c->s->log2_size, c->s->slopes, c->s->levels, room_of((size_t)(4 * c->s->columns) * sizeof(float))};
  c->dsp->lines(&lines, &c->s->mask, &c->out->plane, first, end);
}
static void run_tone(const call *c, int32_t first, int32_t end) {
  c->dsp->tone(&c->s->tone, &c->picture, first, end);
}
static void run_luminance(const call *c, int32_t first, int32_t end) {
  if (c->s->format.depth == 8) c->dsp->luminance(&c->s->rule, &c->picture, first, end);
}
static void run_spread(const call *c, int32_t first, int32_t end) {
  c->dsp->spread(&c->s->spread, &c->s->mask, &c->out->shares, first, end);
}
static void run_mix(const call *c, int32_t first, int32_t end) {
  c->dsp->mix(&c->s->shares, &c->picture, first, end);
}
static void run_cube(const call *c, int32_t first, int32_t end) {
  const int16_t *lattice = c->s->lattice;
  const splash_cube cube = {
      side, {{4, 0}, {4.5f, -0.25f}, {3, 0.5f}}, (uint8_t)(15 - c->s->format.depth), lattice,
      lattice + side * side * side, lattice + 2 * side * side * side};
  c->dsp->cube(&cube, &c->s->rule, &c->picture, first, end);
}
static void run_curves(const call *c, int32_t first, int32_t end) {
  const splash_curves curves = {
      side * side, {{24, 0}, {20, 1}, {30, -2}}, c->s->curves, c->s->curves + 25, c->s->curves + 50,
      c->s->log2_size % 2 ? c->s->curves + 75 : NULL};
  c->dsp->curves(&curves, &c->s->rule, &c->picture, first, end);
}

/// Blurs luma: its lower half with weights, its upper half without.
static void run_blur(const call *c, int32_t first, int32_t end) {
  if (!has_planes(c)) return;
  static const float weights[] = {0.5f, 0.2f, 0.05f};
  const int32_t size = 1 << c->s->log2_size;
  const int32_t columns = (c->s->width + size - 1) / size, high = (c->s->height + size - 1) / size;
  const size_t bytes = (size_t)(columns * high) * sizeof(float);
  float *small = room_of(bytes), *soft = room_of(bytes), *heavy = room_of(bytes), *shares = room_of(bytes);
  float *room = room_of((size_t)(4 * (c->s->width + size)) * sizeof *room);
  splash_blur how = {c->s->log2_size, 2, weights, 1, weights, room, NULL};
  const splash_channel channel = luma_of(c);
  const splash_weighing weighing = weighing_of(c);
  c->dsp->shrink(&how, &channel, small, 0, high);
  c->dsp->weigh(&how, &weighing, &channel, small, heavy, high / 2, high);
  for (int32_t i = 0; i < high / 2 * columns; i++) heavy[i] = 1;
  c->dsp->soften(&how, heavy, shares, columns, high, 0, high);
  how.weights = shares;
  c->dsp->soften(&how, small, soft, columns, high, 0, high);
  c->dsp->enlarge(&how, &channel, soft, row_at(c, first), row_at(c, end));
}

static void run_turn(const call *c, int32_t first, int32_t end) {
  const float share = c->s->curves[0];
  if (has_planes(c)) c->dsp->turn(&(splash_turning){share, 1 - share}, &c->picture, first, end);
}
static void run_recolor(const call *c, int32_t first, int32_t end) {
  const float *numbers = c->s->curves;
  if (has_planes(c))
    c->dsp->recolor(
        &(splash_recoloring){6 * numbers[1] - 3, 6 * numbers[2] - 3, 6 * numbers[3] - 3, numbers[4]}, &c->s->rule,
        &c->picture, first, end);
}
static float base_of(const call *c) { return (float)(1 << (c->s->format.depth - 4)); }
static float unit_of(const call *c) { return 1 / (float)(219 << (c->s->format.depth - 8)); }
static void run_vignette(const call *c, int32_t first, int32_t end) {
  const splash_channel channel = luma_of(c);
  const splash_vignetting how = {base_of(c), c->s->curves[0], 0.02f, 0.03f};
  if (has_planes(c)) c->dsp->vignette(&how, &channel, row_at(c, first), row_at(c, end));
}
static void run_grain(const call *c, int32_t first, int32_t end) {
  const splash_channel channel = luma_of(c);
  const splash_graining how = {
      c->s->curves[0] * base_of(c) / 100, base_of(c), unit_of(c), c->s->tone.luma[0], c->s->log2_size % 3};
  if (has_planes(c)) c->dsp->grain(&how, &channel, row_at(c, first), row_at(c, end));
}
static void run_glow(const call *c, int32_t first, int32_t end) {
  const splash_glowing how = {c->s->curves[0], base_of(c), unit_of(c)};
  if (has_planes(c)) c->dsp->glow(&how, &c->picture, first, end);
}
static void run_mosaic(const call *c, int32_t first, int32_t end) {
  if (!has_planes(c)) return;
  const splash_channel channel = luma_of(c);
  const splash_weighing weighing = weighing_of(c);
  const int32_t size = 1 + c->s->log2_size * 3, tall = size + (c->s->reach & 1);
  const splash_mosaicking how = {
      size, tall, room_of((size_t)(4 * c->s->width) * sizeof(uint32_t)),
      room_of((size_t)(2 * c->s->width) * sizeof(uint64_t))};
  const int32_t high = (c->s->height + tall - 1) / tall;
  c->dsp->mosaic(&how, &weighing, &channel, first > 0 ? high / 2 : 0, row_at(c, end) < c->s->height ? high / 2 : high);
}

/// Luma in a separate buffer of the exact size under a soft mask; all of it in one call.
static void run_unmix(const call *c, int32_t first, int32_t end) {
  (void)end;
  if (!has_planes(c) || first > 0) return;
  const splash_channel channel = luma_of(c);
  int32_t sizes[2 * splash_unmix_levels], count = 0;
  size_t cells = 0, colors = 2, high = 36 * ((size_t)channel.width + 32) + 32;
  for (int32_t level = 1;; level *= 2, count++) {
    const int is_last = level >= channel.width && level >= channel.height;
    const int32_t width = level < channel.width ? level : channel.width;
    const int32_t height = level < channel.height ? level : channel.height;
    sizes[2 * count] = width;
    sizes[2 * count + 1] = height;
    cells += (size_t)((width + 15) / 16) * (size_t)height;
    if (is_last) break;
    colors += 2 * (size_t)width * (size_t)height;
  }
  const splash_unmixing how = {
      c->s->soft, c->s->log2_size % 2 ? 255 : 0, count + 1, sizes, room_of(cells), room_of(colors * sizeof(float)),
      room_of((high < 18464 ? 18464 : high) * sizeof(float)), room_of((2 * (size_t)channel.width + 128) * sizeof(int32_t))};
  c->dsp->unmix(&how, &channel);
}

/// A kernel by its name. Kernels of whole frames unpack packed formats; some blend their result over existing
/// samples.
typedef struct kernel {
  const char *name;
  void (*run)(const call *c, int32_t first, int32_t end);
  int takes_apart, lays_over;
} kernel;

static const kernel kernels[] = {
    {"splash", run_splash, 0, 0}, {"mask", run_mask, 0, 0}, {"apply", run_apply, 0, 0},
    {"guide", run_guide, 0, 0}, {"steady", run_steady, 0, 0}, {"despeckle", run_despeckle, 0, 0},
    {"amend", run_amend, 0, 0}, {"halve", run_halve, 0, 0}, {"grow", run_grow, 0, 0}, {"smooth", run_smooth, 0, 0},
    {"feather", run_feather, 0, 0}, {"join", run_join, 0, 0}, {"lines", run_lines, 0, 0},
    {"balance", run_balance, 1, 0}, {"show_mask", run_show_mask, 1, 0}, {"tone", run_tone, 1, 0},
    {"luminance", run_luminance, 1, 0}, {"spread", run_spread, 1, 0}, {"mix", run_mix, 1, 1},
    {"cube", run_cube, 1, 0}, {"curves", run_curves, 1, 0}, {"blur", run_blur, 1, 0}, {"turn", run_turn, 1, 0},
    {"recolor", run_recolor, 1, 0}, {"vignette", run_vignette, 1, 0}, {"grain", run_grain, 1, 0},
    {"glow", run_glow, 1, 1}, {"mosaic", run_mosaic, 1, 0}, {"unmix", run_unmix, 1, 0},
};

static uint64_t digest_of(uint64_t digest, const uint8_t *data, size_t size) {
  for (size_t i = 0; i < size; i++) digest = (digest ^ data[i]) * 0x100000001b3u;
  return digest;
}

/// Only samples count: padding between rows is unspecified.
static uint64_t digest_of_plane(uint64_t digest, const splash_plane *plane) {
  for (int32_t y = 0; y < plane->height; y++)
    digest = digest_of(digest, plane->data + y * plane->stride, (size_t)plane->width);
  return digest;
}

static rows blank(size_t bytes, int32_t count, size_t gap) {
  const rows rows = rows_of(bytes, count, gap);
  memset(rows.data, 0xa5, rows.size);
  return rows;
}

static splash_plane blank_plane(int32_t width, int32_t height) {
  const splash_plane plane = plane_of(width, height);
  memset(plane.data, 0xa5, (size_t)(plane.stride * height));
  return plane;
}

/// Copies the samples over which a result is blended.
static void copy_rows(rows out, const uint8_t *from, ptrdiff_t stride, size_t bytes, int32_t count) {
  for (int32_t y = 0; y < count; y++) memcpy(out.data + y * out.stride, from + y * stride, bytes);
}

/// Runs a kernel over all rows, in two calls. Returns a digest of its output.
static uint64_t run(const splash_dsp *dsp, const kernel *kernel, const scene *s) {
  const int mark = taken_count, is_packed = s->format.layout >= splash_yuyv;
  const int is_unpacked = is_packed && (kernel->takes_apart || s->gap % 4);
  const size_t luma_size = luma_bytes(s, is_unpacked), chroma = chroma_bytes(s);
  result out = {
      .luma = blank(luma_size, s->height, s->gap), .cb = blank(chroma, s->lines, s->gap),
      .cr = blank(chroma, s->lines, s->gap), .mask = blank((size_t)s->columns, s->lines, s->gap),
      .plane = blank_plane(s->columns, s->lines), .half = blank_plane((s->columns + 1) / 2, (s->lines + 1) / 2),
      .shares = blank_plane(s->width, s->height), .smoothed = plane_of(s->columns, s->lines)};
  memcpy(out.smoothed.data, s->smoothed.data, (size_t)(s->smoothed.stride * s->lines));
  call call = {.dsp = dsp, .s = s, .picture = s->picture, .out = &out};
  call.picture.unpack = is_unpacked;
  call.picture.out_luma = out.luma.data;
  call.picture.out_cb = out.cb.data;
  call.picture.out_cr = out.cr.data;
  call.picture.out_luma_stride = out.luma.stride;
  call.picture.out_cb_stride = call.picture.out_cr_stride = out.cb.stride;
  if (kernel->lays_over && !is_packed) {
    copy_rows(out.luma, s->picture.luma, s->picture.luma_stride, luma_size, s->height);
    copy_rows(out.cb, s->picture.cb, s->picture.cb_stride, chroma, s->lines);
    copy_rows(out.cr, s->picture.cr, s->picture.cr_stride, chroma, s->lines);
  }
  kernel->run(&call, 0, s->lines / 2);
  kernel->run(&call, s->lines / 2, s->lines);
  uint64_t digest = 0xcbf29ce484222325u;
  const rows *all[] = {&out.luma, &out.cb, &out.cr, &out.mask};
  for (int i = 0; i < 4; i++) digest = digest_of(digest, all[i]->data, all[i]->size);
  const splash_plane *planes[] = {&out.plane, &out.half, &out.shares, &out.smoothed};
  for (int i = 0; i < 4; i++) digest = digest_of_plane(digest, planes[i]);
  digest = digest_of(digest, (const uint8_t *)&out.changed, sizeof out.changed);
  give_back(mark);
  return digest;
}

/// Functions with one version for all machines: the light of a frame, and the correction of areas.
static void run_others(const scene *s) {
  const splash_area all_of_it = {0, 0, s->columns, s->lines};
  float colors[splash_light_places * splash_light_places], anchor[2 * splash_light_places * splash_light_places];
  uint8_t codes[splash_light_places * splash_light_places];
  splash_light_colors(&s->rule, &s->picture, all_of_it, colors);
  for (int i = 0; i < splash_light_places * splash_light_places; i++) codes[i] = (uint8_t)(255 * colors[i]);
  splash_light_anchor_init(codes, anchor);
  splash_light_init(&s->rule, &s->picture, all_of_it, true, 0);
  splash_light_init(&s->rule, &s->picture, all_of_it, true, anchor);
  const size_t cells = (size_t)(s->columns * s->lines);
  const splash_wholes wholes = {
      .kept_from = (int32_t)dice(257), .gone_below = (int32_t)dice(257), .cells = blank_plane(s->columns, s->lines),
      .luma = &s->last, .chroma = {room_of(cells * sizeof(float)), room_of(cells * sizeof(float))},
      .chroma_share = 1 / (float)(1 << (s->picture.format.depth - 8)),
      .differences = room_of(2 * cells * sizeof(uint16_t)), .edges = room_of(2 * cells * sizeof(int32_t)),
      .room = room_of((2 * (size_t)s->columns + 32) * sizeof(float)), .last = dice(2) ? &s->last : NULL,
      .inverts = dice(2) == 1};
  splash_areas areas = {
      (int32_t)dice(99), (int32_t)dice(99), room_of((size_t)(s->columns * s->lines) * sizeof *areas.runs),
      room_of(((size_t)s->lines + 1) * sizeof *areas.rows),
      room_of(2 * (size_t)s->lines * (size_t)((s->columns + 63) / 64) * sizeof *areas.bits), dice(2) ? &wholes : NULL,
      dice(2) == 1};
  const splash_plane amendments = blank_plane(s->columns, s->lines);
  splash_amendments(&s->mask, &areas, &amendments);
}

int main(int count, char **arguments) {
  static const struct {
    splash_cpu_flags set;
    const char *name;
  } sets[] = {{splash_cpu_sse2, "sse2"}, {splash_cpu_avx2, "avx2"}, {splash_cpu_avx512, "avx512"},
              {splash_cpu_neon, "neon"}};
  const int rounds = count > 1 ? atoi(arguments[1]) : 3000;
  const splash_dsp reference = splash_dsp_init(splash_cpu_reference);
  int compared = 0;
  uint64_t digest = 0xcbf29ce484222325u;
  for (int round = 0; round < rounds; round++) {
    state = (uint64_t)round * 2654435761u + 1;
    const scene *s = make_scene(round);
    run_others(s);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
      const uint64_t expected = run(&reference, &kernels[k], s);
      if (!s->is_wild) digest = digest_of(digest, (const uint8_t *)&expected, sizeof expected);
      for (int i = 0; i < 4; i++) {
        if (!(splash_cpu_detect() & sets[i].set)) continue;
        const splash_dsp dsp = splash_dsp_init(sets[i].set);
        const uint64_t found = run(&dsp, &kernels[k], s);
        if (s->is_wild) continue;
        compared++;
        if (found == expected) continue;
        fprintf(
            stderr, "round %d, %s, %s, layout %d, %d bits, %d x %d: not the reference's\n", round, kernels[k].name,
            sets[i].name, s->format.layout, s->format.depth, s->width, s->height);
        return 1;
      }
    }
    give_back(0);
  }
  printf("%016llx after %d comparisons\n", (unsigned long long)digest, compared);
  return compared == 0;
}
