"""A browser of the tuner's page, without a browser."""
import contextlib, json, queue, struct, threading, time
from urllib.parse import urlparse
from urllib.request import urlopen

from lib import websocket


class Page(websocket.Client):
    """A page that shows every frame at once."""

    def __init__(self, address):
        url = urlparse(address)
        with urlopen(address) as answer:
            folder = answer.headers["Refresh"].split("=")[1]
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        super().__init__(url.hostname, url.port, folder + "live", 10, f"Cookie: {cookie}\r\n")
        self.pictures, self.words, self.sending = queue.Queue(), queue.Queue(), threading.Lock()
        threading.Thread(target=self.listen, daemon=True).start()

    def tell(self, **message):
        with self.sending:
            self.send(message)

    def listen(self):
        """Notes frames as (time, revision, place) when they come, and texts as (time, message), until the tuner has ended."""
        with contextlib.suppress(OSError, ValueError, struct.error):
            while True:
                kind, data = self.read()
                now = time.monotonic()
                if kind == 1:
                    self.words.put((now, json.loads(data)))
                elif kind == 2:
                    head = json.loads(data[4:4 + struct.unpack(">I", data[:4])[0]])
                    self.pictures.put((now, head["revision"], head["position"]))
                    self.tell(do="shown")
                elif kind == 9:
                    with self.sending:
                        self.send(data, opcode=10)

    def picture(self):
        return self.pictures.get(timeout=30)
