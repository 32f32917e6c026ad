// Two marks between which the clip is played in a loop.

import { byId, clock, toast } from "./dom.js";
import { text } from "./texts.js";

export class Loop {
  #page;
  #from = null;
  #to = null;
  #position = 0;
  #isGoingBack = false;

  constructor(page) {
    this.#page = page;
    byId("loop-from").onclick = () => this.mark("from");
    byId("loop-to").onclick = () => this.mark("to");
    page.live.on("greeting", () => this.#build());
    page.live.on("picture", ({ position }) => this.#follow(position));
  }

  /** The marks in seconds; null for a mark that is not set. */
  get marks() { return { from: this.#from, to: this.#to }; }

  #build() {
    for (const id of ["loop-from", "loop-to"]) byId(id).hidden = !this.#page.greeting.canSeek;
    this.#set(null, null);
  }

  /** Sets the beginning or the end of the loop here; at the same place again it removes both. */
  mark(end) {
    if (!this.#page.greeting?.canSeek) return;
    const here = this.#position;
    const [from, to] = [this.#from, this.#to];
    if (Math.abs((end === "from" ? from : to) - here) < 0.05 && (end === "from" ? from : to) !== null) return this.#set(null, null);
    if (end === "from") this.#set(here, to !== null && to > here + 0.1 ? to : null);
    else this.#set(from !== null && from < here - 0.1 ? from : 0, here);
    toast(this.#to === null
      ? text("loop.open", { from: clock(this.#from) })
      : text("loop.closed", { from: clock(this.#from), to: clock(this.#to) }));
  }

  #set(from, to) {
    [this.#from, this.#to] = [from, to];
    const length = this.#page.greeting.duration ?? 1;
    const style = byId("scrub").style;
    style.setProperty("--from", `${((from ?? 0) / length) * 100}%`);
    style.setProperty("--to", `${((to ?? length) / length) * 100}%`);
    byId("loop-from").setAttribute("aria-pressed", from !== null);
    byId("loop-to").setAttribute("aria-pressed", to !== null);
  }

  /** Seeks to the beginning of the loop from its end and from outside; to its end when playing backwards. */
  #follow(position) {
    this.#position = position;
    const [from, to] = [this.#from ?? 0, this.#to ?? Infinity];
    const { isPlaying, rate } = this.#page.status ?? {};
    const isBackwards = rate < 0;
    const isOutside = isBackwards ? position < from || position > to + 0.05 : position > to || position < from - 0.05;
    if (!isOutside) this.#isGoingBack = false;
    if (!isOutside || this.#isGoingBack || !isPlaying) return;
    this.#isGoingBack = true;
    this.#page.live.send({ do: "seek", time: isBackwards ? Math.min(to, this.#page.greeting.duration ?? to) : from });
  }
}
