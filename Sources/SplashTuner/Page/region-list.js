// The regions, objects and subjects in the panel: what each is for, how soft its edge is, and a way to be
// rid of it. Subjects are switched on and off here.

import { byId, clock, iconButton, make } from "./dom.js";
import { field } from "./hue.js";
import { numberField } from "./number.js";
import { regionKeys } from "./regions.js";
import { timeOfThing, withExtent } from "./thing.js";

/** What one is called that has no outline. */
function title({ shape, text }) {
  if (!text) return shape;
  if (shape === "thing") {
    const time = timeOfThing(text);
    return time === null ? "thing" : `thing of ${clock(time)}`;
  }
  const time = /@[^@]*@(.*)$/.exec(text);
  if (shape === "mask") return text.slice(5).split("/").pop();
  return { person: "people", subject: "what stands out" }[text] ?? shape + (time ? ` of ${clock(Number(time[1]))}` : "");
}

export class RegionList {
  #page;
  #regions;
  #list = byId("region-list");

  constructor(page, regions) {
    this.#page = page;
    this.#regions = regions;
    for (const button of byId("subjects").children) {
      button.onclick = () => this.#toggle(button.dataset.subject);
    }
  }

  /** Keeps a subject, or does nothing with it any more. */
  #toggle(subject) {
    const { settings } = this.#page.status;
    const users = regionKeys.filter((key) => settings[key].includes(subject));
    this.#page.change(users.length
      ? Object.fromEntries(users.map((key) => [key, settings[key].filter((text) => text !== subject)]))
      : { keep: [...settings.keep, subject] });
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
    for (const button of byId("subjects").children) {
      button.setAttribute("aria-pressed", all.some(({ text }) => text === button.dataset.subject));
    }
    while (this.#list.childElementCount > all.length) this.#list.lastChild.remove();
    all.forEach((region, index) => this.#fill(this.#list.children[index] ?? this.#make(), region));
  }

  /** Says what becomes of what is followed. */
  showFollowed(text) {
    byId("followed").hidden = !text;
    byId("followed").textContent = text ?? "";
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
    row.steps = [["minus", "Mean less", -1], ["plus", "Mean more", 1]].map(([icon, label, step]) => {
      const button = iconButton(icon, label, () =>
        this.#regions.replace(row.region, { text: withExtent(row.region.text, step) }));
      return Object.assign(button, { step, label });
    });
    row.onpointerdown = () => { if (!this.#regions.isSelected(row.region)) this.#regions.select(row.region); };
    row.edge = make("label", { title: "Over how much its edge fades, as a share of the height" }, "Feather", row.feather.box);
    row.append(row.name, row.use, row.edge, ...row.steps, remove);
    this.#list.append(row);
    return row;
  }

  #fill(row, region) {
    row.region = region;
    const [what, name] = [title(region), `${title(region)} ${region.index + 1}`];
    row.className = this.#regions.isSelected(region) ? "selected" : "";
    row.classList.toggle("plain", !region.numbers);
    row.name.textContent = what;
    row.name.title = region.text ?? what;
    row.edge.hidden = !region.numbers;
    for (const button of row.steps) {
      button.hidden = region.shape !== "thing";
      button.disabled = button.hidden || !withExtent(region.text, button.step);
      button.setAttribute("aria-label", `${button.label} by ${name}`);
    }
    row.use.value = region.key;
    row.use.title = field(this.#page, region.key).help;
    row.use.setAttribute("aria-label", `What ${name} is for`);
    row.feather.set(region.feather ?? 0);
    row.feather.input.setAttribute("aria-label", `Feather of ${name}`);
    row.removal.setAttribute("aria-label", `Remove ${name}`);
  }
}
