// Puts the page together: what the tuner says goes to the parts, what people do goes to the tuner.

import { byId, toast } from "./dom.js";
import { fillPage, said, spoken, text } from "./texts.js";
import { selection } from "./hue.js";
import { Live } from "./live.js";
import { Keeper } from "./keeper.js";
import { Viewport } from "./viewport.js";
import { Picture } from "./picture.js";
import { Loupe } from "./loupe.js";
import { shapes } from "./region.js";
import { Regions } from "./regions.js";
import { RegionList } from "./region-list.js";
import { Brush } from "./brush.js";
import { Pick } from "./pick.js";
import { Wheel } from "./wheel.js";
import { HueList } from "./hues.js";
import { Looks } from "./looks.js";
import { Presets } from "./presets.js";
import { compareWith, Slots } from "./slots.js";
import { Welcome } from "./welcome.js";
import { Edge } from "./edge.js";
import { Controls } from "./controls.js";
import { Loop } from "./loop.js";
import { Transport } from "./transport.js";
import { Keyframes } from "./keyframes.js";
import { Exports } from "./exports.js";
import { RunPicture } from "./run-picture.js";
import { showFigures, showWarnings } from "./figures.js";
import { copyText } from "./copy.js";
import { fileOf, wholeLook } from "./whole.js";
import { choose, radioGroup } from "./choice.js";
import { menu } from "./menu.js";
import { listenToKeys } from "./keys.js";

fillPage();
const live = new Live();
const page = { live, greeting: null, status: null, measurements: null, selected: 0, change, load, refreshRegions };

const keeper = new Keeper(page);
const viewport = new Viewport();
const picture = new Picture(page, viewport);
const regions = new Regions(page, viewport);
const regionList = new RegionList(page, regions, (region) => pick.tie(region));
const brush = new Brush(page, viewport, (stroke) => pick.tie(stroke));
const pick = new Pick(page, picture, viewport, new Loupe(page), regions, brush);
const wheel = new Wheel(page, { change, select });
const hues = new HueList(page, { change, select });
page.stores = { hues, regions: regionList };
Object.defineProperties(page, {
  marks: { get: () => loop.marks },
  selectedRegion: { get: () => page.status && regions.all.find((region) => regions.isSelected(region)) },
});
const edge = new Edge(page, picture, viewport);
const controls = new Controls(page, edge);
const looks = new Looks(page);
const slots = new Slots(page);
const presets = new Presets(page);
const welcome = new Welcome(page);
const loop = new Loop(page);
const transport = new Transport(page);
const keyframes = new Keyframes(page);
const exports = new Exports(page);
const runPicture = new RunPicture(page);

live.addEventListener("open", () => {
  loss = "";
  connection("", true);
});
let loss = "";
live.addEventListener("close", ({ detail }) => {
  // Why it was lost counts, and not why it does not come back.
  if (loss) return;
  loss = said(detail);
  connection(text("lost", { reason: loss }), false);
});
live.addEventListener("unsent", ({ detail: { message, waiting } }) => {
  if (message.do !== "set") return toast(text("unsent"));
  const count = Object.keys(waiting).length;
  connection(text(count === 1 ? "lost.waiting.one" : "lost.waiting", { reason: loss, count }), false);
});
live.addEventListener("greeting", ({ detail }) => {
  page.greeting = spoken(detail);
  keeper.greet(detail);
  slots.greet(detail);
  const name = detail.input.split("/").pop();
  byId("input-name").textContent = name;
  document.title = `${name} – splash tune`;
  transport.build();
  transport.respectStillness();
  loop.build();
  keyframes.build();
  exports.build();
  controls.build();
  hues.showNames();
  regionList.build();
  picture.greet();
  edge.greet();
});
live.addEventListener("status", ({ detail }) => {
  // What somebody is changing counts here, not the echo of how it was.
  const isBehind = page.status && live.isAhead(detail);
  const settings = isBehind ? page.status.settings : detail.settings;
  page.selected = selection(page.selected, page.status?.settings, settings);
  page.status = { ...detail, settings };
  picture.awaited = isBehind ? Infinity : detail.revision;
  byId("command").textContent = detail.command;
  byId("undo").disabled = !detail.canUndo;
  byId("redo").disabled = !detail.canRedo;
  showView(detail.view);
  transport.update(detail);
  keyframes.update();
  picture.update();
  showHues();
  refreshRegions();
  if (!isBehind) {
    controls.update(settings);
    keeper.follow(detail);
    looks.update();
    welcome.update(detail);
  }
  if (detail.isSteering != null) {
    connection(text(detail.isSteering ? "steers" : "steers.not", { name: page.greeting.steers }), true);
  }
  showWarnings(page);
});
live.addEventListener("measurements", ({ detail }) => {
  page.measurements = detail;
  wheel.showHistogram(detail.histogram);
  hues.showGates();
  welcome.show(detail.histogram);
  regionList.showFollowed(detail.followed);
  regions.showMoved(detail.windows);
  showFigures(detail, page.greeting.budget);
  exports.measure();
  showWarnings(page);
});
live.addEventListener("picture", ({ detail }) => {
  picture.show(detail);
  edge.show(detail);
  transport.show(detail.position);
  loop.follow(detail.position);
  keyframes.follow(detail.position);
});
live.addEventListener("export", ({ detail }) => exports.show(detail));
live.addEventListener("run", ({ detail }) => runPicture.show(detail));
live.addEventListener("sampled", ({ detail }) => {
  toast(said(detail.text), detail.color);
  pick.offerBalance(detail);
});
live.addEventListener("named", ({ detail }) => {
  if (detail.key !== "paint") regions.select(detail);
  toast(said(detail.text));
});
live.addEventListener("reading", ({ detail }) => toast(said(detail.text)));
live.addEventListener("refusal", ({ detail }) => exports.refuse(detail) || presets.refuse(detail) || toast(said(detail.text)));

