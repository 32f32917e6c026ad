// What hues are called: as somebody wrote, else after the named color that is nearest.

import { distance } from "./hue.js";

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

  of({ key, index, center }, colors) {
    const written = this.#names[key][index];
    if (written) return written;
    const away = ({ ranges }) => Math.min(...ranges.map((range) => distance(range.center, center)));
    return colors.reduce((best, color) => (away(color) < away(best) ? color : best)).name;
  }
}
