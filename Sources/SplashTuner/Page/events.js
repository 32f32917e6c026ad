// An event target with short forms for listeners and events.

export class Events extends EventTarget {
  /** Calls `act` with the detail of each event of a type. */
  on(type, act) { this.addEventListener(type, ({ detail }) => act(detail)); }

  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
