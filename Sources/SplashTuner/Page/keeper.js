// Stores the look of each input in the browser, and offers it to a new run of the tuner.

import { byId } from "./dom.js";
import { read, write } from "./store.js";
import { language, text } from "./texts.js";

const kind = "splash look ";
const written = (settings, timeline) => JSON.stringify([Object.entries(settings).sort(), timeline ?? []]);

export class Keeper {
  #page;
  #stores;
  #run = null;
  #start = null;
  #offered = null;

  /** `stores.hues.kept` and `stores.regions.kept` are stored with the settings. */
  constructor(page, stores) {
    this.#page = page;
    this.#stores = stores;
    page.live.on("greeting", ({ run }) => this.#greet(run));
    page.on("settled", (status) => this.#follow(status));
    byId("take-offer").onclick = () => this.#take();
    byId("leave-offer").onclick = () => this.#close();
  }

  /** At a new connection: sends changes that wait, or prepares an offer if the tuner has been restarted. */
  #greet(run) {
    const before = this.#run;
    this.#run = run;
    this.#start = null;
    const waiting = this.#page.live.takeWaiting();
    if (before === run) {
      if (waiting) this.#page.change(waiting);
      return;
    }
    this.#close();
    const stored = read(kind + this.#page.greeting.input);
    const settings = waiting ? { ...stored?.settings, ...waiting } : stored?.settings;
    if (settings) this.#offered = { ...stored, settings, isUnsent: Boolean(waiting) };
  }

  /** Stores settings that differ from those of the first status of a run. */
  #follow({ settings, base, timeline }) {
    const look = { settings: base ?? settings, timeline };
    const now = written(look.settings, timeline);
    if (this.#start === null) {
      this.#start = now;
      if (this.#offered) this.#show(now, look.settings);
      return;
    }
    if (now === this.#start) return;
    this.#start = "";
    const { hues, regions } = this.#stores;
    // Also hues and regions that are switched off, and names, which only the page knows.
    write(kind, this.#page.greeting.input, { ...look, hues: hues.kept, regions: regions.kept });
  }

  #show(now, settings) {
    const whole = { ...settings, ...this.#offered.settings };
    if (written(whole, this.#offered.timeline) === now) {
      this.#takeAside(this.#offered);
      return this.#close();
    }
    byId("offer-text").textContent = this.#offered.isUnsent
      ? text("offer.unsent")
      : text(this.#page.greeting.isCamera ? "offer.camera" : "offer.clip", { time: ago(this.#offered.time) });
    byId("offer").hidden = false;
  }

  async #take() {
    const { settings, timeline, ...aside } = this.#offered;
    const { base, settings: now } = this.#page.status;
    this.#close();
    if (await this.#page.load({ settings: { ...(base ?? now), ...settings }, timeline })) this.#takeAside(aside);
  }

  #takeAside({ hues, regions }) {
    this.#stores.hues.kept = hues;
    this.#stores.regions.kept = regions;
  }

  #close() {
    this.#offered = null;
    byId("offer").hidden = true;
  }
}

function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 2) return text("ago.now");
  if (minutes < 120) return text("ago.minutes", { minutes });
  return new Date(time).toLocaleString(language);
}
