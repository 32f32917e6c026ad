// The list of keyframes: each row has a button that seeks there, the length of the transition, and a button that removes it.

import { byId, clock, iconButton, make, showList } from "./dom.js";
import { numberField } from "./number.js";
import { text } from "./texts.js";

export class KeyList {
  #act;

  /** `act` has the functions `go(index)`, `glide(index, seconds, isDrag)` and `remove(index)`. */
  constructor(act) { this.#act = act; }

  /** Shows the keyframes; `current` is the index of the present one, null before the first. */
  show(keys, current) {
    byId("keys-box").hidden = keys.length === 0;
    showList(byId("key-list"), keys, {
      make: (key, index) => this.#make(index), show: (row, key, index) => this.#fill(row, key, index === current),
    });
  }

  #make(index) {
    const row = make("li");
    row.go = make("button", { type: "button", className: "bare", onclick: () => this.#act.go(index) });
    row.glide = numberField({
      label: text("glide.label", { number: index + 1 }), unit: " s", step: 0.1,
      help: text("glide.help"),
      change: (seconds, isDrag) => this.#act.glide(index, Math.max(0, seconds), isDrag),
    });
    row.append(
      row.go, make("label", {}, text("glide"), row.glide.box),
      iconButton("close", text("key.remove", { number: index + 1 }), () => this.#act.remove(index)));
    return row;
  }

  #fill(row, { time, transition = 0 }, isCurrent) {
    row.className = isCurrent ? "selected" : "";
    row.go.textContent = text("key.from", { time: clock(time) });
    row.go.setAttribute("aria-current", isCurrent);
    row.glide.set(transition);
  }
}
