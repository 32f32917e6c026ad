// What all parts of the page share: what the tuner has said of its input and its settings, and ways to change them.

import { toast } from "./dom.js";
import { Events } from "./events.js";
import { selection } from "./hue.js";
import { said, spoken, text } from "./texts.js";
import { fileOf, wholeLook } from "./whole.js";

/**
 * Tells, besides what the connection tells (`live`):
 *
 * - `status`: the tuner has said how it is;
 * - `settings`: settings, or the hue that is selected, may be others;
 * - `regions`: settings, or the region that is selected, may be others;
 * - `settled`: the tuner has said how it is after every change of this page;
 * - `use`: another tool is in the hand; the detail is its name.
 */
export class Page extends Events {
  greeting = null;
  /** The tuner's last word, with what was changed here since; null before the first one of a run. */
  status = null;
  measurements = null;
  /** The hue that is selected, among all. */
  selected = 0;
  /** The revision of the settings that the next frames are to be made with; Infinity while it is not known. */
  awaited = 0;
  #run = null;

  constructor(live) {
    super();
    this.live = live;
    live.on("greeting", (greeting) => this.#greet(greeting));
    live.on("status", (status) => this.#follow(status));
    live.on("measurements", (measurements) => { this.measurements = measurements; });
  }

  #greet(greeting) {
    this.greeting = spoken(greeting);
    // Another run knows nothing of this page.
    if (this.#run && this.#run !== greeting.run) this.status = null;
    this.#run = greeting.run;
  }

  #follow(status) {
    // What a user is changing counts here, not the echo of how it was.
    const isBehind = this.status && this.live.isAhead(status);
    const settings = isBehind ? this.status.settings : status.settings;
    this.selected = selection(this.selected, this.status?.settings, settings);
    this.status = { ...status, settings };
    this.awaited = isBehind ? Infinity : status.revision;
    this.tell("status", this.status);
    this.#show();
    if (!isBehind) this.tell("settled", this.status);
  }

  #show() {
    this.tell("settings");
    this.tell("regions");
  }

  /** Selects a hue. */
  select(index) {
    this.selected = index;
    this.tell("settings");
  }

  /** Changes settings; a gesture groups the steps of one drag for undo. */
  change(settings, gesture) {
    if (this.status) {
      const whole = { ...this.status.settings, ...settings };
      this.selected = selection(this.selected, this.status.settings, whole);
      this.status.settings = whole;
      this.awaited = Infinity;
      this.#show();
    }
    this.live.sendSoon(Object.keys(settings).join(), { do: "set", settings, gesture });
  }

  /**
   * Puts settings and keys in the place of all there are.
   *
   * `before` is told what is replaced, once all changes of this page are in it. Resolves to whether it was taken.
   */
  async load(look, before = () => {}) {
    await this.live.settle();
    if (!this.live.isOpen) {
      toast(text("unsent"));
      return false;
    }
    before(wholeLook(this.status));
    const isLoaded = new Promise((done) => this.live.addEventListener("status", done, { once: true }));
    const refusal = await this.post(fileOf(look));
    if (refusal) toast(refusal);
    else await isLoaded;
    return !refusal;
  }

  /** Gives the tuner a file of settings; resolves to why it refuses them, or to nothing. */
  async post(body) {
    await this.live.settle();
    try {
      const answer = await fetch("settings.json", { method: "POST", body });
      return answer.ok ? "" : said((await answer.text()).trim());
    } catch {
      return text("unsent");
    }
  }
}
