// The picture, and the eyedropper on it.

import { byId, toast } from "./dom.js";
import { allHues } from "./hue.js";

/** Pixels of the source to each side of a click. */
const spotRadius = 4;
/** Screen pixels from which a press counts as a drag. */
const dragDistance = 6;

export class Picture {
  use = "replace";
  #page;
  #canvas = byId("picture");
  #number = 0;
  #start = null;
  #cross = { x: 0.5, y: 0.5 };

  constructor(page) {
    this.#page = page;
    this.#canvas.onpointerdown = (event) => this.#press(event);
    this.#canvas.onpointermove = (event) => this.#move(event);
    this.#canvas.onpointerup = (event) => this.#release(event);
    this.#canvas.onpointercancel = () => this.#cancel();
    this.#canvas.onkeydown = (event) => this.#key(event);
    this.#canvas.onblur = () => { byId("cross").hidden = true; };
  }

  show({ number, revision, bitmap }) {
    const canvas = this.#canvas;
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
    this.#number = number;
    canvas.dataset.revision = revision;
    canvas.dataset.number = number;
  }

  /** Shape of the picture and the card's place. */
  update() {
    const { greeting, status } = this.#page;
    const aspect = greeting.aspect * (this.#isDouble ? 2 : 1);
    byId("frame").style.setProperty("--aspect", aspect);
    const card = /^card=(.*)$/.exec(status.settings.whiteBalance);
    byId("card").hidden = !card || this.#isDouble;
    if (card) {
      const [x, y, width, height] = card[1].split(",").map(Number);
      this.#place(byId("card"), this.#turned({ x, y, width, height }));
    }
  }

  get #isDouble() { return this.#page.status.view === "side-by-side"; }

  /** A part of the stored picture as it is displayed. */
  #turned({ x, y, width, height }) {
    switch (this.#page.greeting.rotation) {
      case 90: return { x: y, y: 1 - x - width, width: height, height: width };
      case 180: return { x: 1 - x - width, y: 1 - y - height, width, height };
      case 270: return { x: 1 - y - height, y: x, width: height, height: width };
      default: return { x, y, width, height };
    }
  }

  #place(mark, { x, y, width, height }) {
    mark.style.left = `${x * 100}%`;
    mark.style.top = `${y * 100}%`;
    mark.style.width = `${width * 100}%`;
    mark.style.height = `${height * 100}%`;
  }

  /** Where an event is on the canvas, 0 to 1 both ways. */
  #point(event) {
    const box = this.#canvas.getBoundingClientRect();
    const share = (place, start, length) => Math.min(1, Math.max(0, (place - start) / length));
    return { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) };
  }

  /** A part of the canvas in the picture: side by side, both halves are the same picture. */
  #inPicture(area) {
    if (!this.#isDouble) return area;
    const x = (area.x - (area.x >= 0.5 ? 0.5 : 0)) * 2;
    return { ...area, x, width: Math.min(area.width * 2, 1 - x) };
  }

  #press(event) {
    if (event.button !== 0 || !this.#page.status) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#start = { ...this.#point(event), clientX: event.clientX, clientY: event.clientY, number: this.#number };
  }

  #dragged(event) {
    const start = this.#start;
    const isDrag = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) >= dragDistance;
    if (!isDrag) return null;
    const end = this.#point(event);
    return {
      x: Math.min(start.x, end.x), y: Math.min(start.y, end.y),
      width: Math.abs(end.x - start.x), height: Math.abs(end.y - start.y),
    };
  }

  #move(event) {
    if (!this.#start) return;
    const area = this.#dragged(event);
    byId("area").hidden = !area;
    if (area) this.#place(byId("area"), area);
  }

  #cancel() {
    this.#start = null;
    byId("area").hidden = true;
  }

  #release(event) {
    if (!this.#start) return;
    const start = this.#start;
    const area = this.#dragged(event);
    this.#cancel();
    if (area) this.#sample(this.#inPicture(area), start.number, event);
    else this.#sample(this.#spot(start), start.number, event);
  }

  /** The spot around a place on the canvas. */
  #spot({ x, y }) {
    const { width, height } = this.#page.greeting;
    const place = this.#inPicture({ x, y, width: 0, height: 0 });
    const size = { width: (2 * spotRadius + 1) / width, height: (2 * spotRadius + 1) / height };
    const left = Math.min(Math.max(0, place.x - size.width / 2), 1);
    const top = Math.min(Math.max(0, place.y - size.height / 2), 1);
    return {
      x: left, y: top,
      width: Math.min(size.width, 1 - left), height: Math.min(size.height, 1 - top),
    };
  }

  #sample(area, picture, { shiftKey, altKey }) {
    const { live } = this.#page;
    if (this.use === "card") {
      if (area.width < 0.011 && area.height < 0.02) {
        return toast("Drag a rectangle over something that is grey");
      }
      return live.send({ do: "card", ...area });
    }
    const use = altKey ? "remove" : shiftKey ? "add" : this.use;
    const selected = allHues(this.#page)[this.#page.selected];
    const target = use === "replace" && selected && !selected.isDefault
      ? { [selected.key === "hues" ? "hue" : "drop"]: selected.index } : {};
    live.send({ do: "sample", ...area, picture, use, ...target });
  }

  #key(event) {
    const step = event.shiftKey ? 0.05 : 0.01;
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    const cross = this.#cross;
    if (move) {
      cross.x = Math.min(1, Math.max(0, cross.x + move[0]));
      cross.y = Math.min(1, Math.max(0, cross.y + move[1]));
    } else if (event.key === "Enter") {
      this.#sample(this.#spot(cross), this.#number, event);
    } else {
      return;
    }
    event.preventDefault();
    byId("cross").hidden = false;
    byId("cross").style.left = `${cross.x * 100}%`;
    byId("cross").style.top = `${cross.y * 100}%`;
  }
}
