// Things as the settings write them, `thing@X,Y+X,Y-X,Y@TIME:EXTENT`: points to add, and how much is meant.

import { short } from "./dom.js";

const extents = ["part", "thing", "whole"];

function read(text) {
  const [, marks, time = "", extent = "thing"] = /^thing@([^@:]*)(@[^:]*)?(?::(.*))?$/.exec(text);
  return { marks, time, extent };
}

const write = ({ marks, time, extent }) => `thing@${marks}${time}${extent === "thing" ? "" : `:${extent}`}`;

/** Seconds from the beginning of the clip; null for one that was named without. */
export function timeOfThing(text) {
  const { time } = read(text);
  return time ? Number(time.slice(1)) : null;
}

/** Frames before those from a time on in which what some settings name later is tracked back, at most. */
export function trackedBack(lists, start, rate) {
  const times = new Set(lists.flat().map((text) => /thing@[^@:]*@([\d.]+)/.exec(text)?.[1]).filter(Boolean));
  return Math.round([...times].reduce((sum, time) => sum + Math.max(0, Number(time) - start), 0) * rate);
}

/** Whether some settings name what AI models find in each frame. */
export const needsModels = (lists) => lists.flat().some((text) => /^(?:erase:)?(?:follow=)?(?:thing|person|subject|face)\b/.test(text));

/** The same with one more point, on the thing or beside it. */
export function withPoint(text, { x, y }, belongs) {
  const thing = read(text);
  return write({ ...thing, marks: `${thing.marks}${belongs ? "+" : "-"}${short(x)},${short(y)}` });
}

/** The same, meaning less, or more; null where there is no such step. */
export function withExtent(text, step) {
  const thing = read(text);
  const extent = extents[extents.indexOf(thing.extent) + step];
  return extent ? write({ ...thing, extent }) : null;
}
