// The picture by keyboard: arrow keys move a cross, Enter clicks there. Where a mouse would drag, Enter sets the first
// corner and Enter again the second.

import { arrows, byId, toast } from "./dom.js";
import { text } from "./texts.js";

export class Cross {
  #picture;
  #viewport;
  #act;
  #place = { x: 0.5, y: 0.5 };
  /** The first corner of what is being drawn. */
  #start = null;

  /**
   * - `act.tap(place, event)`; `act.drags()`: true where two corners are asked for, and then `act.drag(start, end)`
   *   while they are, with null when they no more are, and `act.area(start, end, event)`.
   * - `act.point(place, at)`: the cross is there, at so many pixels of the window; null where there is none.
   * - `act.leave()`: Escape, where there is no corner to forget; whether there was something to leave.
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

  /** Forgets the first corner; whether there was one. */
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
