// From a rule in real numbers to a key in the numbers of color.h.

#include "SplashRule.h"

#include "display.h"
#include "matrix.h"

static int32_t floor_to_int(double x) {
  int32_t truncated = (int32_t)x;
  return truncated - (x < truncated);
}
static int32_t ceil_to_int(double x) { return -floor_to_int(-x); }
static int32_t round_to_int(double x) { return floor_to_int(x + 0.5); }

/// A ramp from 0 at `start` to 32767 at `end`, in units of a 16-bit quantity; `start` may be negative. With no length
/// it is a step: full from `end` on.
static splash_ramp ramp_between(double start, double end) {
  int32_t last = round_to_int(end);
  if (start >= end - 0.5) {
    last = ceil_to_int(end - 1e-9);
    return (splash_ramp){
        .start = (uint16_t)(last > 0 ? last - 1 : 0), .length = 1, .factor = 65535,
        .offset = last > 0 ? 0 : 65535, .slope = 32768};
  }
  int32_t first = round_to_int(start);
  if (first >= last) first = last - 1;
  // Both ends are rounded, and the slope needs a 16-bit factor.
  if (last - first > 65535) first = last - 65535;
  int32_t length = last - (first > 0 ? first : 0);
  int32_t factor = 65535 / (last - first);
  int32_t offset = first < 0 ? -first * factor : 0;
  int32_t top = length * factor + offset;
  return (splash_ramp){
      .start = (uint16_t)(first > 0 ? first : 0), .length = (uint16_t)length,
      .factor = (uint16_t)factor, .offset = (uint16_t)offset,
      .slope = (uint16_t)((32767 * 65536u + (uint32_t)top - 1) / (uint32_t)top)};
}

/// Prepares a hue's fade. Wide fades are rounded to whole units, which changes them by at most a thousandth.
static splash_key_hue prepare_hue(const splash_hue *hue, bool is_wide) {
  const double unit = 65536.0 / 360;
  double turns = splash_clamp(hue->center, -1e6, 1e6) / 360;
  double width = splash_clamp(hue->width, 0, 180) * unit;
  double softness = splash_clamp(hue->softness, 0, 180) * unit;
  splash_key_hue key = {
      .center = (uint16_t)round_to_int((turns - floor_to_int(turns)) * 65536)};
  if (softness < 1) {
    key.edge = (uint16_t)(floor_to_int(width) + 1);
    key.length = 1;
    key.factor = key.slope = 65535;
    return key;
  }
  if (is_wide) {
    width = round_to_int(width);
    softness = round_to_int(softness);
  }
  double outer = width + softness;
  int32_t edge = ceil_to_int(outer);
  double surplus = edge - outer;
  int32_t length = ceil_to_int(softness + surplus);
  if (edge > 65535) edge = 65535;
  if (length > 65535) length = 65535;
  key.edge = (uint16_t)edge;
  key.length = (uint16_t)length;
  key.factor = (uint16_t)(65535 / length);
  key.fraction = (uint16_t)round_to_int(surplus * key.factor);
  double slope = is_wide ? ceil_to_int(32767 * 65536.0 / (softness * key.factor))
                         : round_to_int(32768 * 65536.0 / (softness * key.factor));
  key.slope = (uint16_t)splash_clamp(slope, 0, 65535);
  return key;
}

/// The two ramps of an interval, in units of a quantity that is `one` at 1; a side that limits nothing is left out.
static void prepare_gate(
    splash_interval interval, double softness, double one, bool *low, bool *high,
    splash_ramp ramps[2]) {
  double minimum = splash_clamp(interval.min, 0, 1), maximum = splash_clamp(interval.max, 0, 1);
  *low = minimum > 0;
  *high = maximum < 1;
  ramps[0] = ramp_between((minimum - softness) * one, minimum * one);
  ramps[1] = ramp_between((1 - maximum - softness) * one, (1 - maximum) * one);
}

/// The value 1 in 16-bit units.
typedef struct units {
  double saturation, value;
} units;

