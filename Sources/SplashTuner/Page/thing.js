// Reads and changes things in the form of settings: `thing@X,Y+X,Y-X,Y@TIME:EXTENT`.

import { short } from "./dom.js";

const extents = ["part", "thing", "whole"];

function read(text) {
  const [, marks, time = "", extent = "thing"] = /^thing@([^@:]*)(@[^:]*)?(?::(.*))?$/.exec(text);
  return { marks, time, extent };
}

const write = ({ marks, time, extent }) => `thing@${marks}${time}${extent === "thing" ? "" : `:${extent}`}`;

/** The time of a thing, in seconds from the beginning of the clip; null if it has none. */
export function timeOfThing(text) {
  const { time } = read(text);
  return time ? Number(time.slice(1)) : null;
}

/** The maximum number of frames through which the things of some settings are tracked back before a time. */
export function trackedBack(lists, start, rate) {
  const times = new Set(lists.flat().map((text) => /thing@[^@:]*@([\d.]+)/.exec(text)?.[1]).filter(Boolean));
  return Math.round([...times].reduce((sum, time) => sum + Math.max(0, Number(time) - start), 0) * rate);
}

/** Whether settings name something that AI models find in each frame. */
export const needsModels = (lists) => lists.flat().some((text) => /^(?:erase:)?(?:follow=)?(?:thing|person|subject|near|face)\b/.test(text));

/** The text of a thing with another point, on the thing or beside it. */
export function withPoint(text, { x, y }, belongs) {
  const thing = read(text);
  return write({ ...thing, marks: `${thing.marks}${belongs ? "+" : "-"}${short(x)},${short(y)}` });
}

/** The text of a thing with a smaller or larger extent; null if there is none. */
export function withExtent(text, step) {
  const thing = read(text);
  const extent = extents[extents.indexOf(thing.extent) + step];
  return extent ? write({ ...thing, extent }) : null;
}
