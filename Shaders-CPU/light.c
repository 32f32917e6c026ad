// The light of a picture from a sparse grid of samples.
//
// Gray-world with two additions. A pixel counts as grey only so far as its color could be that of a
// lamp or of daylight: in the plane of log R'/G' and log B'/G', black-body lights lie on a line (Y.
// Kim et al.'s approximation of the Planckian locus, in sRGB with a gamma of 2.2, from 2500 K to
// 20000 K: log B/G = −1.7 log R/G within 0.06). Grass, skin and a red room lie beside it. Along the
// line the mean is replaced by a robust one, so that the colors of things at its ends do not drag it.
// And where one channel is clipped the other two still tell where on the line the light is.
//
// A cast of the light moves every sample by the same vector, so the estimate moves with it; that is
// what keeps a hue where it is. Whether the estimate is a light at all, or a thing that fills the
// picture, is another question: see belief_of. Floats use only + − × ÷ √ and no fused product: the same everywhere.

#include "light_grid.h"

/// Slope of the line of lights, and the length of the vector (1, slope).
#define LIGHT_SLOPE 1.7f
#define LIGHT_LENGTH 1.9723083f
/// Distance from the line at which a sample counts a quarter, in octaves.
#define BAND 0.12f
/// The same along the line, from the estimate.
#define REACH 0.43f
/// How far beside the line a light may be, the step in which it is sought there, and the distance
/// that halves its chance.
#define BESIDE_LIMIT 0.36f
#define BESIDE_STEP 0.045f
#define BESIDE_ODDS 0.30f
/// Distance from the estimate within which samples are of one color.
#define SAME 0.15f
/// Skin, wood and earth are on the line, on its warm side: what a small warmth is lessened by, at
/// most, and the warmth at which it is half of that.
#define WARM_THINGS 0.15f
#define WARMTH 0.33f
/// R'G'B' below which a sample counts as black, and below which its smallest channel says nothing.
#define BLACK 0.06f
#define FAINT 0.01f

enum { bins = 128, limit = 4, most = splash_light_grid * splash_light_grid };

/// One array for each quantity, so that what is computed of every sample becomes vectors.
typedef struct samples {
  int32_t count;
  float red[most], green[most], blue[most];  // R', G' and B'; then log2 of R'/G' and B'/G'
  float along[most], beside[most];           // the same along and beside the line of lights
  float value[most], weight[most];
  bool red_clipped[most], blue_clipped[most];
} samples;

/// log2 of a positive normal number: a polynomial through log2 at 1, 1.25, 1.5, 1.75 and 2, within
/// 0.0002.
static float log2_of(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, 4);
  float exponent = (float)((int32_t)(bits >> 23) - 127);
  bits = (bits & 0x007fffff) | 0x3f800000;
  float m;
  __builtin_memcpy(&m, &bits, 4);
  m -= 1;
  return exponent + m * (1.4371924f + m * (-0.6711150f + m * (0.3123979f + m * -0.0784753f)));
}

static float square(float x) { return x * x; }

/// A weight that falls from 1 at 0 to a quarter at `width`.
static float nearness(float distance, float width) {
  return 1 / square(1 + square(distance / width));
}

typedef struct histogram {
  float weight[bins], moment[bins];
} histogram;

static void add(histogram *h, float x, float weight) {
  x = clamp(x, -limit, limit - 0.001f);
  int32_t bin = (int32_t)((x + limit) * (bins / (2 * limit)));
  h->weight[bin] += weight;
  h->moment[bin] += weight * x;
}

/// The cells of a histogram that hold something: mean and weight, in ascending order.
typedef struct cells {
  int32_t count;
  float mean[bins], weight[bins], total;
} cells;

static cells cells_of(const histogram *h) {
  cells c;
  c.count = 0;
  c.total = 0;
  for (int i = 0; i < bins; i++) {
    if (h->weight[i] <= 0) continue;
    c.mean[c.count] = h->moment[i] / h->weight[i];
    c.weight[c.count++] = h->weight[i];
    c.total += h->weight[i];
  }
  return c;
}