static void prepare_group(
    const splash_rule *rule, const splash_hue *hue, units one, splash_key_group *group) {
  const splash_interval all = {0, 1};
  double softness = splash_clamp(rule->gate_softness, 0, 1);
  group->drop = hue->drop;
  group->greys = hue->greys;
  prepare_gate(
      hue->has_saturation ? hue->saturation : hue->drop ? all : rule->saturation, softness,
      one.saturation, &group->saturation_low, &group->saturation_high, group->saturation_ramps);
  prepare_gate(
      hue->has_value ? hue->value : hue->drop ? all : rule->value, softness, one.value,
      &group->value_low, &group->value_high, group->value_ramps);
}

static int32_t hue_count(const splash_rule *rule) {
  int32_t available = rule->hues ? rule->hue_count : 0;
  return available < splash_max_hues ? available : splash_max_hues;
}

/// The first group holds all hues with the general intervals; every other hue is a group of its own, and the excluded
/// ones are last.
static void prepare_hues(const splash_rule *rule, units one, splash_key *key) {
  int used = 0;
  for (int pass = 0; pass < 3; pass++) {
    bool shared = false;
    for (int32_t i = 0; i < hue_count(rule); i++) {
      const splash_hue *hue = &rule->hues[i];
      bool own = hue->has_saturation || hue->has_value || hue->greys;
      if (pass != (hue->drop ? 2 : own ? 1 : 0)) continue;
      if (!shared) {
        splash_key_group *group = &key->groups[key->group_count++];
        prepare_group(rule, hue, one, group);
        group->first = (uint8_t)used;
        shared = pass == 0;
      }
      key->groups[key->group_count - 1].count++;
      key->hues[used++] = prepare_hue(hue, key->uses_integers);
    }
  }
}

static double limited_gain(double gain) { return splash_clamp(gain, 0x1p-10, 0x1p10); }

static units prepare_floats(const splash_rule *rule, splash_key *key) {
  const splash_span span = splash_span_of(rule->full_range, key->depth);
  const bool is_displayed = rule->display.transfer != splash_transfer_none;
  const double one = is_displayed ? 1 : span.luma;
  double scale = (double)span.luma / span.chroma;
  double floor = splash_clamp(rule->chroma_floor, 0, 1);
  const splash_matrix from = splash_matrix_of(rule);
  key->floats = (splash_float_color){
      .black = (float)span.black,
      .white = (float)span.luma,
      .red_from_cr = (float)(from.red * scale),
      .green_from_cb = (float)(from.green_cb * scale),
      .green_from_cr = (float)(from.green_cr * scale),
      .blue_from_cb = (float)(from.blue * scale),
      .red_gain = (float)limited_gain(rule->red_gain),
      .green_gain = (float)limited_gain(rule->green_gain),
      .blue_gain = (float)limited_gain(rule->blue_gain),
      .value_scale = (float)(65535 / one),
      // The floor's fade spans the upper half of 16 bits, however low the floor is.
      .chroma_scale = floor > 1e-6 ? (float)(65534 / (floor * one)) : 0,
      .chroma_offset = floor > 1e-6 ? 0 : 65534,
      .is_displayed = is_displayed,
      .display = splash_display_color_of(&rule->display, (float)span.luma),
  };
  key->saturation_top = key->value_top = 65535;
  key->chroma_ramp = ramp_between(32767, 65534);
  return (units){65535, 65535};
}

