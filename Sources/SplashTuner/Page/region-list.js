// The regions, objects and subjects in the panel: what each is for, how soft its edge is, what it goes with, and a
// way to be rid of it. Subjects are switched on and off here.

import { byId, clock, iconButton, make } from "./dom.js";
import { field } from "./hue.js";
import { numberField } from "./number.js";
import { regionKeys } from "./regions.js";
import { timeOfThing, withExtent } from "./thing.js";
import { said, text } from "./texts.js";

/** What one is called. */
function title({ shape, text: written }) {
  if (shape === "mask") return written.slice(5).split("/").pop();
  const isOne = shape === "person" && written !== shape;
  const word = text(written === "subject" ? "shape.out" : isOne ? "shape.one" : `shape.${shape}`);
  const time = shape === "thing" ? timeOfThing(written) : /@[^@]*@(.*)$/.exec(written ?? "")?.[1] ?? null;
  return time === null ? word : text("shape.of", { shape: word, time: clock(Number(time)) });
}

export class RegionList {
  #page;
  #regions;
  #tie;
  #list = byId("region-list");

  /** `tie(region)` lets a region go with what is clicked next. */
  constructor(page, regions, tie) {
    this.#page = page;
    this.#tie = tie;
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
      ? Object.fromEntries(users.map((key) => [key, settings[key].filter((entry) => entry !== subject)]))
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
      button.setAttribute("aria-pressed", all.some((region) => region.text === button.dataset.subject));
    }
    while (this.#list.childElementCount > all.length) this.#list.lastChild.remove();
    all.forEach((region, index) => this.#fill(this.#list.children[index] ?? this.#make(), region));
  }

  /** Says what becomes of what is followed. */
  showFollowed(sentence) {
    byId("followed").hidden = !sentence;
    byId("followed").textContent = said(sentence ?? "");
  }

  #make() {
    const row = make("li");
    row.use = make("select", {}, ...this.#choices());
    row.use.onchange = () => this.#regions.replace(row.region, {}, row.use.value);
    row.feather = numberField({
      label: text("feather"), step: 0.01,
      change: (feather) => this.#regions.replace(row.region, { feather }),
    });
    row.name = make("span", { className: "name" });
    const remove = iconButton("close", text("region.remove"), () => this.#regions.replace(row.region, null));
    row.removal = remove;
    row.steps = [["minus", text("mean.less"), -1], ["plus", text("mean.more"), 1]].map(([icon, label, step]) => {
      const button = iconButton(icon, label, () =>
        this.#regions.replace(row.region, { text: withExtent(row.region.text, step) }));
      return Object.assign(button, { step, label });
    });
    row.link = iconButton("link", text("tie"), () => {
      if (row.region.leader) this.#regions.replace(row.region, { leader: undefined });
      else this.#tie(row.region);
    });
    row.onpointerdown = () => { if (!this.#regions.isSelected(row.region)) this.#regions.select(row.region); };
    row.edge = make("label", { title: text("feather.title") }, text("feather"), row.feather.box);
    row.append(row.name, row.use, row.edge, ...row.steps, row.link, remove);
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
      button.setAttribute("aria-label", text("mean.by", { label: button.label, name }));
    }
    row.link.hidden = !region.numbers;
    row.link.title = region.leader ? text("tie.loose") : text("tie");
    row.link.setAttribute("aria-label", text(region.leader ? "tie.loose.of" : "tie.of", { name }));
    row.link.setAttribute("aria-pressed", Boolean(region.leader));
    row.use.value = region.key;
    row.use.title = field(this.#page, region.key).help;
    row.use.setAttribute("aria-label", text("region.use", { name }));
    row.feather.set(region.feather ?? 0);
    row.feather.input.setAttribute("aria-label", text("feather.of", { name }));
    row.removal.setAttribute("aria-label", text("remove", { name }));
  }
}
