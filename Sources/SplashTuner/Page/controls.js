// Sliders and switches for everything but the hues, one row a setting, each with a way back to its
// default. Which settings there are, what they are called and how far they reach, the tuner says.

const byId = (id) => document.getElementById(id);

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export class Controls {
  #page;
  #rows = [];
  #gesture = 0;

  constructor(page) {
    this.#page = page;
    const form = byId("controls");
    form.onsubmit = (event) => event.preventDefault();
    form.addEventListener("pointerdown", () => { this.#gesture += 1; });
  }

  build() {
    this.#rows = [];
    const settings = this.#page.greeting.fields.filter(({ section }) => section);
    const sections = new Set(settings.map(({ section }) => section));
    byId("controls").replaceChildren(...[...sections].map((section) => make(
      "fieldset", {}, make("legend", { textContent: section }),
      ...settings.filter((setting) => setting.section === section).map((setting) => this.#row(setting)),
    )));
    if (this.#page.status) this.update(this.#page.status.settings);
  }

  update(settings) {
    for (const { setting, fill, reset } of this.#rows) {
      fill(settings[setting.key]);
      const standard = this.#page.greeting.defaults[setting.key];
      reset.hidden = JSON.stringify(standard) === JSON.stringify(settings[setting.key]);
    }
  }

  #send(key, value, isDrag) {
    const gesture = isDrag ? `${key} ${this.#gesture}` : undefined;
    this.#page.live.sendSoon(key, { do: "set", settings: { [key]: value }, gesture });
  }

  #row(setting) {
    const { key, label, help, control } = setting;
    const reset = make("button", {
      type: "button", className: "reset", textContent: "↺", title: "Back to the default", hidden: true,
      onclick: () => this.#send(key, this.#page.greeting.defaults[key]),
    });
    reset.setAttribute("aria-label", `${label}: back to the default`);
    const row = make("div", { className: `row ${control.kind}`, title: help });
    const fill = {
      slider: () => this.#number(setting, row), span: () => this.#interval(setting, row),
      switch: () => this.#switch(setting, row), balance: () => this.#balance(setting, row),
      look: () => this.#look(setting, row),
    }[control.kind]();
    row.append(reset);
    this.#rows.push({ setting, fill, reset });
    return row;
  }

  #slider({ min, max, step }, label, change) {
    const slider = make("input", { type: "range", min, max, step });
    slider.setAttribute("aria-label", label);
    slider.oninput = () => change(Number(slider.value));
    return slider;
  }

  #number({ key, label, control }, row) {
    const { max, unit = "" } = control;
    const slider = this.#slider(control, label, (value) => {
      output.textContent = value + unit;
      this.#send(key, value, true);
    });
    slider.dataset.key = key;
    const output = make("output");
    row.append(make("span", { className: "name", textContent: label }), slider, output);
    return (value) => {
      slider.max = Math.max(max, value);
      slider.value = value;
      output.textContent = value + unit;
    };
  }

  #interval({ key, label, control }, row) {
    const show = () => {
      output.textContent = `${low.value} – ${high.value}`;
      box.style.setProperty("--low", low.value);
      box.style.setProperty("--high", high.value);
    };
    const change = (moved) => () => {
      if (Number(low.value) > Number(high.value)) {
        if (moved === "low") low.value = high.value; else high.value = low.value;
      }
      show();
      this.#send(key, { min: Number(low.value), max: Number(high.value) }, true);
    };
    const low = this.#slider(control, `${label}, lowest`, change("low"));
    const high = this.#slider(control, `${label}, highest`, change("high"));
    low.dataset.key = `${key} min`;
    high.dataset.key = `${key} max`;
    const box = make("span", { className: "two" }, low, high);
    const output = make("output");
    row.append(make("span", { className: "name", textContent: label }), box, output);
    return ({ min, max }) => {
      low.value = min;
      high.value = max;
      show();
    };
  }

  #switch({ key, label }, row) {
    const box = make("input", { type: "checkbox", onchange: () => this.#send(key, box.checked) });
    box.dataset.key = key;
    row.append(make("label", {}, box, label));
    return (value) => { box.checked = value; };
  }

  #look({ key, label, control }, row) {
    const list = make("datalist", { id: `${key}-looks` },
      ...control.choices.map((word) => make("option", { value: word })));
    const input = make("input", { type: "text", spellcheck: false, autocomplete: "off" });
    input.setAttribute("list", list.id);
    input.setAttribute("aria-label", label);
    input.dataset.key = key;
    input.onchange = () => this.#send(key, input.value.trim() || "none");
    row.append(make("span", { className: "name", textContent: label }), input, list);
    return (steps) => { input.value = steps.length ? steps.join("+") : "none"; };
  }

  #balance({ key, label, control }, row) {
    const { min, max, step, choices } = control;
    const select = make("select", {}, ...choices.map((word) => make("option", { value: word, textContent: word })));
    select.setAttribute("aria-label", label);
    select.dataset.key = key;
    const gains = ["red", "green", "blue"].map((name) => {
      const input = make("input", { type: "number", min, max, step, value: 1 });
      input.setAttribute("aria-label", `Gain of ${name}`);
      input.onchange = sendGains;
      return input;
    });
    const box = make("span", { className: "gains" }, ...gains);
    const self = this;
    function sendGains() {
      if (gains.every((input) => input.checkValidity() && input.value !== "")) {
        self.#send(key, `gains=${gains.map((input) => Number(input.value)).join(",")}`);
      }
    }
    select.onchange = () => {
      if (select.value === "gains") {
        this.#page.measurements?.gains.forEach((gain, index) => { gains[index].value = gain.toFixed(2); });
        return sendGains();
      }
      this.#send(key, select.value === "card" ? "card=0.4,0.4,0.2,0.2" : select.value);
    };
    row.append(make("span", { className: "name", textContent: label }), select, box);
    return (value) => {
      const [mode, numbers = ""] = value.split("=");
      select.value = mode;
      box.hidden = mode !== "gains";
      if (mode !== "gains") return;
      numbers.split(",").forEach((gain, index) => {
        if (gains[index] !== document.activeElement) gains[index].value = gain;
      });
    };
  }
}
