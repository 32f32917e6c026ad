// The first thing to do: as long as nothing was chosen, the colors that the picture has, to click.

import { byId, make, toast } from "./dom.js";
import { distance, vivid } from "./hue.js";
import { text } from "./texts.js";

const limit = 6;

/** Hues that the picture has much of, the most of them first: peaks of its histogram that lie apart. */
function peaks(histogram, binWidth) {
  const height = (bin) => [-1, 0, 1].reduce((sum, step) => sum + histogram.at((bin + step) % histogram.length), 0);
  const bins = histogram.map((_, bin) => ({ center: Math.round((bin + 0.5) * binWidth) % 360, height: height(bin) }));
  const found = [];
  for (const bin of bins.sort((a, b) => b.height - a.height)) {
    if (bin.height < 0.02 || found.length === limit) break;
    if (found.every(({ center }) => distance(center, bin.center) > 24)) found.push(bin);
  }
  return found;
}

export class Welcome {
  #page;
  #hasColors = false;

  constructor(page) {
    this.#page = page;
    byId("welcome-close").onclick = () => this.#end();
  }

  /** Goes when something has been chosen. */
  update({ settings, canUndo }) {
    const isNew = !settings.hues.length && !settings.keep.length && !settings.drops.length && !canUndo;
    byId("welcome").hidden = !isNew || this.#isOver || !byId("offer").hidden;
  }

  #isOver = false;
  #end() {
    this.#isOver = true;
    byId("welcome").hidden = true;
  }

  /** The colors of the first pictures. */
  show(histogram) {
    if (this.#hasColors || byId("welcome").hidden) return;
    const found = peaks(histogram, this.#page.greeting.histogramBin);
    if (!found.length) return;
    this.#hasColors = true;
    byId("welcome-colors").replaceChildren(...found.map(({ center }) => {
      const swatch = make("button", {
        type: "button", className: "swatch", title: text("swatch", { degrees: center }), "aria-label": text("swatch", { degrees: center }),
        onclick: () => {
          this.#page.change({ hues: [{ center, width: 16 }] });
          toast(text("swatch.more"));
        },
      });
      swatch.style.setProperty("--color", vivid(center));
      return swatch;
    }));
  }
}
