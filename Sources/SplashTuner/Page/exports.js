// Export: the result in a new file beside the input, while the page plays on.

import { byId, clock, toast } from "./dom.js";
import { ExportOptions } from "./export-options.js";
import { said, text } from "./texts.js";

export class Exports {
  #page;
  #options;
  #isRunning = false;
  /** Whether an export was requested that has not begun. */
  #isAsked = false;
  /** They give the range and the crop that the dialog begins with. */
  #loop;
  #regions;

  constructor(page, loop, regions) {
    this.#page = page;
    this.#loop = loop;
    this.#regions = regions;
    page.live.on("greeting", () => this.#build());
    page.live.on("measurements", () => this.#options.measure());
    page.live.on("export", (state) => this.#show(state));
    this.#options = new ExportOptions(page);
    byId("export").onclick = () => this.#open();
    byId("export-leave").onclick = () => byId("export-dialog").close();
    byId("export-form").onsubmit = (event) => {
      event.preventDefault();
      this.#say("");
      this.#isAsked = true;
      page.live.send({ do: "export", name: byId("export-name").value.trim(), as: this.#options.begin() });
    };
    byId("export-cancel").onclick = () => page.live.send({ do: "cancelExport" });
    byId("export-close").onclick = () => { byId("exporting").hidden = true; };
  }

  /** Offers what the input allows. */
  #build() {
    const names = this.#page.greeting.export;
    byId("export").hidden = !names;
    byId("copy").classList.toggle("strong", !names);
    byId("exporting").hidden = true;
    if (!names) return;
    byId("export-name").value = names.suggestion;
    const isFilm = names.endings.includes("mp4");
    for (const id of ["export-word", "export-title", "export-go"]) byId(id).textContent = text(isFilm ? "export" : "export.photo");
    byId("export-endings").textContent = text("export.endings", { endings: names.endings.map((ending) => `.${ending}`).join(", ") });
    this.#options.build(names);
  }

  #say(words) { byId("export-refusal").textContent = words; }

  /** Shows why an export was refused in the open dialog; returns false if the dialog is closed. */
  refuse(why) {
    if (!byId("export-dialog").open) return false;
    this.#isAsked = false;
    this.#say(said(why));
    byId("export-name").select();
    return true;
  }

  #open() {
    this.#say("");
    this.#options.open(this.#loop.marks, this.#regions.selectedOne);
    byId("export-dialog").showModal();
    byId("export-go").focus();
  }

  /** Shows the progress or the end of an export. */
  #show({ state, name, share, left, lines, suggestion, pace, file, bytes }) {
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
      running: () => name + (share == null ? "" : `, ${Math.floor(100 * share)} %`) + (left == null ? "" : text("export.left", { time: clock(left) }))
        + lines.map((line) => `: ${said(line)}`).join(""),
      done: () => text("export.done", { name, lines: lines.map(said).join("; ") }),
      stopped: () => text("export.stopped", { name }),
      failed: () => text("export.failed", { name, lines: lines.join("; ") }),
    }[state]();
    byId("export-text").textContent = words;
    byId("export-fetch").hidden = !file;
    if (file) Object.assign(byId("export-fetch"), { href: `export/${encodeURIComponent(file)}`, download: file });
    if (pace) this.#options.learn(pace, bytes);
    if (suggestion) byId("export-name").value = suggestion;
    if (this.#isRunning && !isRunning) toast(words);
    this.#isRunning = isRunning;
  }
}
