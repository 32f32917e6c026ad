// The connection to the tuner: messages as JSON, pictures as bytes. It is renewed automatically; changes of settings
// wait meanwhile.

import { Events } from "./events.js";
import { text } from "./texts.js";

/** Milliseconds of silence after which a connection counts as lost. */
const patience = 3000;

/** The messages that change settings or keyframes. */
const orders = new Set(["set", "timeline", "sample", "card", "undo", "redo"]);

export class Live extends Events {
  #socket = null;
  #wait = 250;
  #queued = new Map();
  #waiting = null;
  #sent = 0;
  #unheard = null;
  #lastWord = 0;
  #isAsking = false;
  #lastChange = 0;
  /** The number of the last message that changes settings or keyframes, and of the last one that the tuner has received. */
  #lastOrder = 0;
  #heard = 0;
  #newest = 0;

  constructor() {
    super();
    this.#connect();
    document.addEventListener("visibilitychange", () => this.#watch());
    setInterval(() => this.#listen(), 500);
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Sends a message; without a connection, settings wait and other messages are dropped. */
  send(message) {
    if (!this.isOpen) {
      if (message.do === "set") this.#waiting = { ...this.#waiting, ...message.settings };
      this.tell("unsent", { message, waiting: this.#waiting });
      return;
    }
    this.#socket.send(JSON.stringify(message));
    this.#sent += 1;
    if (message.do === "set") {
      this.#lastChange = this.#sent;
      this.#unheard = { ...this.#unheard, ...message.settings };
    }
    if (orders.has(message.do)) this.#lastOrder = this.#sent;
  }

  /** Returns the settings that were changed without a connection, and forgets them. */
  takeWaiting() {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  /** Whether a status is older than the last change of this page. */
  isAhead({ heard }) {
    return this.#queued.size > 0 || heard < this.#lastChange;
  }

  /** Waits until the tuner has received all changes of this page, or the connection is lost. */
  async settle() {
    while (this.isOpen && (this.#queued.size > 0 || this.#heard < this.#lastOrder)) {
      await new Promise((done) => {
        for (const type of ["status", "close"]) this.addEventListener(type, done, { once: true });
      });
    }
  }

  /** Sends a message at the next repaint; of several with the same kind only the last. */
  sendSoon(kind, message) {
    if (this.#queued.size === 0) {
      requestAnimationFrame(() => {
        const messages = [...this.#queued.values()];
        this.#queued.clear();
        for (const queued of messages) this.send(queued);
      });
    }
    this.#queued.set(kind, message);
  }

  #connect() {
    const address = new URL("live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 250;
      this.#sent = this.#lastChange = this.#lastOrder = this.#heard = this.#newest = 0;
      this.#lastWord = performance.now();
      this.tell("open");
      if (document.hidden) this.#watch();
    };
    socket.onmessage = (event) => {
      this.#lastWord = performance.now();
      if (typeof event.data === "string") {
        const message = JSON.parse(event.data);
        this.#heard = message.heard ?? this.#heard;
        if (this.#heard >= this.#lastChange) this.#unheard = null;
        this.tell(message.type, message);
      } else {
        this.#show(event.data);
      }
    };
    socket.onclose = ({ reason }) => this.#lose(reason || text("lost.unreachable"));
  }

  /** Connects again after a delay; changes that the tuner has not received wait. */
  #lose(reason) {
    if (this.#unheard) this.#waiting = { ...this.#unheard, ...this.#waiting };
    this.#unheard = null;
    this.tell("close", reason);
    setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(4000, this.#wait * 2);
  }

  /** Requests a few bytes after a silence, as the network may be slow; without an answer the connection is lost. */
  async #listen() {
    if (document.hidden || !this.isOpen || this.#isAsking || performance.now() - this.#lastWord < patience / 2) return;
    const socket = this.#socket;
    const asked = performance.now();
    this.#isAsking = true;
    const answer = fetch("settings.json", { cache: "no-store", signal: AbortSignal.timeout(patience / 2) });
    const isThere = await answer.then(() => true, () => false);
    this.#isAsking = false;
    if (socket !== this.#socket || !this.isOpen) return;
    if (isThere || this.#lastWord > asked) {
      this.#lastWord = performance.now();
      return;
    }
    Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
    socket.close();
    this.#socket = null;
    this.#lose(text("lost.silent"));
  }

  /** Tells the tuner whether the page is visible; it renders nothing for hidden pages. */
  #watch() {
    this.#lastWord = performance.now();
    if (this.isOpen) this.send({ do: "watch", on: !document.hidden });
  }

  async #show(bytes) {
    const socket = this.#socket;
    let start = 4 + new DataView(bytes).getUint32(0);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, start - 4)));
    const files = head.sizes.map((size) => {
      start += size;
      return new Blob([new Uint8Array(bytes, start - size, size)], { type: "image/jpeg" });
    });
    try {
      const layers = await Promise.all(files.map((file) => createImageBitmap(file)));
      // A frame that took longer to decode than its successor is dropped.
      if (socket !== this.#socket || head.number < this.#newest) return layers.forEach((layer) => layer.close());
      this.#newest = head.number;
      const part = ([x, y, width, height]) => ({ x, y, width, height });
      const strip = head.strip && { region: part(head.strip), layer: layers.pop() };
      this.tell("picture", { ...head, region: part(head.region), layers, strip });
    } finally {
      if (socket === this.#socket && this.isOpen) this.send({ do: "shown" });
    }
  }
}
