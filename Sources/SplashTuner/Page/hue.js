// Hues as numbers: degrees on the circle, and the kept and excluded ranges of the settings.

export const wrap = (degrees) => ((degrees % 360) + 360) % 360;
export const distance = (a, b) => Math.abs(wrap(a - b + 180) - 180);
/** The signed distance from one hue to another, -180 to 180 degrees. */
export const turn = (from, to) => wrap(to - from + 180) - 180;
export const vivid = (degrees) => `hsl(${degrees} 85% 55%)`;

/** The tuner's description of a setting. */
export const field = (page, key) => page.greeting.fields.find((candidate) => candidate.key === key);

/** The named colors, with their ranges; the first is the default. */
export const namedColors = (page) => field(page, "hues").control.names;

/** Kept and excluded hues in one list, with the defaults filled in. */
export function allHues(page) {
  const { settings } = page.status;
  const kept = settings.hues.length || settings.keep.length
    ? settings.hues : namedColors(page)[0].ranges.map((range) => ({ ...range, isDefault: true }));
  const fill = (list, key) => (hue, index) => ({
    ...hue, list, index, key,
    width: hue.width ?? settings.threshold, softness: hue.softness ?? settings.softness,
  });
  return [
    ...kept.map(fill(kept, "hues")),
    ...settings.drops.map(fill(settings.drops, "drops")),
  ];
}

/** The settings to change for a changed hue; null removes it. */
export function replaced(hue, change) {
  const list = hue.list.map(({ isDefault, ...plain }) => plain);
  if (change) list[hue.index] = { ...list[hue.index], ...change };
  else list.splice(hue.index, 1);
  return { [hue.key]: list };
}

/** Hues with new ones added, but not twice. */
export function joined(hues, more) {
  const isSame = (one, two) => one.center === two.center && one.width === two.width;
  return [...hues, ...more.filter((hue) => !hues.some((other) => isSame(hue, other)))];
}

/** The index of the selected hue after a change: a new hue, else the same as before. */
export function selection(selected, before, now) {
  const kept = now.hues.length || (now.keep.length ? 0 : 1);
  if (before && now.hues.length > before.hues.length) return kept - 1;
  if (before && now.drops.length > before.drops.length) return kept + now.drops.length - 1;
  return Math.max(0, Math.min(selected, kept + now.drops.length - 1));
}

/** The weight of a hue in the mask, 0 to 1, by the ranges of hue alone. */
export function keptShare(hues, degrees, isInverted) {
  let kept = 0;
  let left = 1;
  for (const { center, width, softness, key } of hues) {
    const beyond = distance(degrees, center) - width;
    const share = beyond <= 0 ? 1 : softness > 0 ? Math.max(0, 1 - beyond / softness) : 0;
    if (key === "hues") kept = Math.max(kept, share);
    else left *= 1 - share;
  }
  return isInverted ? 1 - kept * left : kept * left;
}