static float median(const cells *c) {
  float sum = 0;
  for (int i = 0; i < c->count; i++) {
    sum += c->weight[i];
    if (sum >= c->total / 2) return c->mean[i];
  }
  return 0;
}

/// Moves `start` to the weighted mean of what is near it, a few times (mean shift; Fukunaga and
/// Hostetler, 1975).
static float settle(const cells *c, float start, float width, int times) {
  for (int k = 0; k < times; k++) {
    float weight[bins], total = 0, moment = 0;
    for (int i = 0; i < c->count; i++)
      weight[i] = c->weight[i] * nearness(c->mean[i] - start, width);
    for (int i = 0; i < c->count; i++) {
      total += weight[i];
      moment += weight[i] * c->mean[i];
    }
    if (total > 0) start = moment / total;
  }
  return start;
}

/// Where on the line of lights a sample lies, and how far beside.
static float along(float red, float blue) { return (red - LIGHT_SLOPE * blue) / LIGHT_LENGTH; }
static float beside(float red, float blue) { return (LIGHT_SLOPE * red + blue) / LIGHT_LENGTH; }

/// Sums of R', G' and B' over samples that are not clipped.
typedef struct sums {
  float red, green, blue;
  int32_t count;
} sums;

/// Every sample is written, and counts where it says something: in noise a branch is guessed wrongly as often
/// as not.
static void collect_row(const grid_row *row, sums *sum, samples *s) {
  for (int32_t i = 0; i < row->count; i++) {
    const float r = row->red[i], g = row->green[i], b = row->blue[i];
    const float top = larger(larger(r, b), g), bottom = smaller(smaller(r, b), g);
    const bool is_clear = top < CLIPPED;
    sum->red += is_clear ? r : 0;
    sum->green += is_clear ? g : 0;
    sum->blue += is_clear ? b : 0;
    sum->count += is_clear;
    s->red[s->count] = r;
    s->green[s->count] = g;
    s->blue[s->count] = b;
    s->value[s->count] = smaller(top, 1);
    s->red_clipped[s->count] = row->red_clipped[i];
    s->blue_clipped[s->count] = row->blue_clipped[i];
    s->count += (top >= BLACK) & (bottom >= FAINT) & !row->green_clipped[i] &
                !(row->red_clipped[i] & row->blue_clipped[i]);
  }
}

static float distance(float x, float y) { return x < y ? y - x : x - y; }

/// Adds up the steps between samples of two rows, or of one row and itself moved on by a sample.
static void collect_steps(const grid_row *a, int32_t from, const grid_row *b, sums *sum) {
  for (int32_t i = from; i < a->count; i++) {
    const int32_t k = i - from;
    const float top_a = larger(larger(a->red[i], a->blue[i]), a->green[i]);
    const float top_b = larger(larger(b->red[k], b->blue[k]), b->green[k]);
    const bool is_clear = (top_a < CLIPPED) & (top_b < CLIPPED);
    sum->red += is_clear ? distance(a->red[i], b->red[k]) : 0;
    sum->green += is_clear ? distance(a->green[i], b->green[k]) : 0;
    sum->blue += is_clear ? distance(a->blue[i], b->blue[k]) : 0;
    sum->count += is_clear;
  }
}

static void put_steps(const sums *steps, splash_light *light) {
  const float least = 1e-4f * (float)steps->count;
  if (steps->red <= least || steps->green <= least || steps->blue <= least) return;
  light->steps = steps->green / (float)steps->count;
  const float middle = log2_of(steps->green);
  light->step_red = log2_of(steps->red) - middle;
  light->step_blue = log2_of(steps->blue) - middle;
}

