// Which part of the picture is seen: shares of its width and height. It has the picture's own shape.

import { Events } from "./events.js";

/** Source pixels are never shown larger than this many pixels of the screen. */
const largestPixel = 16;

export class Viewport extends Events {
  x = 0;
  y = 0;
  size = 1;
  /** The smallest share that may be seen; depends on the sizes of source and screen. */
  #least = 1 / 8;

  get isWhole() { return this.size >= 1; }

  /** What source and screen allow: widths in pixels. */
  fit(sourceWidth, screenWidth) {
    this.#least = Math.min(1, Math.max(0.01, screenWidth / (sourceWidth * largestPixel)));
    this.#set(this.x, this.y, this.size);
  }

  /** A place on the screen's picture, 0 to 1 both ways, in the whole picture, and the other way round. */
  toPicture({ x, y }) { return { x: this.x + x * this.size, y: this.y + y * this.size }; }
  toScreen({ x, y }) { return { x: (x - this.x) / this.size, y: (y - this.y) / this.size }; }

  /** Magnifies so that what lies at a place of the screen stays there. */
  zoom(factor, at = { x: 0.5, y: 0.5 }) {
    const size = Math.min(1, Math.max(this.#least, this.size / factor));
    const place = this.toPicture(at);
    this.#set(place.x - at.x * size, place.y - at.y * size, size);
  }

  /** Moves what is seen by shares of the screen. */
  pan(x, y) { this.#set(this.x - x * this.size, this.y - y * this.size, this.size); }

  reset() { this.#set(0, 0, 1); }

  #set(x, y, size) {
    const inside = (place) => Math.min(Math.max(0, place), 1 - size);
    const [left, top] = [inside(x), inside(y)];
    if (left === this.x && top === this.y && size === this.size) return;
    Object.assign(this, { x: left, y: top, size });
    this.tell("change");
  }
}
