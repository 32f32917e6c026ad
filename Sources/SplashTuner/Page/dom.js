// Helpers to find, make and drag elements of the page.

const svgNamespace = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An element; properties whose names hold a dash are attributes. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

export function makeSVG(name, attributes, parent) {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/** An icon of index.html. */
export function icon(name) {
  const svg = makeSVG("svg", { class: "icon", "aria-hidden": "true" });
  makeSVG("use", { href: `#icon-${name}` }, svg);
  return svg;
}

/** A button with an icon; its label is its tooltip and its name for screen readers. */
export function iconButton(name, label, onclick) {
  return make("button", { type: "button", className: "bare", title: label, "aria-label": label, onclick }, icon(name));
}

/** Changes the tooltip of a button and its name for screen readers. */
export function relabel(button, label) {
  button.title = label;
  button.setAttribute("aria-label", label);
}

/**
 * Shows items as the children of a list, in their order. `make(item, index)` returns the child of a new key;
 * `show(child, item, index)` updates it. Children keep their identity and focus while `key(item, index)`, by default the
 * index, stays.
 */
export function showList(list, items, { key = (item, index) => index, make, show = () => {} }) {
  const known = new Map([...list.children].map((child) => [child.key, child]));
  const children = items.map((item, index) => {
    const name = key(item, index);
    const child = known.get(name) ?? Object.assign(make(item, index), { key: name });
    show(child, item, index);
    return child;
  });
  for (const child of known.values()) if (!children.includes(child)) child.remove();
  children.forEach((child, index) => {
    if (list.children[index] !== child) list.insertBefore(child, list.children[index] ?? null);
  });
}

/** The direction of each arrow key, across and down. */
export const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The steps of each key that moves a slider. */
export const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

/**
 * Makes an element draggable by mouse and touch. `press(event)` returns `{ move, end }`, called with each event of the
 * drag and with the last one (`end` is optional), or undefined if this press begins no drag.
 */
export function onDrag(element, press) {
  element.onpointerdown = (event) => {
    const drag = event.button === 0 && press(event);
    if (!drag) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    element.onpointermove = drag.move;
    element.onpointerup = element.onpointercancel = (last) => {
      element.onpointermove = element.onpointerup = element.onpointercancel = null;
      drag.end?.(last);
    };
  };
}

/** Makes a slider follow mouse and touch: calls `move` with the place above a box, in shares of its width. */
export function onSlide(slider, box, move) {
  onDrag(slider, () => {
    slider.focus();
    const { left, width } = box.getBoundingClientRect();
    return { move: ({ clientX }) => move((clientX - left) / width) };
  });
}

/** Seconds as minutes, seconds and tenths: 1:02.5. */
export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}

/** Seconds rounded down to thousandths, so that they do not lie behind their frame. */
export const thousandths = (seconds) => Math.floor(seconds * 1000 + 0.01) / 1000;

/** A number with three decimals at most. */
export const short = (number) => String(Math.round(number * 1000) / 1000);

/** A share, in whole hundredths. */
export const percent = (share) => `${Math.round(100 * share)} %`;

let sayTimer;
/** Makes screen readers announce a text, unless a newer one follows within 250 ms. */
export function say(text) {
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => { byId("said").textContent = text; }, 250);
}

let toastTimer;
/** Shows a text above the picture; long texts stay longer. */
export function toast(text, color) {
  const place = byId("toast");
  place.textContent = text;
  place.style.setProperty("--color", color ?? "transparent");
  place.classList.toggle("has-color", Boolean(color));
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("shown"), 2500 + 45 * text.length);
}
