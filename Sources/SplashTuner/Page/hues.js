// The list of hues under the wheel: the same as its handles, in numbers.

import { allHues, field, replaced } from "./wheel.js";

const byId = (id) => document.getElementById(id);
/** What is too long for a row of numbers. */
const shortLabels = { width: "±", softness: "soft" };

export class HueList {
  #page;
  #actions;
  #list = byId("hues");

  constructor(page, actions) {
    this.#page = page;
    this.#actions = actions;
  }

  update() {
    const hues = allHues(this.#page);
    while (this.#list.childElementCount > hues.length) this.#list.lastChild.remove();
    hues.forEach((hue, index) => {
      const row = this.#list.children[index] ?? this.#makeRow(index);
      this.#fill(row, hue, index);
    });
  }

  #makeRow(index) {
    const row = document.createElement("li");
    const swatch = document.createElement("button");
    swatch.type = "button";
    swatch.className = "swatch";
    swatch.onclick = () => this.#actions.select(index);
    row.append(swatch);
    for (const { key, label, control: { min, max, step } } of field(this.#page, "hues").control.parts) {
      const wrapper = document.createElement("label");
      const input = document.createElement("input");
      Object.assign(input, { type: "number", min, max, step });
      input.dataset.key = key;
      input.onchange = () => {
        if (!input.checkValidity() || input.value === "") return this.update();
        const change = { [key]: Number(input.value) };
        this.#actions.change(replaced(row.hue, change));
      };
      input.onfocus = () => {
        if (index !== this.#page.selected) this.#actions.select(index);
      };
      const word = document.createElement("span");
      word.textContent = shortLabels[key] ?? label;
      wrapper.append(word, input);
      row.append(wrapper);
    }
    const gates = document.createElement("span");
    gates.className = "gates";
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "remove";
    remove.textContent = "×";
    remove.onclick = () => this.#actions.change(replaced(row.hue, null));
    row.append(gates, remove);
    this.#list.append(row);
    return row;
  }

  #fill(row, hue, index) {
    row.hue = hue;
    const kind = hue.key === "hues" ? "kept" : "excluded";
    const name = `${kind} hue ${hue.index + 1}`;
    const { help, control } = field(this.#page, hue.key);
    row.title = help;
    row.className = `${kind}${index === this.#page.selected ? " selected" : ""}`;
    const [swatch] = row.children;
    swatch.style.setProperty("--hue", hue.center);
    swatch.setAttribute("aria-label", `Select ${name}, ${Math.round(hue.center)} degrees`);
    for (const { key, label } of control.parts) {
      const input = row.querySelector(`[data-key="${key}"]`);
      input.setAttribute("aria-label", `${name}: ${label} in degrees`);
      if (input !== document.activeElement) input.value = Math.round(hue[key] * 10) / 10;
    }
    const own = [["S", hue.saturation], ["V", hue.value]].filter(([, range]) => range);
    row.querySelector(".gates").textContent = [
      ...(hue.isDefault ? ["default"] : []), ...(kind === "excluded" ? ["excluded"] : []),
      ...own.map(([letter, { min, max }]) => `${letter} ${min}–${max}`),
    ].join(" · ");
    const remove = row.querySelector(".remove");
    remove.hidden = Boolean(hue.isDefault);
    remove.setAttribute("aria-label", `Remove ${name}`);
  }
}
