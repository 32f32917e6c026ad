// Sliders, fields and switches for all settings but hues and regions: one row a setting, each with a button that
// restores its default. The tuner's greeting lists the settings with their names and limits.

import { amountOf, withAmount } from "./amount.js";
import { byId, icon, make, short } from "./dom.js";
import { numberField } from "./number.js";
import { span } from "./span.js";
import { said, text } from "./texts.js";

const fades = ["fadeIn", "fadeOut"];
/** Settings whose sections appear under Fine tuning. */
const fine = ["threshold", "saturation"];
/** The setting above whose section the strip of the edge stands. */
const edge = "feather";
/** The longest fade of the slider, in seconds; the number field takes longer ones. */
const longestFade = 10;

export class Controls {
  #page;
  #rows = [];
  #gesture = 0;
  #edge;

  /** `edge` shows the edge magnified, above the settings that shape it. */
  constructor(page, edge) {
    this.#page = page;
    this.#edge = edge;
    const form = byId("controls");
    form.onsubmit = (event) => event.preventDefault();
    form.addEventListener("pointerdown", () => { this.#gesture += 1; }, true);
    page.live.on("greeting", () => this.#build());
    page.on("settled", ({ settings }) => this.#update(settings));
  }

  #build() {
    this.#rows = [];
    const settings = this.#page.greeting.fields.map((setting) => this.#placed(setting)).filter(({ section }) => section);
    const sections = [...new Set(settings.map(({ section }) => section))];
    byId("controls").replaceChildren(...sections.map((section) => {
      const rows = settings.filter((setting) => setting.section === section);
      return make(
        "fieldset", { className: rows.some(({ key }) => fine.includes(key)) ? "fine-only" : "" }, make("legend", { textContent: section }),
        ...(rows.some(({ key }) => key === edge) ? [this.#edge.box] : []),
        ...rows.map((setting) => this.#row(setting)));
    }));
    if (this.#page.status) this.#update(this.#page.status.settings);
  }

  /** Fades have a section of their own for clips with a duration. */
  #placed(setting) {
    const { canSeek, duration } = this.#page.greeting;
    if (!fades.includes(setting.key) || !canSeek || !duration) return setting;
    const max = Math.max(0.1, Math.min(longestFade, Math.floor(duration * 5) / 10));
    return { ...setting, section: text("fades"), control: { ...setting.control, max } };
  }

  #update(settings) {
    for (const { setting, fill, reset } of this.#rows) {
      fill(settings[setting.key]);
      const standard = this.#page.greeting.defaults[setting.key];
      reset.hidden = JSON.stringify(standard) === JSON.stringify(settings[setting.key]);
    }
  }

  #send(key, value, isDrag) {
    const gesture = isDrag ? `${key} ${this.#gesture}` : undefined;
    this.#page.change({ [key]: value }, gesture);
  }

  #row(setting) {
    const { key, label, help, control } = setting;
    const back = text("back.default", { label });
    const reset = make("button", {
      type: "button", className: "reset bare", title: back, "aria-label": back, hidden: true,
      onclick: () => this.#send(key, this.#page.greeting.defaults[key]),
    }, icon("reset"));
    const row = make("div", { className: `row ${control.kind}`, title: help });
    const fill = {
      slider: () => this.#number(setting, row), span: () => this.#interval(setting, row),
      switch: () => this.#switch(setting, row), balance: () => this.#balance(setting, row),
      look: () => this.#look(setting, row), choice: () => this.#choice(setting, row),
    }[control.kind]();
    row.append(reset);
    this.#rows.push({ setting, fill, reset });
    return row;
  }

  #name(label) { return make("span", { className: "name", textContent: label }); }

  /** A slider, and a field for the same number. */
  #dial({ key, label, help, min, max, step, unit = "" }, change) {
    const slider = make("input", { type: "range", min, max, step, "data-key": key, "aria-label": label });
    slider.oninput = () => {
      field.set(Number(slider.value));
      change(Number(slider.value), true);
    };
    const field = numberField({ label: text("label.number", { label }), unit, step, help, change });
    const set = (value) => {
      slider.max = Math.max(max, value);
      slider.value = value;
      field.set(value);
    };
    return { parts: [slider, field.box], set };
  }

  #number({ key, label, help, control }, row) {
    const dial = this.#dial({ key, label, help, ...control }, (value, isDrag) => this.#send(key, value, isDrag));
    row.append(this.#name(label), ...dial.parts);
    return dial.set;
  }

  #interval({ key, label, help, control }, row) {
    let now = { min: control.min, max: control.max };
    const send = (change, isDrag) => {
      now = { ...now, ...change };
      this.#send(key, now, isDrag);
    };
    const slider = span({
      key, label, control,
      change: (min, max) => {
        fields.min.set(min);
        fields.max.set(max);
        send({ min, max }, true);
      },
    });
    const fields = Object.fromEntries(["min", "max"].map((end) => [end, numberField({
      label: text(`end.${end}`, { label }), step: control.step, help,
      change: (value, isDrag) => send({ [end]: value }, isDrag),
    })]));
    const numbers = make("span", { className: "ends" }, fields.min.box, fields.max.box);
    row.append(this.#name(label), slider.box, numbers);
    return (value) => {
      now = value;
      slider.set(value.min, value.max);
      fields.min.set(value.min);
      fields.max.set(value.max);
    };
  }

  #switch({ key, label }, row) {
    const box = make("input", { type: "checkbox", "data-key": key, onchange: () => this.#send(key, box.checked) });
    row.append(make("label", {}, box, label));
    return (value) => { box.checked = value; };
  }

  #look({ key, label, control }, row) {
    const list = make("datalist", { id: `${key}-looks` },
      ...control.choices.map((word) => make("option", { value: word })));
    const input = make("input", {
      type: "text", spellcheck: false, autocomplete: "off", "data-key": key, "aria-label": label,
    });
    input.setAttribute("list", list.id);
    input.onchange = () => this.#send(key, input.value.trim() || "none");
    let now = [];
    const name = text("amount", { label });
    const dial = this.#dial(
      { key: `${key} amount`, label: name, help: name, min: 0, max: 1, step: 0.05 },
      (amount, isDrag) => this.#send(key, withAmount(now, amount), isDrag));
    const amount = make("span", { className: "amount", title: name }, ...dial.parts);
    row.append(this.#name(label), input, list, amount);
    return (steps) => {
      now = steps;
      input.value = steps.length ? steps.join("+") : "none";
      const share = amountOf(steps);
      amount.hidden = share === undefined;
      dial.set(share ?? 1);
    };
  }

  /** A list of words; a value of the settings that is not listed is added. */
  #choice({ key, label, control }, row) {
    const option = (word) => make("option", { value: word, textContent: said(word) });
    const select = make("select", {
      "data-key": key, "aria-label": label, onchange: () => this.#send(key, select.value),
    }, ...control.choices.map(option));
    row.append(this.#name(label), select);
    return (value) => {
      select.value = value;
      if (select.value === String(value)) return;
      select.append(option(String(value)));
      select.value = value;
    };
  }

  #balance({ key, label, help, control }, row) {
    const select = make("select", { "data-key": key, "aria-label": label },
      ...control.choices.map((word) => make("option", { value: word, textContent: said(word) })));
    const like = make("option", { value: "like", textContent: text("balance.like") });
    let numbers = [1, 1, 1];
    const sendGains = () => this.#send(key, `gains=${numbers.join(",")}`);
    const gains = ["red", "green", "blue"].map((name, index) => numberField({
      label: text(`gain.${name}`), step: control.step, help,
      change: (value) => {
        numbers = numbers.map((number, other) => (other === index ? value : number));
        sendGains();
      },
    }));
    const box = make("span", { className: "gains" }, ...gains.map((gain) => gain.box));
    select.onchange = () => {
      if (select.value === "gains") {
        numbers = (this.#page.measurements?.gains ?? numbers).map((gain) => Number(short(gain)));
        return sendGains();
      }
      this.#send(key, select.value === "card" ? "card=0.4,0.4,0.2,0.2" : select.value);
    };
    row.append(this.#name(label), select, box);
    return (value) => {
      const [mode, text = ""] = value.split("=");
      // Only a click on the picture sets it.
      if (mode === "like") select.append(like); else like.remove();
      select.value = mode;
      box.hidden = mode !== "gains";
      if (mode !== "gains") return;
      numbers = text.split(",").map(Number);
      numbers.forEach((gain, index) => gains[index].set(gain));
    };
  }
}
