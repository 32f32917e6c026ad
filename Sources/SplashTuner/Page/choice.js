// One of several buttons, by mouse and arrow keys.

import { arrows } from "./dom.js";

/** Marks the chosen button; where the group has none of that value, the Tab key reaches the first button. */
export function choose(group, key, value) {
  const buttons = [...group.querySelectorAll("[role=radio]")];
  const chosen = buttons.find((button) => button.dataset[key] === value);
  for (const button of buttons) {
    button.setAttribute("aria-checked", button === chosen);
    button.tabIndex = button === (chosen ?? buttons[0]) ? 0 : -1;
  }
}

/** Makes the buttons of a group choose what their data says. */
export function radioGroup(group, key, act) {
  const buttons = [...group.querySelectorAll("[role=radio]")];
  buttons.forEach((button, index) => {
    button.onclick = () => act(button.dataset[key]);
    button.onkeydown = (event) => {
      const arrow = arrows[event.key];
      if (!arrow) return;
      event.preventDefault();
      const step = arrow[0] + arrow[1];
      const next = buttons[(index + step + buttons.length) % buttons.length];
      next.focus();
      next.click();
    };
  });
}
