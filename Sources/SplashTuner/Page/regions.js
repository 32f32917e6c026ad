// Regions drawn on the picture: their outlines, and handles to move and shape the selected one.

import { arrows, byId, makeSVG, toast } from "./dom.js";
import { field } from "./hue.js";
import { canTurn, outerHandles, turned } from "./window.js";
import { cornerHandles, rounded } from "./corners.js";
import { drawnRegion, handles, moved, outline, readRegion, shapes, takesCorners, writeRegion } from "./region.js";
import { text } from "./texts.js";

/** The settings that hold regions: keep only inside, only outside, or also inside. */
export const regionKeys = ["within", "without", "keep"];
const cornerLimit = 64;
/** The distance from a region to its outer handles, in pixels. */
const besides = 26;
/** The maximum time between the clicks of a double-click, in milliseconds. */
const clickInterval = 500;

export class Regions {
  selected = null;
  #page;
  #viewport;
  #place = byId("regions");
  #corners = [];
  /** Whether the drawing has round corners. */
  #isRound = false;
  #gesture = 0;
  /** The corner of the last click, and its time. */
  #clicked = {};

  constructor(page, viewport) {
    this.#page = page;
    this.#viewport = viewport;
    viewport.on("change", () => this.#update());
    page.on("regions", () => this.#update());
    page.live.on("measurements", ({ windows }) => this.#showMoved(windows));
    page.on("use", (use) => {
      this.close();
      byId("region-use-box").hidden = !shapes.includes(use);
    });
  }

  /** Regions, things, subjects and mask files, each with its setting and index. */
  get all() {
    const { settings } = this.#page.status;
    return regionKeys.flatMap((key) => settings[key].map((written, index) => ({ key, index, ...readRegion(written) })));
  }

  get selectedOne() { return this.all.find((region) => this.isSelected(region)); }

  /** The selected thing, or undefined. */
  get thing() { return this.selectedOne?.shape === "thing" ? this.selectedOne : undefined; }

  isSelected({ key, index }) { return this.selected?.key === key && this.selected?.index === index; }

  select(region) {
    this.selected = region && { key: region.key, index: region.index };
    this.#page.tell("regions");
  }

  /** Changes a region; null removes it, another key moves it to that setting. */
  replace({ key, index, ...region }, change, toKey = key, gesture = undefined) {
    const { settings } = this.#page.status;
    const written = change && writeRegion({ ...region, ...change });
    if (toKey === key) {
      const list = written ? settings[key].with(index, written) : settings[key].toSpliced(index, 1);
      if (!written) this.selected = null;
      return this.#page.change({ [key]: list }, gesture);
    }
    this.selected = { key: toKey, index: settings[toKey].length };
    this.#page.change({ [key]: settings[key].toSpliced(index, 1), [toKey]: [...settings[toKey], written] });
  }

  #add(region) {
    const key = byId("region-use").value;
    const list = this.#page.status.settings[key];
    this.selected = { key, index: list.length };
    this.#page.change({ [key]: [...list, writeRegion(region)] });
  }

  /** Shows the region that a drag would make; null hides it. */
  draft(shape, start, end) {
    const region = shape && !takesCorners(shape) ? drawnRegion(shape, start, end) : null;
    byId("draft").setAttribute("d", region ? this.#outline(region) : this.#openLine());
  }

  draw(shape, start, end) {
    byId("draft").setAttribute("d", "");
    if (takesCorners(shape)) return this.tap(shape, end);
    const region = drawnRegion(shape, start, end);
    if (region) this.#add(region);
  }

  /** Adds a corner. A click on the first corner closes the polygon, and so does a double-click. */
  tap(shape, place) {
    if (!takesCorners(shape)) return toast(text("draw.drag"));
    this.#isRound = shape === "curve";
    const reach = 0.015 * this.#viewport.size;
    const isAt = (corner) => corner && Math.hypot(corner.x - place.x, corner.y - place.y) < reach;
    const isFull = this.#corners.length >= cornerLimit;
    if (isFull || isAt(this.#corners[0]) || isAt(this.#corners.at(-1))) return this.#corners.length >= 3 && this.close();
    this.#corners.push({ ...place });
    byId("draft").setAttribute("d", this.#openLine());
    if (this.#corners.length === 3) toast(text("draw.close"));
  }

  /** Removes the last corner of the drawing; returns whether there was one. */
  takeBack() {
    const corner = this.#corners.pop();
    byId("draft").setAttribute("d", this.#openLine());
    return Boolean(corner);
  }

  /** Drops the drawing; returns whether there was one. */
  leave() {
    const isOpen = this.#corners.length > 0;
    this.#corners = [];
    byId("draft").setAttribute("d", "");
    return isOpen;
  }

  /** Ends the drawing with the corners that it has. */
  close() {
    const corners = this.#corners;
    this.#corners = [];
    byId("draft").setAttribute("d", "");
    if (corners.length < 3) return;
    const region = { shape: "polygon", numbers: corners.flatMap(({ x, y }) => [x, y]) };
    this.#add(this.#isRound ? rounded(region) : region);
  }

  #outline(region) { return outline(region, this.#page.greeting.aspect); }

  #openLine() {
    return this.#corners.length ? `M${this.#corners.map(({ x, y }) => `${x} ${y}`).join("L")}h0` : "";
  }

  #update() {
    if (!this.#page.status) return;
    const focused = this.#place.contains(document.activeElement) && document.activeElement.dataset.id;
    this.#place.replaceChildren();
    for (const region of this.all) if (region.numbers) this.#draw(region);
    if (focused) this.#focus(focused);
  }

  /** Shows the places of regions that follow something, while paused. */
  #showMoved(windows) {
    const shown = this.#page.status.isPlaying ? [] : windows;
    byId("moved").setAttribute("d", shown.map(({ region }) => this.#outline(readRegion(region))).join(""));
  }

  #draw(region) {
    const { key, index } = region;
    const isSelected = this.isSelected(region);
    const shape = makeSVG("path", {
      d: this.#outline(region), class: `region ${key} ${region.shape}${isSelected ? " selected" : ""}${region.leader ? " tied" : ""}`, tabindex: 0, role: "button",
      "data-id": `${key} ${index}`, "aria-label": text("region.drawn", {
        use: field(this.#page, key).label, shape: text(`shape.${region.shape}`), number: index + 1,
      }),
    }, this.#place);
    shape.onfocus = () => { if (!this.isSelected(region)) this.select(region); };
    shape.onkeydown = (event) => this.#key(event, region);
    this.#listen(shape, region, { move: (dx, dy) => moved(region, dx, dy) });
    if (!isSelected) return;
    const away = (besides / (byId("marks").clientHeight || 1)) * this.#viewport.size;
    const own = takesCorners(region.shape) ? cornerHandles(region) : handles(region);
    for (const handle of [...outerHandles(region, this.#page.greeting.aspect, away), ...own]) this.#drawHandle(handle, region);
  }

  #drawHandle(handle, region) {
    const { x, y, from, kind = "end", number } = handle;
    if (from) makeSVG("path", { d: `M${from[0]} ${from[1]}L${x} ${y}`, class: "handle-line" }, this.#place);
    makeSVG("path", { d: `M${x} ${y}h0`, class: `handle ${kind}` }, this.#place);
    const label = text(`handle.${kind}`, { number });
    // An ellipse, since Firefox extends the area of a line without length.
    const mark = makeSVG("ellipse", {
      cx: x, cy: y, ...this.#reach, class: "handle-reach", "data-kind": kind, tabindex: 0, role: "button", "aria-label": label,
      "data-id": `${region.key} ${region.index} ${handle.name ?? `${x > 0.5} ${y > 0.5}`}`,
    }, this.#place);
    makeSVG("title", {}, mark).textContent = label;
    mark.onkeydown = (event) => this.#keyOnHandle(event, handle, region);
    this.#listen(mark, region, handle);
  }

  /** The radii of the area in which a press takes a handle, in shares of the frame. */
  get #reach() {
    const pixels = matchMedia("(pointer: coarse)").matches ? 22 : 13;
    const { clientWidth, clientHeight } = byId("marks");
    const share = (length) => (pixels / (length || 1)) * this.#viewport.size;
    return { rx: share(clientWidth), ry: share(clientHeight) };
  }

  /** Makes a mark draggable; the drag continues although marks are drawn anew meanwhile. */
  #listen(mark, region, { move, turnRound }) {
    mark.onpointerdown = (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.#gesture += 1;
      if (!this.isSelected(region)) this.select(region);
      const { id } = mark.dataset;
      this.#focus(id);
      let isClick = true;
      const box = byId("marks").getBoundingClientRect();
      const [startX, startY] = [event.clientX, event.clientY];
      const follow = ({ clientX, clientY, altKey }) => {
        const dx = ((clientX - startX) / box.width) * this.#viewport.size;
        const dy = ((clientY - startY) / box.height) * this.#viewport.size;
        if (!dx && !dy) return;
        isClick = false;
        this.replace(region, move(dx, dy, altKey), region.key, `region ${this.#gesture}`);
      };
      const end = () => {
        removeEventListener("pointermove", follow);
        removeEventListener("pointerup", end);
        removeEventListener("pointercancel", end);
        const { id: last, time } = this.#clicked;
        const isSecond = isClick && last === id && performance.now() - time < clickInterval;
        this.#clicked = isClick && !isSecond ? { id, time: performance.now() } : {};
        if (isSecond && turnRound) this.replace(region, turnRound());
      };
      addEventListener("pointermove", follow);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    };
  }

  #focus(id) { this.#place.querySelector(`[data-id="${id}"]`)?.focus(); }

  #step(event) { return (event.shiftKey ? 0.001 : 0.01) * this.#viewport.size; }

  /** Keys of a handle: arrows move it, Delete removes its corner, Enter makes a corner round or sharp, or adds one. */
  #keyOnHandle(event, { move, take, turnRound, kind }, region) {
    const [dx, dy] = arrows[event.key] ?? [];
    const isDelete = event.key === "Delete" || event.key === "Backspace";
    if (event.ctrlKey || event.metaKey) return;
    if (dx !== undefined) this.replace(region, move(dx * this.#step(event), dy * this.#step(event), event.altKey));
    else if (isDelete && take?.()) this.replace(region, take());
    else if (event.key === "Enter" && turnRound) this.replace(region, turnRound());
    else if (event.key === "Enter" && kind === "add") this.replace(region, move(0, 0));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #key(event, region) {
    const [dx, dy] = arrows[event.key] ?? [];
    const turn = { PageUp: -5, PageDown: 5 }[event.key];
    if (dx !== undefined) this.replace(region, moved(region, dx * this.#step(event), dy * this.#step(event)));
    else if (turn && canTurn(region)) this.replace(region, turned(region, event.shiftKey ? turn / 5 : turn, this.#page.greeting.aspect));
    else if (event.key === "Delete" || event.key === "Backspace") this.replace(region, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
