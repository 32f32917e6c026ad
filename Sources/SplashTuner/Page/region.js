// Reads and writes regions in the form of settings: `box=X,Y,W,H:FEATHER` and the like, alone or behind `follow=LEADER:`.

import { cornersOf, curvePath, pairs } from "./corners.js";

const short = (number) => String(Math.round(number * 1000) / 1000);

/** The tools that draw regions. */
export const shapes = ["box", "ellipse", "polygon", "curve", "gradient"];

/** Whether a tool takes a click for each corner. */
export const takesCorners = (shape) => shape === "polygon" || shape === "curve";

/**
 * The shape, numbers, softness and leader of a region; for an entry without an outline its first word as the shape, and
 * its text. The edge fades over `inner` and `outer`, in shares of the frame's height.
 */
export function readRegion(text) {
  const match = /^(?:follow=(.*?):)?(box|ellipse|polygon|curve|gradient)=([^:]*)(?::(.*))?$/.exec(text);
  if (!match) return { shape: /^(?:follow=.*:(?=stroke=))?([a-z]*)/.exec(text)[1], text };
  const [, leader, shape, numbers, softness = "0"] = match;
  const [inner, outer] = softness.split(",").map(Number);
  const isEven = outer === undefined;
  return {
    shape, numbers: numbers.split(",").map(Number), leader,
    inner: isEven ? inner / 2 : inner, outer: isEven ? inner / 2 : outer,
  };
}

export function writeRegion({ text, shape, numbers, inner = 0, outer = 0, leader }) {
  if (text) return text;
  const isEven = short(inner) === short(outer) && inner <= 0.5;
  const softness = isEven ? short(2 * inner) : `${short(inner)},${short(outer)}`;
  const behind = shape === "gradient" || softness === "0" ? "" : `:${softness}`;
  return `${leader ? `follow=${leader}:` : ""}${shape}=${numbers.map(short).join(",")}${behind}`;
}

/** The region of a drag from one place to another; null if it has no size. */
export function drawnRegion(shape, start, end) {
  const [width, height] = [Math.abs(end.x - start.x), Math.abs(end.y - start.y)];
  if (shape === "gradient") {
    return width + height < 0.004 ? null : { shape, numbers: [start.x, start.y, end.x, end.y] };
  }
  if (width < 0.004 || height < 0.004) return null;
  const [x, y] = [Math.min(start.x, end.x), Math.min(start.y, end.y)];
  const numbers = shape === "box" ? [x, y, width, height] : [x + width / 2, y + height / 2, width / 2, height / 2];
  return { shape, numbers };
}

/**
 * The outline as an SVG path, in shares of the frame; for a gradient its two ends and the line between, for a stroke its
 * line.
 */
export function outline({ shape, numbers, text }, aspect) {
  if (shape === "stroke") {
    const [, ...places] = /stroke=([^:]*)/.exec(text)[1].split(",").map(Number);
    return `M${pairs([...places, ...places.slice(-2)]).map((place) => place.join(" ")).join("L")}`;
  }
  if (shape === "polygon") return `M${pairs(numbers).map((place) => place.join(" ")).join("L")}Z`;
  if (shape === "curve") return curvePath(cornersOf({ shape, numbers }));
  const [x, y, width, height] = numbers;
  if (shape === "gradient") {
    const [across, down] = [(width - x) * aspect, height - y];
    const scale = 4 / Math.hypot(across, down);
    // At right angles to the gradient, far beyond the frame.
    const [dx, dy] = [(-down * scale) / aspect, across * scale];
    const line = (x, y) => `M${x - dx} ${y - dy}L${x + dx} ${y + dy}`;
    return `${line(x, y)}${line(width, height)}M${x} ${y}L${width} ${height}`;
  }
  return shape === "box"
    ? `M${x} ${y}h${width}v${height}h${-width}Z`
    : `M${x - width} ${y}a${width} ${height} 0 1 0 ${2 * width} 0a${width} ${height} 0 1 0 ${-2 * width} 0Z`;
}

/** The draggable marks of a region without corners: each a place, and a function from a move to the new region. */
export function handles({ shape, numbers }) {
  const changed = (changes) => ({ numbers: numbers.map((number, index) => number + (changes[index] ?? 0)) });
  const [x, y, width, height] = numbers;
  const least = 0.004;
  if (shape === "gradient") {
    return [
      { x, y, move: (dx, dy) => changed({ 0: dx, 1: dy }) },
      { x: width, y: height, move: (dx, dy) => changed({ 2: dx, 3: dy }) },
    ];
  }
  if (shape === "ellipse") {
    return [
      { x: x + width, y, move: (dx) => changed({ 2: Math.max(dx, least - width) }) },
      { x, y: y + height, move: (_, dy) => changed({ 3: Math.max(dy, least - height) }) },
    ];
  }
  return [
    { x, y, move: (dx, dy) => {
      const [left, top] = [Math.min(dx, width - least), Math.min(dy, height - least)];
      return changed([left, top, -left, -top]);
    } },
    { x: x + width, y: y + height, move: (dx, dy) => changed({ 2: Math.max(dx, least - width), 3: Math.max(dy, least - height) }) },
  ];
}

/** The region moved by some shares. */
export function moved({ shape, numbers }, dx, dy) {
  return shape === "box" || shape === "ellipse"
    ? { numbers: [numbers[0] + dx, numbers[1] + dy, numbers[2], numbers[3]] }
    : { numbers: numbers.map((number, index) => number + (index % 2 === 0 ? dx : dy)) };
}
