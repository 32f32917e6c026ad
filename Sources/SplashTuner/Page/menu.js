// A menu behind a button. It closes after a choice, at a press elsewhere, and by Escape; the button shows the choice.

/** The distance of a menu from its button and from the edges of the window, in pixels. */
const gap = 6;

/** Makes an element with a button and a list of choices a menu. Returns a function that updates the button. */
export function menu(box) {
  const button = box.querySelector("summary");
  const name = button.querySelector("span");
  const plain = name?.textContent;
  // Below the button, or above it if there is no room below.
  box.addEventListener("toggle", () => {
    if (!box.open) return;
    const list = box.lastElementChild;
    const { left, top, bottom } = button.getBoundingClientRect();
    const isBelow = bottom + list.offsetHeight + gap < innerHeight;
    list.style.left = `${Math.max(gap, Math.min(left, innerWidth - list.offsetWidth - gap))}px`;
    list.style.top = `${isBelow ? bottom + gap : Math.max(gap, top - list.offsetHeight - gap)}px`;
  });
  addEventListener("pointerdown", ({ target }) => { if (!box.contains(target)) box.open = false; });
  box.addEventListener("click", ({ target, detail }) => { if (detail && target.closest("label")) box.open = false; });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    event.stopPropagation();
    box.open = false;
    button.focus();
  });
  /** Says which of its choices holds; nothing for none. */
  return () => {
    const chosen = box.querySelector(":checked")?.parentElement;
    button.classList.toggle("chosen", Boolean(chosen));
    name.textContent = chosen?.textContent.trim() ?? plain;
  };
}
