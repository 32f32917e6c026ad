// Two thumbs on one track. The thumb nearest to a press moves; where both stand at one place, the
// direction of the drag says which of them was meant.

import { make } from "./dom.js";
import { text } from "./texts.js";

/** A span; `change` gets the lower and the upper end and whether it is a drag. */
export function span({ key, label, control: { min, max, step }, change }) {
  const thumb = (end) => make("input", {
    type: "range", min, max, step, "data-key": `${key} ${end}`, "aria-label": text(`thumb.${end}`, { label }),
  });
  const [low, high] = [thumb("min"), thumb("max")];
  const box = make("span", { className: "two" }, low, high);
  let drag = null;

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
  box.onpointerdown = (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    box.setPointerCapture(event.pointerId);
    const value = valueAt(event);
    const [fromLow, fromHigh] = [Math.abs(value - low.value), Math.abs(value - high.value)];
    const isStacked = Number(low.value) === Number(high.value);
    const nearest = isStacked ? null : fromLow < fromHigh ? low : high;
    drag = { input: nearest, start: event.clientX };
    if (nearest) grab(nearest, value);
  };
  box.onpointermove = (event) => {
    if (!drag) return;
    const away = event.clientX - drag.start;
    if (!drag.input && Math.abs(away) < 2) return;
    grab(drag.input ?? (away < 0 ? low : high), valueAt(event));
  };
  function grab(input, value) {
    drag.input = input;
    input.focus();
    move(input, value);
  }
  box.onpointerup = box.onpointercancel = () => { drag = null; };

  function set(from, to) {
    low.value = from;
    high.value = to;
    show();
  }
  return { box, set };
}
