// The list of hues under the wheel: the same as its handles, in numbers.

import { byId, iconButton, make, short } from "./dom.js";
import { allHues, field, joined, namedColors, replaced, vivid, wrap } from "./hue.js";
import { numberField } from "./number.js";

export class HueList {
  #page;
  #actions;
  #list = byId("hues");

  constructor(page, actions) {
    this.#page = page;
    this.#actions = actions;
    byId("add-hue").onclick = () => this.#add();
  }

  /** Buttons for the colors that have a name. */
  showNames() {
    byId("names").replaceChildren(...namedColors(this.#page).map(({ name, color, ranges }) => {
      const button = make("button", {
        type: "button", textContent: name, title: `Keep ${name}`,
        onclick: () => this.#append(ranges),
      });
      button.style.setProperty("--color", color);
      return button;
    }));
  }

  #append(ranges) {
    const { hues } = this.#page.status.settings;
    const all = joined(hues, ranges);
    if (all.length === hues.length) {
      return this.#actions.select(hues.findIndex(({ center }) => center === ranges[0].center));
    }
    this.#actions.change({ hues: all });
  }

  /** A new hue, in the widest gap between those that are there. */
  #add() {
    const centers = this.#page.status.settings.hues.map(({ center }) => center).sort((a, b) => a - b);
    const gaps = centers.map((center, index) => ({ center, size: wrap((centers[index + 1] ?? centers[0]) - center) || 360 }));
    const widest = gaps.reduce((best, gap) => (gap.size > best.size ? gap : best), { center: 0, size: 0 });
    this.#append([{ center: Math.round(widest.center + widest.size / 2) % 360 }]);
  }

  update() {
    const hues = allHues(this.#page);
    while (this.#list.childElementCount > hues.length) this.#list.lastChild.remove();
    hues.forEach((hue, index) => {
      this.#fill(this.#list.children[index] ?? this.#makeRow(index), hue, index);
    });
  }

  #makeRow(index) {
    const row = make("li", { onpointerdown: () => this.#select(index) });
    const swatch = make("button", { type: "button", className: "swatch", onclick: () => this.#select(index) });
    row.fields = {};
    const parts = field(this.#page, "hues").control.parts.map(({ key, label, control }) => {
      const number = numberField({
        label, unit: "°", step: control.step,
        change: (value, isDrag) => this.#actions.change(
          replaced(row.hue, { [key]: key === "center" ? wrap(value) : value }),
          isDrag ? `hue ${index} ${key}` : undefined),
      });
      number.input.dataset.key = key;
      number.input.addEventListener("focus", () => this.#select(index));
      row.fields[key] = number;
      return make("label", {}, make("span", { textContent: label }), number.box);
    });
    const remove = iconButton("close", "Remove", () => this.#actions.change(replaced(row.hue, null)));
    remove.classList.add("remove");
    row.append(swatch, make("span", { className: "parts" }, ...parts), remove, make("span", { className: "gates" }));
    this.#list.append(row);
    return row;
  }

  #select(index) {
    if (index !== this.#page.selected) this.#actions.select(index);
  }

  #fill(row, hue, index) {
    row.hue = hue;
    const kind = hue.key === "hues" ? "kept" : "excluded";
    const name = `${kind} hue ${hue.index + 1}`;
    const { help, control } = field(this.#page, hue.key);
    row.title = help;
    row.className = `${kind}${index === this.#page.selected ? " selected" : ""}`;
    const [swatch] = row.children;
    swatch.style.setProperty("--color", vivid(hue.center));
    swatch.setAttribute("aria-label", `Select ${name}, ${Math.round(hue.center)} degrees`);
    for (const { key, label } of control.parts) {
      row.fields[key].input.setAttribute("aria-label", `${name}: ${label} in degrees`);
      row.fields[key].set(hue[key]);
    }
    const own = [["saturation", hue.saturation], ["value", hue.value]].filter(([, range]) => range);
    row.querySelector(".gates").textContent = [
      ...(hue.isDefault ? ["default"] : []), ...(kind === "excluded" ? ["excluded"] : []),
      ...own.map(([word, { min, max }]) => `${word} ${short(min)} to ${short(max)}`),
    ].join(" · ");
    const remove = row.querySelector(".remove");
    remove.hidden = Boolean(hue.isDefault);
    remove.setAttribute("aria-label", `Remove ${name}`);
  }
}
