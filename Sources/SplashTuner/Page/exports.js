// Export: the result in a new file beside the input, while the page plays on.

import { byId, clock, toast } from "./dom.js";

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
    byId("export-endings").textContent = `It ends in ${names.endings.map((ending) => `.${ending}`).join(", ")}, which says what kind of file it is. Files that exist stay as they are.`;
  }

  #say(text) { byId("export-refusal").textContent = text; }

  /** Why it cannot be done, where the name was written; whether that is what was refused. */
  refuse({ text }) {
    if (!byId("export-dialog").open) return false;
    this.#isAsked = false;
    this.#say(text);
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
    const text = {
      running: () => name + (share == null ? "" : `, ${Math.floor(100 * share)} %`) + (left == null ? "" : `, ${clock(left)} left`),
      done: () => `${name} is complete: ${lines.join("; ")}`,
      stopped: () => `${name} was cancelled; nothing is left of it`,
      failed: () => `${name} has failed: ${lines.join("; ")}`,
    }[state]();
    byId("export-text").textContent = text;
    if (suggestion) byId("export-name").value = suggestion;
    if (this.#isRunning && !isRunning) toast(text);
    this.#isRunning = isRunning;
  }
}