static void gather(
    const splash_rule *rule, const splash_picture *picture, splash_area area, splash_light *light,
    samples *s) {
  const splash_matrix_f32 matrix = splash_matrix_f32_of(rule);
  const int32_t rows = area.height < splash_light_grid ? area.height : splash_light_grid;
  grid_row row = {.count = area.width < splash_light_grid ? area.width : splash_light_grid}, above;
  int32_t columns[splash_light_grid];
  for (int32_t i = 0; i < row.count; i++)
    columns[i] = grid_place(area.x, area.width, i, row.count);
  sums sum = {0}, steps = {0};
  s->count = 0;
  for (int32_t j = 0; j < rows; j++) {
    if (j + 1 < rows)
      fetch_row(picture, grid_place(area.y, area.height, j + 1, rows), columns, row.count);
    read_row(picture, grid_place(area.y, area.height, j, rows), columns, &row);
    for (int32_t i = 0; i < row.count; i++) {
      light->luma[row.luma[i] >> 11]++;
      light->cb[row.cb[i] >> 11]++;
      light->cr[row.cr[i] >> 11]++;
    }
    color_row(rule, &matrix, &row);
    collect_row(&row, &sum, s);
    collect_steps(&row, 1, &row, &steps);
    if (j > 0) collect_steps(&row, 0, &above, &steps);
    above = row;
  }
  put_steps(&steps, light);
  light->count = rows * row.count;
  if (sum.count > 0) {
    light->mean_red = sum.red / (float)sum.count;
    light->mean_green = sum.green / (float)sum.count;
    light->mean_blue = sum.blue / (float)sum.count;
  }
  for (int32_t i = 0; i < s->count; i++) {
    const float middle = log2_of(s->green[i]);
    s->red[i] = log2_of(s->red[i]) - middle;
    s->blue[i] = log2_of(s->blue[i]) - middle;
    s->along[i] = along(s->red[i], s->blue[i]);
    s->beside[i] = beside(s->red[i], s->blue[i]);
    s->weight[i] = __builtin_elementwise_sqrt(s->value[i]);
  }
}

/// How far beside the line the light itself is: the center of what is densest near the line.
static float offset_of(const samples *s) {
  enum { places = 17 };
  histogram h = {0};
  for (int32_t i = 0; i < s->count; i++)
    if (!s->red_clipped[i] && !s->blue_clipped[i]) add(&h, s->beside[i], s->weight[i]);
  const cells c = cells_of(&h);
  float place[places], density[places] = {0};
  for (int k = 0; k < places; k++) place[k] = (float)(k - places / 2) * BESIDE_STEP;
  for (int i = 0; i < c.count; i++)
    for (int k = 0; k < places; k++)
      density[k] += c.weight[i] * nearness(c.mean[i] - place[k], BAND);
  float offset = 0, most_dense = 0;
  for (int k = 0; k < places; k++) {
    const float likely = density[k] / (1 + square(place[k] / BESIDE_ODDS));
    if (likely <= most_dense) continue;
    most_dense = likely;
    offset = place[k];
  }
  for (int k = 0; k < 3; k++)
    offset = clamp(settle(&c, offset, BAND, 1), -BESIDE_LIMIT, BESIDE_LIMIT);
  return offset;
}

/// How warm a sample is for the trend: vivid colors have no more say than pale ones.
static float warmth_of(const samples *s, int32_t i, float center) {
  return clamp(s->along[i], center - 0.5f, center + 0.5f);
}

/// The correlation of warmth and value over all samples: a lamp makes nothing warmer where it is
/// brighter; a sunset, a fire or an orange thing before the dark does.
static float trend_of(const samples *s, float center) {
  float total = 0, warmth = 0, value = 0;
  for (int32_t i = 0; i < s->count; i++) {
    total += s->weight[i];
    warmth += s->weight[i] * warmth_of(s, i, center);
    value += s->weight[i] * s->value[i];
  }
  if (total <= 0) return 0;
  warmth /= total;
  value /= total;
  float both = 0, warmths = 0, values = 0;
  for (int32_t i = 0; i < s->count; i++) {
    float w = warmth_of(s, i, center) - warmth, v = s->value[i] - value;
    both += s->weight[i] * w * v;
    warmths += s->weight[i] * w * w;
    values += s->weight[i] * v * v;
  }
  // Noise on a picture of one color or one value correlates with nothing.
  const float least = 1e-4f * total;
  return both / __builtin_elementwise_sqrt((warmths + least) * (values + least));
}

