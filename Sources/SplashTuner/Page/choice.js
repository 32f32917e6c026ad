// One of several buttons, by mouse and arrow keys.

/** Marks the button that is chosen; where it is none of the group, the first one has the Tab key. */
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
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = buttons[(index + step + buttons.length) % buttons.length];
      next.focus();
      next.click();
    };
  });
}
