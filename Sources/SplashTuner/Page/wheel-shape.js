// The geometry of the wheel: radii in the units of its drawing, and places of handles.

export const radii = {
  barInner: 28, barOuter: 80, ringInner: 84, ringOuter: 102,
  center: 93, droppedCenter: 66, kept: 109, dropped: 116, width: 125, softness: 141, edge: 150,
};

/** The minimum distance of two handles, in degrees. */
const leastAngle = 10;

export function polar(degrees, radius) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

export function arc(from, to, radius) {
  const span = Math.min(to - from, 359.9);
  const [x1, y1] = polar(from, radius);
  const [x2, y2] = polar(from + span, radius);
  const large = span > 180 ? 1 : 0;
  return `M${x1.toFixed(2)} ${y1.toFixed(2)}A${radius} ${radius} 0 ${large} 1 ${x2.toFixed(2)} ${y2.toFixed(2)}`;
}

/**
 * The place of a hue's handle, and of the edge that it moves: degrees and radii. Handles keep the minimum distance from
 * those of the other side and of the other part.
 */
export function handle({ center, width, softness, key }, kind, side) {
  const band = key === "hues" ? radii.kept : radii.dropped;
  if (kind === "center") {
    const radius = key === "hues" ? radii.center : radii.droppedCenter;
    return { angle: center, radius, edge: center, band: radius };
  }
  const inner = Math.min(width, 180);
  const shown = Math.min(Math.max(inner, leastAngle), 180 - 2 * leastAngle);
  if (kind === "width") {
    return { angle: center + side * shown, radius: radii.width, edge: center + side * inner, band };
  }
  const outer = Math.min(width + softness, 180);
  const apart = Math.min(Math.max(outer, shown + leastAngle), 180 - leastAngle);
  return { angle: center + side * apart, radius: radii.softness, edge: center + side * outer, band };
}
