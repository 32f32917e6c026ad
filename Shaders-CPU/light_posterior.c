// The learned model: a distribution of the light over the bins of a log-chroma histogram.
//
// A light shifts the log-chroma histogram of a frame as a whole, so that finding the light means finding a place in the
// histogram (J. T. Barron, Convolutional Color Constancy, ICCV 2015; Barron and Y.-T. Tsai, Fast Fourier Color
// Constancy, CVPR 2017). Each of two histograms is convolved on the torus with a learned filter, by a single product of
// transforms: with h₁ + i·h₂ and f₁ − i·f₂ the real part is the sum of both. A learned bias gives the prior of lights.
// The exponential of the total, divided by its sum, is the distribution.
//
// An anchor is the histogram of a frame whose light counts as white. A second likelihood of each light is then the
// correlation of the frame's histogram, shifted back by that light, with the anchor, to a power: one more product of
// transforms. The two likelihoods are multiplied.
//
// Floats use + − × ÷ without fused products, in a fixed order: the same bits everywhere.

#include "light_posterior.h"

#include "light_weights.h"

#pragma clang fp contract(off)

/// Lights are searched up to `reach` bins from white, 1.125 octaves; those of the training set are within one octave.
enum { side = splash_light_places, half = side / 2, window = 3, reach = 18 };

/// The power of the correlation that is the likelihood.
#define likeness 12

/// cos(2πk/64) for k = 0…16.
static const float cosines[half / 2 + 1] = {
    1,           0.99518473f, 0.98078528f, 0.95694034f, 0.92387953f, 0.88192126f,
    0.83146961f, 0.77301045f, 0.70710678f, 0.63439328f, 0.55557023f, 0.47139674f,
    0.38268343f, 0.29028468f, 0.19509032f, 0.09801714f, 0};

static float cosine(int k) { return k <= half / 2 ? cosines[k] : -cosines[half - k]; }
static float sine(int k) { return k <= half / 2 ? cosines[half / 2 - k] : cosines[k - half / 2]; }

/// One step of the transform of all columns, or of its inverse, over bins that are `span` apart.
static void transform_step(splash_light_plane *z, int span, bool is_back) {
  for (int start = 0; start < side; start += 2 * span)
    for (int k = 0; k < span; k++) {
      const float c = cosine(k * (half / span)), s = sine(k * (half / span));
      float *ar = z->real[start + k], *ai = z->imaginary[start + k];
      float *br = z->real[start + k + span], *bi = z->imaginary[start + k + span];
      if (is_back) {
        for (int x = 0; x < side; x++) {
          const float r = br[x] * c - bi[x] * s, i = bi[x] * c + br[x] * s;
          br[x] = ar[x] - r;
          bi[x] = ai[x] - i;
          ar[x] += r;
          ai[x] += i;
        }
      } else {
        for (int x = 0; x < side; x++) {
          const float r = ar[x] - br[x], i = ai[x] - bi[x];
          ar[x] += br[x];
          ai[x] += bi[x];
          br[x] = r * c + i * s;
          bi[x] = i * c - r * s;
        }
      }
    }
}

/// Bins along the columns are in bit-reversed order afterwards.
static void transform(splash_light_plane *z) {
  for (int span = half; span > 0; span /= 2) transform_step(z, span, false);
}

/// The inverse transform, times the number of bins.
static void untransform(splash_light_plane *z) {
  for (int span = 1; span < side; span *= 2) transform_step(z, span, true);
}

static void swap(float *a, float *b) {
  const float c = *a;
  *a = *b;
  *b = c;
}

static void transpose(splash_light_plane *z) {
  for (int y = 0; y < side; y++)
    for (int x = 0; x < y; x++) {
      swap(&z->real[y][x], &z->real[x][y]);
      swap(&z->imaginary[y][x], &z->imaginary[x][y]);
    }
}

static void transform_plane(splash_light_plane *z) {
  transform(z);
  transpose(z);
  transform(z);
}

static void untransform_plane(splash_light_plane *z) {
  untransform(z);
  transpose(z);
  untransform(z);
}

/// Multiplies a complex number of a plane by another one.
static inline void multiply(splash_light_plane *z, int y, int x, float real, float imaginary) {
  const float r = z->real[y][x], i = z->imaginary[y][x];
  z->real[y][x] = r * real - i * imaginary;
  z->imaginary[y][x] = r * imaginary + i * real;
}

/// Convolves the histograms with the learned filters, without the bias.
static void convolve(splash_light_plane *z) {
  transform_plane(z);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      multiply(z, y, x, (float)filters[y][2 * x], (float)filters[y][2 * x + 1]);
  untransform_plane(z);
}

/// Blurs the real part along its columns, on the torus, with weights 1, 4, 6, 4, 1; overwrites the imaginary part.
static void blur_rows(splash_light_plane *z) {
  float(*from)[side] = z->real, (*to)[side] = z->imaginary;
  for (int y = 0; y < side; y++) {
    const float *a = from[(y + side - 2) % side], *b = from[(y + side - 1) % side];
    const float *c = from[(y + 1) % side], *d = from[(y + 2) % side];
    for (int x = 0; x < side; x++)
      to[y][x] = (a[x] + d[x] + 4 * (b[x] + c[x]) + 6 * from[y][x]) * 0.0625f;
  }
  __builtin_memcpy(from, to, sizeof z->real);
}

