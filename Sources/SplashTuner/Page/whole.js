// A whole look: the settings before the first keyframe, and the keyframes with their changes.

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

/** The settings that differ from those before. */
const changed = (settings, before) => Object.fromEntries(
  Object.entries(settings).filter(([name, value]) => !same(value, before[name])));

/** The look of a status, with the present settings of the page. */
export function wholeLook({ settings, base, timeline = [], key = null }) {
  let before = base ?? settings;
  const keys = timeline.map((entry) => ({ ...entry, settings: before = { ...before, ...entry.settings } }));
  if (key !== null) keys[key].settings = settings;
  const first = key === null ? settings : base;
  before = first;
  const whole = { settings: first };
  if (keys.length) {
    whole.timeline = keys.map((entry) => {
      const own = changed(entry.settings, before);
      before = entry.settings;
      return { ...entry, settings: own };
    });
  }
  return whole;
}

/** The file of a look; looks that earlier pages stored are settings alone. */
export function fileOf(look) {
  const { settings, timeline } = look.settings ? look : { settings: look };
  return JSON.stringify(timeline?.length ? { ...settings, timeline } : settings);
}
