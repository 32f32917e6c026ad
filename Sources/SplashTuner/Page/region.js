// Regions as the settings write them, `box=X,Y,W,H:FEATHER` and the like, alone or behind `follow=LEADER:`, and as
// numbers.

const short = (number) => String(Math.round(number * 1000) / 1000);

/** Shape, numbers and feather of a region, and what it goes with; of what has no outline the first word and the text. */
export function readRegion(text) {
  const match = /^(?:follow=(.*?):)?(box|ellipse|polygon)=([^:]*)(?::(.*))?$/.exec(text);
  if (!match) return { shape: /^[a-z]*/.exec(text)[0], text };
  const [, leader, shape, numbers, feather = "0"] = match;
  return { shape, numbers: numbers.split(",").map(Number), feather: Number(feather), leader };
}

export function writeRegion({ text, shape, numbers, feather, leader }) {
  return text ?? `${leader ? `follow=${leader}:` : ""}${shape}=${numbers.map(short).join(",")}${feather > 0 ? `:${short(feather)}` : ""}`;
}

/** The region that a drag from one place to another makes; null where it has no size. */
export function drawnRegion(shape, start, end) {
  const [width, height] = [Math.abs(end.x - start.x), Math.abs(end.y - start.y)];
  if (width < 0.004 || height < 0.004) return null;
  const [x, y] = [Math.min(start.x, end.x), Math.min(start.y, end.y)];
  const numbers = shape === "box" ? [x, y, width, height] : [x + width / 2, y + height / 2, width / 2, height / 2];
  return { shape, numbers, feather: 0 };
}

/** Its outline as a path of SVG, in shares of the picture. */
export function outline({ shape, numbers }) {
  if (shape === "polygon") {
    const corners = [];
    for (let index = 0; index < numbers.length; index += 2) corners.push(`${numbers[index]} ${numbers[index + 1]}`);
    return `M${corners.join("L")}Z`;
  }
  const [x, y, width, height] = numbers;
  return shape === "box"
    ? `M${x} ${y}h${width}v${height}h${-width}Z`
    : `M${x - width} ${y}a${width} ${height} 0 1 0 ${2 * width} 0a${width} ${height} 0 1 0 ${-2 * width} 0Z`;
}

/** What can be dragged: places, each with what a move by some shares makes of the numbers. */
export function handles({ shape, numbers }) {
  const changed = (changes) => numbers.map((number, index) => number + (changes[index] ?? 0));
  if (shape === "polygon") {
    return numbers.filter((_, index) => index % 2 === 0).map((x, corner) => ({
      x, y: numbers[2 * corner + 1], move: (dx, dy) => changed({ [2 * corner]: dx, [2 * corner + 1]: dy }),
    }));
  }
  const [x, y, width, height] = numbers;
  const least = 0.004;
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

/** The whole of it moved by some shares. */
export function moved({ shape, numbers }, dx, dy) {
  return shape === "polygon"
    ? numbers.map((number, index) => number + (index % 2 === 0 ? dx : dy))
    : [numbers[0] + dx, numbers[1] + dy, numbers[2], numbers[3]];
}
