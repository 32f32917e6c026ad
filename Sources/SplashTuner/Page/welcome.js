// The first thing to do: as long as nothing was chosen, what there is to keep, each with its share and a small
// picture: people, what stands out and the thing in the middle, as networks find them, and the colors.

import { byId, icon, make, percent, toast } from "./dom.js";
import { distance, vivid } from "./hue.js";
import { text } from "./texts.js";

const limit = 6;
const networks = ["person", "subject", "thing"];

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
  #cards = new Map();

  constructor(page) {
    this.#page = page;
    byId("welcome-close").onclick = () => this.#end();
    page.live.addEventListener("offers", ({ detail }) => this.#fill(detail.offers));
    byId("welcome-things").append(...networks.map((keep) => this.#makeThing(keep)));
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

  #makeCard(id, label, onclick, ...content) {
    const card = make("button", { type: "button", className: "card", title: label, "aria-label": label, onclick },
      make("span", { className: "shot" }, icon("eye")), make("span", {}, ...content, make("span", { className: "share" })));
    card.label = label;
    this.#cards.set(id, card);
    return card;
  }

  /** What networks find is looked at when somebody points at it: they take memory and time. */
  #makeThing(keep) {
    const card = this.#makeCard(keep, text(`welcome.${keep}`), () => this.#choose(keep), text(`welcome.${keep}.short`));
    const ask = () => {
      if (card.isAsked || !this.#page.live.isOpen) return;
      card.isAsked = true;
      this.#page.live.send({ do: "offers", offers: { keep } });
    };
    card.onpointerenter = ({ pointerType }) => { if (pointerType === "mouse") ask(); };
    card.onfocus = () => { if (card.matches(":focus-visible")) ask(); };
    return card;
  }

  #choose(keep) {
    if (keep !== "thing") return this.#page.change({ keep: [keep] });
    toast(text("looking"));
    this.#page.live.send({ do: "name", x: 0.5, y: 0.5, width: 0, height: 0, key: "keep" });
  }

  /** The colors of the first pictures. */
  show(histogram) {
    if (this.#hasColors || byId("welcome").hidden) return;
    const found = peaks(histogram, this.#page.greeting.histogramBin);
    if (!found.length) return;
    this.#hasColors = true;
    byId("welcome").style.setProperty("--shape", this.#page.greeting.aspect);
    byId("welcome-colors").replaceChildren(...found.map(({ center }) => {
      const swatch = make("span", { className: "swatch" });
      swatch.style.setProperty("--color", vivid(center));
      return this.#makeCard(center, text("swatch", { degrees: center }), () => {
        this.#page.change({ hues: [{ center, width: 16 }] });
        toast(text("swatch.more"));
      }, swatch);
    }));
    this.#page.live.send({ do: "offers", offers: { hues: found.map(({ center }) => center) } });
  }

  #fill(offers) {
    for (const { hue, keep, share, picture } of offers) {
      const card = this.#cards.get(keep ?? hue);
      if (!card) continue;
      card.querySelector(".shot").replaceChildren(make("img", { alt: "", src: `data:image/jpeg;base64,${picture}` }));
      const words = share > 0 && share < 0.005 ? "< 1 %" : percent(share);
      card.querySelector(".share").textContent = words;
      card.setAttribute("aria-label", `${card.label}, ${words}`);
    }
  }
}
