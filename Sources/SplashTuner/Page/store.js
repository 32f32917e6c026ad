// What the browser keeps for each input, the newest of each kind.

/** What is kept of more inputs than that is forgotten, the oldest first. */
const limit = 20;

/** What is kept under a name; null where there is nothing. */
export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keeps an object for an input; the kind begins the names of all of its kind. */
export function write(kind, input, value) {
  try {
    localStorage.setItem(kind + input, JSON.stringify({ ...value, time: Date.now() }));
    const times = Object.keys(localStorage).filter((key) => key.startsWith(kind))
      .map((key) => ({ key, time: JSON.parse(localStorage.getItem(key)).time }));
    times.sort((a, b) => b.time - a.time).slice(limit).forEach(({ key }) => localStorage.removeItem(key));
  } catch {
    // Without storage the page works as well; it only cannot offer anything later.
  }
}
