// Offers for the first step, until something is selected: people, what stands out, the thing in the middle, and the
// colors of the picture, each with its share and a thumbnail.

import { byId, icon, make, toast } from "./dom.js";
import { distance, namedColors, vivid } from "./hue.js";
import { nearestName } from "./hue-names.js";
import { text } from "./texts.js";

const limit = 6;
const networks = ["person", "subject", "thing"];
/** Shares of the frame, by their words. */
const shares = { twentieth: 1 / 20, tenth: 1 / 10, fifth: 1 / 5, quarter: 1 / 4, third: 1 / 3, half: 1 / 2, most: 3 / 4 };

/** The word of the nearest share. */
function shareWords(share) {
  if (share < 0.0005) return text("share.none");
  if (share < 0.035) return text("share.little");
  if (share > 0.9) return text("share.all");
  const away = (name) => Math.abs(Math.log(shares[name] / share));
  return text(`share.${Object.keys(shares).reduce((best, name) => (away(name) < away(best) ? name : best))}`);
}

/** The peaks of a hue histogram that lie apart, the highest first. */
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
    page.live.on("offers", ({ offers }) => this.#fill(offers));
    page.on("settled", (status) => this.#update(status));
    page.live.on("measurements", ({ histogram }) => this.#show(histogram));
    byId("welcome-things").append(...networks.map((keep) => this.#makeThing(keep)));
  }

  /** Hides the offers once something is selected. */
  #update({ settings, canUndo }) {
    const isNew = !settings.hues.length && !settings.keep.length && !settings.drops.length && !canUndo;
    byId("welcome").hidden = !isNew || this.#isOver || !byId("offer").hidden;
  }

  #isOver = false;
  #end() {
    this.#isOver = true;
    byId("welcome").hidden = true;
  }

  /** A card with an icon, which a thumbnail replaces later. */
  #makeCard(id, { label, name, symbol }, onclick) {
    const card = make("button", { type: "button", className: "card", title: label, "aria-label": label, onclick },
      make("span", { className: "shot" }, icon(symbol)), make("span", { className: "words" }, make("b", { textContent: name }), make("span", { className: "share" })));
    Object.assign(card, { label, name });
    this.#cards.set(id, card);
    return card;
  }

  /** A card for an AI model; its thumbnail is requested when the user points at it, since models take memory and time. */
  #makeThing(keep) {
    const words = { label: text(`welcome.${keep}`), name: text(`welcome.${keep}.short`), symbol: keep };
    const card = this.#makeCard(keep, words, () => this.#choose(keep));
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

  /** Offers the colors of the first frames. */
  #show(histogram) {
    if (this.#hasColors || byId("welcome").hidden) return;
    const found = peaks(histogram, this.#page.greeting.histogramBin);
    if (!found.length) return;
    this.#hasColors = true;
    byId("welcome").style.setProperty("--shape", this.#page.greeting.aspect);
    byId("welcome-colors").replaceChildren(...found.map(({ center }) => {
      const name = nearestName({ center }, namedColors(this.#page));
      const card = this.#makeCard(center, { label: text("name.keep", { name }), name, symbol: "pick" }, () => {
        this.#page.change({ hues: [{ center, width: 16 }] });
        toast(text("swatch.more"));
      });
      card.style.setProperty("--color", vivid(center));
      return card;
    }));
    this.#page.live.send({ do: "offers", offers: { hues: found.map(({ center }) => center) } });
  }

  #fill(offers) {
    for (const { hue, keep, share, picture } of offers) {
      const card = this.#cards.get(keep ?? hue);
      if (!card) continue;
      card.querySelector(".shot").replaceChildren(make("img", { alt: "", src: `data:image/jpeg;base64,${picture}` }));
      const words = shareWords(share);
      card.querySelector("b").textContent = `${card.name},`;
      card.querySelector(".share").textContent = words;
      card.setAttribute("aria-label", `${card.label}, ${words}`);
    }
  }
}
