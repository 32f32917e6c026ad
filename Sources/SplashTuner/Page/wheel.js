// The hue wheel: the picture's hues inside, the ring, and the kept and excluded ranges around it with
// handles to drag. Red is at the top, and degrees go clockwise.

const svgNamespace = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const ring = { inner: 88, outer: 102 };
const band = { kept: 112, dropped: 120, width: 8 };
const bars = { inner: 34, outer: 84 };

export const wrap = (degrees) => ((degrees % 360) + 360) % 360;
export const distance = (a, b) => Math.abs(wrap(a - b + 180) - 180);

/** What the tuner says of a setting. */
export const field = (page, key) => page.greeting.fields.find((candidate) => candidate.key === key);

/** The colors that have a name, with their ranges; the first is kept where no hue is. */
export const namedColors = (page) => field(page, "hues").control.names;

/** Kept and excluded hues in one list, with the defaults filled in. */
export function allHues(page) {
  const { settings } = page.status;
  const kept = settings.hues.length || settings.keep.length
    ? settings.hues : namedColors(page)[0].ranges.map((range) => ({ ...range, isDefault: true }));
  const fill = (list, key) => (hue, index) => ({
    ...hue, list, index, key,
    width: hue.width ?? settings.threshold, softness: hue.softness ?? settings.softness,
  });
  return [
    ...kept.map(fill(kept, "hues")),
    ...settings.drops.map(fill(settings.drops, "drops")),
  ];
}

/** The settings that change when one hue does; null takes it away. */
export function replaced(hue, change) {
  const list = hue.list.map(({ isDefault, ...plain }) => plain);
  if (change) list[hue.index] = { ...list[hue.index], ...change };
  else list.splice(hue.index, 1);
  return { [hue.key]: list };
}

function polar(degrees, radius) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

function arc(from, to, radius) {
  const span = Math.min(to - from, 359.9);
  const [x1, y1] = polar(from, radius);
  const [x2, y2] = polar(from + span, radius);
  const large = span > 180 ? 1 : 0;
  return `M${x1.toFixed(2)} ${y1.toFixed(2)}A${radius} ${radius} 0 ${large} 1 ${x2.toFixed(2)} ${y2.toFixed(2)}`;
}

