// The options of an export: container, codec, quality, size, crop and range; and an estimate of time and size.

import { choose, onChoice } from "./choice.js";
import { byId, clock, make, thousandths } from "./dom.js";
import { language, text } from "./texts.js";
import { numberField } from "./number.js";
import { regionKeys } from "./regions.js";
import { needsModels, trackedBack } from "./thing.js";

/** The codecs of each container; the first is the default. */
const codecs = {
  mp4: ["h264", "hevc", "av1", "vp9"], mov: ["h264", "hevc"], mkv: ["h264", "hevc", "av1", "vp9"], webm: ["vp9", "av1"],
};
const codecNames = { h264: "H.264", hevc: "H.265", av1: "AV1", vp9: "VP9" };
/** The name of the format with alpha in the list of formats. */
const alpha = "alpha";
const sizes = [2160, 1440, 1080, 720, 480];
const ratios = ["9:16", "1:1", "4:5", "16:9", "4:3"];
const levels = ["small", "good", "best"];
/** The quality of each level, by codec or ending; the middle one is the command's default. */
const qualities = {
  h264: [28, 20, 16], hevc: [29, 20, 16], vp9: [40, 31, 24], av1: [45, 35, 25], webp: [50, 75, 95],
  jpg: [70, 90, 98], jpeg: [70, 90, 98],
};

export class ExportOptions {
  #page;
  #span = { from: null, to: null };
  #quality = null;
  #isAlpha = false;
  /** Whether the input is a clip and no photo. */
  #isClip = false;
  #fields;
  /** Speed and size of each kind that was exported or tried. */
  #known = new Map();
  /** The kind of the last export, and the one that is being tried. */
  #asked = "";
  #tried = "";

