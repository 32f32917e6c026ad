// The picture on the page: its shape, its layers, and the marks on it.

import { arrows, byId, onSlide } from "./dom.js";
import { compose } from "./layers.js";

export class Picture {
  number = 0;
  /** Seconds from the beginning. */
  position = 0;
  #page;
  #viewport;
  #canvas = byId("picture");
  #last = null;
  #wipe = 0.5;

  constructor(page, viewport) {
    this.#page = page;
    this.#viewport = viewport;
    viewport.on("change", () => {
      this.#ask();
      this.#draw();
      this.#placeMarks();
    });
    page.live.on("picture", (frame) => this.#show(frame));
    page.on("status", () => this.#update());
    page.on("settings", () => { this.#canvas.dataset.awaited = page.awaited; });
    // The tuner forgets the visible part when a connection ends.
    page.live.on("greeting", () => { if (!viewport.isWhole) this.#ask(); });
    new ResizeObserver(() => this.#fit()).observe(this.#canvas);
    this.#listenToWipe();
  }

  get isDouble() { return this.#page.status?.view === "side-by-side"; }

  /** Shows a picture: layers as bitmaps, the part of the frame that they show, and the view. */
  #show(picture) {
    this.#last?.layers.forEach((layer) => layer.close());
    this.#last = picture;
    this.number = picture.number;
    this.position = picture.position;
    this.#draw();
    this.#canvas.dataset.revision = picture.revision;
    this.#canvas.dataset.view = picture.view;
    this.#canvas.dataset.number = picture.number;
  }

  /** Updates the shape of the picture and the places of marks. */
  #update() {
    const { greeting } = this.#page;
    byId("frame").style.setProperty("--aspect", greeting.aspect * (this.isDouble ? 2 : 1));
    this.#fit();
    this.#placeMarks();
  }

  #ask() {
    const { x, y, size } = this.#viewport;
    this.#page.live.sendSoon("look", { do: "look", x, y, width: size, height: size });
  }

  #fit() {
    const { greeting } = this.#page;
    if (!greeting || !this.#canvas.clientWidth) return;
    const width = this.#canvas.clientWidth / (this.isDouble ? 2 : 1);
    this.#viewport.fit(greeting.width, width);
    const scale = width / (this.#viewport.size * greeting.width);
    byId("zoom-value").textContent = `${Math.round(scale * 100)} %`;
    this.#canvas.classList.toggle("pixels", scale > 2);
  }

  #draw() {
    if (this.#last) compose(this.#canvas, { ...this.#last, wipe: this.#wipe }, this.#viewport);
    this.#fit();
  }

  #placeMarks() {
    const { status } = this.#page;
    if (!status) return;
    const { x, y, size } = this.#viewport;
    byId("marks").hidden = this.isDouble;
    byId("shapes").setAttribute("transform", `scale(${1 / size}) translate(${-x} ${-y})`);
    const card = /^card=(.*)$/.exec(status.settings.whiteBalance);
    byId("card").hidden = !card;
    if (card) this.place(byId("card"), this.#turned(card[1].split(",").map(Number)));
    byId("wipe").hidden = status.view !== "wipe";
    byId("wipe").style.left = `${this.#wipe * 100}%`;
    byId("wipe").setAttribute("aria-valuenow", Math.round(this.#wipe * 100));
  }

  /** Converts a rectangle of the stored frame to the frame as displayed. */
  #turned([x, y, width, height]) {
    // By the numbers of Exif: from 5 on, rows become columns.
    const { orientation } = this.#page.greeting;
    if (orientation > 4) [x, y, width, height] = [y, x, height, width];
    if ([2, 3, 6, 7].includes(orientation)) x = 1 - x - width;
    if ([3, 4, 7, 8].includes(orientation)) y = 1 - y - height;
    return { x, y, width, height };
  }

  /** Puts a mark over a part of the picture. */
  place(mark, { x, y, width = 0, height = 0 }) {
    const start = this.#viewport.toScreen({ x, y });
    mark.style.left = `${start.x * 100}%`;
    mark.style.top = `${start.y * 100}%`;
    mark.style.width = width ? `${(width / this.#viewport.size) * 100}%` : "";
    mark.style.height = height ? `${(height / this.#viewport.size) * 100}%` : "";
  }

  #listenToWipe() {
    const line = byId("wipe");
    const move = (share) => {
      this.#wipe = Math.min(1, Math.max(0, share));
      this.#draw();
      this.#placeMarks();
    };
    onSlide(line, this.#canvas, move);
    line.onkeydown = (event) => {
      const [step] = arrows[event.key] ?? [];
      if (!step) return;
      event.preventDefault();
      move(this.#wipe + 0.02 * step);
    };
  }
}
