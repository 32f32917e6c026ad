// Export: the result in a new file beside the input, while the page plays on.

import { byId, clock, toast } from "./dom.js";
import { said, text } from "./texts.js";

export class Exports {
  #page;
  #isRunning = false;
  /** Whether one was asked for that has not begun. */
  #isAsked = false;

  constructor(page) {
    this.#page = page;
    byId("export").onclick = () => this.#open();
    byId("export-leave").onclick = () => byId("export-dialog").close();
    byId("export-form").onsubmit = (event) => {
      event.preventDefault();
      this.#say("");
      this.#isAsked = true;
      page.live.send({ do: "export", name: byId("export-name").value.trim() });
    };
    byId("export-cancel").onclick = () => page.live.send({ do: "cancelExport" });
    byId("export-close").onclick = () => { byId("exporting").hidden = true; };
  }

  /** What the input allows. */
  build() {
    const names = this.#page.greeting.export;
    byId("export").hidden = !names;
    byId("exporting").hidden = true;
    if (!names) return;
    byId("export-name").value = names.suggestion;
    byId("export-endings").textContent = text("export.endings", { endings: names.endings.map((ending) => `.${ending}`).join(", ") });
  }

  #say(words) { byId("export-refusal").textContent = words; }

  /** Why it cannot be done, where the name was written; whether that is what was refused. */
  refuse({ text: why }) {
    if (!byId("export-dialog").open) return false;
    this.#isAsked = false;
    this.#say(said(why));
    byId("export-name").select();
    return true;
  }

  #open() {
    this.#say("");
    byId("export-dialog").showModal();
    byId("export-name").select();
  }

  /** How far it is. */
  show({ state, name, share, left, lines, suggestion }) {
    const isRunning = state === "running";
    if (this.#isAsked) byId("export-dialog").close();
    this.#isAsked = false;
    byId("exporting").hidden = false;
    byId("export").disabled = isRunning;
    byId("export-share").hidden = !isRunning;
    byId("export-cancel").hidden = !isRunning;
    byId("export-close").hidden = isRunning;
    if (share == null) byId("export-share").removeAttribute("value");
    else byId("export-share").value = share;
    const words = {
      running: () => name + (share == null ? "" : `, ${Math.floor(100 * share)} %`) + (left == null ? "" : text("export.left", { time: clock(left) })),
      done: () => text("export.done", { name, lines: lines.map(said).join("; ") }),
      stopped: () => text("export.stopped", { name }),
      failed: () => text("export.failed", { name, lines: lines.join("; ") }),
    }[state]();
    byId("export-text").textContent = words;
    if (suggestion) byId("export-name").value = suggestion;
    if (this.#isRunning && !isRunning) toast(words);
    this.#isRunning = isRunning;
  }
}
