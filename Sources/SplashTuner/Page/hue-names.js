// What hues are called: as somebody wrote, else after the named color that is nearest.

import { distance } from "./hue.js";
import { said } from "./texts.js";

/** Greys are all of the circle; they differ in value alone. */
const isWhole = ({ width }) => width >= 180;
const middle = ({ value }) => (value ? (value.min + value.max) / 2 : 0.5);

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

export class HueNames {
  #names = { hues: [], drops: [] };
  #before = { hues: [], drops: [] };

  /** Lets names go with their hues when some come, go, or change. */
  follow(settings) {
    for (const key of ["hues", "drops"]) {
      const [before, now, names] = [this.#before[key], settings[key], this.#names[key]];
      this.#names[key] = now.map((hue, index) => {
        const place = before.findIndex((other) => same(hue, other));
        return place >= 0 ? names[place] : before.length === now.length ? names[index] : undefined;
      });
      this.#before[key] = now;
    }
  }

  get all() { return this.#names; }
  set all(names) { this.#names = names; }

  set({ key, index }, name) { this.#names[key][index] = name.trim() || undefined; }

  of(hue, colors) {
    const written = this.#names[hue.key][hue.index];
    return written ?? (hue.word ? said(hue.word) : nearestName(hue, colors));
  }
}

/** The named color that is nearest to a hue. */
export function nearestName(hue, colors) {
  const away = ({ ranges }) => Math.min(...ranges.map((range) =>
    isWhole(hue) ? Math.abs(middle(range) - middle(hue)) : distance(range.center, hue.center)));
  return colors.filter(({ ranges }) => isWhole(ranges[0]) === isWhole(hue)).reduce((best, color) => (away(color) < away(best) ? color : best)).name;
}