static units prepare_integers(const splash_rule *rule, splash_key *key) {
  // The largest whites for which Cb·2(1−Kb) fits 16 bits and 8-bit luma has no rounding error.
  const int white = rule->full_range ? 1020 * 29 : 876 * 34;
  const splash_span span = splash_span_of(rule->full_range, key->depth);
  double unit = 32768.0 * white / span.chroma;
  double red = limited_gain(rule->red_gain), green = limited_gain(rule->green_gain);
  double blue = limited_gain(rule->blue_gain), largest = red > green ? red : green;
  if (blue > largest) largest = blue;
  if (largest < 1) largest = 1;
  const splash_matrix from = splash_matrix_of(rule);
  int luma_scale = round_to_int(65536.0 * white / span.luma);
  key->integers = (splash_integer_color){
      .luma_scale = (uint16_t)luma_scale,
      .black = (int16_t)(span.black * luma_scale >> 16),
      .white = (int16_t)white,
      .red_from_cr = (int16_t)round_to_int(from.red * unit),
      .green_from_cb = (int16_t)round_to_int(from.green_cb * unit),
      .green_from_cr = (int16_t)round_to_int(from.green_cr * unit),
      .blue_from_cb = (int16_t)round_to_int(from.blue * unit),
      .red_loss = (uint16_t)round_to_int(65535 * (1 - red / largest)),
      .green_loss = (uint16_t)round_to_int(65535 * (1 - green / largest)),
      .blue_loss = (uint16_t)round_to_int(65535 * (1 - blue / largest)),
      .has_losses = red != largest || green != largest || blue != largest,
  };
  units one = {65536.0 / 6, white / largest};
  double floor = splash_clamp(rule->chroma_floor, 0, 1) * one.value;
  key->chroma_ramp = ramp_between(floor / 2, floor);
  key->saturation_top = 10923;
  key->value_top = (uint16_t)round_to_int(one.value);
  return one;
}

/// Whether 16-bit color is exact to the promised code: verified over all 8-bit inputs, matrices and ranges for the
/// narrowest fades used here (see Kernels.md). Greys need the float version for their saturation.
static bool fades_are_wide(const splash_rule *rule) {
  if (rule->display.transfer != splash_transfer_none) return false;
  for (int32_t i = 0; i < hue_count(rule); i++)
    if (!(rule->hues[i].softness >= 10) || rule->hues[i].greys) return false;
  const double gains[] = {rule->red_gain, rule->green_gain, rule->blue_gain};
  for (int i = 0; i < 3; i++)
    if (!(gains[i] >= 0.6 && gains[i] <= 1.6)) return false;
  bool is_known_matrix = rule->kr >= 0.2 && rule->kr <= 0.3 && rule->kb >= 0.05 && rule->kb <= 0.12;
  return is_known_matrix && rule->gate_softness >= 0.1 && rule->chroma_floor >= 0.04;
}

/// The saturation up to which the mask is 0 for every selected hue, so that vectors of such samples need no hue.
static uint16_t quiet_saturation(const splash_key *key) {
  int lowest = 10923;
  for (int i = 0; i < key->group_count && !key->groups[i].drop; i++) {
    const splash_key_group *group = &key->groups[i];
    const splash_ramp *ramp = &group->saturation_ramps[0];
    int closed = group->saturation_low && ramp->offset == 0 ? ramp->start : 0;
    lowest = closed < lowest ? closed : lowest;
  }
  // One unit less than the ramp's start, to allow for rounding of the saturation.
  return (uint16_t)(lowest > 1 ? (lowest - 1) * 6 : 0);
}

/// Beside each corner of the hexagon, the interval in which any selected hue has a mask, a degree wider than needed.
/// Vectors of samples outside of it need no fades.
static void prepare_reach(const splash_rule *rule, splash_key *key) {
  for (int corner = 0; corner < 3; corner++) {
    double low = 60, high = -60;
    for (int32_t i = 0; i < hue_count(rule); i++) {
      const splash_hue *hue = &rule->hues[i];
      if (hue->drop) continue;
      double turns = (splash_clamp(hue->center, -1e6, 1e6) - 120 * corner) / 360 + 0.5;
      double center = (turns - floor_to_int(turns)) * 360 - 180;
      double extent = splash_clamp(hue->width, 0, 180) + splash_clamp(hue->softness, 0, 180) + 1;
      for (int turn = -1; turn <= 1; turn++) {
        double from = center + 360 * turn - extent, to = center + 360 * turn + extent;
        if (from > 60 || to < -60) continue;
        low = from < low ? from : low;
        high = to > high ? to : high;
      }
    }
    low = splash_clamp(low, -60, 60);
    high = splash_clamp(high, -60, 60);
    key->reach_low[corner] = (int16_t)splash_clamp(low / 60 * 32768, -32768, 32767);
    key->reach_high[corner] = (int16_t)splash_clamp(high / 60 * 32768, -32768, 32767);
  }
}

