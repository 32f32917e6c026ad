// Looks to go back to: two slots to compare, named presets in the browser, and the beginning.

import { byId, make, toast } from "./dom.js";

const key = "splash presets";

function stored() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

export class Slots {
  #page;
  #current = "a";
  #looks = {};

  constructor(page) {
    this.#page = page;
    for (const slot of ["a", "b"]) byId(`slot-${slot}`).onclick = () => this.choose(slot);
    byId("reset-all").onclick = () => page.change(page.greeting.defaults);
    byId("presets").onclick = () => this.#open();
    byId("preset-form").onsubmit = (event) => {
      event.preventDefault();
      this.#save(byId("preset-name").value.trim());
    };
    byId("preset-close").onclick = () => byId("preset-dialog").close();
  }

  /** Puts the look away and takes the other one; a slot that is new begins as a copy. */
  choose(slot = this.#current === "a" ? "b" : "a") {
    if (!this.#page.status || slot === this.#current) return;
    this.#looks[this.#current] = this.#page.status.settings;
    this.#current = slot;
    for (const name of ["a", "b"]) byId(`slot-${name}`).setAttribute("aria-pressed", name === slot);
    if (this.#looks[slot]) this.#page.change(this.#looks[slot]);
  }

  #open() {
    this.#fill();
    byId("preset-dialog").showModal();
  }

  #fill() {
    const presets = Object.entries(stored());
    byId("preset-list").replaceChildren(...presets.map(([name, settings]) => make(
      "li", {},
      make("button", { type: "button", textContent: name, onclick: () => this.#take(name, settings) }),
      make("button", {
        type: "button", className: "bare", textContent: "×", "aria-label": `Forget ${name}`,
        onclick: () => this.#store(name, undefined),
      }))));
    byId("preset-none").hidden = presets.length > 0;
  }

  #take(name, settings) {
    this.#page.change(settings);
    byId("preset-dialog").close();
    toast(`Applied ${name}`);
  }

  #save(name) {
    if (name) this.#store(name, this.#page.status.settings);
    byId("preset-name").value = "";
  }

  #store(name, settings) {
    const presets = { ...stored(), [name]: settings };
    try {
      localStorage.setItem(key, JSON.stringify(presets));
    } catch {
      toast("This browser keeps nothing; save the settings in a file instead");
    }
    this.#fill();
  }
}
