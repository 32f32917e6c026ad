"""A browser of the tuner's page, without a browser."""
import base64, json, os, queue, socket, struct, threading, time
from urllib.parse import urlparse
from urllib.request import urlopen


class Page:
    """A WebSocket client that shows every picture at once (RFC 6455)."""

    def __init__(self, address):
        url = urlparse(address)
        with urlopen(address) as answer:
            folder = answer.headers["Refresh"].split("=")[1]
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.socket = socket.create_connection((url.hostname, url.port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {folder}live HTTP/1.1\r\nHost: {url.netloc}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                             f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        while self.file.readline() != b"\r\n":
            pass
        self.pictures, self.words, self.sending = queue.Queue(), queue.Queue(), threading.Lock()
        threading.Thread(target=self.read, daemon=True).start()

    def send(self, **message):
        data = json.dumps(message).encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        with self.sending:
            self.socket.sendall(b"\x81" + length + bytes(4) + data)

    def read(self):
        """Notes pictures as (time, revision, place) when they come, and texts as (time, message)."""
        try:
            while True:
                self.next()
        except (OSError, ValueError):
            # The tuner has ended.
            pass

    def next(self):
        kind, length = self.file.read(2)
        if length == 126:
            length, = struct.unpack(">H", self.file.read(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.file.read(8))
        data = self.file.read(length)
        now = time.monotonic()
        if kind & 15 == 1:
            self.words.put((now, json.loads(data)))
        elif kind & 15 == 2:
            head = json.loads(data[4:4 + struct.unpack(">I", data[:4])[0]])
            self.pictures.put((now, head["revision"], head["position"]))
            self.send(do="shown")

    def picture(self):
        return self.pictures.get(timeout=30)
