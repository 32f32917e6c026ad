// Puts the page together: what the tuner says goes to the parts, what people do goes to the tuner.

import { Live } from "./live.js";
import { Picture } from "./picture.js";
import { namedColors, Wheel } from "./wheel.js";
import { HueList } from "./hues.js";
import { Controls } from "./controls.js";
import { listenToKeys } from "./keys.js";

const byId = (id) => document.getElementById(id);
const live = new Live();
const page = { live, greeting: null, status: null, selected: 0 };

const picture = new Picture(page, toast);
const wheel = new Wheel(page, { change: changeHues, select });
const hues = new HueList(page, { change: changeHues, select });
const controls = new Controls(page);
let isScrubbing = false;

live.addEventListener("open", () => connection("", true));
live.addEventListener("close", () => connection("not connected; is splash tune still running?", false));
live.addEventListener("greeting", ({ detail }) => {
  page.greeting = detail;
  byId("input-name").textContent = detail.input.split("/").pop();
  document.title = `${detail.input.split("/").pop()} – splash tune`;
  byId("budget").textContent = `${detail.budget.ms.toFixed(1)} ms (${detail.budget.fps} fps)`;
  byId("scrub").max = detail.duration ?? 1;
  for (const id of ["scrub", "back"]) byId(id).hidden = !detail.canSeek;
  byId("forward").hidden = detail.isCamera;
  controls.build(detail);
  showNames();
});
live.addEventListener("status", ({ detail }) => {
  // What somebody is changing counts here, not the echo of how it was.
  const isBehind = page.status && live.isAhead(detail);
  const settings = isBehind ? page.status.settings : detail.settings;
  page.selected = selection(page.status?.settings, settings);
  page.status = { ...detail, settings };
  byId("command").textContent = detail.command;
  byId("undo").disabled = !detail.canUndo;
  byId("redo").disabled = !detail.canRedo;
  byId("play").textContent = detail.isPlaying ? "Pause" : "Play";
  choose("views", "view", detail.view);
  picture.update();
  showHues();
  if (!isBehind) controls.update(settings);
  showWarnings();
});
live.addEventListener("measurements", ({ detail }) => {
  page.measurements = detail;
  wheel.showHistogram(detail.histogram);
  showFigures(detail);
  showWarnings();
});
live.addEventListener("picture", ({ detail }) => {
  picture.show(detail);
  if (!isScrubbing) byId("scrub").value = detail.position;
  byId("time").textContent = clock(detail.position)
    + (page.greeting?.duration ? ` / ${clock(page.greeting.duration)}` : "");
});
live.addEventListener("sampled", ({ detail }) => toast(detail.text, detail.color));
live.addEventListener("refusal", ({ detail }) => toast(detail.text));

function connection(text, isOpen) {
  byId("connection").textContent = text;
  document.body.classList.toggle("offline", !isOpen);
}

function choose(group, key, value) {
  for (const button of byId(group).children) {
    const isChosen = button.dataset[key] === value;
    button.setAttribute("aria-checked", isChosen);
    button.tabIndex = isChosen ? 0 : -1;
  }
}

function showHues() {
  wheel.update();
  hues.update();
}

/** Which hue is selected after a change: a new one, else the same as before. */
function selection(before, now) {
  const kept = now.hues.length || (now.keep.length ? 0 : 1);
  if (before && now.hues.length > before.hues.length) return kept - 1;
  if (before && now.drops.length > before.drops.length) return kept + now.drops.length - 1;
  return Math.max(0, Math.min(page.selected, kept + now.drops.length - 1));
}

function select(index) {
  page.selected = index;
  showHues();
}

/** Changes kept and excluded hues; a gesture groups the steps of one drag for undo. */
function changeHues(settings, gesture) {
  page.status.settings = { ...page.status.settings, ...settings };
  showHues();
  live.sendSoon("hues", { do: "set", settings, gesture });
}

