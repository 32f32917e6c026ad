// The tools on the picture: the eyedropper with its three uses, the grey card, regions, the brush, things, people and
// the hand.

import { byId, clock, percent, say, toast } from "./dom.js";
import { allHues } from "./hue.js";
import { Cross } from "./cross.js";
import { Gestures } from "./gestures.js";
import { shapes, takesCorners } from "./region.js";
import { timeOfThing, withPoint } from "./thing.js";
import { said, text } from "./texts.js";

/** Source pixels to each side of a click that are sampled. */
const spotRadius = 4;

/** The word for all people in settings. */
const people = "person";

export class Pick {
  /** The chosen tool. */
  use = "replace";
  #page;
  #picture;
  #viewport;
  #loupe;
  #regions;
  #brush;
  #cross;
  #number = 0;
  #asked = null;
  /** The region that will follow the thing that is clicked next. */
  #tied = null;

  constructor(page, picture, viewport, loupe, regions, brush) {
    this.#page = page;
    this.#picture = picture;
    this.#viewport = viewport;
    this.#loupe = loupe;
    this.#regions = regions;
    this.#brush = brush;
    const canvas = byId("picture");
    new Gestures(canvas, viewport, {
      tap: (place, event) => this.#tap(this.#inPicture(place), event),
      drag: (start, end) => this.#drag(start && this.#inPicture(start), end && this.#inPicture(end)),
      area: (start, end, event) => this.#area(this.#inPicture(start), this.#inPicture(end), event),
      hover: (place, event) => this.#hover(place && this.#inPicture(place), event),
      pans: () => this.use === "pan",
      draws: () => this.#isShape || this.#isBrush || this.use === "card",
    });
    this.#cross = new Cross(picture, viewport, {
      tap: (place, event) => {
        this.#aim();
        this.#tap(place, event);
      },
      drags: () => this.#isDragged,
      drag: (start, end) => this.#drag(start, end),
      area: (start, end, event) => this.#area(start, end, event),
      point: (place, at) => this.#point(place, at),
      leave: () => this.#isShape && regions.leave(),
    });
    canvas.addEventListener("pointerdown", () => this.#aim());
    byId("balance-stays").onclick = () => { byId("balance-offer").hidden = true; };
    byId("balance-off").onclick = () => this.#switchBalanceOff();
    page.live.on("sampled", ({ text: words, color, turned }) => {
      toast(said(words), color);
      this.#offerBalance(turned);
    });
  }

  get #isShape() { return shapes.includes(this.use); }
  get #isBrush() { return this.use === "brush"; }
  get #isDragged() { return this.use === "card" || this.#isBrush || (this.#isShape && !takesCorners(this.use)); }
  get #isEyedropper() { return ["replace", "add", "remove"].includes(this.use); }

  /** Whether a click finds a thing or a person. */
  get #isThing() { return this.use === "object" || this.use === "people"; }

  /** Remembers the frame that is visible when the button is pressed: the click is meant for it. */
  #aim() { this.#number = this.#picture.number; }

  /** Converts a place on the canvas to one in the frame; side by side, both halves show the same frame. */
  #inPicture({ x, y }) {
    const place = this.#picture.isDouble ? { x: Math.min(1, (x < 0.5 ? x : x - 0.5) * 2), y } : { x, y };
    return this.#viewport.toPicture(place);
  }

  #rectangle(start, end) {
    return {
      x: Math.min(start.x, end.x), y: Math.min(start.y, end.y),
      width: Math.abs(end.x - start.x), height: Math.abs(end.y - start.y),
    };
  }

  /** The rectangle around a place that a click samples. */
  #spot({ x, y }) {
    const { width, height } = this.#page.greeting;
    const size = { width: (2 * spotRadius + 1) / width, height: (2 * spotRadius + 1) / height };
    const left = Math.min(Math.max(0, x - size.width / 2), 1);
    const top = Math.min(Math.max(0, y - size.height / 2), 1);
    return {
      x: left, y: top,
      width: Math.min(size.width, 1 - left), height: Math.min(size.height, 1 - top),
    };
  }

  #tap(place, event) {
    this.#loupe.hide();
    if (this.#tied) return this.#follow(place);
    if (this.#isBrush) return this.#paint(place, true);
    if (this.#isShape) return this.#regions.tap(this.use, place);
    if (this.use === "card") return toast(text("card.hint"));
    if (this.#isThing) return this.#name(place, event);
    if (this.#isEyedropper) this.#sample(this.#spot(place), this.#number, event);
  }

  /** Chooses a tool. */
  choose(use) {
    this.use = use;
    this.#page.tell("use", use);
    if (use === "people") this.#takePeople();
  }

  /** The tool for people keeps all of them, until a click keeps one alone. */
  #takePeople() {
    const { keep } = this.#page.status?.settings ?? {};
    if (keep && !keep.some((entry) => /^(person|thing)\b/.test(entry))) this.#page.change({ keep: [...keep, people] });
  }

  /** Makes a region follow the thing that is clicked next; a second call for the same region takes that back. */
  tie(region) {
    const isSame = this.#tied?.key === region.key && this.#tied?.index === region.index;
    this.#tied = isSame ? null : region;
    if (this.#tied) toast(text("tie.click"));
  }

  #follow({ x, y }) {
    const { key, index } = this.#tied;
    this.#tied = null;
    toast(text("looking"));
    this.#page.live.send({ do: "name", x, y, width: 0, height: 0, picture: this.#number, key, window: index });
  }

  /** Paints a stroke, and makes it follow the thing at its first place if that box is checked. */
  #paint(end, isClick = false) {
    const { place: { x, y }, ...stroke } = this.#brush.paint(end, isClick);
    if (!byId("brush-follows").checked) return;
    toast(text("looking"));
    this.#page.live.sendSoon("name", { do: "name", x, y, width: 0, height: 0, picture: this.#number, key: stroke.key, window: stroke.index });
  }

  #drag(start, end) {
    if (this.#isBrush) return this.#brush.drag(start, end);
    byId("area").hidden = !start || this.#isShape || this.#isThing;
    if (!start) return this.#regions.draft(null);
    if (this.#isShape) return this.#regions.draft(this.use, start, end);
    this.#picture.place(byId("area"), this.#rectangle(start, end));
  }

  #area(start, end, event) {
    if (this.#isBrush) return this.#paint(end);
    if (this.#isShape) return this.#regions.draw(this.use, start, end);
    if (this.#isThing) return this.#tap(start, event);
    const area = this.#rectangle(start, end);
    if (this.use !== "card") return this.#sample(area, this.#number, event);
    if (area.width < 0.011 && area.height < 0.02) return toast(text("card.hint"));
    this.#page.live.send({ do: "card", ...area });
  }

  #hover(place, event, isSaid = false) {
    if (this.#isBrush) this.#brush.hover(place);
    if (!place || !(this.#isEyedropper || this.#isThing)) return this.#loupe.hide();
    const question = { ...this.#spot(place), picture: this.#picture.number, ...this.#purpose(event) };
    this.#loupe.show(place, event, question, this.#words(question.use, event), isSaid);
  }

  /** Shows and announces what is under the cross of the keyboard. */
  #point(place, at) {
    this.#hover(place, at, true);
    if (place && (this.#isShape || this.#isBrush || this.use === "card")) say(text("place", { x: percent(place.x), y: percent(place.y) }));
  }

  /** Removes the last corner of a drawing; returns whether there was one. */
  takeBack() { return this.#cross.takeBack() || this.#regions.takeBack(); }

  /** What a click would do, if keys change that; else empty. */
  #words(use, { shiftKey, altKey }) {
    if (use !== "object") return ["add", "remove"].includes(use) ? text(`point.${use}`) : "";
    if (this.#regions.thing && shiftKey) return text("point.thing.add");
    if (this.#regions.thing && altKey) return text("point.thing.take");
    return altKey ? text("point.leave") : "";
  }

  /** The use of a click: by its modifier keys, else by the tool. */
  #purpose({ shiftKey, altKey }) {
    if (this.#isThing) return { use: "object" };
    const use = altKey ? "remove" : shiftKey ? "add" : this.use;
    const selected = allHues(this.#page)[this.#page.selected];
    if (use !== "replace" || !selected || selected.isDefault) return { use };
    return { use, [selected.key === "hues" ? "hue" : "drop"]: selected.index };
  }

  #sample(area, picture, event) {
    this.#asked = { do: "sample", ...area, picture, ...this.#purpose(event) };
    this.#page.live.send(this.#asked);
  }

  /** Offers to switch the white balance off, if it has turned the sampled hue by much. */
  #offerBalance(turned) {
    byId("balance-offer").hidden = turned == null;
    if (turned == null) return;
    byId("balance-text").textContent = text("balance.turns", { degrees: turned.toFixed(0) });
  }

  /** Takes the click back, switches the balance off, and samples the same place again. */
  #switchBalanceOff() {
    byId("balance-offer").hidden = true;
    this.#page.live.send({ do: "undo" });
    this.#page.live.send({ do: "set", settings: { whiteBalance: "off" } });
    this.#page.live.send(this.#asked);
  }

  /** Keeps the thing at a place. If one is selected, Shift adds the place to it and Alt takes it out; otherwise Alt
      excludes the thing. */
  #name({ x, y }, { altKey, shiftKey }) {
    const { thing } = this.#regions;
    if (thing && (altKey || shiftKey)) return this.#refine(thing, { x, y }, shiftKey);
    toast(text("looking"));
    const key = altKey ? "without" : "keep";
    const { keep } = this.#page.status.settings;
    // The clicked person replaces all people.
    if (this.use === "people" && !altKey && !shiftKey && keep.includes(people)) this.#page.change({ keep: keep.filter((entry) => entry !== people) });
    this.#page.live.send({ do: "name", x, y, width: 0, height: 0, picture: this.#number, key });
  }

  /** Adds or takes out a point; points belong to the frame in which the thing was named. */
  #refine(thing, place, belongs) {
    const { start, frameRate } = this.#page.greeting;
    const time = timeOfThing(thing.text) - start;
    const isElsewhere = Math.abs(this.#picture.position - time) > 0.5 / (frameRate ?? 25) + 0.001;
    if (timeOfThing(thing.text) !== null && isElsewhere) {
      this.#page.live.send({ do: "pause" });
      this.#page.live.send({ do: "seek", time });
      return toast(text("thing.there", { time: clock(time) }));
    }
    this.#regions.replace(thing, { text: withPoint(thing.text, place, belongs) });
  }
}
