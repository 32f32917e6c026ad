// Constants of display.h for a stream's transfer and primaries.

#include "display.h"

/// Light from R'G'B' of 0 to 1: the squared ratio of two polynomials, or a parabola or a line up to a knee.
typedef struct curve {
  double knee, toe, line, above[7], below[7];
} curve;

static const curve gamma_curve = {
    0, 0, 0,
    {-1.5405323e-05, 0.21562113, 156.13922, 14434.304, 267504.66, 1.068047e+06, 724695.0},
    {1, 444.71594, 29258.238, 399760.0, 1.1575044e+06, 503281.2, -15413.123}};
static const curve pq_curve = {
    0, 0, 0,
    {1.5013929e-05, 0.5375429, 281.0186, 18721.701, 103478.04, 102025.16, -437.49316},
    {1, 811.1346, 65678.92, 111849.28, -282680.16, 167727.64, -31462.896}};
static const curve hlg_curve = {
    0.5, 1.2580394, 0,
    {0.32182205, -0.2845343, 0.72161585, 0.31859052, 0.117538534, 0.6828427, -0.06916559},
    {1, -1.2384356, 1.6357875, 0.26311663, -1.2575063, 0.62788993, -0.09982774}};

static const curve srgb_curve = {
    0.04045, 0, 1 / 12.92,
    {0.028875627, 1.239497, 18.279953, 110.71775, 267.9762, 224.49333, 45.116894},
    {1, 21.106852, 132.88934, 289.3642, 196.72417, 27.099537, -0.33162853}};
static const curve gamma22_curve = {
    0, 0, 0,
    {-1.1701225e-05, 0.45233783, 377.317, 40677.266, 854806.2, 3.7296772e+06, 2.6497905e+06},
    {1, 653.3073, 59194.133, 1.0641846e+06, 3.9431405e+06, 2.2469572e+06, -38804.973}};
static const curve gamma18_curve = {
    0, 0, 0,
    {2.6221102e-05, 2.3856752, 3225.9375, 544680.94, 1.6360363e+07, 9.174629e+07, 7.465475e+07},
    {1, 1740.0566, 353466.1, 1.2543141e+07, 8.357228e+07, 8.4881656e+07, 1.9574344e+06}};
static const curve linear_curve = {2, 0, 1, {0}, {1}};

static const curve *curve_of(splash_transfer transfer) {
  switch (transfer) {
    case splash_transfer_pq: return &pq_curve;
    case splash_transfer_hlg: return &hlg_curve;
    case splash_transfer_srgb: return &srgb_curve;
    case splash_transfer_gamma22: return &gamma22_curve;
    case splash_transfer_gamma18: return &gamma18_curve;
    case splash_transfer_linear: return &linear_curve;
    default: return &gamma_curve;
  }
}

splash_display_color splash_display_color_of(const splash_display *display, float white) {
  const curve *c = curve_of(display->transfer);
  splash_display_color color = {
      .has_toe = c->knee > 0, .is_srgb = display->transfer >= splash_transfer_srgb,
      .knee = (float)(c->knee * white), .toe = (float)(c->toe / ((double)white * white)),
      .line = (float)(c->line / white)};
  double scale = 1;
  for (int i = 0; i < 7; i++, scale /= white) {
    color.above[i] = (float)(c->above[i] * scale);
    color.below[i] = (float)(c->below[i] * scale);
  }
  const splash_weights *rows[] = {&display->red, &display->green, &display->blue};
  for (int i = 0; i < 3; i++) {
    color.weights[3 * i] = (float)rows[i]->red;
    color.weights[3 * i + 1] = (float)rows[i]->green;
    color.weights[3 * i + 2] = (float)rows[i]->blue;
  }
  return color;
}
