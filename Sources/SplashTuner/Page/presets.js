// Named looks: those of the command (`splash presets`), and those that earlier pages stored in the browser.

import { byId, iconButton, make, toast } from "./dom.js";
import { said, text } from "./texts.js";
import { wholeLook } from "./whole.js";

const key = "splash presets";
const maximum = 64;

/** The looks in the browser. */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** The name in the form of the command: letters, digits, - and _. */
const plain = (name) => name.trim().replace(/\s+/g, "-").replace(/[^\p{L}\p{N}_-]/gu, "").replace(/^-+/, "").slice(0, maximum);

export class Presets {
  #page;
  #all = [];
  /** The existing name that the user has just tried to save under. */
  #taken = null;

  constructor(page) {
    this.#page = page;
    page.live.on("presets", (detail) => this.#show(detail));
    byId("presets").onclick = () => this.#open();
    byId("preset-close").onclick = () => byId("preset-dialog").close();
    byId("preset-form").onsubmit = (event) => {
      event.preventDefault();
      this.#save(byId("preset-name").value);
    };
    byId("preset-name").oninput = () => this.#say("");
  }

  get #isShared() { return this.#page.greeting?.hasPresets; }

  #say(words) {
    byId("preset-refusal").textContent = words;
    if (!words) this.#taken = null;
  }

  #open() {
    this.#say("");
    if (this.#isShared) this.#order("list");
    this.#fill();
    byId("preset-dialog").showModal();
  }

  #order(what, name, overwrite) { this.#page.live.send({ do: "preset", preset: { what, name, overwrite } }); }

  /** Shows why a request was refused in the open dialog; returns false if the dialog is closed. */
  refuse(why) {
    if (!byId("preset-dialog").open) return false;
    this.#say(said(why));
    return true;
  }

  #show({ did, name, presets }) {
    this.#all = presets;
    this.#fill();
    if (did === "save") toast(text("preset.kept", { name }));
    if (did !== "use") return;
    byId("preset-dialog").close();
    toast(text("applied", { name }));
  }

  #fill() {
    const shared = this.#all.map(({ name, isOwn }) => this.#row(
      name, () => this.#order("use", name), isOwn ? () => this.#order("remove", name) : null));
    const kept = Object.entries(stored()).map(([name, look]) => this.#row(
      name, () => this.#take(name, look), () => this.#store(name, undefined)));
    byId("preset-list").replaceChildren(...shared, ...kept);
    byId("preset-none").hidden = shared.length + kept.length > 0;
  }

  #row(name, use, forget) {
    const row = make("li", {}, make("button", { type: "button", textContent: name, onclick: use }));
    if (forget) row.append(iconButton("close", text("forget", { name }), forget));
    return row;
  }

  async #take(name, look) {
    byId("preset-dialog").close();
    if (await this.#page.load(look)) toast(text("applied", { name }));
  }

  /** Saves the look under a name; an existing one is replaced at the second request. */
  async #save(written) {
    if (!this.#isShared) {
      if (written.trim()) this.#store(written.trim(), wholeLook(this.#page.status));
      byId("preset-name").value = "";
      return;
    }
    const name = plain(written);
    byId("preset-name").value = name;
    if (!name) return;
    if (this.#all.some((preset) => preset.name === name) && this.#taken !== name) {
      this.#say(text("preset.taken", { name }));
      this.#taken = name;
      return;
    }
    // Include a drag that has not ended.
    await this.#page.live.settle();
    this.#order("save", name, this.#taken === name);
    this.#say("");
    byId("preset-name").value = "";
  }

  #store(name, look) {
    const presets = { ...stored(), [name]: look };
    try {
      localStorage.setItem(key, JSON.stringify(presets));
    } catch {
      toast(text("noStorage"));
    }
    this.#fill();
  }
}