void splash_light_anchor_init(const uint8_t *colors, float *anchor) {
  splash_light_plane z;
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) z.real[y][x] = (float)colors[y * side + x];
  // Three passes each way have a variance of 3 bins²: a blur of both histograms with a deviation of 1.2 bins each.
  for (int k = 0; k < 6; k++) {
    blur_rows(&z);
    transpose(&z);
  }
  __builtin_memset(z.imaginary, 0, sizeof z.imaginary);
  transform_plane(&z);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) z.imaginary[y][x] = -z.imaginary[y][x];
  __builtin_memcpy(anchor, &z, sizeof z);
}

/// Replaces the real part, a histogram, by its correlation with the anchor after each shift; bin (0, 0) is no shift.
static void correlate(splash_light_plane *z, const splash_light_plane *anchor) {
  __builtin_memset(z->imaginary, 0, sizeof z->imaginary);
  transform_plane(z);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) multiply(z, y, x, anchor->real[y][x], anchor->imaginary[y][x]);
  untransform_plane(z);
}

/// 2 to the power of x ≤ 0, accurate to 3·10⁻⁷; 0 below −60. By the Taylor series of 2^x in −½…½.
static float power_of_two(float x) {
  x = x < -60 ? -60 : x;
  const int32_t whole = (int32_t)(x - 0.5f);
  const float t = (x - (float)whole) * 0.69314718f;
  const float p =
      1 + t * (1 + t * (0.5f + t * (0.16666667f + t * (0.041666667f + t * (0.0083333333f + t * 0.0013888889f)))));
  const uint32_t bits = (uint32_t)(127 + whole) << 23;
  float scale;
  __builtin_memcpy(&scale, &bits, 4);
  return p * scale;
}

/// A bin of the distribution.
typedef struct place {
  int y, x;
} place;

/// Replaces the correlation by log2 of the likelihood that it gives each light, within reach.
static void score_moves(splash_light_plane *z) {
  float most = 0;
  for (int y = half - reach; y <= half + reach; y++)
    for (int x = half - reach; x <= half + reach; x++) {
      const float like = z->real[(y + half) % side][(x + half) % side];
      z->imaginary[y][x] = like;
      most = like > most ? like : most;
    }
  for (int y = half - reach; y <= half + reach; y++)
    for (int x = half - reach; x <= half + reach; x++) {
      const float share = most > 0 ? z->imaginary[y][x] / most : 1;
      z->real[y][x] = likeness * splash_log2_of(share < 0.001f ? 0.001f : share);
    }
}

/// Replaces the real part by the distribution, scaled to 1 at its mode, within reach. Returns the mode.
///
/// - Parameter moves: the likelihoods by the anchor, as log2; NULL for none.
static place distribute(splash_light_plane *z, const splash_light_plane *moves) {
  place mode = {half, half};
  float most = -1e9f;
  for (int y = half - reach; y <= half + reach; y++)
    for (int x = half - reach; x <= half + reach; x++) {
      const float score = z->real[y][x] * filter_scale + (float)bias[y][x] * bias_scale +
          (moves ? moves->real[y][x] : 0);
      z->real[y][x] = score;
      if (score > most) {
        most = score;
        mode = (place){y, x};
      }
    }
  for (int y = half - reach; y <= half + reach; y++)
    for (int x = half - reach; x <= half + reach; x++) z->real[y][x] = power_of_two(z->real[y][x] - most);
  return mode;
}

/// Moments of the distribution around a bin.
typedef struct moments {
  float sum, y, x, yy, yx, xx;
} moments;

static moments moments_around(const splash_light_plane *z, place at, int distance) {
  const int top = at.y - distance, bottom = at.y + distance, left = at.x - distance, right = at.x + distance;
  moments m = {0};
  for (int y = half - reach; y <= half + reach; y++) {
    if (y < top || y > bottom) continue;
    float sum = 0, first = 0, second = 0;
    for (int x = half - reach; x <= half + reach; x++) {
      if (x < left || x > right) continue;
      const float p = z->real[y][x], away = (float)(x - at.x);
      sum += p;
      first += p * away;
      second += p * away * away;
    }
    const float away = (float)(y - at.y);
    m.sum += sum;
    m.x += first;
    m.xx += second;
    m.y += sum * away;
    m.yx += first * away;
    m.yy += sum * away * away;
  }
  return m;
}

splash_light_guess splash_light_guess_of(
    splash_light_plane *histograms, const splash_light_plane *anchor) {
  splash_light_plane moves;
  if (anchor) {
    __builtin_memcpy(moves.real, histograms->real, sizeof moves.real);
    correlate(&moves, anchor);
    score_moves(&moves);
  }
  convolve(histograms);
  const place mode = distribute(histograms, anchor ? &moves : 0);
  const moments near = moments_around(histograms, mode, window);
  const moments all = moments_around(histograms, mode, side);
  // The mean is taken near the mode, the covariance over the whole distribution.
  const float dy = near.y / near.sum, dx = near.x / near.sum;
  const float my = all.y / all.sum, mx = all.x / all.sum;
  const float square = splash_light_bin * splash_light_bin;
  return (splash_light_guess){
      ((float)(mode.y - half) + dy) * splash_light_bin,
      ((float)(mode.x - half) + dx) * splash_light_bin,
      (all.yy / all.sum - 2 * my * dy + dy * dy) * square,
      (all.yx / all.sum - my * dx - mx * dy + dy * dx) * square,
      (all.xx / all.sum - 2 * mx * dx + dx * dx) * square};
}
