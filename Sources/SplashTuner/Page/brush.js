// The brush: strokes that correct the mask are painted on the picture, and have a list in the panel.

import { choose, onChoice } from "./choice.js";
import { pairs } from "./corners.js";
import { byId, icon, iconButton, make, percent, relabel, short, showList } from "./dom.js";
import { text } from "./texts.js";

/** The maximum number of places of a stroke. */
const limit = 64;
/** The factor by which a key changes the size of the brush. */
const step = 1.25;

/** The parts of a stroke as the settings write it. */
function read(written) {
  const [, off = "", eraser = "", leader, shape, numbers] = /^(off:)?(erase:)?(?:follow=(.*):)?([a-z]+)=([^:]*)/.exec(written);
  return { written, isOff: off !== "", erases: eraser !== "", leader, shape, numbers: numbers.split(",").map(Number) };
}

const switched = ({ written, isOff }) => (isOff ? written.slice(4) : `off:${written}`);
const loose = ({ written, leader }) => written.replace(`follow=${leader}:`, "");

/** The distance of a place from the line between two others, in shares of the height. */
function away({ x, y }, from, to, aspect) {
  const [dx, dy] = [(to.x - from.x) * aspect, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length ? (((x - from.x) * aspect * dx) + (y - from.y) * dy) / length : 0;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot((x - from.x) * aspect - share * dx, y - from.y - share * dy);
}

/** Removes places that lie nearer than `length` to the line between others (Douglas and Peucker, 1973). */
function thinned(places, length, aspect) {
  if (places.length < 3) return places;
  const [first, last] = [places[0], places.at(-1)];
  const [farthest, index] = places.reduce(([most, at], place, number) => {
    const distance = away(place, first, last, aspect);
    return distance > most ? [distance, number] : [most, at];
  }, [0, 0]);
  if (farthest <= length) return [first, last];
  return [...thinned(places.slice(0, index + 1), length, aspect), ...thinned(places.slice(index), length, aspect).slice(1)];
}

export class Brush {
  #page;
  #viewport;
  #tie;
  #size = byId("brush-size");
  #erases = false;
  /** The places of the drag, and whether it has ended. */
  #path = [];
  #isOver = true;
  #shown = "";
  #traced = null;

  /** `tie(stroke)` makes a stroke follow the thing that is clicked next. */
  constructor(page, viewport, tie) {
    this.#page = page;
    this.#viewport = viewport;
    this.#tie = tie;
    onChoice(byId("brush-modes"), (mode) => this.#choose(mode));
    this.#choose("keep");
    this.#size.oninput = () => this.#name();
    this.#name();
    viewport.on("change", () => this.#trace());
    page.on("regions", () => this.#update());
    page.on("use", (use) => {
      byId("brush-box").hidden = use !== "brush";
      this.hover(null);
    });
  }

  #choose(mode) {
    this.#erases = mode === "erase";
    choose(byId("brush-modes"), mode);
  }

  #name() { this.#size.setAttribute("aria-valuetext", percent(2 * this.#radius)); }

  /** In shares of the picture's height. */
  get #radius() { return Number(this.#size.value); }

  /** Makes the brush smaller (-1) or larger (1). */
  resize(direction) {
    this.#size.value = this.#radius * step ** direction;
    this.#name();
    const ring = byId("brush-ring");
    if (!ring.hasAttribute("hidden")) this.hover({ x: ring.cx.baseVal.value, y: ring.cy.baseVal.value });
  }

  /** Shows the ring of the brush at a place; null hides it. */
  hover(place) {
    const ring = byId("brush-ring");
    ring.toggleAttribute("hidden", !place);
    if (!place) return;
    const sizes = { cx: place.x, cy: place.y, rx: this.#radius / this.#page.greeting.aspect, ry: this.#radius };
    for (const [name, value] of Object.entries(sizes)) ring.setAttribute(name, value);
  }

  /** Adds a place to the drag; null ends it. `paint` may still paint it. */
  drag(start, place) {
    if (!start) this.#isOver = true;
    else {
      if (this.#isOver) this.#path = [start];
      this.#isOver = false;
      this.#path.push(place);
    }
    this.#trace(this.#isOver ? null : { erases: this.#erases, radius: this.#radius, places: this.#path });
  }

  /** Draws the line of a stroke: null hides it, no argument draws the last one again. */
  #trace(stroke = this.#traced) {
    this.#traced = stroke;
    const trace = byId("brush-trace");
    trace.setAttribute("d", stroke ? `M${stroke.places.map(({ x, y }) => `${x} ${y}`).join("L")}h0` : "");
    trace.classList.toggle("erases", Boolean(stroke?.erases));
    if (stroke) trace.style.strokeWidth = `${(2 * stroke.radius * byId("marks").clientHeight) / this.#viewport.size}px`;
  }

  /**
   * Paints the drag that has ended here, or with `isClick` a dot. Returns the first place, and the setting and the
   * index of the stroke.
   */
  paint(end, isClick) {
    const path = isClick ? [end] : [...this.#path, end];
    this.#path = [];
    const { aspect } = this.#page.greeting;
    let length = Math.max(0.001, 0.05 * this.#radius);
    let places = thinned(path, length, aspect);
    while (places.length > limit) places = thinned(path, length *= 1.5, aspect);
    const numbers = [this.#radius, ...places.flatMap(({ x, y }) => [x, y])].map(short);
    const { paint } = this.#page.status.settings;
    this.#page.change({ paint: [...paint, `${this.#erases ? "erase:" : ""}stroke=${numbers.join(",")}`] });
    return { key: "paint", index: paint.length, place: path[0] };
  }

  #put(index, written) {
    const { paint } = this.#page.status.settings;
    this.#page.change({ paint: written ? paint.with(index, written) : paint.toSpliced(index, 1) });
  }

  /** Shows the list of strokes, if it has changed. */
  #update() {
    const { paint } = this.#page.status.settings;
    if (paint.join("\n") === this.#shown) return;
    this.#shown = paint.join("\n");
    showList(byId("stroke-list"), paint, {
      make: (written, index) => this.#make(index), show: (row, written) => this.#fill(row, read(written)),
    });
    if (this.#path.length === 0) this.#trace(null);
  }

  #make(index) {
    const row = make("li");
    row.box = make("input", { type: "checkbox", onchange: () => this.#put(index, switched(row.stroke)) });
    row.name = document.createTextNode("");
    row.link = make("button", {
      type: "button", className: "bare",
      onclick: () => (row.stroke.leader ? this.#put(index, loose(row.stroke)) : this.#tie({ key: "paint", index })),
    }, icon("link"));
    row.removal = iconButton("close", "", () => this.#put(index, null));
    row.append(make("label", { className: "name" }, row.box, row.name), row.link, row.removal);
    row.onpointerenter = () => {
      const { shape, erases, numbers: [radius, ...numbers] } = row.stroke;
      if (shape === "stroke") this.#trace({ erases, radius, places: pairs(numbers).map(([x, y]) => ({ x, y })) });
    };
    row.onpointerleave = () => this.#trace(null);
    row.number = index + 1;
    return row;
  }

  #fill(row, stroke) {
    const name = text(stroke.erases ? "stroke.erase" : "stroke.keep", { number: row.number });
    row.stroke = stroke;
    row.title = stroke.written;
    row.box.checked = !stroke.isOff;
    row.name.data = name;
    row.link.title = text(stroke.leader ? "tie.loose" : "tie");
    row.link.setAttribute("aria-pressed", Boolean(stroke.leader));
    row.link.setAttribute("aria-label", text(stroke.leader ? "tie.loose.of" : "tie.of", { name }));
    relabel(row.removal, text("remove", { name }));
  }
}
