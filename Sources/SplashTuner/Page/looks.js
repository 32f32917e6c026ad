// Thumbnails of looks, made of the present frame while their section is open.

import { bare } from "./amount.js";
import { byId, make, showList } from "./dom.js";
import { choose, onChoice } from "./choice.js";
import { Shelf } from "./shelf.js";
import { hasText, text } from "./texts.js";

/** The name of an offered look, or its text if it has no name. */
function lookName(look) {
  if (hasText(`look.${look}`)) return text(`look.${look}`);
  const name = /^[\w-]*/.exec(look)[0];
  return hasText(`look.${name}`) ? text(`look.${name}`) : look;
}

export class Looks {
  #page;
  #key = "rest";
  #made = "";
  #timer;
  #shelf;

  constructor(page) {
    this.#page = page;
    this.#shelf = new Shelf(page, () => this.#key);
    byId("looks").ontoggle = () => this.#ask();
    onChoice(byId("look-key"), (key) => {
      this.#key = key;
      byId("look-list").replaceChildren();
      this.#ask();
    });
    choose(byId("look-key"), this.#key);
    page.on("settled", () => this.#update());
    page.live.on("thumbnails", (detail) => this.#show(detail));
  }

  #ask() {
    if (!byId("looks").open || !this.#page.live.isOpen) return;
    this.#made = this.#state;
    this.#page.live.send({ do: "thumbnails", of: this.#key });
    this.#shelf.ask();
  }

  /** The settings that thumbnails depend on: all but the look itself. */
  get #state() {
    return JSON.stringify({ ...this.#page.status?.settings, [this.#key]: null });
  }

  #update() {
    this.#mark();
    if (!byId("looks").open || this.#made === this.#state) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { if (this.#made !== this.#state) this.#ask(); }, 600);
  }

  #show({ key, looks }) {
    if (key !== this.#key) return;
    showList(byId("look-list"), looks, {
      key: ({ text: look }) => look,
      make: ({ text: look }) => make("button", {
        type: "button", title: look, "data-look": look,
        onclick: () => this.#page.change({ [this.#key]: look === "none" ? [] : look.split("+") }),
      }, make("img", { alt: "" }), make("span", { textContent: lookName(look) })),
      show: (button, { picture }) => { button.firstChild.src = `data:image/jpeg;base64,${picture}`; },
    });
    this.#mark();
  }

  #mark() {
    const steps = this.#page.status?.settings[this.#key] ?? [];
    const now = steps.length ? bare(steps).join("+") : "none";
    for (const button of byId("look-list").children) {
      button.setAttribute("aria-pressed", button.dataset.look === now);
    }
    this.#shelf.mark();
  }
}
