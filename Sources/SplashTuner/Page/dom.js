// Short ways to the elements of the page.

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

/**
 * Shows items as the children of a list, in their order: `make(item, index)` gives a child for a key that is new, and
 * `show(child, item, index)` what it says. A child stays the same one, with its focus, while there is an item of its
 * key, which is the item's place where nothing else is said.
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
 * Lets a mouse or a finger drag an element. `press` gets the event that begins a drag; it returns `move`, which gets
 * each event of it, and perhaps `end`, which gets the last; nothing where that press drags nothing.
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

/** Has a slider follow a finger or a mouse: `move` gets the place over a box, in shares of its width. */
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
/** Has screen readers announce a text, unless a newer one comes within 250 ms. */
export function say(text) {
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => { byId("said").textContent = text; }, 250);
}

let toastTimer;
/** Shows a text over the picture, the longer the more there is to read. */
export function toast(text, color) {
  const place = byId("toast");
  place.textContent = text;
  place.style.setProperty("--color", color ?? "transparent");
  place.classList.toggle("has-color", Boolean(color));
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("shown"), 2500 + 45 * text.length);
}
