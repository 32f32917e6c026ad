// The hue wheel: the picture's hues inside, the ring, and the kept and excluded ranges around it.
// Red is at the top, and degrees go clockwise.

import { byId, makeSVG } from "./dom.js";
import { allHues, keptShare, vivid } from "./hue.js";
import { Knobs } from "./knobs.js";
import { arc, polar, radii } from "./wheel-shape.js";

export class Wheel {
  #page;
  #svg = byId("wheel");
  #bars = makeSVG("g", { "aria-hidden": "true" }, this.#svg);
  #ranges = makeSVG("g", { "aria-hidden": "true" }, this.#svg);
  #knobs;
  #histogram = [];

  constructor(page) {
    this.#page = page;
    this.#knobs = new Knobs(page, this.#svg);
    this.#drawRing();
    page.live.on("measurements", ({ histogram }) => this.#showHistogram(histogram));
    page.on("settings", () => this.#update());
  }

  #drawRing() {
    const canvas = byId("wheel-ring");
    const size = 640;
    const scale = size / (2 * radii.edge);
    canvas.width = canvas.height = size;
    const context = canvas.getContext("2d");
    const gradient = context.createConicGradient(-Math.PI / 2, size / 2, size / 2);
    for (let hue = 0; hue <= 360; hue += 10) gradient.addColorStop(hue / 360, vivid(hue));
    context.strokeStyle = gradient;
    context.lineWidth = (radii.ringOuter - radii.ringInner) * scale;
    context.beginPath();
    context.arc(size / 2, size / 2, ((radii.ringInner + radii.ringOuter) / 2) * scale, 0, 7);
    context.stroke();
  }

  #showHistogram(shares) {
    this.#histogram = shares;
    if (this.#page.status) this.#drawBars(allHues(this.#page));
  }

  #update() {
    const hues = allHues(this.#page);
    this.#drawBars(hues);
    this.#drawRanges(hues);
    this.#knobs.update(hues);
  }

  #drawBars(hues) {
    if (!this.#histogram.length) return;
    const step = this.#page.greeting.histogramBin;
    const largest = Math.max(...this.#histogram, 0.02);
    while (this.#bars.childElementCount < this.#histogram.length) makeSVG("path", {}, this.#bars);
    this.#histogram.forEach((share, index) => {
      const middle = (index + 0.5) * step;
      const length = (radii.barOuter - radii.barInner) * Math.sqrt(share / largest);
      const [x1, y1] = polar(middle, radii.barOuter);
      const [x2, y2] = polar(middle, radii.barOuter - length);
      const bar = this.#bars.children[index];
      bar.setAttribute("d", `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`);
      const kept = keptShare(hues, middle, this.#page.status.settings.invert);
      bar.style.stroke = `hsl(${middle} ${Math.round(80 * kept)}% ${Math.round(50 + 5 * kept)}%)`;
      bar.style.opacity = length > 0.5 ? 0.35 + 0.65 * kept : 0;
    });
  }

  #drawRanges(hues) {
    this.#ranges.replaceChildren();
    hues.forEach(({ center, width, softness, key, isDefault }, index) => {
      const radius = key === "hues" ? radii.kept : radii.dropped;
      const names = ["range", key, ...(isDefault ? ["default"] : []), ...(index === this.#page.selected ? ["selected"] : [])];
      const place = makeSVG("g", { class: names.join(" ") }, this.#ranges);
      const solid = Math.min(width, 180);
      makeSVG("path", { d: arc(center - solid, center + Math.max(solid, 0.3), radius) }, place);
      const steps = 8;
      for (let step = 0; step < steps; step += 1) {
        const from = Math.min(width + (softness * step) / steps, 180);
        const to = Math.min(width + (softness * (step + 1)) / steps, 180);
        if (to <= from) continue;
        for (const side of [1, -1]) {
          const ends = side > 0 ? [center + from, center + to] : [center - to, center - from];
          makeSVG("path", { d: arc(...ends, radius), opacity: 1 - (step + 0.5) / steps }, place);
        }
      }
    });
  }
}
