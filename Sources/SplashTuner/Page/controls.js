// Sliders and switches for everything but the hues, one row a setting, each with a way back to its
// default.

const byId = (id) => document.getElementById(id);

const groups = [
  ["Color gates", [
    { key: "saturation", label: "Saturation", kind: "interval", max: 1, step: 0.01 },
    { key: "value", label: "Value", kind: "interval", max: 1, step: 0.01 },
    { key: "gateSoftness", label: "Gate softness", kind: "number", max: 0.5, step: 0.01 },
    { key: "chromaFloor", label: "Chroma floor", kind: "number", max: 0.3, step: 0.005 },
  ]],
  ["Steady mask", [
    { key: "stability", label: "Stability", kind: "number", max: 1, step: 0.05 },
    { key: "despeckle", label: "Despeckle", kind: "number", max: 3, step: 1 },
    { key: "invert", label: "Invert", kind: "switch" },
  ]],
  ["White balance", [
    { key: "whiteBalance", label: "Balance", kind: "balance" },
    { key: "balanceTime", label: "Follows in", unit: " s", kind: "number", max: 10, step: 0.1 },
    { key: "lockBalance", label: "Lock what it found", kind: "switch" },
    { key: "balanceOutput", label: "Balance the picture too", kind: "switch" },
  ]],
  ["Hues that give no width of their own", [
    { key: "threshold", label: "Width ±", unit: "°", kind: "number", max: 180, step: 1 },
    { key: "softness", label: "Softness", unit: "°", kind: "number", max: 90, step: 1 },
  ]],
];

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
    byId("controls").replaceChildren(...groups.map(([title, settings]) => make(
      "fieldset", {}, make("legend", { textContent: title }),
      ...settings.map((setting) => this.#row(setting)),
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
    const { key, label } = setting;
    const reset = make("button", {
      type: "button", className: "reset", textContent: "↺", title: "Back to the default", hidden: true,
      onclick: () => this.#send(key, this.#page.greeting.defaults[key]),
    });
    reset.setAttribute("aria-label", `${label}: back to the default`);
    const row = make("div", { className: `row ${setting.kind}` });
    const fill = {
      number: () => this.#number(setting, row), interval: () => this.#interval(setting, row),
      switch: () => this.#switch(setting, row), balance: () => this.#balance(setting, row),
    }[setting.kind]();
    row.append(reset);
    this.#rows.push({ setting, fill, reset });
    return row;
  }

  #slider(setting, label, change) {
    const slider = make("input", { type: "range", min: 0, max: setting.max, step: setting.step });
    slider.setAttribute("aria-label", label);
    slider.oninput = () => change(Number(slider.value));
    return slider;
  }

  #number(setting, row) {
    const { key, label, unit = "" } = setting;
    const slider = this.#slider(setting, label, (value) => {
      output.textContent = value + unit;
      this.#send(key, value, true);
    });
    slider.dataset.key = key;
    const output = make("output");
    row.append(make("span", { className: "name", textContent: label }), slider, output);
    return (value) => {
      slider.max = Math.max(setting.max, value);
      slider.value = value;
      output.textContent = value + unit;
    };
  }

  #interval(setting, row) {
    const { key, label } = setting;
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
    const low = this.#slider(setting, `${label}, lowest`, change("low"));
    const high = this.#slider(setting, `${label}, highest`, change("high"));
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

  #switch(setting, row) {
    const { key, label } = setting;
    const box = make("input", { type: "checkbox", onchange: () => this.#send(key, box.checked) });
    box.dataset.key = key;
    row.append(make("label", {}, box, label));
    return (value) => { box.checked = value; };
  }

  #balance(setting, row) {
    const { key, label } = setting;
    const modes = [["off", "off"], ["gray-world", "gray world"], ["gains", "fixed gains"], ["card", "grey card"]];
    const select = make("select", {}, ...modes.map(([value, text]) => make("option", { value, textContent: text })));
    select.setAttribute("aria-label", label);
    select.dataset.key = key;
    const gains = ["red", "green", "blue"].map((name) => {
      const input = make("input", { type: "number", min: 0.05, max: 8, step: 0.01, value: 1 });
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
