// Lines of equal height through a field of numbers, by marching squares: the edge of a mask.

/** Where two corners of a cell have the height between them, 0 to 1. */
const between = (one, two, height) => (height - one) / (two - one);

/**
 * Pieces of the line where a field has a height, as a path of SVG in shares of width and height.
 * Samples lie in the middles of their cells; beyond the field there is nothing.
 */
export function contour(field, width, height, level) {
  const at = (x, y) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : field[y * width + x]);
  const place = (x, y) => `${((x + 0.5) / width).toFixed(4)} ${((y + 0.5) / height).toFixed(4)}`;
  let path = "";
  for (let y = -1; y < height; y += 1) {
    for (let x = -1; x < width; x += 1) {
      const [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
      const ends = [];
      if (a >= level !== b >= level) ends.push(place(x + between(a, b, level), y));
      if (b >= level !== c >= level) ends.push(place(x + 1, y + between(b, c, level)));
      if (d >= level !== c >= level) ends.push(place(x + between(d, c, level), y + 1));
      if (a >= level !== d >= level) ends.push(place(x, y + between(a, d, level)));
      for (let end = 0; end + 1 < ends.length; end += 2) path += `M${ends[end]}L${ends[end + 1]}`;
    }
  }
  return path;
}
