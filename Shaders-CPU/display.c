// A stream's transfer and primaries in the numbers of display.h.

#include "display.h"

/// Light from R'G'B' of 0 to 1: the square of above/below, but a parabola up to a knee.
typedef struct curve {
  double knee, toe, above[7], below[7];
} curve;

static const curve gamma_curve = {
    0, 0,
    {-1.5405323e-05, 0.21562113, 156.13922, 14434.304, 267504.66, 1.068047e+06, 724695.0},
    {1, 444.71594, 29258.238, 399760.0, 1.1575044e+06, 503281.2, -15413.123}};
static const curve pq_curve = {
    0, 0,
    {1.5013929e-05, 0.5375429, 281.0186, 18721.701, 103478.04, 102025.16, -437.49316},
    {1, 811.1346, 65678.92, 111849.28, -282680.16, 167727.64, -31462.896}};
static const curve hlg_curve = {
    0.5, 1.2580394,
    {0.32182205, -0.2845343, 0.72161585, 0.31859052, 0.117538534, 0.6828427, -0.06916559},
    {1, -1.2384356, 1.6357875, 0.26311663, -1.2575063, 0.62788993, -0.09982774}};

static const curve *curve_of(splash_transfer transfer) {
  return transfer == splash_transfer_pq    ? &pq_curve
         : transfer == splash_transfer_hlg ? &hlg_curve
                                           : &gamma_curve;
}

splash_display_color splash_display_color_of(const splash_display *display, float white) {
  const curve *c = curve_of(display->transfer);
  splash_display_color color = {
      .has_toe = c->knee > 0, .knee = (float)(c->knee * white),
      .toe = (float)(c->toe / ((double)white * white))};
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
