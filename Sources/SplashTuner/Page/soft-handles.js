// Handles for the softness of a range, one at each end; both set the same number.

import { make, onSlide, short, steps } from "./dom.js";
import { text } from "./texts.js";

/** A layer above a strip; calls `change` with the softness during a drag and at each arrow key. */
export function softHandles({ key, label, help, control: { min: least, max: most, step }, change }) {
  let now = { min: 0, max: 1, softness: 0 };
  const box = make("span", { className: "soft-handles" });
  const handles = [-1, 1].map((side) => {
    const handle = make("span", {
      className: "soft", role: "slider", tabIndex: 0, title: help, "data-key": `${key} softness ${side}`,
      "aria-label": text(side < 0 ? "soft.lower" : "soft.upper", { label }), "aria-valuemin": least, "aria-valuemax": most,
    });
    const send = (softness) => change(Number(short(Math.min(most, Math.max(least, softness)))));
    onSlide(handle, box, (place) => send(side < 0 ? now.min - place : place - now.max));
    handle.onkeydown = (event) => {
      const outwards = steps[event.key];
      if (!outwards) return;
      event.preventDefault();
      const isSideways = event.key === "ArrowRight" || event.key === "ArrowLeft";
      send(now.softness + (isSideways ? side : 1) * outwards * step * (event.shiftKey ? 0.1 : 1));
    };
    return handle;
  });
  box.append(...handles);

  function set(range, softness) {
    now = { ...range, softness };
    const places = [range.min - softness, range.max + softness];
    handles.forEach((handle, index) => {
      handle.style.left = `${Math.min(1, Math.max(0, places[index])) * 100}%`;
      handle.setAttribute("aria-valuenow", short(softness));
    });
  }
  return { box, set };
}
