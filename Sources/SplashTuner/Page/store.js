// Stores objects in the browser, by kind and input.

/** The maximum number of objects of a kind; the oldest are removed. */
const limit = 20;

/** The object of a name; null if there is none. */
export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Stores an object for an input; `kind` is the prefix of its name. */
export function write(kind, input, value) {
  try {
    localStorage.setItem(kind + input, JSON.stringify({ ...value, time: Date.now() }));
    const times = Object.keys(localStorage).filter((key) => key.startsWith(kind))
      .map((key) => ({ key, time: JSON.parse(localStorage.getItem(key)).time }));
    times.sort((a, b) => b.time - a.time).slice(limit).forEach(({ key }) => localStorage.removeItem(key));
  } catch {
    // Without storage the page works, but cannot offer anything later.
  }
}
