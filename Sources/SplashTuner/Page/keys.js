// The keyboard, wherever the focus is, as long as it is not on something that needs the key itself.

const uses = { k: "add", w: "widen", x: "drop", g: "card" };
const views = { 1: "result", 2: "source", 3: "mask", 4: "side-by-side" };

export function listenToKeys(actions) {
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    const isTyping = target.matches("input:not([type=range]):not([type=checkbox]), select, textarea");
    if (document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && !isTyping) {
      event.preventDefault();
      return event.shiftKey ? actions.redo() : actions.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    const isPressed = target.matches("button, a, input, label, [role=slider], code");
    if (key === " ") {
      if (isPressed) return;
      event.preventDefault();
      return actions.togglePlaying();
    }
    const action = {
      ",": () => actions.step(-1),
      ".": () => actions.step(1),
      c: actions.copy,
      "?": actions.help,
    }[key];
    if (action) action();
    else if (uses[key.toLowerCase()]) actions.use(uses[key.toLowerCase()]);
    else if (views[key]) actions.view(views[key]);
  });
}
