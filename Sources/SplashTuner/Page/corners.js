// Corners of polygons and of curves: moved, added, taken away, and made round.

/** Groups numbers in pairs: `[x, y]` each. */
export const pairs = (numbers) => numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1]]] : []));

const isSame = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY) < 1e-4;
const middle = ([x, y], [otherX, otherY]) => [(x + otherX) / 2, (y + otherY) / 2];
const shifted = ([x, y], dx, dy) => [x + dx, y + dy];
const mirrored = ([x, y], [aroundX, aroundY]) => [2 * aroundX - x, 2 * aroundY - y];

const limit = 64;
const least = 3;

/** The corners of a polygon or a curve, each with the ends of its handles; those of a sharp corner lie on it. */
export function cornersOf({ shape, numbers }) {
  const places = pairs(numbers);
  if (shape !== "curve") return places.map((place) => ({ place, before: place, after: place }));
  return places.filter((_, index) => index % 3 === 0).map((place, corner) => (
    { place, before: places[3 * corner + 1], after: places[3 * corner + 2] }));
}

const isRound = ({ place, before, after }) => !isSame(place, before) || !isSame(place, after);

/** A region with these corners: a curve if one of them is round, else a polygon. */
function regionOf(corners) {
  return corners.some(isRound)
    ? { shape: "curve", numbers: corners.flatMap(({ place, before, after }) => [...place, ...before, ...after]) }
    : { shape: "polygon", numbers: corners.flatMap(({ place }) => place) };
}

/** A closed curve as a path of SVG. */
export function curvePath(corners) {
  const pieces = corners.map(({ after }, index) => {
    const { place, before } = corners[(index + 1) % corners.length];
    return `C${[after, before, place].map((place) => place.join(" ")).join(" ")}`;
  });
  return `M${corners[0].place.join(" ")}${pieces.join("")}Z`;
}

/** Adds a corner in the middle of the line that begins at a corner, without changing the line (de Casteljau). */
function divided(corners, index) {
  const next = (index + 1) % corners.length;
  const [from, to] = [corners[index], corners[next]];
  if (isSame(from.place, from.after) && isSame(to.place, to.before)) {
    const place = middle(from.place, to.place);
    return corners.toSpliced(index + 1, 0, { place, before: place, after: place });
  }
  const [a, b, c] = [middle(from.place, from.after), middle(from.after, to.before), middle(to.before, to.place)];
  const [before, after] = [middle(a, b), middle(b, c)];
  return corners.with(index, { ...from, after: a }).with(next, { ...to, before: c })
    .toSpliced(index + 1, 0, { place: middle(before, after), before, after });
}

const movedCorner = (corners, index, dx, dy) => corners.with(index, Object.fromEntries(
  Object.entries(corners[index]).map(([part, place]) => [part, shifted(place, dx, dy)])));

/** Makes a round corner sharp, and a sharp one round, with handles parallel to the line between its neighbors (Catmull-Rom). */
function switched(corners, index) {
  const { place } = corners[index];
  if (isRound(corners[index])) return corners.with(index, { place, before: place, after: place });
  const [{ place: [x, y] }, { place: [toX, toY] }] = [corners.at(index - 1), corners[(index + 1) % corners.length]];
  const [dx, dy] = [(toX - x) / 6, (toY - y) / 6];
  return corners.with(index, { place, before: shifted(place, -dx, -dy), after: shifted(place, dx, dy) });
}

/** The region with all corners round. */
export function rounded(region) {
  const corners = cornersOf(region);
  return regionOf(corners.map((_, index) => switched(corners, index)[index]));
}

/** Moves a handle of a corner, and the other one opposite to it unless `isAlone`. */
function bent(corners, index, part, dx, dy, isAlone) {
  const corner = corners[index];
  const end = shifted(corner[part], dx, dy);
  const other = part === "before" ? "after" : "before";
  return corners.with(index, { ...corner, [part]: end, [other]: isAlone ? corner[other] : mirrored(end, corner.place) });
}

/**
 * The draggable marks of a polygon or a curve: corners, handles of round corners, and the middles of lines, which
 * become corners. `move(dx, dy, isAlone)` returns the new region; corners also have `take` (remove) and `turnRound`.
 */
export function cornerHandles(region) {
  const corners = cornersOf(region);
  const own = corners.map(({ place: [x, y] }, index) => ({
    x, y, name: `corner ${index}`, kind: "corner", number: index + 1,
    move: (dx, dy) => regionOf(movedCorner(corners, index, dx, dy)),
    take: () => (corners.length > least ? regionOf(corners.toSpliced(index, 1)) : undefined),
    turnRound: () => regionOf(switched(corners, index)),
  }));
  const ends = corners.flatMap((corner, index) => ["before", "after"].filter((part) => !isSame(corner.place, corner[part])).map((part) => ({
    x: corner[part][0], y: corner[part][1], name: `${part} ${index}`, kind: "bend", from: corner.place, number: index + 1,
    move: (dx, dy, isAlone) => regionOf(bent(corners, index, part, dx, dy, isAlone)),
  })));
  if (corners.length >= limit) return [...ends, ...own];
  const middles = corners.map((_, index) => {
    const more = divided(corners, index);
    const [x, y] = more[index + 1].place;
    return {
      x, y, name: `middle ${index}`, kind: "add", number: index + 1,
      move: (dx, dy) => regionOf(movedCorner(more, index + 1, dx, dy)),
    };
  });
  return [...middles, ...ends, ...own];
}