function make(name, attributes, parent) {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

export class Wheel {
  #page;
  #actions;
  #svg = byId("wheel");
  #bars = make("g", { "aria-hidden": "true" }, this.#svg);
  #ranges = make("g", { "aria-hidden": "true" }, this.#svg);
  #knobs = make("g", {}, this.#svg);
  #histogram = [];
  #drag = null;
  #gesture = 0;

  constructor(page, actions) {
    this.#page = page;
    this.#actions = actions;
    this.#drawRing();
    this.#svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel"]) {
      this.#svg.addEventListener(type, () => { this.#drag = null; });
    }
  }

  #drawRing() {
    const canvas = byId("wheel-ring");
    const size = 520;
    const scale = size / 260;
    canvas.width = canvas.height = size;
    const context = canvas.getContext("2d");
    const gradient = context.createConicGradient(-Math.PI / 2, size / 2, size / 2);
    for (let hue = 0; hue <= 360; hue += 10) gradient.addColorStop(hue / 360, `hsl(${hue} 85% 55%)`);
    context.strokeStyle = gradient;
    context.lineWidth = (ring.outer - ring.inner) * scale;
    context.beginPath();
    context.arc(size / 2, size / 2, ((ring.inner + ring.outer) / 2) * scale, 0, 7);
    context.stroke();
  }

  showHistogram(shares) {
    this.#histogram = shares;
    this.#drawBars();
  }

  update() {
    if (!this.#page.status) return;
    const hues = allHues(this.#page);
    this.#drawBars(hues);
    this.#drawRanges(hues);
    this.#drawKnobs(hues);
  }

  /** How much of a hue is kept, 0 to 1, as far as hue decides. */
  #kept(hues, degrees) {
    let kept = 0;
    let left = 1;
    for (const { center, width, softness, key } of hues) {
      const beyond = distance(degrees, center) - width;
      const share = beyond <= 0 ? 1 : softness > 0 ? Math.max(0, 1 - beyond / softness) : 0;
      if (key === "hues") kept = Math.max(kept, share);
      else left *= 1 - share;
    }
    const share = kept * left;
    return this.#page.status.settings.invert ? 1 - share : share;
  }

  #drawBars(hues = this.#page.status ? allHues(this.#page) : null) {
    if (!hues || !this.#histogram.length) return;
    const step = this.#page.greeting.histogramBin;
    const largest = Math.max(...this.#histogram, 0.02);
    while (this.#bars.childElementCount < this.#histogram.length) make("path", {}, this.#bars);
    this.#histogram.forEach((share, index) => {
      const middle = (index + 0.5) * step;
      const length = (bars.outer - bars.inner) * Math.sqrt(share / largest);
      const [x1, y1] = polar(middle, bars.outer);
      const [x2, y2] = polar(middle, bars.outer - length);
      const bar = this.#bars.children[index];
      bar.setAttribute("d", `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`);
      const kept = this.#kept(hues, middle);
      bar.style.stroke = `hsl(${middle} ${Math.round(80 * kept)}% ${Math.round(50 + 5 * kept)}%)`;
      bar.style.opacity = length > 0.5 ? 0.35 + 0.65 * kept : 0;
    });
  }

  #drawRanges(hues) {
    this.#ranges.replaceChildren();
    for (const { center, width, softness, key, isDefault } of hues) {
      const radius = key === "hues" ? band.kept : band.dropped;
      const place = make("g", { class: `range ${key}${isDefault ? " default" : ""}` }, this.#ranges);
      const solid = Math.min(width, 180);
      make("path", { d: arc(center - solid, center + Math.max(solid, 0.3), radius) }, place);
      const steps = 8;
      for (let step = 0; step < steps; step += 1) {
        const from = Math.min(width + (softness * step) / steps, 180);
        const to = Math.min(width + (softness * (step + 1)) / steps, 180);
        if (to <= from) continue;
        for (const side of [1, -1]) {
          const ends = side > 0 ? [center + from, center + to] : [center - to, center - from];
          make("path", { d: arc(...ends, radius), opacity: 1 - (step + 0.5) / steps }, place);
        }
      }
    }
  }

  #drawKnobs(hues) {
    const names = ["center", "width", "otherWidth", "softness", "otherSoftness"];
    const wanted = new Map();
    hues.forEach((hue, index) => {
      const kinds = index === this.#page.selected ? names : ["center"];
      for (const kind of kinds) wanted.set(`${hue.key} ${hue.index} ${kind}`, { hue, index, kind });
    });
    for (const knob of [...this.#knobs.children]) {
      if (!wanted.has(knob.dataset.id)) knob.remove();
    }
    for (const [id, { hue, index, kind }] of wanted) {
      const knob = this.#knobs.querySelector(`[data-id="${id}"]`) ?? this.#makeKnob(id);
      this.#placeKnob(knob, hue, index, kind);
    }
  }

  #makeKnob(id) {
    const knob = make("g", { class: "knob", "data-id": id }, this.#knobs);
    make("circle", { r: 15, class: "reach" }, knob);
    make("circle", { class: "dot" }, knob);
    knob.addEventListener("pointerdown", (event) => {
      const { hue, index, kind } = knob.state;
      event.preventDefault();
      knob.focus();
      this.#svg.setPointerCapture(event.pointerId);
      this.#gesture += 1;
      this.#drag = { index, kind, offset: this.#angle(event) - hue.center };
      if (index !== this.#page.selected) this.#actions.select(index);
    });
    knob.addEventListener("focus", () => {
      if (knob.state.index !== this.#page.selected) this.#actions.select(knob.state.index);
    });
    knob.addEventListener("keydown", (event) => this.#key(event, knob.state));
    return knob;
  }

  #placeKnob(knob, hue, index, kind) {
    const { center, width, softness, key } = hue;
    const at = {
      center, width: center + Math.min(width, 180), otherWidth: center - Math.min(width, 180),
      softness: center + Math.min(width + softness, 180), otherSoftness: center - Math.min(width + softness, 180),
    }[kind];
    const [x, y] = polar(at, key === "hues" ? band.kept : band.dropped);
    knob.state = { hue, index, kind };
    knob.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    knob.classList.toggle("selected", index === this.#page.selected);
    knob.classList.toggle("dropped", key === "drops");
    knob.lastChild.setAttribute("r", { center: 8, width: 5.5, otherWidth: 5.5, softness: 4, otherSoftness: 4 }[kind]);
    knob.lastChild.style.fill = kind === "center" ? `hsl(${center} 85% 55%)` : "";
    knob.classList.toggle("soft", kind.toLowerCase().includes("softness"));
    if (kind.startsWith("other")) {
      knob.setAttribute("aria-hidden", "true");
      return;
    }
    const value = { center, width, softness }[kind];
    const part = field(this.#page, key).control.parts.find((candidate) => candidate.key === kind);
    const title = `${key === "hues" ? "Kept" : "Excluded"} hue ${hue.index + 1}`;
    knob.tabIndex = 0;
    knob.setAttribute("role", "slider");
    knob.setAttribute("aria-label", `${title}, ${part.label}`);
    knob.setAttribute("aria-valuemin", part.control.min);
    knob.setAttribute("aria-valuemax", part.control.max);
    knob.setAttribute("aria-valuenow", Math.round(value));
    knob.setAttribute("aria-valuetext", `${Math.round(value)} degrees`);
  }

  #angle(event) {
    const box = this.#svg.getBoundingClientRect();
    const x = event.clientX - box.left - box.width / 2;
    const y = event.clientY - box.top - box.height / 2;
    return (Math.atan2(y, x) * 180) / Math.PI + 90;
  }

  #move(event) {
    if (!this.#drag) return;
    const { index, kind, offset } = this.#drag;
    const hue = allHues(this.#page)[index];
    if (!hue) return;
    const angle = this.#angle(event);
    this.#set(hue, kind, kind === "center" ? angle - offset : distance(angle, hue.center));
  }

  #set(hue, kind, value) {
    const change =
      kind === "center" ? { center: Math.round(wrap(value)) % 360 }
        : kind.toLowerCase().includes("width") ? { width: Math.round(Math.min(180, Math.max(0, value))) }
          : { softness: Math.round(Math.min(180, Math.max(0, value - hue.width))) };
    this.#actions.change(replaced(hue, change), `wheel ${this.#gesture} ${kind}`);
  }

  #key(event, { hue, kind }) {
    const step = {
      ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10,
    }[event.key];
    if (event.key === "Delete" || event.key === "Backspace") {
      if (!hue.isDefault) this.#actions.change(replaced(hue, null));
    } else if (step) {
      const value = kind === "softness" ? hue.width + hue.softness : hue[kind];
      this.#set(hue, kind, value + step);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
