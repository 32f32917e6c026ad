// Looks to go back to: two slots to compare, and the beginning.

import { byId } from "./dom.js";
import { read, write } from "./store.js";
import { wholeLook } from "./whole.js";

const kind = "splash slots ";

export class Slots {
  #page;
  #current = "a";
  #looks = {};
  #isChoosing = false;
  #input = null;

  constructor(page) {
    this.#page = page;
    for (const slot of ["a", "b"]) byId(`slot-${slot}`).onclick = () => this.choose(slot);
    page.live.on("greeting", ({ input }) => this.#greet(input));
    byId("reset-all").onclick = () => page.load({ settings: page.greeting.defaults });
  }

  /** Those of an input, as they were when the page was left. */
  #greet(input) {
    if (input === this.#input) return;
    this.#input = input;
    const { current = "a", looks = {} } = read(kind + input) ?? {};
    this.#looks = looks;
    this.#show(current);
  }

  /** Puts the look away and takes the other one; a slot that is new begins as a copy. */
  async choose(slot = this.#current === "a" ? "b" : "a") {
    if (!this.#page.status || slot === this.#current || this.#isChoosing) return;
    let look = wholeLook(this.#page.status);
    const other = this.#looks[slot];
    if (other) {
      this.#isChoosing = true;
      const isLoaded = await this.#page.load(other, (now) => { look = now; });
      this.#isChoosing = false;
      // Where it cannot be taken, a file of it may be gone, both stay as they are.
      if (!isLoaded) return;
    }
    this.#looks[this.#current] = look;
    this.#show(slot);
    write(kind, this.#page.greeting.input, { current: slot, looks: this.#looks });
  }

  #show(slot) {
    this.#current = slot;
    for (const name of ["a", "b"]) byId(`slot-${name}`).setAttribute("aria-pressed", name === slot);
  }
}

/** A function that begins and ends the comparison with the source. */
export function compareWith(page) {
  let before = null;
  return (isHeld) => {
    if (isHeld === (before !== null) || !page.status) return;
    if (isHeld) before = page.status.view;
    page.live.send({ do: "view", view: isHeld ? "source" : before });
    if (!isHeld) before = null;
  };
}
