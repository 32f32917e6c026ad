// A cross on the picture for the keyboard: arrow keys move it, Enter clicks. For tools that drag, the first Enter sets
// one corner and the second Enter the other.

import { arrows, byId, toast } from "./dom.js";
import { text } from "./texts.js";

export class Cross {
  #picture;
  #viewport;
  #act;
  #place = { x: 0.5, y: 0.5 };
  /** The first corner of a drag by keyboard; null before it. */
  #start = null;

  /**
   * - `act.tap(place, event)`: Enter was pressed.
   * - `act.drags()`: returns whether the tool needs two corners. Then `act.drag(start, end)` is called for each move,
   *   with nulls at the end, and `act.area(start, end, event)` at the second corner.
   * - `act.point(place, at)`: the cross has moved, `at` in pixels of the window; null when it disappears.
   * - `act.leave()`: Escape was pressed without a first corner; returns whether it ended something.
   */
  constructor(picture, viewport, act) {
    this.#picture = picture;
    this.#viewport = viewport;
    this.#act = act;
    const canvas = byId("picture");
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => {
      byId("cross").hidden = true;
      this.takeBack();
      act.point(null);
    });
  }

  /** Removes the first corner; returns whether there was one. */
  takeBack() {
    if (!this.#start) return false;
    this.#start = null;
    this.#act.drag(null);
    return true;
  }

  #key(event) {
    const size = (event.shiftKey ? 0.05 : 0.01) * this.#viewport.size;
    const move = arrows[event.key]?.map((step) => step * size);
    if (move) this.#move(...move);
    else if (event.key === "Enter") this.#enter(event);
    else if (event.key !== "Escape" || !(this.takeBack() || this.#act.leave())) return;
    event.preventDefault();
    const cross = byId("cross");
    cross.hidden = false;
    this.#picture.place(cross, this.#place);
    if (!move) return;
    const { left, top, width, height } = cross.getBoundingClientRect();
    this.#act.point({ ...this.#place }, { clientX: left + width / 2, clientY: top + height / 2 });
  }

  #move(x, y) {
    const inside = (place) => Math.min(1, Math.max(0, place));
    this.#place = { x: inside(this.#place.x + x), y: inside(this.#place.y + y) };
    if (this.#start) this.#act.drag(this.#start, this.#place);
  }

  #enter(event) {
    if (!this.#act.drags()) return this.#act.tap({ ...this.#place }, event);
    const start = this.#start;
    if (!start) {
      this.#start = { ...this.#place };
      return toast(text("draw.keys"));
    }
    this.takeBack();
    this.#act.area(start, { ...this.#place }, event);
  }
}
