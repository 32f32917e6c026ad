// The cards of hues under the wheel: name, numbers, and for the selected one the ranges of saturation and value. Hues
// that are switched off wait in a list below.

import { byId, iconButton, make, showList, toast } from "./dom.js";
import { allHues, field, joined, namedColors, replaced, vivid, wrap } from "./hue.js";
import { HueCard } from "./hue-card.js";
import { HueNames } from "./hue-names.js";
import { text } from "./texts.js";

export class HueList {
  #page;
  #names = new HueNames();
  #parked = [];
  #list = byId("hues");
  #excludes = false;

  constructor(page) {
    this.#page = page;
    byId("add-hue").onclick = () => this.#add();
    // Cards depend on the greeting.
    page.live.on("greeting", () => this.#list.replaceChildren());
    page.live.on("measurements", () => this.#showGates());
    page.on("settings", () => this.#update());
    page.on("use", (use) => this.#exclude(use === "remove"));
  }

  /** Sets whether a click on a name excludes its color. */
  #exclude(excludes) {
    this.#excludes = excludes;
    for (const button of byId("names").children) button.title = this.#title(button.textContent);
  }

  #title(name) { return text(this.#excludes ? "name.leave" : "name.keep", { name }); }

  /** The button of a named color. */
  #makeName({ name, color, ranges }) {
    const button = make("button", {
      type: "button", textContent: name, title: this.#title(name), onclick: () => this.#append(ranges),
    });
    button.style.setProperty("--color", color);
    return button;
  }

  #append(ranges) {
    const { hues, drops } = this.#page.status.settings;
    if (this.#excludes) return this.#page.change({ drops: joined(drops, ranges) });
    const all = joined(hues, ranges);
    if (all.length === hues.length) {
      return this.#page.select(hues.findIndex(({ center }) => center === ranges[0].center));
    }
    this.#page.change({ hues: all });
  }

  /** Adds a hue in the middle of the widest gap. */
  #add() {
    const centers = this.#page.status.settings.hues.map(({ center }) => center).sort((a, b) => a - b);
    const gaps = centers.map((center, index) => ({ center, size: wrap((centers[index + 1] ?? centers[0]) - center) || 360 }));
    const widest = gaps.reduce((best, gap) => (gap.size > best.size ? gap : best), { center: 0, size: 0 });
    this.#append([{ center: Math.round(widest.center + widest.size / 2) % 360 }]);
  }

  /** The state that only the page has: hues that are switched off, and names. */
  get kept() { return { parked: this.#parked, names: this.#names.all }; }
  set kept({ parked = [], names } = {}) {
    this.#parked = parked;
    if (names) this.#names.all = names;
    this.#update();
  }

  #update() {
    const hues = allHues(this.#page);
    this.#names.follow(this.#page.status.settings);
    showList(byId("names"), namedColors(this.#page), { key: ({ name }) => name, make: (color) => this.#makeName(color) });
    showList(this.#list, hues, {
      make: (hue, index) => this.#make(index),
      show: ({ card }, hue, index) => card.show(hue, {
        isSelected: index === this.#page.selected, isSolo: this.#isSolo(hue, hues),
        name: this.#names.of(hue, namedColors(this.#page)),
      }),
    });
    this.#showGates();
    showList(byId("parked"), this.#parked, { key: (parked) => parked, make: (parked) => this.#makeParked(parked) });
  }

  /** Shows the histograms of the selected hue. */
  #showGates() {
    const { selected, measurements, status } = this.#page;
    if (status) this.#list.children[selected]?.card.showGates(measurements?.gates?.[selected], status.settings);
  }

  #make(index) {
    const card = new HueCard(...["hues", "saturation", "value", "gateSoftness"].map((key) => field(this.#page, key)), {
      select: () => { if (index !== this.#page.selected) this.#page.select(index); },
      change: (change, gesture) => this.#page.change(replaced(card.hue, change), gesture),
      soften: (gateSoftness, gesture) => this.#page.change({ gateSoftness }, gesture),
      rename: (name) => {
        this.#names.set(card.hue, name);
        this.#update();
      },
      hide: () => this.#park([card.hue]),
      solo: () => this.#solo(card.hue),
    });
    return Object.assign(card.box, { card });
  }

  /** Switches hues off, but not the last kept one. */
  #park(hues) {
    const { settings } = this.#page.status;
    const rest = { hues: settings.hues, drops: settings.drops };
    for (const { key, index } of [...hues].sort((a, b) => b.index - a.index)) {
      if (key === "hues" && rest.hues.length === 1) return toast(text("hue.last"));
      rest[key] = rest[key].toSpliced(index, 1);
    }
    for (const hue of hues) {
      this.#parked.push({ key: hue.key, hue: settings[hue.key][hue.index], name: this.#names.of(hue, namedColors(this.#page)) });
    }
    this.#page.change(rest);
  }

  #unpark(parked) {
    const { settings } = this.#page.status;
    const back = { hues: settings.hues, drops: settings.drops };
    for (const { key, hue } of parked) back[key] = joined(back[key], [hue]);
    this.#parked = this.#parked.filter((other) => !parked.includes(other));
    this.#page.change(back);
  }

  #isSolo(hue, hues) {
    return hue.key === "hues" && this.#parked.some(({ key }) => key === "hues")
      && hues.filter(({ key }) => key === "hues").length === 1;
  }

  /** Switches all other hues off; the second time, on again. */
  #solo(hue) {
    const hues = allHues(this.#page).filter(({ key }) => key === "hues");
    if (this.#isSolo(hue, hues)) return this.#unpark(this.#parked.filter(({ key }) => key === "hues"));
    const others = hues.filter(({ index }) => index !== hue.index);
    if (others.length) this.#park(others);
  }

  #makeParked(parked) {
    const swatch = make("span", { className: "swatch" });
    swatch.style.setProperty("--color", vivid(parked.hue.center));
    const eye = iconButton("eye-off", text("switch.on", { name: parked.name }), () => this.#unpark([parked]));
    eye.setAttribute("aria-pressed", "false");
    const remove = iconButton("close", text("remove", { name: parked.name }), () => {
      this.#parked = this.#parked.filter((other) => other !== parked);
      this.#update();
    });
    return make("li", {}, swatch, make("span", { className: "title", textContent: parked.name }), eye, remove);
  }
}
