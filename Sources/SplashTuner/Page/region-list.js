// The regions in the panel: what each is for, how soft its edge is, and a way to be rid of it.

import { byId, iconButton, make } from "./dom.js";
import { field } from "./hue.js";
import { numberField } from "./number.js";
import { regionKeys } from "./regions.js";

export class RegionList {
  #page;
  #regions;
  #list = byId("region-list");

  constructor(page, regions) {
    this.#page = page;
    this.#regions = regions;
  }

  /** The words for what a region is for, from the tuner. */
  build() { byId("region-use").replaceChildren(...this.#choices()); }

  #choices() {
    return regionKeys.map((key) => {
      const { label, help } = field(this.#page, key);
      return make("option", { value: key, textContent: label, title: help });
    });
  }

  update() {
    const all = this.#regions.all;
    byId("region-box").hidden = all.length === 0;
    while (this.#list.childElementCount > all.length) this.#list.lastChild.remove();
    all.forEach((region, index) => this.#fill(this.#list.children[index] ?? this.#make(), region));
  }

  #make() {
    const row = make("li");
    row.use = make("select", {}, ...this.#choices());
    row.use.onchange = () => this.#regions.replace(row.region, {}, row.use.value);
    row.feather = numberField({
      label: "Feather", step: 0.01,
      change: (feather) => this.#regions.replace(row.region, { feather }),
    });
    row.name = make("span", { className: "name" });
    const remove = iconButton("close", "Remove", () => this.#regions.replace(row.region, null));
    row.removal = remove;
    row.onpointerdown = () => { if (!this.#regions.isSelected(row.region)) this.#regions.select(row.region); };
    row.append(row.name, row.use, make("label", { title: "Over how much its edge fades, as a share of the height" }, "Feather", row.feather.box), remove);
    this.#list.append(row);
    return row;
  }

  #fill(row, region) {
    row.region = region;
    const name = `${region.shape} ${region.index + 1}`;
    row.className = this.#regions.isSelected(region) ? "selected" : "";
    row.name.textContent = region.shape;
    row.use.value = region.key;
    row.use.title = field(this.#page, region.key).help;
    row.use.setAttribute("aria-label", `What ${name} is for`);
    row.feather.set(region.feather);
    row.feather.input.setAttribute("aria-label", `Feather of ${name}`);
    row.removal.setAttribute("aria-label", `Remove ${name}`);
  }
}
