// Looks to go back to: two slots to compare, named presets in the browser, and the beginning.

import { byId, make, toast } from "./dom.js";
import { read, write } from "./store.js";
import { wholeLook } from "./whole.js";
import { text } from "./texts.js";

const key = "splash presets";
const kind = "splash slots ";
const stored = () => read(key) ?? {};

export class Slots {
  #page;
  #current = "a";
  #looks = {};
  #isChoosing = false;
  #input = null;

  constructor(page) {
    this.#page = page;
    for (const slot of ["a", "b"]) byId(`slot-${slot}`).onclick = () => this.choose(slot);
    byId("reset-all").onclick = () => page.load({ settings: page.greeting.defaults });
    byId("presets").onclick = () => this.#open();
    byId("preset-form").onsubmit = (event) => {
      event.preventDefault();
      this.#save(byId("preset-name").value.trim());
    };
    byId("preset-close").onclick = () => byId("preset-dialog").close();
  }

  /** Those of an input, as they were when the page was left. */
  greet({ input }) {
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

  #open() {
    this.#fill();
    byId("preset-dialog").showModal();
  }

  #fill() {
    const presets = Object.entries(stored());
    byId("preset-list").replaceChildren(...presets.map(([name, look]) => make(
      "li", {},
      make("button", { type: "button", textContent: name, onclick: () => this.#take(name, look) }),
      make("button", {
        type: "button", className: "bare", textContent: "×", "aria-label": text("forget", { name }),
        onclick: () => this.#store(name, undefined),
      }))));
    byId("preset-none").hidden = presets.length > 0;
  }

  async #take(name, look) {
    byId("preset-dialog").close();
    if (await this.#page.load(look)) toast(text("applied", { name }));
  }

  #save(name) {
    if (name) this.#store(name, wholeLook(this.#page.status));
    byId("preset-name").value = "";
  }

  #store(name, look) {
    const presets = { ...stored(), [name]: look };
    try {
      localStorage.setItem(key, JSON.stringify(presets));
    } catch {
      toast(text("noStorage"));
    }
    this.#fill();
  }
}
