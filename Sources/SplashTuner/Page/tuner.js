// Creates the parts of the page, and connects the toolbar and the keyboard with them.

import { byId, toast } from "./dom.js";
import { fillPage, said, text } from "./texts.js";
import { Live } from "./live.js";
import { Page } from "./page.js";
import { Connection } from "./connection.js";
import { Keeper } from "./keeper.js";
import { Viewport } from "./viewport.js";
import { Picture } from "./picture.js";
import { Loupe } from "./loupe.js";
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
import { Figures } from "./figures.js";
import { copyText } from "./copy.js";
import { choose, onChoice } from "./choice.js";
import { menu } from "./menu.js";
import { listenToKeys } from "./keys.js";

fillPage();
const live = new Live();
const page = new Page(live);
new Connection(page);
const viewport = new Viewport();
const picture = new Picture(page, viewport);
const regions = new Regions(page, viewport);
const regionList = new RegionList(page, regions, (region) => pick.tie(region));
const brush = new Brush(page, viewport, (stroke) => pick.tie(stroke));
const pick = new Pick(page, picture, viewport, new Loupe(page), regions, brush);
new Wheel(page);
const hues = new HueList(page);
new Controls(page, new Edge(page, picture, viewport));
new Keeper(page, { hues, regions: regionList });
new Looks(page);
const slots = new Slots(page);
const presets = new Presets(page);
new Welcome(page);
const loop = new Loop(page);
const transport = new Transport(page);
const keyframes = new Keyframes(page);
const exports = new Exports(page, loop, regions);
new RunPicture(page);
new Figures(page);

live.on("greeting", ({ input }) => {
  const name = input.split("/").pop();
  byId("input-name").textContent = name;
  document.title = `${name} – splash tune`;
});
page.on("status", ({ command, canUndo, canRedo }) => {
  byId("command").textContent = command;
  byId("undo").disabled = !canUndo;
  byId("redo").disabled = !canRedo;
  showView();
});
// The browser has checked a radio button, but without a connection the view stays.
live.on("unsent", () => showView());
live.on("named", ({ key, index, text: words }) => {
  if (key !== "paint") regions.select({ key, index });
  toast(said(words));
});
live.on("reading", ({ text: words }) => toast(said(words)));
live.on("refusal", ({ text: why }) => exports.refuse(why) || presets.refuse(why) || toast(said(why)));
page.on("use", (use) => {
  const isColor = ["replace", "add", "remove"].includes(use);
  for (const id of ["uses", "more-uses"]) choose(byId(id), isColor ? "replace" : use);
  for (const mode of byId("modes").children) mode.setAttribute("aria-pressed", mode.dataset.use === use);
  byId("modes").classList.toggle("away", !isColor);
  useMenu();
  byId("frame").dataset.use = use;
});

function showView() {
  for (const id of ["views", "more-views"]) choose(byId(id), page.status?.view);
  viewMenu();
}

// Actions of the toolbar and the keyboard.

const [viewMenu, useMenu] = ["more-views", "more-uses"].map((id) => menu(byId(id)));
menu(byId("meter"));

const actions = {
  view: (view) => live.send({ do: "view", view }),
  use: (use) => pick.choose(use),
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

for (const id of ["views", "more-views"]) onChoice(byId(id), actions.view);
for (const id of ["uses", "more-uses"]) onChoice(byId(id), actions.use);
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
// A key that is released in another window sends no event here.
addEventListener("blur", () => actions.compare(false));
for (const name of ["undo", "redo", "copy", "help"]) byId(name).onclick = actions[name];
byId("load-file").onchange = async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  await live.settle();
  const refusal = await page.post(await file.text());
  toast(refusal ? `${file.name}: ${refusal}` : text("loaded", { name: file.name }));
  event.target.value = "";
};
listenToKeys(actions);
