// A libobs without a window. A source draws raw frames by the graphics card, one after another, with the filter for
// rendered sources on it; the results are written with premultiplied colors. Prints the processor time per frame,
// of all threads together. Before the seventh frame one is not drawn.
//
// usage: obs_rendered MODULE DATA WIDTH HEIGHT [FILTER SETTINGS.json] < rgba > rgba

#include <obs/graphics/vec4.h>
#include <string.h>

#include "obs_begin.h"

static uint32_t width, height;
static uint8_t *pictures;
static size_t size;
static volatile long shown;
static long total;
static gs_texture_t *texture;
static gs_texrender_t *canvas;
static gs_stagesurf_t *copy;
static double *costs;

static uint32_t get_width(void *data) {
  (void)data;
  return width;
}

static uint32_t get_height(void *data) {
  (void)data;
  return height;
}

static void paint(void *data, gs_effect_t *effect) {
  (void)data;
  (void)effect;
  obs_source_draw(texture, 0, 0, 0, 0, false);
}

static struct obs_source_info painter = {
    .id = "painter", .type = OBS_SOURCE_TYPE_INPUT, .output_flags = OBS_SOURCE_VIDEO,
    .get_name = get_name, .create = create, .destroy = destroy, .get_width = get_width, .get_height = get_height,
    .video_render = paint};

/// Draws a source on a transparent background, as a scene does.
static void draw(obs_source_t *source) {
  struct vec4 nothing;
  vec4_zero(&nothing);
  gs_texrender_reset(canvas);
  gs_blend_state_push();
  gs_blend_function_separate(GS_BLEND_SRCALPHA, GS_BLEND_INVSRCALPHA, GS_BLEND_ONE, GS_BLEND_INVSRCALPHA);
  if (gs_texrender_begin(canvas, width, height)) {
    gs_clear(GS_CLEAR_COLOR, &nothing, 0, 0);
    gs_ortho(0, (float)width, 0, (float)height, -100, 100);
    obs_source_video_render(source);
    gs_texrender_end(canvas);
  }
  gs_blend_state_pop();
}

static void show_next(void *source, uint32_t canvas_width, uint32_t canvas_height) {
  (void)canvas_width;
  (void)canvas_height;
  static bool has_looked_away;
  if (shown == total) return;
  if (shown == 6 && !has_looked_away) {
    has_looked_away = true;
    return;
  }
  gs_texture_set_image(texture, pictures + (size_t)shown * size, 4 * width, false);
  const double cost = reading(CLOCK_PROCESS_CPUTIME_ID);
  // Once for the preview and once for the program.
  draw(source);
  draw(source);
  gs_stage_texture(copy, gs_texrender_get_texture(canvas));
  uint8_t *rows;
  uint32_t stride;
  if (gs_stagesurface_map(copy, &rows, &stride)) {
    costs[shown] = reading(CLOCK_PROCESS_CPUTIME_ID) - cost;
    for (uint32_t y = 0; y < height; y++) fwrite(rows + (size_t)stride * y, 4 * width, 1, result);
    gs_stagesurface_unmap(copy);
  }
  shown++;
}

int main(int count, char **words) {
  if (count != 5 && count != 7) return fail("wrong arguments");
  width = (uint32_t)atoi(words[3]), height = (uint32_t)atoi(words[4]);
  size = (size_t)4 * width * height;
  do {
    pictures = realloc(pictures, (size_t)(total + 1) * size);
  } while (fread(pictures + (size_t)total * size, size, 1, stdin) == 1 && ++total);
  costs = calloc((size_t)total, sizeof *costs);
  if (begin(words[1], words[2], "en-US")) return 1;
  obs_register_source(&painter);
  obs_source_t *source = obs_source_create("painter", "window", NULL, NULL), *filter = NULL;
  if (count > 5) {
    obs_data_t *settings = obs_data_create_from_json_file(words[6]);
    filter = obs_source_create(words[5], "filter", settings, NULL);
    obs_data_release(settings);
    if (!filter) return fail("no filter");
    obs_source_filter_add(source, filter);
  }
  obs_enter_graphics();
  texture = gs_texture_create(width, height, GS_RGBA, 1, NULL, GS_DYNAMIC);
  canvas = gs_texrender_create(GS_RGBA, GS_ZS_NONE);
  copy = gs_stagesurface_create(width, height, GS_RGBA);
  obs_leave_graphics();
  obs_add_main_render_callback(show_next, source);
  for (long last = 0, wait = 0; shown < total; wait++) {
    usleep(1000);
    if (shown != last) last = shown, wait = 0;
    if (wait > 20000) return fail("a picture did not come");
  }
  obs_remove_main_render_callback(show_next, source);
  fflush(result);
  fprintf(stderr, "cost %.4f\n", median(costs, total));

  obs_enter_graphics();
  gs_texture_destroy(texture);
  gs_texrender_destroy(canvas);
  gs_stagesurface_destroy(copy);
  obs_leave_graphics();
  obs_source_release(filter);
  obs_source_release(source);
  obs_shutdown();
  return 0;
}
