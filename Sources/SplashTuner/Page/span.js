// Two thumbs on one track. A press moves the nearest thumb; if both are at the same place, the direction of the drag
// decides.

import { make, onDrag } from "./dom.js";
import { text } from "./texts.js";

/** A span; calls `change` with the lower end, the upper end and whether it is a drag. */
export function span({ key, label, control: { min, max, step }, change }) {
  const thumb = (end) => make("input", {
    type: "range", min, max, step, "data-key": `${key} ${end}`, "aria-label": text(`thumb.${end}`, { label }),
  });
  const [low, high] = [thumb("min"), thumb("max")];
  const box = make("span", { className: "two" }, low, high);

  function show() {
    box.style.setProperty("--low", (low.value - min) / (max - min));
    box.style.setProperty("--high", (high.value - min) / (max - min));
  }
  function move(input, value) {
    input.value = value;
    if (input === low && Number(low.value) > Number(high.value)) low.value = high.value;
    if (input === high && Number(high.value) < Number(low.value)) high.value = low.value;
    show();
    change(Number(low.value), Number(high.value));
  }
  for (const input of [low, high]) input.oninput = () => move(input, input.value);

  function valueAt(event) {
    const bounds = box.getBoundingClientRect();
    const half = 9;
    const share = (event.clientX - bounds.left - half) / (bounds.width - 2 * half);
    return min + Math.min(1, Math.max(0, share)) * (max - min);
  }
  onDrag(box, (press) => {
    const value = valueAt(press);
    const [fromLow, fromHigh] = [Math.abs(value - low.value), Math.abs(value - high.value)];
    const isStacked = Number(low.value) === Number(high.value);
    let grabbed = isStacked ? null : fromLow < fromHigh ? low : high;
    const follow = (event) => {
      const away = event.clientX - press.clientX;
      if (!grabbed && Math.abs(away) < 2) return;
      grabbed ??= away < 0 ? low : high;
      grabbed.focus();
      move(grabbed, valueAt(event));
    };
    follow(press);
    return { move: follow };
  });

  function set(from, to) {
    low.value = from;
    high.value = to;
    show();
  }
  return { box, set };
}
