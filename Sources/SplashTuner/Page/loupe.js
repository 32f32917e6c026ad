// The loupe beside the pointer: the source's pixels and their color. A line on the picture surrounds what a click would
// keep. One question is sent to the tuner at a time.

import { byId, say } from "./dom.js";
import { said } from "./texts.js";

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The place of a height between two corners of a cell, 0 to 1. */
const between = (one, two, height) => (height - one) / (two - one);

/**
 * The contour of a field at a height, as an SVG path in shares of width and height. Samples lie in the middles of their
 * cells; the field is 0 outside.
 */
function contour(field, width, height, level) {
  const at = (x, y) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : field[y * width + x]);
  const place = (x, y) => `${((x + 0.5) / width).toFixed(4)} ${((y + 0.5) / height).toFixed(4)}`;
  let path = "";
  for (let y = -1; y < height; y += 1) {
    for (let x = -1; x < width; x += 1) {
      const [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
      const ends = [];
      if (a >= level !== b >= level) ends.push(place(x + between(a, b, level), y));
      if (b >= level !== c >= level) ends.push(place(x + 1, y + between(b, c, level)));
      if (d >= level !== c >= level) ends.push(place(x + between(d, c, level), y + 1));
      if (a >= level !== d >= level) ends.push(place(x, y + between(a, d, level)));
      for (let end = 0; end + 1 < ends.length; end += 2) path += `M${ends[end]}L${ends[end + 1]}`;
    }
  }
  return path;
}

export class Loupe {
  #page;
  #wanted = null;
  #words = "";
  #isSaid = false;
  #isAsking = false;
  #isShown = false;

  constructor(page) {
    this.#page = page;
    page.live.on("probed", (detail) => this.#answer(detail));
    page.live.addEventListener("refusal", () => { this.#isAsking = false; });
    page.live.addEventListener("close", () => {
      this.#isAsking = false;
      this.hide();
    });
  }

  /** Shows the loupe at a place. `question` is the message of a click there, `words` precede the answer; `isSaid` makes screen readers read it. */
  show(place, { clientX, clientY, pointerType }, question, words = "", isSaid = false) {
    this.#isShown = true;
    this.#isSaid = isSaid;
    this.#wanted = question;
    this.#words = words;
    const frame = byId("frame").getBoundingClientRect();
    const [x, y] = [clientX - frame.left, clientY - frame.top];
    const box = byId("loupe");
    const away = pointerType === "touch" ? 60 : 22;
    box.style.left = `${x + away + 136 > frame.width ? x - away - 128 : x + away}px`;
    box.style.top = `${Math.min(frame.height - 160, Math.max(4, y - (pointerType === "touch" ? 150 : 80)))}px`;
    this.#ask();
  }

  hide() {
    this.#isShown = false;
    this.#wanted = null;
    byId("loupe").hidden = true;
    this.#outline("");
  }

  #ask() {
    if (this.#isAsking || !this.#wanted || !this.#page.live.isOpen) return;
    this.#isAsking = true;
    this.#page.live.send({ do: "probe", ...this.#wanted });
    this.#wanted = null;
  }

  #answer({ color, text: what, patch, columns, mask, width, height, isPending }) {
    this.#isAsking = isPending;
    if (this.#isShown) {
      byId("loupe").hidden = false;
      byId("loupe-color").style.background = color;
      const words = this.#words + said(what);
      byId("loupe-text").textContent = words;
      if (this.#isSaid && !isPending) say(words);
      this.#paint(bytes(patch), columns);
      if (mask || !isPending) this.#outline(mask ? contour(bytes(mask), width, height, 128) : "");
    }
    this.#ask();
  }

  #outline(path) {
    for (const id of ["outline", "outline-back"]) byId(id).setAttribute("d", path);
  }

  #paint(colors, columns) {
    const rows = colors.length / 3 / columns;
    const canvas = byId("loupe-pixels");
    Object.assign(canvas, { width: columns, height: rows });
    const context = canvas.getContext("2d");
    const image = context.createImageData(columns, rows);
    for (let index = 0; index < columns * rows; index += 1) {
      image.data.set([colors[3 * index], colors[3 * index + 1], colors[3 * index + 2], 255], 4 * index);
    }
    context.putImageData(image, 0, 0);
  }
}
