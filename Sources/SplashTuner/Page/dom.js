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

/** A drawing from the page's stock of symbols. */
export function icon(name) {
  const svg = makeSVG("svg", { class: "icon", "aria-hidden": "true" });
  makeSVG("use", { href: `#icon-${name}` }, svg);
  return svg;
}

/** A button with an icon and a name for those who do not see it. */
export function iconButton(name, label, onclick) {
  return make("button", { type: "button", className: "bare", title: label, "aria-label": label, onclick }, icon(name));
}

/** Has a slider follow a finger or a mouse: `move` gets the place over a box, in shares of its width. */
export function onSlide(slider, box, move) {
  slider.onpointerdown = (event) => {
    event.preventDefault();
    slider.focus();
    slider.setPointerCapture(event.pointerId);
  };
  slider.onpointermove = (event) => {
    if (!slider.hasPointerCapture(event.pointerId)) return;
    const { left, width } = box.getBoundingClientRect();
    move((event.clientX - left) / width);
  };
}

/** Seconds as people write them: minutes, seconds and tenths. */
export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}

/** Seconds to thousandths, never past the picture that they are of. */
export const thousandths = (seconds) => Math.floor(seconds * 1000 + 0.01) / 1000;

/** A number with no more digits than are worth reading. */
export const short = (number) => String(Math.round(number * 1000) / 1000);

/** A share, in whole hundredths. */
export const percent = (share) => `${Math.round(100 * share)} %`;

let sayTimer;
/** Says something to those who hear the page, once nothing newer comes for a while. */
export function say(text) {
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => { byId("said").textContent = text; }, 250);
}

let toastTimer;
/** Says something over the picture for a while, longer where there is more to read. */
export function toast(text, color) {
  const place = byId("toast");
  place.textContent = text;
  place.style.setProperty("--color", color ?? "transparent");
  place.classList.toggle("has-color", Boolean(color));
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("shown"), 2500 + 45 * text.length);
}
