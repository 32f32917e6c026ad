// The wheel's handles: the center of each hue, and width and softness of the selected one on both sides. A press takes
// the nearest handle, so that none is hidden under another.

import { arrows, makeSVG, onDrag, steps } from "./dom.js";
import { allHues, field, replaced, turn, vivid, wrap } from "./hue.js";
import { handle, polar } from "./wheel-shape.js";
import { text } from "./texts.js";

const parts = [["center", 0], ["width", 1], ["width", -1], ["softness", 1], ["softness", -1]];
const largest = { width: 180, softness: 180 };

export class Knobs {
  #page;
  #svg;
  #group;
  #gesture = 0;

  constructor(page, svg) {
    this.#page = page;
    this.#svg = svg;
    this.#group = makeSVG("g", {}, svg);
    onDrag(svg, (event) => this.#press(event));
  }

  update(hues) {
    const wanted = new Map();
    hues.forEach((hue, index) => {
      for (const [kind, side] of index === this.#page.selected ? parts : parts.slice(0, 1)) {
        wanted.set(`${hue.key} ${hue.index} ${kind} ${side}`, { hue, index, kind, side });
      }
    });
    for (const knob of [...this.#group.children]) {
      if (!wanted.has(knob.dataset.id)) knob.remove();
    }
    for (const [id, state] of wanted) {
      this.#place(this.#group.querySelector(`[data-id="${id}"]`) ?? this.#make(id), state);
    }
  }

  #make(id) {
    const knob = makeSVG("g", { class: "knob", "data-id": id }, this.#group);
    makeSVG("line", { class: "pin" }, knob);
    makeSVG("circle", { class: "reach" }, knob);
    makeSVG("circle", { class: "dot" }, knob);
    knob.addEventListener("focus", () => {
      if (knob.state.index !== this.#page.selected) this.#page.select(knob.state.index);
    });
    knob.addEventListener("keydown", (event) => this.#key(event, knob.state));
    return knob;
  }

  #place(knob, state) {
    const { hue, index, kind, side } = state;
    const { angle, radius, edge, band } = handle(hue, kind, side);
    const [x, y] = polar(angle, radius);
    const [fromX, fromY] = polar(edge, band);
    const [pin, , dot] = knob.children;
    knob.state = { ...state, x, y };
    for (const [name, value] of Object.entries({ x1: fromX - x, y1: fromY - y, x2: 0, y2: 0 })) {
      pin.setAttribute(name, value.toFixed(2));
    }
    knob.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    const isSelected = index === this.#page.selected;
    knob.setAttribute("class", ["knob", kind, hue.key, ...(isSelected ? ["selected"] : [])].join(" "));
    dot.style.fill = kind === "center" ? vivid(hue.center) : "";
    // Screen readers read only one of the two sides.
    if (side < 0) knob.setAttribute("aria-hidden", "true");
    else this.#name(knob, hue, kind);
  }

  #name(knob, hue, kind) {
    const label = text(`hue.part.${kind}`);
    const { control } = field(this.#page, hue.key).control.parts.find(({ key }) => key === kind);
    const value = Math.round(hue[kind] * 10) / 10;
    knob.tabIndex = 0;
    const attributes = {
      role: "slider", "aria-label": text("hue.knob", {
        hue: text(hue.key === "hues" ? "hue.kept" : "hue.excluded", { number: hue.index + 1 }), label,
      }),
      "aria-valuemin": control.min, "aria-valuemax": control.max, "aria-valuenow": value,
      "aria-valuetext": text("degrees", { value }),
    };
    for (const [name, words] of Object.entries(attributes)) knob.setAttribute(name, words);
  }

  #point(event) {
    const box = this.#svg.getBoundingClientRect();
    const scale = this.#svg.viewBox.baseVal.width / box.width;
    return [
      (event.clientX - box.left - box.width / 2) * scale,
      (event.clientY - box.top - box.height / 2) * scale, scale,
    ];
  }

  /** The nearest handle within reach of an event, or undefined. */
  #nearest(event) {
    const [x, y, scale] = this.#point(event);
    const reach = (event.pointerType === "touch" ? 26 : 15) * scale;
    let best = { away: reach, knob: null };
    for (const knob of this.#group.children) {
      const away = Math.hypot(knob.state.x - x, knob.state.y - y);
      if (away < best.away) best = { away, knob };
    }
    return best.knob;
  }

  #angle(event) {
    const [x, y] = this.#point(event);
    return (Math.atan2(y, x) * 180) / Math.PI + 90;
  }

  #press(event) {
    const knob = this.#nearest(event);
    if (!knob) return null;
    const { hue, index, kind, side } = knob.state;
    this.#gesture += 1;
    const drag = { index, kind, side: side || 1, value: hue[kind], angle: this.#angle(event) };
    this.#group.querySelector(`[data-id="${hue.key} ${hue.index} ${kind} ${side && 1}"]`).focus();
    if (index !== this.#page.selected) this.#page.select(index);
    return { move: (last) => this.#move(last, drag) };
  }

  #move(event, drag) {
    const hue = allHues(this.#page)[drag.index];
    if (!hue) return;
    const angle = this.#angle(event);
    const change = turn(drag.angle, angle) * drag.side * (event.shiftKey ? 0.2 : 1);
    drag.angle = angle;
    drag.value += change;
    this.#set(hue, drag.kind, drag.value, event.shiftKey ? 10 : 1, `wheel ${this.#gesture}`);
  }

  /** Sets a part of a hue, rounded to `steps` per degree. */
  #set(hue, kind, value, steps, gesture) {
    const inside = kind === "center" ? wrap(value) : Math.min(largest[kind], Math.max(0, value));
    const number = Math.round(inside * steps) / steps;
    this.#page.change(replaced(hue, { [kind]: kind === "center" ? number % 360 : number }), gesture);
  }

  #key(event, { hue, kind }) {
    const step = steps[event.key] * (event.shiftKey && event.key in arrows ? 0.1 : 1);
    if (event.key === "Delete" || event.key === "Backspace") {
      if (!hue.isDefault) this.#page.change(replaced(hue, null));
    } else if (step) {
      this.#set(hue, kind, hue[kind] + step, 10, `wheel keys ${hue.key} ${hue.index} ${kind}`);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
