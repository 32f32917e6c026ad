// The connection to the tuner: messages as JSON, pictures as bytes. Comes back by itself; settings
// that are changed meanwhile wait.

export class Live extends EventTarget {
  #socket = null;
  #wait = 250;
  #queued = new Map();
  #waiting = null;
  #sent = 0;
  #lastChange = 0;

  constructor() {
    super();
    this.#connect();
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Asks for something; without a connection only settings are kept for later. */
  send(message) {
    if (!this.isOpen) {
      if (message.do === "set") this.#waiting = { ...this.#waiting, ...message.settings };
      this.#tell("unsent", { message, waiting: this.#waiting });
      return;
    }
    this.#socket.send(JSON.stringify(message));
    this.#sent += 1;
    if (message.do === "set") this.#lastChange = this.#sent;
  }

  /** The settings that were changed without a connection; they are given once. */
  takeWaiting() {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  /** True when a status was written before the tuner heard of the last change made here. */
  isAhead({ heard }) {
    return this.#queued.size > 0 || heard < this.#lastChange;
  }

  /** Asks for something at the next repaint; only the last of the same kind is sent. */
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
      this.#sent = this.#lastChange = 0;
      this.#tell("open");
    };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") {
        const message = JSON.parse(event.data);
        this.#tell(message.type, message);
      } else {
        this.#show(event.data);
      }
    };
    socket.onclose = () => {
      this.#tell("close");
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(4000, this.#wait * 2);
    };
  }

  async #show(bytes) {
    const socket = this.#socket;
    const header = new DataView(bytes);
    const jpeg = new Blob([new Uint8Array(bytes, 16)], { type: "image/jpeg" });
    try {
      const bitmap = await createImageBitmap(jpeg);
      this.#tell("picture", {
        number: header.getUint32(0),
        revision: header.getUint32(4),
        position: header.getFloat64(8),
        bitmap,
      });
    } finally {
      if (socket === this.#socket && this.isOpen) this.send({ do: "shown" });
    }
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
