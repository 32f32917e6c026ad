// The whole of a look: the settings before the first key, and the keys with what they change.

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

/** What some settings have otherwise than those before. */
const changed = (settings, before) => Object.fromEntries(
  Object.entries(settings).filter(([name, value]) => !same(value, before[name])));

/** What a status says, with the settings as the page has them. */
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

/** The same in a file; what was kept by an earlier page is settings alone. */
export function fileOf(look) {
  const { settings, timeline } = look.settings ? look : { settings: look };
  return JSON.stringify(timeline?.length ? { ...settings, timeline } : settings);
}
