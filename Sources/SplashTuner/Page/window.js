// Rotation and softness of windows: regions with an outline.

import { cornersOf, pairs } from "./corners.js";

/** The corners of a region; none for an ellipse. */
function places({ shape, numbers }) {
  if (shape !== "box") return shape === "ellipse" ? [] : pairs(numbers);
  const [x, y, width, height] = numbers;
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
}

/** The bounding box and the center, in shares of the frame. */
export function extent(region) {
  const [x, y, width, height] = region.numbers;
  const all = region.shape === "ellipse" ? [[x - width, y - height], [x + width, y + height]]
    : region.shape === "curve" ? cornersOf(region).map(({ place }) => place) : places(region);
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const [top, bottom] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
  // The center is the mean of the corners, which stays in place when they rotate.
  const mean = (axis) => all.reduce((sum, corner) => sum + corner[axis], 0) / all.length;
  return { left, right, top, bottom, x: mean(0), y: mean(1) };
}

/** Whether a region can be rotated; ellipses cannot. */
export const canTurn = ({ shape }) => shape !== "ellipse";

/** Rotates a region around its center, in degrees clockwise; a box becomes a polygon. `aspect` is the frame's. */
export function turned(region, degrees, aspect) {
  const { x: middleX, y: middleY } = extent(region);
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const numbers = places(region).flatMap(([x, y]) => {
    const [right, down] = [(x - middleX) * aspect, y - middleY];
    return [middleX + (right * cosine - down * sine) / aspect, middleY + right * sine + down * cosine];
  });
  return { shape: region.shape === "box" ? "polygon" : region.shape, numbers };
}

const share = (number) => Math.min(1, Math.max(0, number));

/** The marks beside a region, `away` from it in shares of the height; each has a function from a move to the new region. */
export function outerHandles(region, aspect, away) {
  // A gradient is rotated by its ends, and has no edge to soften.
  if (region.shape === "gradient") return [];
  const { left, right, top, x, y } = extent(region);
  const { inner, outer } = region;
  const soft = [{
    x: Math.min(0.985, right + (outer + away) / aspect), y, kind: "soft-outer", name: "outer",
    move: (dx) => ({ outer: share(outer + dx * aspect) }),
  }];
  // A small region has no room for a handle inside; the panel has a number field for it.
  if ((right - left) * aspect > 4 * away) {
    soft.push({
      x: Math.max((left + right) / 2 + away / aspect, right - (inner + away) / aspect), y, kind: "soft-inner", name: "inner",
      move: (dx) => ({ inner: share(inner - dx * aspect) }),
    });
  }
  if (!canTurn(region)) return soft;
  const handle = { x, y: Math.max(0.02, top - away) };
  const direction = (place) => (Math.atan2(place.y - y, (place.x - x) * aspect) * 180) / Math.PI;
  const turn = {
    ...handle, kind: "turn", name: "turn",
    move: (dx, dy) => turned(region, direction({ x: handle.x + dx, y: handle.y + dy }) - direction(handle), aspect),
  };
  return [...soft, turn];
}
