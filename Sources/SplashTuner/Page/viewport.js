// The visible part of the frame, in shares of its width and height. It has the frame's aspect ratio.

import { Events } from "./events.js";

/** The maximum size of a source pixel, in screen pixels. */
const largestPixel = 16;

export class Viewport extends Events {
  x = 0;
  y = 0;
  size = 1;
  /** The smallest visible share; it depends on the sizes of source and screen. */
  #least = 1 / 8;

  get isWhole() { return this.size >= 1; }

  /** Sets the smallest share by the widths of source and screen, in pixels. */
  fit(sourceWidth, screenWidth) {
    this.#least = Math.min(1, Math.max(0.01, screenWidth / (sourceWidth * largestPixel)));
    this.#set(this.x, this.y, this.size);
  }

  /** Converts a place on the canvas, 0 to 1 in x and y, to one in the frame, and back. */
  toPicture({ x, y }) { return { x: this.x + x * this.size, y: this.y + y * this.size }; }
  toScreen({ x, y }) { return { x: (x - this.x) / this.size, y: (y - this.y) / this.size }; }

  /** Magnifies around a place of the canvas. */
  zoom(factor, at = { x: 0.5, y: 0.5 }) {
    const size = Math.min(1, Math.max(this.#least, this.size / factor));
    const place = this.toPicture(at);
    this.#set(place.x - at.x * size, place.y - at.y * size, size);
  }

  /** Moves the visible part by shares of the canvas. */
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
