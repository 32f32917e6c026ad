// Two slots of looks to compare, and a reset.

import { byId } from "./dom.js";
import { read, write } from "./store.js";
import { wholeLook } from "./whole.js";

const kind = "splash slots ";

export class Slots {
  #page;
  #current = "a";
  #looks = {};
  /** The exchange that is under way. */
  #exchange = Promise.resolve();
  #input = null;

  constructor(page) {
    this.#page = page;
    for (const slot of ["a", "b"]) byId(`slot-${slot}`).onclick = () => this.choose(slot);
    page.live.on("greeting", ({ input }) => this.#greet(input));
    byId("reset-all").onclick = () => page.load({ settings: page.greeting.defaults });
  }

  /** Restores the slots of an input. */
  #greet(input) {
    if (input === this.#input) return;
    this.#input = input;
    const { current = "a", looks = {} } = read(kind + input) ?? {};
    this.#looks = looks;
    this.#show(current);
  }

  /** Goes to a slot, by default the other one, after the exchanges that are under way. */
  choose(slot) { this.#exchange = this.#exchange.finally(() => this.#go(slot ?? (this.#current === "a" ? "b" : "a"))); }

  /** Stores the look in its slot and loads the other slot; a new slot begins as a copy. */
  async #go(slot) {
    if (!this.#page.status || slot === this.#current) return;
    let look = wholeLook(this.#page.status);
    const other = this.#looks[slot];
    if (other) {
      const isLoaded = await this.#page.load(other, (now) => { look = now; });
      // If it is refused, as a file of it may be missing, both slots stay as they are.
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

/** Returns a function that begins (true) and ends (false) the comparison with the source. */
export function compareWith(page) {
  let before = null;
  return (isHeld) => {
    if (isHeld === (before !== null) || !page.status) return;
    if (isHeld) before = page.status.view;
    page.live.send({ do: "view", view: isHeld ? "source" : before });
    if (!isHeld) before = null;
  };
}
