// Steadies the mask, one sample at a time.
//
// A mask sample may change by a small slew per frame, so that noise at edges hardly shows; only the last mask is kept,
// so that nothing trails. Two kinds of evidence for a true change open the slew: luma changed (motion nearly always
// shows there, with four times the samples of chroma), or the mask differs in one direction over a whole neighborhood
// (a color changes while luma does not). Noise gives neither, since it cancels out over neighbors.

#include "steady.h"

#include "kernels.h"
#include "plane.h"

static int average(int a, int b) { return (a + b + 1) >> 1; }
static int triple(int a, int b, int c) { return average(average(a, c), b); }
/// The mean of seven in a row with weights 1 2 3 4 3 2 1.
static int seven(const int v[7]) {
  return triple(triple(v[0], v[1], v[2]), triple(v[2], v[3], v[4]), triple(v[4], v[5], v[6]));
}

/// Half of the difference of the mask from the last one, around 128, smoothed over 7×7 samples.
static int smooth_difference(const splash_steady_step *step, int32_t x, int32_t y) {
  int along[7];
  for (int i = 0; i < 7; i++) {
    int32_t column = splash_clamp_index(x + i - 3, step->mask.width);
    int down[7];
    for (int k = 0; k < 7; k++) {
      int mask = splash_plane_row(&step->mask, y + k - 3)[column];
      int last = splash_plane_row(&step->last, y + k - 3)[column];
      down[k] = average(mask, 255 - last);
    }
    along[i] = seven(down);
  }
  return seven(along);
}

static int smooth_guide(const splash_plane *guide, int32_t x, int32_t y) {
  int along[3];
  for (int i = 0; i < 3; i++) {
    int32_t column = splash_clamp_index(x + i - 1, guide->width);
    along[i] = triple(
        splash_plane_row(guide, y - 1)[column], splash_plane_row(guide, y)[column],
        splash_plane_row(guide, y + 1)[column]);
  }
  return triple(along[0], along[1], along[2]);
}

/// What a distance above its floor adds to the slew: at most 255.
static int opening(int distance, int floor, int gain) {
  int beyond = distance > floor ? (distance - floor) << gain : 0;
  return beyond < 255 ? beyond : 255;
}

static int magnitude(int x) { return x < 0 ? -x : x; }

int64_t splash_steady_reference(
    const splash_steadying *how, const splash_steady_step *step, int32_t first, int32_t end) {
  int64_t changed = 0;
  for (int32_t y = first; y < end; y++) {
    uint8_t *smoothed = step->smoothed.data + y * step->smoothed.stride;
    for (int32_t x = 0; x < step->mask.width; x++) {
      int guide = smooth_guide(&step->guide, x, y);
      int moved = opening(magnitude(guide - smoothed[x]), how->guide_floor, splash_guide_gain);
      int differs = opening(
          magnitude(smooth_difference(step, x, y) - 128), how->mask_floor, splash_mask_gain);
      int reach = how->slew + (moved > differs ? moved : differs);
      int mask = splash_plane_row(&step->mask, y)[x], last = splash_plane_row(&step->last, y)[x];
      int change = mask - last;
      change = change > reach ? reach : change < -reach ? -reach : change;
      step->result.data[y * step->result.stride + x] = (uint8_t)(last + change);
      smoothed[x] = (uint8_t)guide;
      changed += magnitude(change) > splash_quarter;
    }
  }
  return changed;
}
