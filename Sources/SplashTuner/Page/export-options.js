// How an export is to be: container, codec, quality, size, part and range, and about how long it takes.

import { byId, clock, make, thousandths } from "./dom.js";
import { text } from "./texts.js";
import { numberField } from "./number.js";
import { regionKeys } from "./regions.js";
import { needsModels, trackedBack } from "./thing.js";

/** What each kind of film may hold; the first is taken where nothing is said. */
const codecs = {
  mp4: ["h264", "hevc", "av1", "vp9"], mov: ["h264", "hevc"], mkv: ["h264", "hevc", "av1", "vp9"], webm: ["vp9", "av1"],
};
const codecNames = { h264: "H.264", hevc: "H.265", av1: "AV1", vp9: "VP9" };
const sizes = [2160, 1440, 1080, 720, 480];
const ratios = ["16:9", "9:16", "1:1", "4:5", "4:3"];
/** Photos that lose something, by a quality. */
const lossy = ["jpg", "jpeg", "webp"];

export class ExportOptions {
  #page;
  #span = { from: null, to: null };
  #quality = null;
  #fields;
  /** Pictures a second of the last export, with the options that it had. */
  #pace = null;
  #asked = "";

  constructor(page) {
    this.#page = page;
    const seconds = (end) => numberField({
      label: text(`export.${end}`), unit: " s", step: 0.1, help: text("export.range.title"),
      change: (value) => this.#setSpan({ [end]: Math.min(Math.max(0, value), this.#length) }),
    });
    this.#fields = { from: seconds("from"), to: seconds("to") };
    this.#fields.quality = numberField({
      label: text("export.quality"), step: 1, change: (value) => this.#setQuality(value),
    });
    byId("export-span").append(
      this.#fields.from.box, make("span", { textContent: "–" }), this.#fields.to.box);
    byId("export-quality").append(this.#fields.quality.box);
    byId("export-name").addEventListener("input", () => this.#follow());
    byId("export-container").onchange = () => {
      const name = byId("export-name").value.replace(/\.[^.]*$/, "");
      byId("export-name").value = `${name}.${byId("export-container").value}`;
      this.#follow();
    };
    for (const id of ["export-codec", "export-size", "export-crop"]) byId(id).onchange = () => this.#estimate();
  }

  get #length() { return this.#page.greeting.duration ?? 0; }
  get #ending() { return /\.([^.]*)$/.exec(byId("export-name").value)?.[1].toLowerCase() ?? ""; }
  get #isFilm() { return this.#ending in codecs; }

  /** What the input allows. */
  build({ endings }) {
    const { height, width, canSeek } = this.#page.greeting;
    byId("export-container").replaceChildren(...endings.map((ending) => make("option", { value: ending, textContent: ending })));
    const smaller = sizes.filter((lines) => lines < Math.min(width, height));
    byId("export-size").replaceChildren(
      make("option", { value: "", textContent: `${width} × ${height}` }),
      ...smaller.map((lines) => make("option", { value: lines, textContent: `${lines}p` })));
    byId("export-range").hidden = !canSeek || !this.#page.greeting.duration;
    this.#span = { from: null, to: null };
    this.#follow();
  }

  /** Begins with the marks of the loop, and the box that is selected as a part to cut out. */
  open({ from, to }, region) {
    this.#setSpan({ from, to });
    const box = region?.shape === "box" ? region.numbers.map((number) => Math.round(number * 10000) / 10000).join() : null;
    const before = byId("export-crop").value;
    const choices = [["", text("export.whole")], ...ratios.map((ratio) => [ratio, ratio]), ...(box ? [[box, text("export.box")]] : [])];
    byId("export-crop").replaceChildren(...choices.map(([value, textContent]) => make("option", { value, textContent })));
    byId("export-crop").value = choices.some(([value]) => value === before) ? before : "";
    this.#follow();
  }

  /** The options as the tuner is told them. */
  get wish() {
    const wish = {};
    const { from, to } = this.#span;
    if (from !== null) wish.from = from;
    if (to !== null) wish.to = to;
    if (this.#isFilm && byId("export-codec").value) wish.codec = byId("export-codec").value;
    if (this.#quality !== null) wish[this.#isFilm ? "crf" : "quality"] = this.#quality;
    if (byId("export-size").value) wish.lines = Number(byId("export-size").value);
    if (byId("export-crop").value) wish.crop = byId("export-crop").value;
    this.#asked = this.#kind;
    return wish;
  }

  /** How fast the export was that was asked for last. */
  learn(pace) {
    this.#pace = { kind: this.#asked, pace };
    this.#estimate();
  }

  get #kind() { return ["export-codec", "export-size", "export-crop"].map((id) => byId(id).value).join() + this.#ending; }

  #setSpan({ from = this.#span.from, to = this.#span.to }) {
    const isBeginning = !from || from <= 0;
    const isEnd = to === null || to >= this.#length;
    this.#span = { from: isBeginning ? null : thousandths(from), to: isEnd ? null : thousandths(to) };
    this.#fields.from.set(this.#span.from ?? 0);
    this.#fields.to.set(this.#span.to ?? this.#length);
    this.#estimate();
  }

  #setQuality(value) {
    const [least, most] = this.#isFilm ? [0, 63] : [1, 100];
    this.#quality = Math.min(most, Math.max(least, value));
    this.#fields.quality.set(this.#quality);
  }

  /** What goes by the kind of the file. */
  #follow() {
    const ending = this.#ending;
    byId("export-container").value = ending;
    const possible = codecs[ending] ?? [];
    byId("export-codec-box").hidden = !possible.length;
    const before = byId("export-codec").value;
    byId("export-codec").replaceChildren(...possible.map((codec, index) => make("option", { value: index ? codec : "", textContent: codecNames[codec] })));
    byId("export-codec").value = possible.indexOf(before) > 0 ? before : "";
    byId("export-quality-box").hidden = !this.#isFilm && !lossy.includes(ending);
    byId("export-quality-name").textContent = text(this.#isFilm ? "export.crf" : "export.quality");
    this.#quality = null;
    this.#fields.quality.set(this.#isFilm ? (ending === "webm" ? 31 : 20) : 90);
    this.#estimate();
  }

  /** What the last frames took is known anew. */
  measure() { if (byId("export-dialog").open) this.#estimate(); }

  /** By the last export of the same kind, or at least by what frames take here, those that are tracked back included. */
  #estimate() {
    const { frameRate, start } = this.#page.greeting ?? {};
    const { work } = this.#page.measurements ?? {};
    byId("export-estimate").textContent = "";
    if (!frameRate || !this.#isFilm || !this.#page.status) return;
    const { from, to } = this.#span;
    const { settings, base = settings, timeline = [] } = this.#page.status;
    const lists = [settings, base, ...timeline.map((key) => key.settings)].flatMap((look) => regionKeys.map((key) => look[key] ?? []));
    const count = Math.round(((to ?? this.#length) - (from ?? 0)) * frameRate);
    const back = trackedBack(lists, start + (from ?? 0), frameRate);
    const isKnown = this.#pace?.kind === this.#kind;
    const models = needsModels(lists) ? work?.models : 0;
    const cost = isKnown ? 1000 / this.#pace.pace : Math.max(work?.median ?? 0, models ?? 0);
    const time = clock((count * cost + back * (models ?? 0)) / 1000);
    byId("export-estimate").textContent = [
      // How long AI models take is known once they have looked.
      ...(models === undefined && !isKnown ? [text("export.models", { count: count + back })]
        : !cost ? [] : [text(isKnown ? "export.about.time" : "export.atLeast", { time })]),
      ...(back ? [text("export.back", { count: back })] : []),
    ].join("; ");
  }
}
