// Keyboard shortcuts. They work wherever the focus is, but not for keys that are typed into a field.

const uses = {
  v: "replace", a: "add", x: "remove", g: "card", r: "box", e: "ellipse", p: "polygon", d: "gradient",
  h: "pan", t: "object", f: "people", u: "curve", w: "brush",
};
const views = {
  1: "result", 2: "source", 3: "mask", 4: "side-by-side", 5: "wipe", 6: "overlay", 7: "on-black", 8: "on-white",
  9: "difference",
};

/** Whether a field takes a key itself: text fields take all, lists letters, number fields digits and signs. */
function isTyping(target, { key, ctrlKey, metaKey }) {
  if (target.matches("input[type=text]:not(.number)")) return true;
  if (ctrlKey || metaKey) return false;
  return target.matches("select") ? key !== " " : target.matches(".number") && /^[\d.,+-]$/.test(key);
}

function command(event, actions) {
  const key = event.key.toLowerCase();
  if (key === "y") return actions.redo;
  return key === "z" ? (event.shiftKey ? actions.redo : actions.undo) : null;
}

function plain(event, actions) {
  // Caps Lock makes capital letters.
  const key = event.key.toLowerCase();
  const named = {
    " ": actions.togglePlaying, ",": () => actions.step(-1), ".": () => actions.step(1),
    c: actions.copy, "?": actions.help, b: () => actions.compare(true), "+": () => actions.zoom(1.5), "-": () => actions.zoom(1 / 1.5),
    0: () => actions.zoom(0), "\\": actions.otherSlot, i: () => actions.loop("from"), o: () => actions.loop("to"),
    j: () => actions.shuttle(-1), k: actions.pause, l: () => actions.shuttle(1),
    m: actions.keyframe, "[": () => actions.resize(-1) || actions.jump(-1),
    "]": () => actions.resize(1) || actions.jump(1),
  }[key];
  if (named) return named;
  const use = uses[key];
  if (use) return () => actions.use(use);
  return views[key] ? () => actions.view(views[key]) : null;
}

export function listenToKeys(actions) {
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (document.querySelector("dialog[open]") || isTyping(target, event)) return;
    // Space plays and pauses wherever the focus is; Enter checks boxes and radio buttons in its place.
    if (key === "Enter" && target.matches("input[type=checkbox],input[type=radio]")) return target.click();
    const action = event.ctrlKey || event.metaKey ? command(event, actions)
      : event.altKey ? null : plain(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  addEventListener("keyup", ({ key }) => { if (key.toLowerCase() === "b") actions.compare(false); });
  // Browsers press buttons when Space is released.
  addEventListener("keyup", (event) => {
    if (event.key === " " && event.target.matches("button,summary,a,input:not([type=text])")) event.preventDefault();
  });
}
