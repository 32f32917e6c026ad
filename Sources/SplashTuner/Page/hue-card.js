// The card of one hue.

import { iconButton, make, relabel } from "./dom.js";
import { vivid, wrap } from "./hue.js";
import { numberField } from "./number.js";
import { strip } from "./strip.js";
import { text } from "./texts.js";

/** The maxima of the sliders, in degrees; number fields take more. */
const widest = { center: 359, width: 90, softness: 90 };

const gradients = {
  saturation: (hue, place) => `hsl(${hue} ${Math.round(100 * place)}% 55%)`,
  value: (hue, place) => `hsl(${hue} 70% ${Math.round(8 + 52 * place)}%)`,
};

export class HueCard {
  hue = null;
  box;
  #act;
  #swatch;
  #title;
  #eye;
  #solo;
  #remove;
  #note;
  #fields = {};
  #dials;
  #strips;
  #gesture = 0;

  /** `act` has the functions select, change, soften, rename, hide and solo. */
  constructor({ control }, saturation, value, softness, act) {
    this.#act = act;
    this.#swatch = make("button", { type: "button", className: "swatch", onclick: act.select });
    this.#title = make("input", { type: "text", className: "title", spellcheck: false, autocomplete: "off", title: text("rename") });
    this.#title.onchange = () => act.rename(this.#title.value);
    this.#eye = iconButton("eye", "", act.hide);
    this.#solo = make("button", { type: "button", className: "bare solo", textContent: text("solo"), title: text("solo.title"), onclick: act.solo });
    this.#remove = iconButton("close", "", () => act.change(null));
    this.#remove.classList.add("remove");
    this.#note = make("span", { className: "gates" });
    const parts = control.parts.map((part) => this.#part(part));
    this.#dials = control.parts.map((part) => this.#dial(part));
    this.#strips = [saturation, value].map(({ key, label, control: range }) => ({
      key,
      strip: strip({
        key: `hue ${key}`, label, control: range, gradient: gradients[key], softness,
        soften: (amount) => act.soften(amount, `gate softness ${this.#gesture}`),
        change: (interval, isDrag) => act.change({ [key]: interval }, isDrag ? `hue ${key} ${this.#gesture}` : undefined),
      }),
    }));
    this.box = make(
      "li", {
        onpointerdown: () => { this.#gesture += 1; },
        // On click and not on pointerdown, since the cards change their sizes.
        onclick: ({ target }) => { if (!target.closest("button")) act.select(); },
      },
      make("span", { className: "head" }, this.#swatch, this.#title, this.#solo, this.#eye, this.#remove),
      make("span", { className: "dials" }, ...this.#dials.map(({ box }) => box)),
      make("span", { className: "parts" }, ...parts), this.#note,
      make("span", { className: "strips" }, ...this.#strips.map(({ strip: { box } }) => box)));
  }

  /** A slider with an everyday name; its number field is one of the parts. */
  #dial({ key, control }) {
    const slider = make("input", { type: "range", className: key, min: control.min, max: widest[key], step: 1, "data-key": `slide ${key}` });
    slider.oninput = () => this.#act.change({ [key]: Number(slider.value) }, `hue ${key} ${this.#gesture}`);
    return { key, slider, box: make("label", {}, make("span", { textContent: text(`hue.part.${key}`) }), slider) };
  }

  #part({ key, control }) {
    const label = text(`hue.part.${key}`);
    const number = numberField({
      label, unit: "°", step: control.step, help: text("hue.range", { label, min: control.min, max: control.max }),
      change: (value, isDrag) => this.#act.change(
        { [key]: key === "center" ? wrap(value) : value }, isDrag ? `hue ${key} ${this.#gesture}` : undefined),
    });
    number.input.dataset.key = key;
    number.input.addEventListener("focus", () => this.#act.select());
    this.#fields[key] = { number, label };
    return make("label", {}, make("span", { textContent: label }), number.box);
  }

  show(hue, { isSelected, isSolo, name }) {
    this.hue = hue;
    const kind = hue.key === "hues" ? "kept" : "excluded";
    const title = text(`hue.${kind}`, { number: hue.index + 1 });
    this.box.className = [kind, ...(isSelected ? ["selected"] : []), ...(hue.isDefault ? ["default"] : [])].join(" ");
    this.#swatch.style.setProperty("--color", vivid(hue.center));
    this.#swatch.setAttribute("aria-label", text("hue.select", { hue: title, degrees: Math.round(hue.center) }));
    if (this.#title !== document.activeElement) this.#title.value = name;
    this.#title.setAttribute("aria-label", text("hue.name", { hue: title }));
    for (const [key, { number, label }] of Object.entries(this.#fields)) {
      number.input.setAttribute("aria-label", text("hue.part", { hue: title, label }));
      number.set(hue[key]);
    }
    for (const { key, slider } of this.#dials) {
      slider.max = Math.max(widest[key], hue[key]);
      slider.value = hue[key];
      slider.setAttribute("aria-label", text("hue.knob", { hue: title, label: text(`hue.part.${key}`) }));
    }
    this.#note.textContent = [...(hue.isDefault ? [text("hue.default")] : []), ...(kind === "excluded" ? [text("hue.excludedMark")] : [])].join(" · ");
    const words = [
      [this.#eye, text("switch.off", { name })], [this.#solo, text("only", { name })], [this.#remove, text("remove", { name: title })],
    ];
    for (const [button, label] of words) {
      button.hidden = Boolean(hue.isDefault) || (button === this.#solo && kind === "excluded");
      relabel(button, label);
    }
    this.#eye.setAttribute("aria-pressed", "true");
    this.#solo.setAttribute("aria-pressed", isSolo);
  }

  /** Shows histograms and ranges of saturation and value; a hue without ranges has those of the settings. */
  showGates(histograms, settings) {
    for (const { key, strip: { set } } of this.#strips) {
      set(this.hue[key] ?? settings[key], this.hue.center, histograms?.[key], settings.gateSoftness);
    }
  }
}
