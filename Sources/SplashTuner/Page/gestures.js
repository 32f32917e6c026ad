// Gestures on the picture: click, drag, long press, pinch, mouse wheel. Places are shares of the canvas.

/** Screen pixels from which a press counts as a drag. */
const dragDistance = 6;
/** Milliseconds until a resting finger counts as a long press. */
const longPress = 450;

export class Gestures {
  #canvas;
  #viewport;
  #act;
  #pointers = new Map();
  #start = null;
  #pinch = null;

  /**
   * - `act.tap(place, event)` at a click, `act.drag(start, end)` during a drag, `act.area(start, end, event)` at its
   *   end, and `act.hover(place, event)`, with null when the pointer leaves.
   * - `act.pans()` returns whether a drag moves the picture.
   */
  constructor(canvas, viewport, act) {
    this.#canvas = canvas;
    this.#viewport = viewport;
    this.#act = act;
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#release(event));
    canvas.addEventListener("pointercancel", (event) => this.#leave(event));
    canvas.addEventListener("pointerleave", () => { if (!this.#start) act.hover(null); });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
  }

  /** The place of an event on the canvas, 0 to 1 in x and y. */
  #place({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    const share = (place, start, length) => Math.min(1, Math.max(0, (place - start) / length));
    return { x: share(clientX, box.left, box.width), y: share(clientY, box.top, box.height) };
  }

  #press(event) {
    if (event.button > 1) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size === 2) return this.#beginPinch();
    const place = this.#place(event);
    this.#start = { place, event, isDrag: false, isHeld: false };
    if (event.pointerType !== "touch") return;
    const start = this.#start;
    start.timer = setTimeout(() => {
      if (this.#start !== start || start.isDrag) return;
      start.isHeld = true;
      this.#act.hover(place, event);
    }, longPress);
  }

  #beginPinch() {
    this.#forget();
    this.#pinch = this.#spread();
  }

  #spread() {
    const [one, two] = [...this.#pointers.values()];
    const middle = { clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 };
    return {
      place: this.#place(middle),
      away: Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)),
    };
  }

  #move(event) {
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, event);
    if (this.#pinch) return this.#movePinch();
    const place = this.#place(event);
    const start = this.#start;
    if (!start || start.isHeld) return this.#act.hover(place, event);
    const away = Math.hypot(event.clientX - start.event.clientX, event.clientY - start.event.clientY);
    if (!start.isDrag && away < dragDistance) return;
    start.isDrag = true;
    this.#act.hover(null);
    const isTouchPan = event.pointerType === "touch" && !this.#viewport.isWhole && !this.#act.draws();
    if (start.event.button === 1 || this.#act.pans() || isTouchPan) {
      const last = start.last ?? start.place;
      this.#viewport.pan(place.x - last.x, place.y - last.y);
      start.last = place;
    } else {
      this.#act.drag(start.place, place);
    }
  }

  #movePinch() {
    if (this.#pointers.size < 2) return;
    const now = this.#spread();
    this.#viewport.zoom(now.away / this.#pinch.away, this.#pinch.place);
    this.#viewport.pan(now.place.x - this.#pinch.place.x, now.place.y - this.#pinch.place.y);
    this.#pinch = now;
  }

  #release(event) {
    const start = this.#start;
    this.#leave(event);
    if (!start || start.event.button === 1 || start.last) return;
    const place = this.#place(event);
    if (start.isDrag) this.#act.area(start.place, place, event);
    else this.#act.tap(start.isHeld ? place : start.place, event);
  }

  #leave(event) {
    this.#pointers.delete(event.pointerId);
    this.#forget();
    if (this.#pointers.size === 0) this.#pinch = null;
    if (event.pointerType === "touch") this.#act.hover(null);
  }

  #forget() {
    if (!this.#start) return;
    clearTimeout(this.#start.timer);
    if (this.#start.isDrag) this.#act.drag(null);
    this.#start = null;
  }

  #turn(event) {
    event.preventDefault();
    const box = this.#canvas.getBoundingClientRect();
    const isPan = event.shiftKey || (!event.ctrlKey && event.deltaX !== 0);
    if (isPan) return this.#viewport.pan(-(event.deltaX || event.deltaY) / box.width, event.deltaX ? -event.deltaY / box.height : 0);
    this.#viewport.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.#place(event));
  }
}
