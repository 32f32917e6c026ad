// The line in the page's head that says whether the tuner can be reached, and which run it steers.

import { byId, toast } from "./dom.js";
import { said, text } from "./texts.js";

export class Connection {
  /** The reason of the loss; empty while connected. */
  #loss = "";

  constructor(page) {
    const { live } = page;
    live.on("open", () => {
      this.#loss = "";
      this.#show("", true);
    });
    live.on("close", (reason) => {
      // Failed attempts to connect again do not replace the reason.
      if (this.#loss) return;
      this.#loss = said(reason);
      this.#show(text("lost", { reason: this.#loss }), false);
    });
    live.on("unsent", ({ message, waiting }) => {
      if (message.do !== "set") return toast(text("unsent"));
      const count = Object.keys(waiting).length;
      this.#show(text(count === 1 ? "lost.waiting.one" : "lost.waiting", { reason: this.#loss, count }), false);
    });
    page.on("status", ({ isSteering }) => {
      if (isSteering != null) this.#show(text(isSteering ? "steers" : "steers.not", { name: page.greeting.steers }), true);
    });
  }

  #show(words, isOpen) {
    byId("connection").textContent = words;
    document.body.classList.toggle("offline", !isOpen);
  }
}
