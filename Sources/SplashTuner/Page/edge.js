// A magnified strip of the picture, to judge the edge of the selection. It shows an edge that the tuner has found; a
// button goes to the next one, and a drag moves it.

import { arrows, byId, make, onDrag } from "./dom.js";
import { text } from "./texts.js";

/** Screen pixels per source pixel. */
const scale = 4;
const inside = (middle, length) => Math.min(Math.max(middle, length / 2), 1 - length / 2);

export class Edge {
  box;
  #page;
  #picture;
  #canvas;
  #places = [];
  #index = 0;
  #middle = { x: 0.5, y: 0.5 };

  constructor(page, picture, viewport) {
    this.#page = page;
    this.#picture = picture;
    this.#canvas = make("canvas", { className: "edge-strip", tabIndex: 0, width: 76, height: 24, role: "img", "aria-label": text("edge.strip") });
    const next = make("button", { type: "button", textContent: text("edge.next"), onclick: () => this.#go(this.#index + 1) });
    this.box = make("details", { className: "edge-view", ontoggle: () => this.#toggle() },
      make("summary", { textContent: text("edge.near") }), this.#canvas, next);
    this.#listen();
    viewport.on("change", () => this.#mark());
    page.live.on("edges", ({ places }) => {
      this.#places = places;
      this.#go(0);
    });
    page.live.on("picture", (frame) => this.#show(frame));
    // The tuner forgets the strip when a connection ends.
    page.live.on("greeting", () => { if (this.box.open) this.#ask(); });
  }

  #toggle() {
    if (this.box.open) return this.#page.live.send({ do: "edges" });
    byId("edge-mark").hidden = true;
    this.#page.live.send({ do: "strip" });
  }

  #go(index) {
    this.#index = this.#places.length ? index % this.#places.length : 0;
    this.#look(this.#places[this.#index] ?? this.#middle);
  }

  /** The size of the strip, in shares of the picture. */
  get #size() {
    const { width, height } = this.#page.greeting;
    const { clientWidth, clientHeight } = this.#canvas;
    return { width: Math.min(1, clientWidth / scale / width), height: Math.min(1, clientHeight / scale / height) };
  }

  #look({ x, y }) {
    const { width, height } = this.#size;
    this.#middle = { x: inside(x, width), y: inside(y, height) };
    this.#ask();
  }

  get #part() {
    const { width, height } = this.#size;
    return { x: Math.max(0, this.#middle.x - width / 2), y: Math.max(0, this.#middle.y - height / 2), width, height };
  }

  #ask() {
    if (!this.#canvas.clientWidth) return;
    this.#mark();
    this.#page.live.sendSoon("strip", { do: "strip", ...this.#part });
  }

  #mark() {
    byId("edge-mark").hidden = !this.box.open;
    if (this.box.open) this.#picture.place(byId("edge-mark"), this.#part);
  }

  /** Draws the strip of a picture that has one. */
  #show({ strip }) {
    if (!strip) return;
    const { layer } = strip;
    Object.assign(this.#canvas, { width: layer.width, height: layer.height });
    this.#canvas.getContext("2d").drawImage(layer, 0, 0);
    this.#canvas.dataset.place = `${strip.region.x.toFixed(3)} ${strip.region.y.toFixed(3)}`;
    layer.close();
  }

  #listen() {
    const canvas = this.#canvas;
    const move = (dx, dy) => {
      const { width, height } = this.#page.greeting;
      this.#look({ x: this.#middle.x + dx / width, y: this.#middle.y + dy / height });
    };
    onDrag(canvas, () => {
      canvas.focus();
      return { move: (event) => move(-event.movementX / scale, -event.movementY / scale) };
    });
    canvas.onkeydown = (event) => {
      const step = arrows[event.key];
      if (!step) return;
      event.preventDefault();
      const reach = event.shiftKey ? 1 : 8;
      move(step[0] * reach, step[1] * reach);
    };
  }
}
