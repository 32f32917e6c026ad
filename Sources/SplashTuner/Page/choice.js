// One of several buttons, by mouse and arrow keys.

/** Marks the button that is chosen. */
export function choose(group, key, value) {
  for (const button of group.querySelectorAll("[role=radio]")) {
    const isChosen = button.dataset[key] === value;
    button.setAttribute("aria-checked", isChosen);
    button.tabIndex = isChosen ? 0 : -1;
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
