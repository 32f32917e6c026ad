// Looks in words.

import { hasText, text } from "./texts.js";

/** What a look is called that the tuner offers; one that has no name is called as it is written. */
export function lookName(look) {
  if (hasText(`look.${look}`)) return text(`look.${look}`);
  const name = /^[\w-]*/.exec(look)[0];
  return hasText(`look.${name}`) ? text(`look.${name}`) : look;
}