/// The least and the highest chroma with a weight at any point, extended by a cell.
static void prepare_names(splash_key *key) {
  enum { size = splash_name_points };
  int low[2] = {size, size}, high[2] = {-1, -1};
  for (int i = 0; i < size * size; i++) {
    bool any = false;
    for (int y = 0; y < size; y++) any |= key->names[i * size + y] != 0;
    if (!any) continue;
    const int at[2] = {i % size, i / size};
    for (int c = 0; c < 2; c++) {
      low[c] = at[c] < low[c] ? at[c] : low[c];
      high[c] = at[c] > high[c] ? at[c] : high[c];
    }
  }
  for (int c = 0; c < 2; c++) {
    key->names_low[c] = (int16_t)splash_clamp((low[c] - 1) * 2048 - 32768, -32768, 32767);
    key->names_high[c] = (int16_t)splash_clamp((high[c] + 1) * 2048 - 32768, -32768, 32767);
  }
}

splash_key splash_key_init(const splash_rule *rule) {
  splash_key key = {
      .depth = (uint8_t)splash_clamp(rule->depth, 8, 14),
      .invert = rule->invert,
      .uses_integers = !rule->names && !rule->dropped_names && fades_are_wide(rule),
      .names = rule->names,
      .dropped_names = rule->dropped_names,
  };
  units one = key.uses_integers ? prepare_integers(rule, &key) : prepare_floats(rule, &key);
  prepare_hues(rule, one, &key);
  if (key.names) prepare_names(&key);
  if (key.uses_integers) {
    key.quiet_saturation = quiet_saturation(&key);
    prepare_reach(rule, &key);
  }
  return key;
}

/// Trilinear interpolation of the weights at R'G'B' from 0 to 1.
static float weight_at(const int16_t *weights, const float color[3]) {
  enum { size = splash_name_points };
  int32_t first = 0;
  float part[3];
  for (int i = 0; i < 3; i++) {
    const float place = (float)splash_clamp(color[i], 0, 1) * (size - 1);
    const int32_t low = (int32_t)place < size - 2 ? (int32_t)place : size - 2;
    part[i] = place - (float)low;
    first = first * size + low;
  }
  float sum = 0;
  for (int corner = 0; corner < 8; corner++) {
    const int r = corner >> 2, g = corner >> 1 & 1, b = corner & 1;
    const float weight = (r ? part[0] : 1 - part[0]) * (g ? part[1] : 1 - part[1]) *
                         (b ? part[2] : 1 - part[2]);
    sum += weight * (float)weights[first + (r * size + g) * size + b];
  }
  return sum;
}

void splash_name_lattice(const splash_rule *rule, const int16_t *weights, int16_t *result) {
  enum { size = splash_name_points };
  splash_key key = {.depth = (uint8_t)splash_clamp(rule->depth, 8, 14)};
  prepare_floats(rule, &key);
  const splash_float_color *k = &key.floats;
  const double green = 1 - rule->kr - rule->kb;
  const double white = rule->kr * k->red_gain + green * k->green_gain + rule->kb * k->blue_gain;
  const float one = (float)(k->value_scale / 65535 / white);
  const float gains[] = {k->red_gain * one, k->green_gain * one, k->blue_gain * one};
  for (int32_t i = 0; i < size * size * size; i++) {
    const float y = (float)(i % size * 2048) - k->black;
    const float cb = (float)(i / size % size * 2048 - 32768);
    const float cr = (float)(i / (size * size) * 2048 - 32768);
    float color[] = {
        y + cr * k->red_from_cr, (y - cr * k->green_from_cr) - cb * k->green_from_cb,
        y + cb * k->blue_from_cb};
    bool clips[3];
    for (int c = 0; c < 3; c++) {
      clips[c] = color[c] >= 0.98f * k->white;
      color[c] = (float)splash_clamp(color[c], 0, k->white);
    }
    if (k->is_displayed) splash_show(&k->display, &color[0], &color[1], &color[2]);
    float top = 0;
    for (int c = 0; c < 3; c++) {
      color[c] *= gains[c];
      if (color[c] > top) top = color[c];
    }
    // Clipped channels are raised to the largest one, so that white stays white under gains.
    for (int c = 0; c < 3; c++) if (clips[c]) color[c] = top;
    result[i] = (int16_t)(weight_at(weights, color) + 0.5f);
  }
}
