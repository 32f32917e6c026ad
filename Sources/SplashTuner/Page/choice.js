// Groups of radio buttons.

const radios = (group) => group.querySelectorAll("input[type=radio]");

/** Checks the radio button of a value, or none if the group has no such value. */
export function choose(group, value) {
  for (const radio of radios(group)) radio.checked = radio.value === value;
}

/** Calls `act` with the value that a user clicks, even if it is checked already. */
export function onChoice(group, act) {
  for (const radio of radios(group)) radio.onclick = () => act(radio.value);
}
