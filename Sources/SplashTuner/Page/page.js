// The state that all parts of the page share: the tuner's greeting, status and measurements; and functions to change settings.

import { toast } from "./dom.js";
import { Events } from "./events.js";
import { selection } from "./hue.js";
import { said, spoken, text } from "./texts.js";
import { fileOf, wholeLook } from "./whole.js";

/**
 * Its events, besides those of the connection (`live`):
 *
 * - `status`: the tuner has sent its status (the detail);
 * - `settings`: settings or the selected hue may have changed;
 * - `regions`: settings or the selected region may have changed;
 * - `settled`: the tuner has sent a status that includes all changes of this page;
 * - `use`: another tool was chosen; the detail is its name.
 */
export class Page extends Events {
  greeting = null;
  /** The tuner's last status with later changes of this page; null before the first one of a run. */
  status = null;
  measurements = null;
  /** The index of the selected hue among kept and excluded ones. */
  selected = 0;
  /** The revision of settings that the next frames should have; Infinity while changes are on their way. */
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
    // A restarted tuner knows nothing of this page.
    if (this.#run && this.#run !== greeting.run) this.status = null;
    this.#run = greeting.run;
  }

  #follow(status) {
    // An older status must not undo what the user is changing.
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
   * Replaces all settings and keyframes.
   *
   * Calls `before` with the look that is replaced, once the tuner has received all changes of this page. Resolves to
   * whether the tuner has accepted the new one.
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

  /** Sends a settings file to the tuner; resolves to the reason of a refusal, or to an empty text. */
  async post(body) {
    try {
      const answer = await fetch("settings.json", { method: "POST", body });
      return answer.ok ? "" : said((await answer.text()).trim());
    } catch {
      return text("unsent");
    }
  }
}
