// Composes a view from the layers that the tuner sends: the result or the mask, and for some views the source.

const tint = "rgb(255 40 90)";
const tintShare = 0.6;

/** Draws a part of a layer over a part of the canvas; both in pixels. */
function draw(context, layer, from, to) {
  context.drawImage(layer, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
}

function blend(context, mode, alpha, act) {
  context.save();
  context.globalCompositeOperation = mode;
  context.globalAlpha = alpha;
  act();
  context.restore();
}

const spare = document.createElement("canvas");
/** A canvas like another one, made from a layer by a function of its context. */
function made(canvas, act) {
  spare.width = canvas.width;
  spare.height = canvas.height;
  const context = spare.getContext("2d");
  act(context, () => {
    context.fillRect(0, 0, spare.width, spare.height);
  });
  return spare;
}

/** The inverted mask: white where nothing is selected, `1 - share` where all is. */
function inverse(canvas, mask, from, to, share) {
  return made(canvas, (context, fill) => {
    context.fillStyle = "#fff";
    fill();
    blend(context, "difference", share, () => draw(context, mask, from, to));
  });
}

function tinted(canvas, mask, from, to) {
  return made(canvas, (context, fill) => {
    draw(context, mask, from, to);
    context.fillStyle = tint;
    blend(context, "multiply", 1, fill);
  });
}

const views = {
  difference(context, { layers: [result, source] }, from, to) {
    draw(context, source, from, to);
    blend(context, "difference", 1, () => draw(context, result, from, to));
  },
  overlay(context, { layers: [mask, source] }, from, to) {
    const { canvas } = context;
    draw(context, source, from, to);
    blend(context, "multiply", 1, () => context.drawImage(inverse(canvas, mask, from, to, tintShare), 0, 0));
    blend(context, "lighter", tintShare, () => context.drawImage(tinted(canvas, mask, from, to), 0, 0));
  },
  "on-black"(context, { layers: [mask, source] }, from, to) {
    draw(context, source, from, to);
    blend(context, "multiply", 1, () => draw(context, mask, from, to));
  },
  "on-white"(context, { layers: [mask, source] }, from, to) {
    views["on-black"](context, { layers: [mask, source] }, from, to);
    blend(context, "lighter", 1, () => context.drawImage(inverse(context.canvas, mask, from, to, 1), 0, 0));
  },
  wipe(context, { layers: [result, source], wipe }, from, to) {
    draw(context, result, from, to);
    context.save();
    context.beginPath();
    context.rect(0, 0, context.canvas.width * wipe, context.canvas.height);
    context.clip();
    draw(context, source, from, to);
    context.restore();
  },
  "side-by-side"(context, { layers: [result, source] }, from, to) {
    const half = context.canvas.width / 2;
    const part = { ...to, x: to.x / 2, width: to.width / 2 };
    const side = (layer, x) => {
      context.save();
      context.beginPath();
      context.rect(x, 0, half, context.canvas.height);
      context.clip();
      draw(context, layer, from, { ...part, x: x + part.x });
      context.restore();
    };
    side(source, 0);
    side(result, half);
  },
};

/**
 * Draws a picture; `region` is the part of the frame that its layers show.
 *
 * The canvas gets as many pixels as the visible part of the layers, so that no pixel is scaled.
 */
export function compose(canvas, picture, viewport) {
  const { layers: [first], region, view } = picture;
  const scale = { x: first.width / region.width, y: first.height / region.height };
  const columns = view === "side-by-side" ? 2 : 1;
  const width = Math.max(1, Math.round(viewport.size * scale.x)) * columns;
  const height = Math.max(1, Math.round(viewport.size * scale.y));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  context.imageSmoothingEnabled = false;
  const from = { x: 0, y: 0, width: first.width, height: first.height };
  const to = {
    x: ((region.x - viewport.x) / viewport.size) * width,
    y: ((region.y - viewport.y) / viewport.size) * height,
    width: (region.width / viewport.size) * width,
    height: (region.height / viewport.size) * height,
  };
  if (views[view]) views[view](context, picture, from, to);
  else draw(context, first, from, to);
}
