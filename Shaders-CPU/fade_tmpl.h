// From hue, saturation, value and chroma to the mask: splash_sample_mask of color.h on vectors.

typedef struct ramp {
  int has_offset;
  u16v start, length, factor, offset, slope;
} ramp;

INLINE ramp ramp_of(const splash_ramp *r) {
  return (ramp){
      r->offset != 0, splat_u16(r->start), splat_u16(r->length), splat_u16(r->factor),
      splat_u16(r->offset), splat_u16(r->slope)};
}

INLINE u16v ramp_at(const ramp *r, u16v v) {
  u16v x = min_u16(sub_sat_u16(v, r->start), r->length) * r->factor;
  if (r->has_offset) x += r->offset;
  return mul_high_u16(x, r->slope);
}

INLINE u16v times(u16v a, u16v b) { return mul_high_u16(a + a, b); }

typedef struct hue_fade {
  u16v center, edge, length, factor, fraction, slope;
} hue_fade;

INLINE u16v distance_to(const hue_fade *k, u16v hue) { return abs_s16((s16v)(hue - k->center)); }

/// The distance inside of a hue's outer edge; 0 outside.
INLINE u16v depth_in(const hue_fade *k, u16v hue) {
  return sub_sat_u16(k->edge, distance_to(k, hue));
}

/// Wide hues need no fractions of a unit, and end at exactly 32767.
INLINE u16v fade_in(const hue_fade *k, u16v depth, int is_wide) {
  u16v x = min_u16(depth, k->length) * k->factor;
  return mul_high_u16(is_wide ? x : sub_sat_u16(x, k->fraction), k->slope);
}

/// The hues of a group, and its saturation and value ranges.
typedef struct gates {
  int first, count, drop, greys, fades_alike, edges_alike;
  int has_saturation_low, has_saturation_high, has_value_low, has_value_high;
  ramp saturation_low, saturation_high, value_low, value_high;
} gates;

/// Whether hues differ only in center and edge, so that the deepest one gives the fade for all.
static inline int fade_alike(const splash_key_hue *hues, int count) {
  for (int i = 1; i < count; i++)
    if (hues[i].length != hues[0].length || hues[i].slope != hues[0].slope) return 0;
  return 1;
}

/// Whether all hues have the same edge, so that the nearest one is the deepest.
static inline int reach_alike(const splash_key_hue *hues, int count) {
  for (int i = 1; i < count; i++)
    if (hues[i].edge != hues[0].edge) return 0;
  return 1;
}

INLINE gates gates_of(const splash_key *key, const splash_key_group *group) {
  return (gates){
      .first = group->first,
      .count = group->count,
      .drop = group->drop,
      .greys = group->greys,
      .fades_alike = fade_alike(&key->hues[group->first], group->count),
      .edges_alike = reach_alike(&key->hues[group->first], group->count),
      .has_saturation_low = group->saturation_low,
      .has_saturation_high = group->saturation_high,
      .has_value_low = group->value_low,
      .has_value_high = group->value_high,
      .saturation_low = ramp_of(&group->saturation_ramps[0]),
      .saturation_high = ramp_of(&group->saturation_ramps[1]),
      .value_low = ramp_of(&group->value_ramps[0]),
      .value_high = ramp_of(&group->value_ramps[1]),
  };
}

/// The key in vectors. Groups after the first are prepared when they are needed.
typedef struct fades {
  const splash_key *key;
  const hue_fade *hues;
  int count, invert;
  gates general;
  ramp chroma;
  u16v saturation_top, value_top;
} fades;

static inline fades fades_of(const splash_key *key, hue_fade hues[splash_max_hues]) {
  for (int i = 0; i < key->group_count; i++) {
    const splash_key_group *group = &key->groups[i];
    for (int k = group->first; k < group->first + group->count; k++) {
      const splash_key_hue *hue = &key->hues[k];
      hues[k] = (hue_fade){
          splat_u16(hue->center), splat_u16(hue->edge), splat_u16(hue->length),
          splat_u16(hue->factor), splat_u16(hue->fraction), splat_u16(hue->slope)};
    }
  }
  return (fades){
      .key = key,
      .hues = hues,
      .count = key->group_count,
      .invert = key->invert,
      .general = gates_of(key, &key->groups[0]),
      .chroma = ramp_of(&key->chroma_ramp),
      .saturation_top = splat_u16(key->saturation_top),
      .value_top = splat_u16(key->value_top),
  };
}

/// `share` reduced by the saturation and value ranges of a group.
INLINE u16v gated(const fades *k, const gates *group, const hsv *x, u16v share) {
  if (group->has_value_low) share = times(share, ramp_at(&group->value_low, x->value));
  if (group->has_value_high)
    share = times(share, ramp_at(&group->value_high, sub_sat_u16(k->value_top, x->value)));
  if (group->has_saturation_low)
    share = times(share, ramp_at(&group->saturation_low, x->saturation));
  if (group->has_saturation_high)
    share = times(share, ramp_at(&group->saturation_high, k->saturation_top - x->saturation));
  return share;
}

INLINE u16v hues_at(const fades *k, const gates *group, u16v hue, int is_wide) {
  const hue_fade *hues = &k->hues[group->first];
  if (is_wide && group->fades_alike && group->edges_alike) {
    u16v distance = distance_to(&hues[0], hue);
    for (int i = 1; i < group->count; i++)
      distance = min_u16(distance, distance_to(&hues[i], hue));
    return fade_in(&hues[0], sub_sat_u16(hues[0].edge, distance), 1);
  }
  u16v depth = depth_in(&hues[0], hue);
  if (is_wide && group->fades_alike) {
    for (int i = 1; i < group->count; i++) depth = max_u16(depth, depth_in(&hues[i], hue));
    return fade_in(&hues[0], depth, 1);
  }
  u16v share = fade_in(&hues[0], depth, is_wide);
  for (int i = 1; i < group->count; i++)
    share = max_u16(share, fade_in(&hues[i], depth_in(&hues[i], hue), is_wide));
  return is_wide ? share : min_u16(share, splat_u16(32767));
}

/// What a selecting group lets through of a sample; if fades are wide there are no groups of greys.
INLINE u16v kept_by(const fades *k, const gates *group, const hsv *x, u16v chroma, int is_wide) {
  u16v floor = !is_wide && group->greys ? splat_u16(32767) : chroma;
  return times(gated(k, group, x, floor), hues_at(k, group, x->hue, is_wide));
}

/// The mask with all groups from `first` on.
INLINE u16v mask_with(const fades *k, int first, const hsv *x, u16v chroma, int is_wide, u16v mask) {
  for (int i = first; i < k->count; i++) {
    gates group = gates_of(k->key, &k->key->groups[i]);
    if (group.drop)
      mask -= times(mask, gated(k, &group, x, hues_at(k, &group, x->hue, is_wide)));
    else
      mask = max_u16(mask, kept_by(k, &group, x, chroma, is_wide));
  }
  return mask;
}

INLINE u16v mask_at(const fades *k, const hsv *x, int is_wide) {
  if (!k->count || k->general.drop) return (u16v){};
  u16v chroma = ramp_at(&k->chroma, x->chroma);
  return mask_with(k, 1, x, chroma, is_wide, kept_by(k, &k->general, x, chroma, is_wide));
}

/// Applies all groups of hues to the mask of names.
INLINE u16v mask_over(const fades *k, const hsv *x, u16v mask) {
  return mask_with(k, 0, x, ramp_at(&k->chroma, x->chroma), 0, mask);
}
