// LUTs and background pictures to choose from: files in the folders that the page may read, each with a thumbnail of its
// look. Files that are dropped on the page are stored in a folder of the user's.

import { bare } from "./amount.js";
import { byId, make, toast } from "./dom.js";
import { said, text } from "./texts.js";

/** The maximum number of files of one drop. */
const mostFiles = 8;

export class Shelf {
  #page;
  #lookKey;
  #items = [];
  /** The look of each file, and the files whose thumbnails match the present settings. */
  #known = new Map();
  #fresh = new Set();
  /** Visible files; their thumbnails are requested one at a time. */
  #seen = new Set();
  #asked = null;
  #observer;

  /** `lookKey()` returns the setting that looks are for: `rest` or `kept`. */
  constructor(page, lookKey) {
    this.#page = page;
    this.#lookKey = lookKey;
    this.#observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) this.#seen[isIntersecting ? "add" : "delete"](target.dataset.file);
      this.#next();
    });
    byId("shelf-file").onchange = ({ target }) => {
      this.#take([...target.files]);
      target.value = "";
    };
    this.#listenToDrops();
    page.live.on("shelf", (detail) => this.#show(detail));
    page.live.on("tried", (detail) => this.#learn(detail));
    // A request before the connection was lost is not answered.
    page.live.on("greeting", () => { this.#asked = null; });
  }

  /** Requests the list of files, and all thumbnails anew. */
  ask() {
    this.#fresh.clear();
    this.#page.live.send({ do: "shelf" });
  }

  #show({ keeps, items, more }) {
    byId("shelf-add").hidden = !keeps;
    byId("shelf-more").textContent = more ? text("shelf.more", { count: more }) : "";
    const isSame = JSON.stringify(items) === JSON.stringify(this.#items);
    this.#items = items;
    if (isSame) return this.#next();
    this.#observer.disconnect();
    this.#seen.clear();
    byId("shelf-list").replaceChildren(...items.map(({ file, name }) => {
      const button = make("button", {
        type: "button", title: file, "data-file": file, onclick: () => this.#choose(file),
      }, make("img", { alt: "" }), make("span", { textContent: name }));
      this.#observer.observe(button);
      return button;
    }));
    this.mark();
  }

  #next() {
    if (this.#asked) return;
    const file = [...this.#seen].find((file) => !this.#fresh.has(file));
    if (!file) return;
    this.#asked = file;
    this.#page.live.send({ do: "try", file, of: this.#lookKey() });
  }

  #learn({ key, file, look, picture, trouble }) {
    if (file === this.#asked) this.#asked = null;
    if (key === this.#lookKey()) {
      this.#known.set(file, look);
      this.#fresh.add(file);
      const button = this.#button(file);
      if (button) {
        button.disabled = Boolean(trouble);
        button.title = trouble ? said(trouble) : file;
        if (picture) button.querySelector("img").src = `data:image/jpeg;base64,${picture}`;
      }
      this.mark();
    }
    this.#next();
  }

  #button(file) { return byId("shelf-list").querySelector(`[data-file="${CSS.escape(file)}"]`); }

  #choose(file) {
    const look = this.#known.get(file);
    if (look) this.#page.change({ [this.#lookKey()]: [look] });
  }

  /** Marks the file of the present look. */
  mark() {
    const [now] = bare(this.#page.status?.settings[this.#lookKey()] ?? []);
    for (const button of byId("shelf-list").children) {
      const look = this.#known.get(button.dataset.file);
      button.setAttribute("aria-pressed", Boolean(look) && bare([look])[0] === now);
    }
  }

  #listenToDrops() {
    const holdsFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
    addEventListener("dragover", (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      byId("frame").classList.add("drops");
    });
    addEventListener("dragleave", ({ relatedTarget }) => { if (!relatedTarget) byId("frame").classList.remove("drops"); });
    addEventListener("drop", (event) => {
      byId("frame").classList.remove("drops");
      if (!holdsFiles(event)) return;
      event.preventDefault();
      this.#take([...event.dataTransfer.files]);
    });
  }

  /** Sends files to the tuner, one after the other; the last one that it accepts becomes the look. */
  async #take(files) {
    const key = this.#lookKey();
    for (const file of files.slice(0, mostFiles)) {
      toast(text("shelf.taking", { name: file.name }));
      try {
        const answer = await fetch(`looks/${encodeURIComponent(file.name)}`, { method: "POST", body: file });
        if (!answer.ok) {
          toast(said((await answer.text()).trim()));
          continue;
        }
        this.#page.change({ [key]: [(await answer.json()).look] });
        toast(text("shelf.taken", { name: file.name }));
      } catch {
        // Browsers give no reason when a server hangs up.
        toast(text("unsent"));
      }
    }
    byId("looks").open = true;
    this.ask();
  }
}
