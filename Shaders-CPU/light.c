// Measures the light of a frame in a sparse grid of samples: their mean, and two histograms of log-chroma for the
// learned model (light_posterior.c).
//
// One histogram counts colors, the other differences between a sample and its eight neighbors, weighted by their size:
// edges have the color of the light more often than surfaces. Clipped and black samples are ignored.
// `scripts/trials/light` has the same in numpy, and learns from it: changes here must be made there too.

#include "light_grid.h"
#include "light_posterior.h"

/// R'G'B' below which a sample counts as black, and below which its smallest channel is unreliable.
#define BLACK 0.06f
#define FAINT 0.02f
/// The same for differences between samples.
#define STEP 0.01f
#define FAINT_STEP 0.002f

/// The side of the grid with a border of one sample, which repeats the edge.
enum { framed = splash_light_grid + 2 };

typedef struct samples {
  int32_t rows, columns;
  float red[framed][framed], green[framed][framed], blue[framed][framed];
} samples;

static float distance(float x, float y) { return x < y ? y - x : x - y; }

static void count_row(const grid_row *row, splash_light *light) {
  for (int32_t i = 0; i < row->count; i++) {
    light->luma[row->luma[i] >> 11]++;
    light->cb[row->cb[i] >> 11]++;
    light->cr[row->cr[i] >> 11]++;
  }
}

/// Copies a row and repeats its ends.
static void put_row(const float *from, int32_t count, float *to) {
  for (int32_t i = 0; i < count; i++) to[i + 1] = from[i];
  to[0] = to[1];
  to[count + 1] = to[count];
}

static void gather(
    const splash_rule *rule, const splash_picture *picture, splash_area area, splash_light *light,
    samples *s) {
  const splash_matrix_f32 matrix = splash_matrix_f32_of(rule);
  const int32_t rows = area.height < splash_light_grid ? area.height : splash_light_grid;
  grid_row row = {.count = area.width < splash_light_grid ? area.width : splash_light_grid};
  int32_t columns[splash_light_grid];
  for (int32_t i = 0; i < row.count; i++)
    columns[i] = grid_place(area.x, area.width, i, row.count);
  for (int32_t j = 0; j < rows; j++) {
    if (j + 1 < rows)
      fetch_row(picture, grid_place(area.y, area.height, j + 1, rows), columns, row.count);
    read_row(picture, grid_place(area.y, area.height, j, rows), columns, &row);
    count_row(&row, light);
    color_row(rule, &matrix, &row);
    put_row(row.red, row.count, s->red[j + 1]);
    put_row(row.green, row.count, s->green[j + 1]);
    put_row(row.blue, row.count, s->blue[j + 1]);
  }
  const size_t length = sizeof s->red[0];
  for (int32_t k = 0; k < 2; k++) {
    const int32_t to = k * (rows + 1), from = k ? rows : 1;
    __builtin_memcpy(s->red[to], s->red[from], length);
    __builtin_memcpy(s->green[to], s->green[from], length);
    __builtin_memcpy(s->blue[to], s->blue[from], length);
  }
  s->rows = rows;
  s->columns = row.count;
  light->count = rows * row.count;
}

static void average(const samples *s, splash_light *light) {
  float red = 0, green = 0, blue = 0;
  int32_t count = 0;
  for (int32_t j = 1; j <= s->rows; j++)
    for (int32_t i = 1; i <= s->columns; i++) {
      const float r = s->red[j][i], g = s->green[j][i], b = s->blue[j][i];
      const float top = larger(larger(r, b), g);
      const bool counts = (top < CLIPPED) & (top >= BLACK);
      red += counts ? r : 0;
      green += counts ? g : 0;
      blue += counts ? b : 0;
      count += counts;
    }
  if (count == 0) return;
  light->mean_red = red / (float)count;
  light->mean_green = green / (float)count;
  light->mean_blue = blue / (float)count;
}

/// Colors and their weights in arrays, so that computations on them are vectorized.
typedef struct colors {
  int32_t count;
  float red[splash_light_grid], green[splash_light_grid], blue[splash_light_grid];
  float weight[splash_light_grid];
} colors;

/// Every sample is written, but the count rises only for valid ones: in noise, a branch would be mispredicted half of
/// the time.
static void add(colors *c, float r, float g, float b, float weight, bool counts) {
  c->red[c->count] = r;
  c->green[c->count] = g;
  c->blue[c->count] = b;
  c->weight[c->count] = weight;
  c->count += counts;
}

