// Groups of radio buttons.

const radios = (group) => group.querySelectorAll("input[type=radio]");

/** Checks the radio button of a value; none where the group has none of it. */
export function choose(group, value) {
  for (const radio of radios(group)) radio.checked = radio.value === value;
}

/** Calls `act` with the value that a user chooses, also with the one that holds already. */
export function onChoice(group, act) {
  for (const radio of radios(group)) radio.onclick = () => act(radio.value);
}
