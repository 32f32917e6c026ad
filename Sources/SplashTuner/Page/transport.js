// Playing: the buttons and the timeline under the picture.

import { byId, clock, icon } from "./dom.js";
import { text } from "./texts.js";

/** The maximum speed of playback. */
const fastest = 8;

export class Transport {
  #page;
  #isScrubbing = false;
  #isAsked = false;

  constructor(page) {
    this.#page = page;
    const { live } = page;
    byId("play").onclick = () => this.toggle();
    byId("back").onclick = () => this.step(-1);
    byId("forward").onclick = () => this.step(1);
    byId("reverse").onclick = () => this.shuttle(-1);
    byId("faster").onclick = () => this.shuttle(1);
    byId("scrub").oninput = (event) => {
      this.#isScrubbing = true;
      live.sendSoon("seek", { do: "seek", time: Number(event.target.value) });
    };
    byId("scrub").onchange = () => { this.#isScrubbing = false; };
    live.on("greeting", () => {
      this.#build();
      this.#respectStillness();
    });
    page.on("status", (status) => this.#update(status));
    live.on("picture", ({ position }) => this.#show(position));
  }

  toggle() { if (this.#page.greeting?.canPause) this.#page.live.send({ do: this.#page.status?.isPlaying ? "pause" : "play" }); }
  pause() { if (this.#page.greeting?.canPause) this.#page.live.send({ do: "pause" }); }

  /** Plays forwards (1) or backwards (-1), and twice as fast each time. */
  shuttle(direction) {
    if (!this.#page.greeting?.canSeek) return this.#page.status?.isPlaying || direction < 0 ? undefined : this.toggle();
    const { isPlaying, rate } = this.#page.status;
    const isFaster = isPlaying && Math.sign(rate) === direction;
    this.#page.live.send({ do: "play", rate: direction * (isFaster ? Math.min(fastest, 2 * Math.abs(rate)) : 1) });
  }

  step(pictures) { this.#page.live.send({ do: "step", pictures }); }

  /** Shows the controls that the input allows. */
  #build() {
    const { duration, canSeek } = this.#page.greeting;
    byId("scrub").max = duration ?? 1;
    for (const id of ["track", "back", "reverse", "faster"]) byId(id).hidden = !canSeek;
  }

  /** Pauses at the beginning if the system asks for reduced motion. */
  #respectStillness() {
    if (this.#isAsked || !matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.#isAsked = true;
    if (!this.#page.greeting.isCamera) this.pause();
  }

  #update({ isPlaying, rate, isStill }) {
    const { canPause, isCamera } = this.#page.greeting;
    byId("play").hidden = !canPause || isStill;
    byId("forward").hidden = isCamera || !canPause || isStill;
    byId("speed").textContent = isPlaying && rate !== 1 ? `${rate < 0 ? "−" : ""}${Math.abs(rate)}×` : "";
    const button = byId("play");
    if (button.dataset.playing === String(isPlaying)) return;
    button.dataset.playing = isPlaying;
    button.replaceChildren(icon(isPlaying ? "pause" : "play"));
    button.setAttribute("aria-label", text(isPlaying ? "pause" : "play"));
  }

  #show(position) {
    if (!this.#isScrubbing) byId("scrub").value = position;
    const { duration } = this.#page.greeting ?? {};
    const end = duration ? clock(duration) : null;
    byId("time").textContent = clock(position) + (end ? ` / ${end}` : "");
    // Screen readers get whole seconds during playback.
    const place = this.#page.status?.isPlaying ? clock(position).replace(/\.\d$/, "") : clock(position);
    const words = end ? text("time.of", { time: place, end }) : place;
    if (byId("scrub").getAttribute("aria-valuetext") !== words) byId("scrub").setAttribute("aria-valuetext", words);
  }
}