function showView(view) {
  for (const id of ["views", "more-views"]) choose(byId(id), "view", view);
  viewMenu();
}

function connection(words, isOpen) {
  byId("connection").textContent = words;
  document.body.classList.toggle("offline", !isOpen);
}

function showHues() {
  wheel.update();
  hues.update();
}

function refreshRegions() {
  regions.update();
  regionList.update();
  brush.update();
}

function select(index) {
  page.selected = index;
  showHues();
}

/** Changes settings; a gesture groups the steps of one drag for undo. */
function change(settings, gesture) {
  if (page.status) {
    const whole = { ...page.status.settings, ...settings };
    page.selected = selection(page.selected, page.status.settings, whole);
    page.status.settings = whole;
    picture.awaited = Infinity;
    showHues();
    refreshRegions();
  }
  live.sendSoon(Object.keys(settings).join(), { do: "set", settings, gesture });
}

/**
 * Puts settings and keys in the place of all there are.
 *
 * `before` is told what is replaced, once all changes of this page are in it. Resolves to whether it was taken.
 */
async function load(look, before = () => {}) {
  await live.settle();
  if (!live.isOpen) {
    toast(text("unsent"));
    return false;
  }
  before(wholeLook(page.status));
  const isLoaded = new Promise((done) => live.addEventListener("status", done, { once: true }));
  const refusal = await post(fileOf(look));
  if (refusal) toast(refusal);
  else await isLoaded;
  return !refusal;
}

/** Gives the tuner a file of settings; resolves to why it refuses them, or to nothing. */
async function post(body) {
  try {
    const answer = await fetch("settings.json", { method: "POST", body });
    return answer.ok ? "" : said((await answer.text()).trim());
  } catch {
    return text("unsent");
  }
}

// What people do.

const [viewMenu, useMenu] = ["more-views", "more-uses"].map((id) => menu(byId(id)));
menu(byId("meter"));

const actions = {
  view: (view) => live.send({ do: "view", view }),
  use: (use) => {
    regions.close();
    pick.use = use;
    const isColor = ["replace", "add", "remove"].includes(use);
    for (const id of ["uses", "more-uses"]) choose(byId(id), "use", isColor ? "replace" : use);
    for (const mode of byId("modes").children) mode.setAttribute("aria-pressed", mode.dataset.use === use);
    byId("modes").classList.toggle("away", !isColor);
    useMenu();
    byId("frame").dataset.use = use;
    hues.excludes = use === "remove";
    byId("region-use-box").hidden = !shapes.includes(use);
    byId("brush-box").hidden = use !== "brush";
    brush.hover(null);
    if (use === "people") pick.takePeople();
  },
  togglePlaying: () => transport.toggle(),
  step: (pictures) => transport.step(pictures),
  shuttle: (direction) => transport.shuttle(direction),
  pause: () => transport.pause(),
  keyframe: () => keyframes.toggle(),
  jump: (step) => keyframes.jump(step),
  resize: (step) => pick.use === "brush" && (brush.resize(step), true),
  undo: () => pick.takeBack() || live.send({ do: "undo" }),
  loop: (end) => loop.mark(end),
  otherSlot: () => slots.choose(),
  redo: () => live.send({ do: "redo" }),
  compare: compareWith(page),
  zoom: (factor) => (factor ? viewport.zoom(factor) : viewport.reset()),
  help: () => byId("help-text").showModal(),
  copy: () => copyText(byId("command")),
};

for (const id of ["views", "more-views"]) radioGroup(byId(id), "view", actions.view);
for (const id of ["uses", "more-uses"]) radioGroup(byId(id), "use", actions.use);
for (const mode of byId("modes").children) {
  mode.onclick = () => actions.use(pick.use === mode.dataset.use ? "replace" : mode.dataset.use);
}
byId("fine").onclick = ({ currentTarget }) => {
  currentTarget.setAttribute("aria-pressed", byId("panel").classList.toggle("fine"));
};
actions.use("replace");
byId("zoom-in").onclick = () => actions.zoom(1.5);
byId("zoom-out").onclick = () => actions.zoom(1 / 1.5);
byId("zoom-fit").onclick = () => actions.zoom(0);
byId("compare").onpointerdown = () => actions.compare(true);
for (const type of ["pointerup", "pointerleave", "pointercancel"]) {
  byId("compare").addEventListener(type, () => actions.compare(false));
}
// A key that is let go in another window is not heard of.
addEventListener("blur", () => actions.compare(false));
for (const name of ["undo", "redo", "copy", "help"]) byId(name).onclick = actions[name];
byId("load-file").onchange = async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  await live.settle();
  const refusal = await post(await file.text());
  toast(refusal ? `${file.name}: ${refusal}` : text("loaded", { name: file.name }));
  event.target.value = "";
};
listenToKeys(actions);
