// The list of regions, things and subjects in the panel: the use of each, the softness of its edge, what it follows, and
// buttons to switch it off and remove it. Subjects are switched on and off here.

import { byId, clock, iconButton, make, relabel, showList } from "./dom.js";
import { field } from "./hue.js";
import { numberField } from "./number.js";
import { regionKeys } from "./regions.js";
import { readRegion } from "./region.js";
import { timeOfThing, withExtent } from "./thing.js";
import { said, text } from "./texts.js";

/** The name of a region. */
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
  /** Regions that are switched off: the text of each and its setting. */
  #parked = [];

  /** `tie(region)` makes a region follow the thing that is clicked next. */
  constructor(page, regions, tie) {
    this.#page = page;
    this.#tie = tie;
    this.#regions = regions;
    for (const button of byId("subjects").children) {
      button.onclick = () => this.#toggle(button.dataset.subject);
    }
    page.live.on("greeting", () => byId("region-use").replaceChildren(...this.#choices()));
    page.live.on("measurements", ({ followed }) => this.#showFollowed(followed));
    page.on("regions", () => this.#update());
  }

  /** Keeps a subject, or removes it from all settings. */
  #toggle(subject) {
    const { settings } = this.#page.status;
    const users = regionKeys.filter((key) => settings[key].includes(subject));
    this.#page.change(users.length
      ? Object.fromEntries(users.map((key) => [key, settings[key].filter((entry) => entry !== subject)]))
      : { keep: [...settings.keep, subject] });
  }

  /** The options of a list of uses. */
  #choices() {
    return regionKeys.map((key) => {
      const { help } = field(this.#page, key);
      return make("option", { value: key, textContent: text(`region.${key}`), title: help });
    });
  }

  /** The state that only the page has: regions that are switched off. */
  get kept() { return this.#parked; }
  set kept(parked) {
    this.#parked = parked ?? [];
    this.#update();
  }

  /** Switches a region off. */
  #park({ key, index }) {
    this.#parked = [...this.#parked, { key, written: this.#page.status.settings[key][index] }];
    this.#regions.replace({ key, index }, null);
  }

  #unpark(parked) {
    const list = this.#page.status.settings[parked.key];
    this.#forget(parked);
    this.#page.change({ [parked.key]: [...list, parked.written] });
  }

  #forget(parked) {
    this.#parked = this.#parked.filter((other) => other !== parked);
    this.#update();
  }

  #makeParked(parked) {
    const { label } = field(this.#page, parked.key);
    const name = title(readRegion(parked.written));
    const eye = iconButton("eye-off", text("switch.on", { name }), () => this.#unpark(parked));
    eye.setAttribute("aria-pressed", "false");
    return make("li", { title: parked.written }, make("span", { className: "name", textContent: name }),
      make("span", { className: "use", textContent: label }), eye,
      iconButton("close", text("remove", { name }), () => this.#forget(parked)));
  }

  #update() {
    const all = this.#regions.all;
    const { settings } = this.#page.status;
    // Undo may have brought a region back that was switched off.
    this.#parked = this.#parked.filter(({ key, written }) => !settings[key].includes(written));
    showList(byId("region-parked"), this.#parked, { key: (parked) => parked, make: (parked) => this.#makeParked(parked) });
    for (const button of byId("subjects").children) {
      button.setAttribute("aria-pressed", all.some((region) => region.text === button.dataset.subject));
    }
    showList(byId("region-list"), all, { make: () => this.#make(), show: (row, region) => this.#fill(row, region) });
  }

  /** Shows a sentence about things that are followed. */
  #showFollowed(sentence) {
    byId("followed").hidden = !sentence;
    byId("followed").textContent = said(sentence ?? "");
  }

  #make() {
    const row = make("li");
    row.use = make("select", {}, ...this.#choices());
    row.use.onchange = () => this.#regions.replace(row.region, {}, row.use.value);
    row.softness = ["inner", "outer"].map((side) => ({
      side, ...numberField({
        label: text(`soft.${side}`), step: 0.01,
        change: (number) => this.#regions.replace(row.region, { [side]: number }),
      }),
    }));
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
    row.eye = iconButton("eye", "", () => this.#park(row.region));
    // On click and not on pointerdown, since the rows change their sizes.
    row.onclick = ({ target }) => {
      if (!target.closest("button") && !this.#regions.isSelected(row.region)) this.#regions.select(row.region);
    };
    row.edge = make("span", { className: "edge", title: text("soft.title") }, make("span", { textContent: text("soft") }),
      ...row.softness.map(({ side, box }) => make("label", {}, text(`soft.${side}`), box)));
    row.append(row.name, row.use, ...row.steps, row.link, row.eye, remove, row.edge);
    return row;
  }

  #fill(row, region) {
    row.region = region;
    const [what, name] = [title(region), `${title(region)} ${region.index + 1}`];
    row.className = this.#regions.isSelected(region) ? "selected" : "";
    row.name.textContent = what;
    row.name.title = region.text ?? what;
    row.edge.hidden = !region.numbers || region.shape === "gradient";
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
    relabel(row.eye, text("switch.off", { name }));
    for (const { side, set, input } of row.softness) {
      set(region[side] ?? 0);
      input.setAttribute("aria-label", text(`soft.${side}.of`, { name }));
    }
    row.removal.setAttribute("aria-label", text("remove", { name }));
  }
}
