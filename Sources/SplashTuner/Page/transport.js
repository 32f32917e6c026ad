// Playing: the buttons and the timeline under the picture.

import { byId, clock, icon } from "./dom.js";

export class Transport {
  #page;
  #isScrubbing = false;

  constructor(page) {
    this.#page = page;
    const { live } = page;
    byId("play").onclick = () => this.toggle();
    byId("back").onclick = () => this.step(-1);
    byId("forward").onclick = () => this.step(1);
    byId("scrub").oninput = (event) => {
      this.#isScrubbing = true;
      live.sendSoon("seek", { do: "seek", time: Number(event.target.value) });
    };
    byId("scrub").onchange = () => { this.#isScrubbing = false; };
  }

  toggle() { if (this.#page.greeting?.canPause) this.#page.live.send({ do: this.#page.status?.isPlaying ? "pause" : "play" }); }
  step(pictures) { this.#page.live.send({ do: "step", pictures }); }

  /** What the input allows. */
  build() {
    const { duration, canSeek, canPause, isCamera } = this.#page.greeting;
    byId("scrub").max = duration ?? 1;
    for (const id of ["scrub", "back"]) byId(id).hidden = !canSeek;
    byId("play").hidden = !canPause;
    byId("forward").hidden = isCamera || !canPause;
  }

  update({ isPlaying }) {
    const button = byId("play");
    if (button.dataset.playing === String(isPlaying)) return;
    button.dataset.playing = isPlaying;
    button.replaceChildren(icon(isPlaying ? "pause" : "play"));
    button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  }

  show(position) {
    if (!this.#isScrubbing) byId("scrub").value = position;
    const { duration } = this.#page.greeting ?? {};
    byId("time").textContent = clock(position) + (duration ? ` / ${clock(duration)}` : "");
  }
}
