// The strip of saturation or value of one hue: the histogram of its colors, the kept range, and the softness of its ends.

import { make } from "./dom.js";
import { span } from "./span.js";
import { numberField } from "./number.js";
import { softHandles } from "./soft-handles.js";
import { text } from "./texts.js";

/** A strip; calls `change` with the range and whether it is a drag, and `soften` with the softness during a drag. */
export function strip({ key, label, gradient, control, change, softness: edge, soften }) {
  const canvas = make("canvas", { className: "histogram", width: 256, height: 40, "aria-hidden": "true" });
  let now = { min: 0, max: 1 };
  const send = (part, isDrag) => {
    now = { ...now, ...part };
    change(now, isDrag);
  };
  const slider = span({
    key, label, control,
    change: (min, max) => {
      for (const [end, value] of [["min", min], ["max", max]]) fields[end].set(value);
      send({ min, max }, true);
    },
  });
  const fields = Object.fromEntries(["min", "max"].map((end) => [end, numberField({
    label: text(`end.${end}`, { label }), step: control.step,
    change: (value, isDrag) => send({ [end]: value }, isDrag),
  })]));
  const edges = softHandles({
    key, label: `${label}, ${edge.label}`, help: text("soft.all", { help: edge.help }), control: edge.control, change: soften,
  });
  const box = make(
    "div", { className: "strip" },
    make("span", { className: "name", textContent: label }), make("span", { className: "ends" }, fields.min.box, fields.max.box),
    make("span", { className: "track" }, canvas, slider.box, edges.box));

  function set(range, hue, bins, softness) {
    now = range;
    slider.set(range.min, range.max);
    fields.min.set(range.min);
    fields.max.set(range.max);
    edges.set(range, softness);
    draw(bins ?? [], hue, range, softness);
  }
  /** Draws bars in the colors that they stand for; those outside the range are pale. */
  function draw(bins, hue, { min, max }, softness) {
    const context = canvas.getContext("2d");
    const { width, height } = canvas;
    context.clearRect(0, 0, width, height);
    const fade = (beyond) => (beyond <= 0 ? 1 : softness > 0 ? Math.max(0, 1 - beyond / softness) : 0);
    bins.forEach((share, index) => {
      const place = (index + 0.5) / bins.length;
      context.globalAlpha = 0.15 + 0.85 * fade(min - place) * fade(place - max);
      context.fillStyle = gradient(hue, place);
      const size = height * Math.sqrt(share);
      context.fillRect((index * width) / bins.length, height - size, width / bins.length - 1, size);
    });
    context.globalAlpha = 0.7;
    context.strokeStyle = getComputedStyle(canvas).color;
    context.beginPath();
    context.moveTo((min - softness) * width, height);
    for (const [place, top] of [[min, 1], [max, 1], [max + softness, height]]) context.lineTo(place * width, top);
    context.stroke();
  }
  return { box, set };
}
