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

#include "SplashLight.h"

#include "display.h"
#include "matrix.h"
#include "row.h"

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
/// R'G'B' from which a channel counts as clipped, below which a sample counts as black, and below
/// which its smallest channel says nothing.
#define CLIPPED 0.97f
#define BLACK 0.06f
#define FAINT 0.01f

enum { bins = 128, limit = 4, most = splash_light_grid * splash_light_grid };

typedef struct samples {
  int32_t count;
  float red[most], blue[most];  // log2 of R'/G' and B'/G'
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
static float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

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
    float total = 0, moment = 0;
    for (int i = 0; i < c->count; i++) {
      float weight = c->weight[i] * nearness(c->mean[i] - start, width);
      total += weight;
      moment += weight * c->mean[i];
    }
    if (total > 0) start = moment / total;
  }
  return start;
}

/// A chroma sample and the mean luma under it, aligned to the top of 16 bits, chroma from 0.
typedef struct ycc {
  int32_t luma, cb, cr;
} ycc;

static ycc sample_at(const splash_picture *picture, int32_t x, int32_t y) {
  const splash_format *format = &picture->format;
  const splash_row row = splash_row_at(picture, y);
  const splash_places in = splash_places_in(format, &row);
  const int32_t at = x * in.chroma_step, shift = 16 - format->depth;
  return (ycc){
      (uint16_t)(splash_luma_under(format, &in, row.width, x) << (shift - 2)),
      (uint16_t)(splash_load(format, in.cb, at) << shift),
      (uint16_t)(splash_load(format, in.cr, at) << shift)};
}

/// Where on the line of lights a sample lies, and how far beside.
static float along(float red, float blue) { return (red - LIGHT_SLOPE * blue) / LIGHT_LENGTH; }
static float beside(float red, float blue) { return (LIGHT_SLOPE * red + blue) / LIGHT_LENGTH; }

static void gather(
    const splash_rule *rule, const splash_picture *picture, splash_area area, splash_light *light,
    samples *s) {
  const splash_matrix_f32 m = splash_matrix_f32_of(rule);
  const splash_span span = splash_span_of(rule->full_range, rule->depth);
  const float luma_scale = 1 / (float)span.luma, chroma_scale = 1 / (float)span.chroma;
  const bool is_displayed = rule->display.transfer != splash_transfer_none;
  const splash_display_color display = splash_display_color_of(&rule->display, 1);
  float red = 0, green = 0, blue = 0;
  int32_t clear = 0;
  int32_t columns = area.width < splash_light_grid ? area.width : splash_light_grid;
  int32_t rows = area.height < splash_light_grid ? area.height : splash_light_grid;
  for (int32_t j = 0; j < rows; j++) {
    int32_t y = area.y + (int32_t)((2 * (int64_t)j + 1) * area.height / (2 * rows));
    for (int32_t i = 0; i < columns; i++) {
      int32_t x = area.x + (int32_t)((2 * (int64_t)i + 1) * area.width / (2 * columns));
      ycc in = sample_at(picture, x, y);
      light->luma[in.luma >> 11]++;
      light->cb[in.cb >> 11]++;
      light->cr[in.cr >> 11]++;
      float l = (float)(in.luma - span.black) * luma_scale;
      float cb = (float)(in.cb - 32768) * chroma_scale;
      float cr = (float)(in.cr - 32768) * chroma_scale;
      float r = clamp(l + m.red * cr, 0, 1), b = clamp(l + m.blue * cb, 0, 1);
      float g = clamp(l - m.green_cr * cr - m.green_cb * cb, 0, 1);
      const bool red_clipped = r >= CLIPPED, green_clipped = g >= CLIPPED;
      const bool blue_clipped = b >= CLIPPED;
      if (is_displayed) splash_show(&display, &r, &g, &b);
      float top = r > b ? r : b, bottom = r < b ? r : b;
      if (g > top) top = g;
      if (g < bottom) bottom = g;
      if (top < CLIPPED) {
        red += r;
        green += g;
        blue += b;
        clear++;
      }
      if (top < BLACK || bottom < FAINT || green_clipped || (red_clipped && blue_clipped)) continue;
      if (top > 1) top = 1;
      float middle = log2_of(g);
      s->red[s->count] = log2_of(r) - middle;
      s->blue[s->count] = log2_of(b) - middle;
      s->value[s->count] = top;
      s->weight[s->count] = __builtin_elementwise_sqrt(top);
      s->red_clipped[s->count] = red_clipped;
      s->blue_clipped[s->count] = blue_clipped;
      s->count++;
    }
  }
  light->count = rows * columns;
  if (clear > 0) {
    light->mean_red = red / (float)clear;
    light->mean_green = green / (float)clear;
    light->mean_blue = blue / (float)clear;
  }
}

