// A number field: digits with a point or a comma, arrow keys for steps, Escape to restore the value. The tuner refuses
// values out of range, with a reason.

import { make, short, toast } from "./dom.js";
import { text } from "./texts.js";

/** A field followed by its unit; `set` shows a number unless the user is typing one. */
export function numberField({ label, unit = "", step = 1, change, help = "" }) {
  const input = make("input", {
    type: "text", inputMode: "decimal", className: "number", spellcheck: false, autocomplete: "off",
    title: help, "aria-label": label,
  });
  let shown = "";

  function set(value) {
    shown = short(value);
    if (input !== document.activeElement || input.dataset.typing === undefined) show();
  }
  function show() {
    delete input.dataset.typing;
    input.removeAttribute("aria-invalid");
    input.value = shown;
    fit();
  }
  function fit() { input.style.width = `${Math.max(2, input.value.length) + 0.4}ch`; }
  function commit() {
    if (input.dataset.typing === undefined) return;
    const written = input.value.trim().replace(",", ".").replace(/[°%s]$/, "").trim();
    const number = Number(written);
    if (written === "" || !Number.isFinite(number)) {
      toast(text("number.wrong", { label, value: input.value }));
      input.setAttribute("aria-invalid", "true");
      return;
    }
    delete input.dataset.typing;
    input.removeAttribute("aria-invalid");
    if (short(number) === shown) return show();
    change(number, false);
  }

  input.oninput = () => {
    input.dataset.typing = "";
    fit();
  };
  input.onchange = commit;
  input.onblur = show;
  input.onfocus = () => input.select();
  input.onkeydown = (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (event.key === "Escape" && input.dataset.typing !== undefined) {
      show();
      event.stopPropagation();
    } else if (event.key === "Enter") {
      event.preventDefault();
      commit();
      input.select();
    } else if (steps) {
      event.preventDefault();
      const now = Number(input.value.replace(",", "."));
      if (Number.isFinite(now)) change(Math.round((now + steps * step * (event.shiftKey ? 0.1 : 1)) * 1000) / 1000, true);
    }
  };
  const box = make("span", { className: "number-box" }, input, make("span", { className: "unit", textContent: unit, "aria-hidden": "true" }));
  return { box, input, set };
}