  constructor(page) {
    this.#page = page;
    page.live.on("trial", ({ kind, pace, bytes }) => {
      this.#known.set(kind, { pace, bytes });
      this.measure();
    });
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
      const format = byId("export-container").value;
      byId("export-name").value = `${name}.${format === alpha ? "mov" : format}`;
      this.#isAlpha = format === alpha;
      this.#follow();
    };
    for (const id of ["export-codec", "export-size", "export-crop", "export-follow", "export-most"]) byId(id).onchange = () => this.#adapt();
    onChoice(byId("export-level"), (level) => {
      this.#quality = level === "good" ? null : this.#scale[levels.indexOf(level)];
      this.#adapt();
    });
  }

  get #length() { return this.#page.greeting.duration ?? 0; }
  get #ending() { return /\.([^.]*)$/.exec(byId("export-name").value)?.[1].toLowerCase() ?? ""; }
  get #isFilm() { return this.#ending in codecs; }
  get #format() { return this.#isAlpha && this.#ending === "mov" ? alpha : this.#ending; }
  get #codec() { return this.#format === alpha ? "" : byId("export-codec").value || codecs[this.#ending]?.[0] || this.#ending; }
  get #scale() { return qualities[this.#codec]; }

  /** Offers what the input allows. */
  build({ endings }) {
    const { height, width, canSeek } = this.#page.greeting;
    this.#isClip = endings.includes("mp4");
    const formats = this.#isClip ? [...new Set(["mp4", alpha, "gif", "webp", ...endings])] : endings;
    byId("export-container").replaceChildren(...formats.map((format) => make("option", {
      value: format, textContent: format === alpha ? text("export.alpha") : format.toUpperCase(),
    })));
    const smaller = sizes.filter((lines) => lines < Math.min(width, height));
    byId("export-size").replaceChildren(
      make("option", { value: "", textContent: `${width} × ${height}` }),
      ...smaller.map((lines) => make("option", { value: lines, textContent: `${lines}p` })));
    byId("export-range").hidden = !canSeek || !this.#page.greeting.duration;
    byId("export-most-box").hidden = !this.#isClip;
    this.#span = { from: null, to: null };
    this.#follow();
  }

  /** Fills in the marks of the loop, and offers the selected box as a crop. */
  open({ from, to }, region) {
    this.#setSpan({ from, to });
    const box = region?.shape === "box" ? region.numbers.map((number) => Math.round(number * 10000) / 10000).join() : null;
    this.#tried = "";
    const before = byId("export-crop").value;
    const choices = [["", text("export.whole")], ...ratios.map((ratio) => [ratio, ratio]), ...(box ? [[box, text("export.box")]] : [])];
    byId("export-crop").replaceChildren(...choices.map(([value, textContent]) => make("option", { value, textContent })));
    byId("export-crop").value = choices.some(([value]) => value === before) ? before : "";
    this.#adapt();
  }

  /** The options in the form of a message. */
  get wish() {
    const wish = {};
    const { from, to } = this.#span;
    if (from !== null) wish.from = from;
    if (to !== null) wish.to = to;
    if (this.#isFilm && this.#format !== alpha && byId("export-codec").value) wish.codec = byId("export-codec").value;
    if (this.#quality !== null) wish[this.#isFilm ? "crf" : "quality"] = this.#quality;
    if (byId("export-size").value) wish.lines = Number(byId("export-size").value);
    const crop = byId("export-crop").value;
    if (crop) wish.crop = this.#follows ? `follow:${crop}` : crop;
    if (this.#format === alpha) wish.isTransparent = true;
    if (this.#isClip && !this.#isFilm) wish.loop = 0;
    if (this.#most) wish.maxSize = Math.round(this.#most * 1e6);
    return wish;
  }

  /** The options of an export that begins; `learn` is told its speed and size later. */
  begin() {
    this.#asked = this.#kind;
    return this.wish;
  }

  /** Remembers speed and size of the last export. */
  learn(pace, bytes) {
    this.#known.set(this.#asked, { pace, bytes });
    this.#estimate();
  }

  /** The maximum size of the file in megabytes; undefined for no limit. */
  get #most() {
    const number = Number(byId("export-most").value.trim().replace(",", "."));
    return !byId("export-most-box").hidden && number > 0 ? number : 0;
  }
  get #follows() { return byId("export-follow").checked && ratios.includes(byId("export-crop").value); }
  get #kind() {
    const { from, to } = this.#span;
    const chosen = ["export-codec", "export-size", "export-crop"].map((id) => byId(id).value);
    return [...chosen, this.#follows, this.#format, this.#quality, from, to, this.#page.status?.revision].join();
  }
  get #count() { return Math.round(((this.#span.to ?? this.#length) - (this.#span.from ?? 0)) * (this.#page.greeting.frameRate ?? 0)); }

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
    this.#adapt();
  }

  /** Adapts the options to the format of the file. */
  #follow() {
    if (this.#ending !== "mov") this.#isAlpha = false;
    byId("export-container").value = this.#format;
    const possible = this.#format === alpha ? [] : codecs[this.#ending] ?? [];
    const before = byId("export-codec").value;
    byId("export-codec").replaceChildren(...possible.map((codec, index) => make("option", { value: index ? codec : "", textContent: codecNames[codec] })));
    byId("export-codec").value = possible.indexOf(before) > 0 ? before : "";
    byId("export-codec-box").hidden = !possible.length;
    this.#quality = null;
    this.#adapt();
  }

  /** Adapts the options to each other. */
  #adapt() {
    const scale = this.#scale;
    for (const id of ["export-level-box", "export-quality-box"]) byId(id).hidden = !scale;
    byId("export-more").hidden = !scale;
    byId("export-follow-box").hidden = !this.#isClip || !ratios.includes(byId("export-crop").value);
    if (scale) {
      const level = this.#quality === null ? "good" : levels[scale.indexOf(this.#quality)];
      choose(byId("export-level"), level);
      byId("export-quality-name").textContent = text(this.#isFilm ? "export.crf" : "export.quality");
      this.#fields.quality.set(this.#quality ?? scale[1]);
    }
    this.#estimate();
  }

  /** Updates the estimate by the time of the last frames. */
  measure() { if (byId("export-dialog").open) this.#estimate(); }

  /**
   * Estimates time and size by a trial of a few seconds or the last export of the same kind. Until then the time is a
   * lower limit, by the frames shown here. Frames that are tracked back are included.
   */
  #estimate() {
    const { frameRate, start, canSeek } = this.#page.greeting ?? {};
    const { work } = this.#page.measurements ?? {};
    byId("export-estimate").textContent = "";
    // A name without a known ending has no format yet.
    if (!frameRate || !this.#isClip || !this.#page.status || !byId("export-container").value) return;
    const { settings, base = settings, timeline = [] } = this.#page.status;
    const lists = [settings, base, ...timeline.map((key) => key.settings)].flatMap((look) => [...regionKeys, "paint"].map((key) => look[key] ?? []));
    const count = this.#count;
    const back = trackedBack(lists, start + (this.#span.from ?? 0), frameRate);
    const known = this.#known.get(this.#kind);
    if (!known && canSeek) this.#try();
    const models = needsModels(lists) ? work?.models : 0;
    const cost = known?.pace ? 1000 / known.pace : Math.max(work?.median ?? 0, models ?? 0);
    const time = clock((count * cost + back * (models ?? 0)) / 1000);
    byId("export-estimate").textContent = [
      ...(known ? this.#megabytes(known) : canSeek ? [text("export.measuring")] : []),
      // The time of AI models is known after their first analysis.
      ...(models === undefined && !known ? [text("export.models", { count: count + back })]
        : !cost ? [] : [text(known?.pace ? "export.about.time" : "export.atLeast", { time })]),
      ...(back ? [text("export.back", { count: back })] : []),
    ].join("; ");
  }

  /** Asks the tuner to export a few seconds, once for each kind. */
  #try() {
    const kind = this.#kind;
    if (!byId("export-dialog").open || this.#tried === kind) return;
    this.#tried = kind;
    this.#page.live.sendSoon("trial", { do: "trial", name: byId("export-name").value.trim(), as: this.wish, kind });
  }

  /** The estimated size of the file, in words. */
  #megabytes({ bytes }) {
    if (!bytes) return [];
    const most = this.#most;
    const size = bytes / 1e6;
    const shown = Math.max(0.1, most ? Math.min(most, size) : size);
    const number = shown.toLocaleString(language, { maximumFractionDigits: shown < 10 ? 1 : 0 });
    return [text(most && size > most ? "export.atMost" : "export.megabytes", { size: number })];
  }
}
