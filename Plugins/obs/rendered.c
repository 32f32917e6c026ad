// OBS Studio: a filter for sources that the graphics card draws (windows, scenes, browsers, games). The source below
// it is drawn into a texture and copied to memory that the processor can read; it is read one frame later, when the
// card has finished, so that neither waits for the other. Two such copies take turns.

#include <obs/graphics/vec4.h>
#include <string.h>

#include "filter.h"

struct rendering {
  struct splash_source source;
  gs_texrender_t *drawn;
  gs_stagesurf_t *copies[2];
  gs_texture_t *result;
  uint8_t *pixels;
  uint32_t width, height;
  // Display times of the frames in the copies, in seconds.
  double times[2];
  // The copy for the next frame, and whether the other one has a frame that was not read.
  int next;
  bool is_waiting;
  // The number of OBS's present frame, from 1, and of the frame processed last; 0 for none. OBS may ask for the same
  // frame many times: for preview, program and projectors.
  uint64_t picture, last;
};

static const char *get_name(void *unused) {
  UNUSED_PARAMETER(unused);
  return obs_module_text("ColorSplashRendered");
}

static void *create(obs_data_t *settings, obs_source_t *source) {
  struct rendering *self = bzalloc(sizeof *self);
  self->picture = 1;
  splash_begin(&self->source, settings, source);
  return self;
}

// Call with OBS's graphics context entered, as all functions below.
static void forget_size(struct rendering *self) {
  gs_texrender_destroy(self->drawn);
  for (int i = 0; i < 2; i++) gs_stagesurface_destroy(self->copies[i]);
  gs_texture_destroy(self->result);
  bfree(self->pixels);
  self->drawn = NULL, self->copies[0] = self->copies[1] = NULL, self->result = NULL, self->pixels = NULL;
  self->width = self->height = 0;
}

static bool has_size(struct rendering *self, uint32_t width, uint32_t height) {
  if (self->width == width && self->height == height) return true;
  forget_size(self);
  if (!width || !height) return false;
  self->drawn = gs_texrender_create(GS_RGBA, GS_ZS_NONE);
  for (int i = 0; i < 2; i++) self->copies[i] = gs_stagesurface_create(width, height, GS_RGBA);
  self->result = gs_texture_create(width, height, GS_RGBA, 1, NULL, GS_DYNAMIC);
  self->pixels = bmalloc((size_t)4 * width * height);
  if (!self->drawn || !self->copies[0] || !self->copies[1] || !self->result) {
    forget_size(self);
    return false;
  }
  self->width = width, self->height = height;
  // Frames of the old size are dropped.
  self->last = 0;
  return true;
}

static void destroy(void *data) {
  struct rendering *self = data;
  obs_enter_graphics();
  forget_size(self);
  obs_leave_graphics();
  splash_end(&self->source);
  bfree(self);
}

static void tick(void *data, float seconds) {
  UNUSED_PARAMETER(seconds);
  ((struct rendering *)data)->picture++;
}

// Draws the source below the filter on a transparent background: its colors are premultiplied by
// alpha.
static bool draw_target(struct rendering *self, obs_source_t *target) {
  const uint32_t flags = obs_source_get_output_flags(target);
  const bool draws_itself = flags & (OBS_SOURCE_CUSTOM_DRAW | OBS_SOURCE_ASYNC);
  struct vec4 nothing;
  vec4_zero(&nothing);
  gs_texrender_reset(self->drawn);
  gs_blend_state_push();
  gs_blend_function_separate(GS_BLEND_SRCALPHA, GS_BLEND_INVSRCALPHA, GS_BLEND_ONE, GS_BLEND_INVSRCALPHA);
  const bool begins =
      gs_texrender_begin_with_color_space(self->drawn, self->width, self->height, GS_CS_SRGB);
  if (begins) {
    gs_clear(GS_CLEAR_COLOR, &nothing, 0, 0);
    gs_ortho(0, (float)self->width, 0, (float)self->height, -100, 100);
    if (target == obs_filter_get_parent(self->source.self) && !draws_itself) {
      obs_source_default_render(target);
    } else {
      obs_source_video_render(target);
    }
    gs_texrender_end(self->drawn);
  }
  gs_blend_state_pop();
  return begins;
}

static void read_copy(struct rendering *self, int number) {
  uint8_t *rows;
  uint32_t stride;
  if (!gs_stagesurface_map(self->copies[number], &rows, &stride)) return;
  const size_t row = (size_t)4 * self->width;
  for (uint32_t y = 0; y < self->height; y++) {
    memcpy(self->pixels + row * y, rows + (size_t)stride * y, row);
  }
  gs_stagesurface_unmap(self->copies[number]);
  const splash_image image = {
      .format = "rgba",
      .width = (int32_t)self->width,
      .height = (int32_t)self->height,
      // The matrix of sRGB, at all sizes.
      .matrix = SPLASH_MATRIX_BT709,
      .time = self->times[number],
      .data = {self->pixels},
      .stride = {(ptrdiff_t)row},
  };
  splash_change(&self->source, &image);
  gs_texture_set_image(self->result, self->pixels, (uint32_t)row, false);
}

static void take_picture(struct rendering *self, obs_source_t *target) {
  const bool follows = self->last && self->picture == self->last + 1;
  self->last = self->picture;
  if (!draw_target(self, target)) return;
  const int copy = self->next;
  self->next = 1 - copy;
  self->times[copy] = (double)obs_get_video_frame_time() / 1e9;
  gs_stage_texture(self->copies[copy], gs_texrender_get_texture(self->drawn));
  if (follows && self->is_waiting) read_copy(self, 1 - copy);
  // After a pause in drawing there is no other frame to show, so the filter waits for this one.
  if (!follows) read_copy(self, copy);
  self->is_waiting = follows;
}

static void render(void *data, gs_effect_t *unused) {
  UNUSED_PARAMETER(unused);
  struct rendering *self = data;
  obs_source_t *target = obs_filter_get_target(self->source.self);
  if (!target || !has_size(self, obs_source_get_base_width(target), obs_source_get_base_height(target))) {
    obs_source_skip_video_filter(self->source.self);
    return;
  }
  if (self->picture != self->last) take_picture(self, target);

  gs_effect_t *effect = obs_get_base_effect(OBS_EFFECT_DEFAULT);
  const bool was_linear = gs_framebuffer_srgb_enabled();
  gs_enable_framebuffer_srgb(false);
  gs_blend_state_push();
  gs_blend_function(GS_BLEND_ONE, GS_BLEND_INVSRCALPHA);
  gs_effect_set_texture(gs_effect_get_param_by_name(effect, "image"), self->result);
  while (gs_effect_loop(effect, "Draw")) gs_draw_sprite(self->result, 0, self->width, self->height);
  gs_blend_state_pop();
  gs_enable_framebuffer_srgb(was_linear);
}

struct obs_source_info splash_rendered = {
    .id = "splash_rendered",
    .output_flags = OBS_SOURCE_VIDEO,
    SPLASH_SOURCE,
    .video_tick = tick,
    .video_render = render,
};