static float place_of(float octaves) {
  const float at = octaves * (1 / splash_light_bin) + splash_light_places / 2;
  return clamp(at, 0, splash_light_places - 1.001f);
}

/// Adds each color to the four bins around it.
static void vote(const colors *c, float histogram[splash_light_places][splash_light_places]) {
  float red[splash_light_grid], blue[splash_light_grid];
  for (int32_t i = 0; i < c->count; i++) {
    const float middle = splash_log2_of(c->green[i]);
    red[i] = place_of(splash_log2_of(c->red[i]) - middle);
    blue[i] = place_of(splash_log2_of(c->blue[i]) - middle);
  }
  for (int32_t i = 0; i < c->count; i++) {
    const int32_t y = (int32_t)red[i], x = (int32_t)blue[i];
    const float dy = red[i] - (float)y, dx = blue[i] - (float)x;
    const float lower = c->weight[i] * dy, upper = c->weight[i] - lower;
    histogram[y][x] += upper * (1 - dx);
    histogram[y][x + 1] += upper * dx;
    histogram[y + 1][x] += lower * (1 - dx);
    histogram[y + 1][x + 1] += lower * dx;
  }
}

static void vote_row(const samples *s, int32_t j, splash_light_plane *to) {
  colors surfaces = {0}, steps = {0};
  float red[framed] = {0}, green[framed] = {0}, blue[framed] = {0};
  for (int32_t k = 0; k < 9; k++) {
    const float *r = s->red[j + k / 3 - 1], *g = s->green[j + k / 3 - 1], *b = s->blue[j + k / 3 - 1];
    for (int32_t i = 1; i <= s->columns; i++) {
      red[i] += distance(r[i + k % 3 - 1], s->red[j][i]);
      green[i] += distance(g[i + k % 3 - 1], s->green[j][i]);
      blue[i] += distance(b[i + k % 3 - 1], s->blue[j][i]);
    }
  }
  for (int32_t i = 1; i <= s->columns; i++) {
    const float r = s->red[j][i], g = s->green[j][i], b = s->blue[j][i];
    const float top = larger(larger(r, b), g), bottom = smaller(smaller(r, b), g);
    add(&surfaces, r, g, b, 1, (top < CLIPPED) & (top >= BLACK) & (bottom >= FAINT));
    const float most = larger(larger(red[i], blue[i]), green[i]);
    const float least = smaller(smaller(red[i], blue[i]), green[i]);
    add(&steps, red[i], green[i], blue[i], red[i] + green[i] + blue[i],
        (top < CLIPPED) & (most > 8 * STEP) & (least > 8 * FAINT_STEP));
  }
  vote(&surfaces, to->real);
  vote(&steps, to->imaginary);
}

/// Replaces counts by the roots of their shares.
static void normalize(float histogram[splash_light_places][splash_light_places]) {
  float sum = 0;
  for (int32_t y = 0; y < splash_light_places; y++)
    for (int32_t x = 0; x < splash_light_places; x++) sum += histogram[y][x];
  if (sum <= 0) return;
  for (int32_t y = 0; y < splash_light_places; y++)
    for (int32_t x = 0; x < splash_light_places; x++)
      histogram[y][x] = __builtin_elementwise_sqrt(histogram[y][x] / sum);
}

static void count(const samples *s, splash_light_plane *histograms) {
  for (int32_t j = 1; j <= s->rows; j++) vote_row(s, j, histograms);
  normalize(histograms->real);
  normalize(histograms->imaginary);
}

splash_light splash_light_init(
    const splash_rule *rule, const splash_picture *picture, splash_area area, bool guesses,
    const float *anchor) {
  splash_light light = {0};
  samples s;
  gather(rule, picture, area, &light, &s);
  average(&s, &light);
  if (!guesses) return light;
  splash_light_plane histograms = {0};
  count(&s, &histograms);
  light.guess = splash_light_guess_of(&histograms, (const splash_light_plane *)(const void *)anchor);
  return light;
}

void splash_light_colors(
    const splash_rule *rule, const splash_picture *picture, splash_area area, float *colors) {
  splash_light light = {0};
  samples s;
  gather(rule, picture, area, &light, &s);
  splash_light_plane histograms = {0};
  count(&s, &histograms);
  __builtin_memcpy(colors, histograms.real, sizeof histograms.real);
}
