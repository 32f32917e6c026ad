// Keyframes: marks on the scrubber from which other settings hold. Changes on the page belong to the present keyframe, or
// before the first one to the beginning.

import { byId, clock, make, onDrag, showList, steps, thousandths, toast } from "./dom.js";
import { KeyList } from "./key-list.js";
import { text } from "./texts.js";

/** The maximum length of a message to the tuner, in bytes, with a reserve. */
const longestOrder = 16000;

export class Keyframes {
  #page;
  #place = byId("keyframes");
  #list = new KeyList({
    go: (index) => this.#page.live.send({ do: "seek", time: this.#all[index].time }),
    glide: (index, transition, isDrag) => this.#change(index, { transition }, isDrag),
    remove: (index) => this.#remove(index),
  });
  #position = 0;
  #gesture = 0;

  constructor(page) {
    this.#page = page;
    byId("key").onclick = () => this.toggle();
    page.live.on("greeting", ({ canSeek }) => { byId("key").hidden = !canSeek; });
    page.on("status", () => this.#update());
    page.live.on("picture", ({ position }) => {
      this.#position = position;
      this.#mark();
    });
  }

  get #all() { return this.#page.status?.timeline ?? []; }
  get #current() { return this.#page.status?.key ?? null; }
  get #pictureTime() { return 1 / (this.#page.greeting.frameRate ?? 25); }

  /** Adds a keyframe here, or removes the one that is here. */
  toggle() {
    if (!this.#page.greeting?.canSeek) return;
    const here = this.#all.findIndex(({ time }) => Math.abs(time - this.#position) < this.#pictureTime / 2);
    if (here >= 0) return this.#remove(here);
    const time = thousandths(this.#position);
    const index = this.#all.filter((key) => key.time < time).length;
    this.#send(this.#all.toSpliced(index, 0, { time, settings: {} }));
  }

  /** Seeks to the next keyframe (1) or the one before (-1). */
  jump(step) {
    const near = this.#pictureTime / 2;
    const there = step > 0
      ? this.#all.find(({ time }) => time > this.#position + near)
      : this.#all.findLast(({ time }) => time < this.#position - near);
    if (there) this.#page.live.send({ do: "seek", time: there.time });
  }

  /** Removes a keyframe; the next one takes over its settings, so that later frames stay the same. */
  #remove(index) {
    const keys = this.#all.toSpliced(index, 1);
    if (keys[index]) keys[index] = { ...keys[index], settings: { ...this.#all[index].settings, ...keys[index].settings } };
    this.#send(keys);
  }

  #change(index, change, isDrag) {
    const name = isDrag ? `key ${index} ${this.#gesture}` : undefined;
    this.#send(this.#all.with(index, { ...this.#all[index], ...change }), name);
  }

  /** Moves a keyframe to the nearest frame, between its neighbors and their transitions. */
  #move(index, time) {
    const [before, key, after] = [this.#all[index - 1], this.#all[index], this.#all[index + 1]];
    const least = before ? before.time + (before.transition ?? 0) : 0;
    const most = (after?.time ?? this.#page.greeting.duration ?? time) - (key.transition ?? 0);
    const picture = Math.round(time / this.#pictureTime) * this.#pictureTime;
    this.#change(index, { time: thousandths(Math.min(Math.max(picture, least), Math.max(most, least))) }, true);
  }

  #send(keys, gesture) {
    const order = { do: "timeline", timeline: JSON.stringify(keys), gesture };
    if (JSON.stringify(order).length > longestOrder) return toast(text("keys.many"));
    this.#page.live.sendSoon("timeline", order);
  }

  #update() {
    const keys = this.#all;
    showList(this.#place, keys, {
      make: (key, index) => this.#make(index), show: (mark, key, index) => this.#show(mark, key, index),
    });
    this.#list.show(keys, this.#current);
    this.#mark();
  }

  /** Shows on the button whether it would remove a keyframe. */
  #mark() {
    const isHere = this.#all.some(({ time }) => Math.abs(time - this.#position) < this.#pictureTime / 2);
    byId("key").setAttribute("aria-pressed", isHere);
  }

  #show(mark, { time, transition = 0 }, index) {
    const length = this.#page.greeting.duration ?? 1;
    mark.style.setProperty("--place", time / length);
    mark.style.setProperty("--glide", transition / length);
    mark.classList.toggle("selected", index === this.#current);
    for (const [name, value] of Object.entries({
      "aria-label": text("key.number", { number: index + 1 }), "aria-valuemin": 0, "aria-valuemax": length, "aria-valuenow": time,
      "aria-valuetext": clock(time),
    })) mark.setAttribute(name, value);
  }

  #make(index) {
    const mark = make("span", {
      className: "keyframe", role: "slider", tabIndex: 0, title: text("key.hint"),
    });
    onDrag(mark, (event) => this.#press(event, mark, index));
    mark.onkeydown = (event) => this.#key(event, index);
    return mark;
  }

  /** A click seeks to the keyframe, a drag moves it. */
  #press(event, mark, index) {
    mark.focus();
    this.#gesture += 1;
    const { width } = this.#place.getBoundingClientRect();
    const { duration = 1 } = this.#page.greeting;
    const start = this.#all[index].time;
    let isDrag = false;
    return {
      move: ({ clientX }) => {
        isDrag ||= Math.abs(clientX - event.clientX) > 3;
        if (isDrag) this.#move(index, start + ((clientX - event.clientX) / width) * duration);
      },
      end: ({ type }) => {
        if (!isDrag && type === "pointerup") this.#page.live.send({ do: "seek", time: start });
      },
    };
  }

  #key(event, index) {
    const step = steps[event.key];
    if (step) this.#move(index, this.#all[index].time + step * this.#pictureTime);
    else if (event.key === "Delete" || event.key === "Backspace") this.#remove(index);
    else if (event.key === "Enter") this.#page.live.send({ do: "seek", time: this.#all[index].time });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
