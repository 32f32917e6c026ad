// The frames that the outputs of the steered run get, in a corner of the picture or enlarged.

import { byId } from "./dom.js";
import { said, text } from "./texts.js";

export class RunPicture {
  #page;

  constructor(page) {
    this.#page = page;
    page.live.on("run", (run) => this.#show(run));
    const box = byId("run");
    box.onclick = () => box.setAttribute("aria-pressed", box.getAttribute("aria-pressed") !== "true");
  }

  #show({ picture, reason }) {
    const name = this.#page.greeting.steers;
    byId("run").hidden = false;
    byId("run-picture").hidden = !picture;
    if (picture) byId("run-picture").src = `data:image/jpeg;base64,${picture}`;
    byId("run-text").textContent = picture ? text("run.shows", { name }) : text("run.none", { name, reason: said(reason) });
  }
}