/// How far beside the line the light itself is: the center of what is densest near the line.
static float offset_of(const samples *s) {
  histogram h = {0};
  for (int32_t i = 0; i < s->count; i++)
    if (!s->red_clipped[i] && !s->blue_clipped[i])
      add(&h, beside(s->red[i], s->blue[i]), s->weight[i]);
  const cells c = cells_of(&h);
  float offset = 0, most_dense = 0;
  for (int k = -8; k <= 8; k++) {
    const float place = (float)k * BESIDE_STEP;
    float density = 0;
    for (int i = 0; i < c.count; i++) density += c.weight[i] * nearness(c.mean[i] - place, BAND);
    density /= 1 + square(place / BESIDE_ODDS);
    if (density <= most_dense) continue;
    most_dense = density;
    offset = place;
  }
  for (int k = 0; k < 3; k++)
    offset = clamp(settle(&c, offset, BAND, 1), -BESIDE_LIMIT, BESIDE_LIMIT);
  return offset;
}

/// How warm a sample is for the trend: vivid colors have no more say than pale ones.
static float warmth_of(const samples *s, int32_t i, float center) {
  return clamp(along(s->red[i], s->blue[i]), center - 0.5f, center + 0.5f);
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
    float far = square(along(s->red[i], s->blue[i]) - center);
    total += s->weight[i];
    if (far + square(beside(s->red[i], s->blue[i]) - offset) < square(SAME)) same += s->weight[i];
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
  const float glow = rise(center, 0.3f, 0.6f) * rise(trend_of(s, center), 0.55f, 0.65f);
  const float wall = rise(size, 0.7f, 1) * rise(sameness_of(s, center, offset), 0.93f, 0.98f);
  return possible * (1 - glow) * (1 - wall);
}

splash_light splash_light_init(
    const splash_rule *rule, const splash_picture *picture, splash_area area) {
  splash_light light = {0};
  samples s;
  s.count = 0;
  gather(rule, picture, area, &light, &s);
  const float offset = offset_of(&s);
  histogram h = {0};
  float everything = 0, evidence = 0;
  for (int32_t i = 0; i < s.count; i++) {
    float red = s.red[i], blue = s.blue[i];
    everything += s.weight[i];
    if (s.red_clipped[i] || s.blue_clipped[i]) {
      // Taken for grey, the two whole channels put it on the line; the clipped one must agree.
      float full_red = (offset * LIGHT_LENGTH - blue) / LIGHT_SLOPE;
      float full_blue = offset * LIGHT_LENGTH - LIGHT_SLOPE * red;
      bool agrees = s.red_clipped[i] ? full_red >= red - 0.03f : full_blue >= blue - 0.03f;
      if (!agrees) continue;
      if (s.red_clipped[i])
        red = full_red;
      else
        blue = full_blue;
    }
    float share = nearness(beside(red, blue) - offset, BAND);
    evidence += share * square(s.value[i]);
    add(&h, along(red, blue), s.weight[i] * share);
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