function showFigures(figures) {
  const { work, kept, flicker, gains, rate } = figures;
  const percent = (share) => (share == null ? "–" : `${(share * 100).toFixed(2)} %`);
  byId("work").textContent = work ? `${work.median.toFixed(1)} ms, p99 ${work.p99.toFixed(1)} ms` : "–";
  byId("work").classList.toggle("late", Boolean(work) && work.p99 > page.greeting.budget.ms);
  byId("rate").textContent = `${rate.toFixed(0)} fps`;
  byId("kept").textContent = percent(kept);
  byId("flicker").textContent = percent(flicker);
  byId("gains").textContent = gains.map((gain) => gain.toFixed(2)).join(" · ");
}

function showWarnings() {
  const warnings = [...(page.status?.warnings ?? []), ...(page.measurements?.warnings ?? [])];
  const list = byId("warnings");
  if (list.dataset.text === warnings.join("\n")) return;
  list.dataset.text = warnings.join("\n");
  list.replaceChildren(...warnings.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}

let toastTimer;
function toast(text, color) {
  const place = byId("toast");
  place.textContent = text;
  place.style.setProperty("--color", color ?? "transparent");
  place.classList.toggle("has-color", Boolean(color));
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("shown"), 4000);
}

function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}

// What people do.

const actions = {
  view: (view) => live.send({ do: "view", view }),
  use: (use) => {
    picture.use = use;
    choose("uses", "use", use);
  },
  togglePlaying: () => live.send({ do: page.status?.isPlaying ? "pause" : "play" }),
  step: (pictures) => live.send({ do: "step", pictures }),
  undo: () => live.send({ do: "undo" }),
  redo: () => live.send({ do: "redo" }),
  help: () => byId("help-text").showModal(),
  async copy() {
    const text = byId("command").textContent;
    try {
      await navigator.clipboard.writeText(text);
      toast("Command line copied");
    } catch {
      // Browsers give the clipboard to pages on loopback and over TLS only.
      getSelection().selectAllChildren(byId("command"));
      toast("The browser keeps the clipboard to itself; press Ctrl+C");
    }
  },
};

for (const [group, key] of [["views", "view"], ["uses", "use"]]) {
  const buttons = [...byId(group).children];
  buttons.forEach((button, index) => {
    button.onclick = () => actions[key](button.dataset[key]);
    button.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = buttons[(index + step + buttons.length) % buttons.length];
      next.focus();
      next.click();
    };
  });
}
actions.use("add");
byId("play").onclick = actions.togglePlaying;
byId("back").onclick = () => actions.step(-1);
byId("forward").onclick = () => actions.step(1);
byId("undo").onclick = actions.undo;
byId("redo").onclick = actions.redo;
byId("copy").onclick = actions.copy;
byId("help").onclick = actions.help;
byId("scrub").oninput = (event) => {
  isScrubbing = true;
  live.sendSoon("seek", { do: "seek", time: Number(event.target.value) });
};
byId("scrub").onchange = () => { isScrubbing = false; };
byId("add-hue").onclick = () => {
  const { settings } = page.status;
  page.selected = settings.hues.length;
  changeHues({ hues: [...settings.hues, { center: settings.hues.length ? (settings.hues.at(-1).center + 60) % 360 : 0 }] });
};
function showNames() {
  byId("names").replaceChildren(...namedColors(page).map(({ name, color, ranges }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.style.setProperty("--color", color);
    button.title = `Keep ${name}`;
    button.onclick = () => {
      const { hues } = page.status.settings;
      page.selected = hues.length;
      changeHues({ hues: [...hues, ...ranges] });
    };
    return button;
  }));
}
byId("theme").onclick = () => {
  const root = document.documentElement;
  const isDark = getComputedStyle(root).colorScheme === "dark";
  root.dataset.theme = isDark ? "light" : "dark";
  wheel.update();
};
byId("load-file").onchange = async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  const answer = await fetch("settings.json", { method: "POST", body: await file.text() });
  toast(answer.ok ? `Loaded ${file.name}` : `${file.name}: ${await answer.text()}`);
  event.target.value = "";
};
listenToKeys(actions);
