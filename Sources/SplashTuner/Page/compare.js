// Hold to compare: the source while something is held down, then what was there before.

/** A function that begins and ends the comparison. */
export function compareWith(page) {
  let before = null;
  return (isHeld) => {
    if (isHeld === (before !== null) || !page.status) return;
    if (isHeld) before = page.status.view;
    page.live.send({ do: "view", view: isHeld ? "source" : before });
    if (!isHeld) before = null;
  };
}