/// The share of samples that have the color of the estimate.
static float sameness_of(const samples *s, float center, float offset) {
  float total = 0, same = 0;
  for (int32_t i = 0; i < s->count; i++) {
    total += s->weight[i];
    if (square(s->along[i] - center) + square(s->beside[i] - offset) < square(SAME))
      same += s->weight[i];
  }
  return total > 0 ? same / total : 0;
}

/// 0 up to `none`, 1 from `full` on, and even in between.
static float rise(float x, float none, float full) { return clamp((x - none) / (full - none), 0, 1); }

/// How far an estimate is believed to be a light, 0…1.
///
/// In sRGB a black body of infinite temperature is at −0.52 on the line, one of 2500 K at 1.36 and
/// one of 2300 K at 1.66; tubes are green beside it, hardly ever magenta. What is clearly warm must
/// not grow warmer with its value, and what is strongly colored must show on more than things of
/// one color.
static float belief_of(const samples *s, float center, float offset) {
  const float size = center < 0 ? -center : center;
  const float possible = (1 - rise(-center, 0.5f, 0.7f)) * (1 - rise(center, 1.6f, 1.9f)) * (1 - rise(offset, 0.25f, 0.33f));
  float glow = rise(center, 0.3f, 0.6f), wall = rise(size, 0.7f, 1);
  if (glow > 0) glow *= rise(trend_of(s, center), 0.55f, 0.65f);
  if (wall > 0) wall *= rise(sameness_of(s, center, offset), 0.93f, 0.98f);
  return possible * (1 - glow) * (1 - wall);
}

splash_light splash_light_init(
    const splash_rule *rule, const splash_picture *picture, splash_area area) {
  splash_light light = {0};
  samples s;
  gather(rule, picture, area, &light, &s);
  const float offset = offset_of(&s);
  histogram h = {0};
  float everything = 0, evidence = 0, shares[most];
  for (int32_t i = 0; i < s.count; i++) shares[i] = nearness(s.beside[i] - offset, BAND);
  for (int32_t i = 0; i < s.count; i++) {
    float place = s.along[i], share = shares[i];
    everything += s.weight[i];
    if (s.red_clipped[i] || s.blue_clipped[i]) {
      // Taken for grey, the two whole channels put it on the line; the clipped one must agree.
      float red = s.red[i], blue = s.blue[i];
      const float full_red = (offset * LIGHT_LENGTH - blue) / LIGHT_SLOPE;
      const float full_blue = offset * LIGHT_LENGTH - LIGHT_SLOPE * red;
      if (s.red_clipped[i] ? full_red < red - 0.03f : full_blue < blue - 0.03f) continue;
      if (s.red_clipped[i])
        red = full_red;
      else
        blue = full_blue;
      place = along(red, blue);
      share = nearness(beside(red, blue) - offset, BAND);
    }
    evidence += share * square(s.value[i]);
    add(&h, place, s.weight[i] * share);
  }
  const cells c = cells_of(&h);
  if (c.count == 0) return light;
  float center = settle(&c, median(&c), REACH, 8);
  const float least = 0.02f * (float)light.count;
  light.support = c.total / (everything > least ? everything : least);
  light.evidence = evidence / (float)light.count;
  light.belief = belief_of(&s, center, offset);
  if (center > 0) center *= 1 - WARM_THINGS / (1 + square(center / WARMTH));
  light.red = (center + LIGHT_SLOPE * offset) / LIGHT_LENGTH;
  light.blue = (offset - LIGHT_SLOPE * center) / LIGHT_LENGTH;
  return light;
}
