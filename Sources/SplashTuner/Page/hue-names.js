// Names of hues: as the user wrote, else of the nearest named color.

import { distance } from "./hue.js";
import { said } from "./texts.js";

/** The ranges of greys have all hues, and differ in value alone. */
const isWhole = ({ width }) => width >= 180;
const middle = ({ value }) => (value ? (value.min + value.max) / 2 : 0.5);

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

export class HueNames {
  #names = { hues: [], drops: [] };
  #before = { hues: [], drops: [] };

  /** Keeps names with their hues when hues are added, removed or changed. */
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

/** The name of the nearest named color. */
export function nearestName(hue, colors) {
  const away = ({ ranges }) => Math.min(...ranges.map((range) =>
    isWhole(hue) ? Math.abs(middle(range) - middle(hue)) : distance(range.center, hue.center)));
  return colors.filter(({ ranges }) => isWhole(ranges[0]) === isWhole(hue)).reduce((best, color) => (away(color) < away(best) ? color : best)).name;
}
