"""Random and damaged messages of a page, given to a running tuner over its socket and by HTTP."""
import http.client, json, os, random, re, select, signal, subprocess, time, urllib.parse

from lib import websocket

# Megabytes by which the memory of a tuner of a small clip may grow after the first frame, at any time: 50 for the clip,
# which it takes without AI models too, and 300 for them.
MEMORY = 350
# Seconds until a page is served, and until the tuner ends after a signal.
PATIENCE, FAREWELL = 10, 5
VERBS = ["set", "timeline", "sample", "name", "probe", "look", "thumbnails", "edges", "strip", "shelf", "try", "card", "view",
         "play", "pause", "seek", "step", "undo", "redo", "export", "cancelExport", "preset", "offers", "watch", "shown"]
WORDS = ["red", "blue:40", "noir", "blur=3", "sepia+grain", "image=/etc/passwd", "lut=../x.cube", "video=-", "box=0,0,.5,.5", "person",
         "color@.5,.5", "keep", "rest", "replace", "add", "x.mp4", "../x", "", "\u2261", "a" * 300, "list", "save", "picture", "mask"]


class Page(websocket.Client):
    """A page's connection, which does not read what it is sent but throws it away."""

    def give(self, payload, opcode=1):
        """Returns False when the server has closed the connection, as it may after a message that breaks the protocol."""
        try:
            self.send(payload, opcode)
            while select.select([self.socket], [], [], 0)[0]:
                if not self.socket.recv(1 << 20):
                    return False
        except OSError:
            return False
        return True


class Tuner:
    """`splash tune` on a port of its own."""

    def __init__(self, splash, clip, home):
        environment = dict(os.environ, XDG_CONFIG_HOME=home, XDG_RUNTIME_DIR=home)
        self.errors = open(os.path.join(home, "errors"), "w+")
        self.process = subprocess.Popen([splash, "tune", clip, "--port", "0", "--quiet"], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.errors, env=environment, text=True)
        address = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.host, self.port = address.hostname, address.port
        _, headers, _ = self.ask("GET", address.path)
        self.folder = headers["refresh"].split("=")[-1]
        self.cookie = headers["set-cookie"].split(";")[0]

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def inside(self, method, path, body=None):
        return self.ask(method, self.folder + path, body, {"Cookie": self.cookie})[0]

    def page(self):
        return Page(self.host, self.port, self.folder + "live", PATIENCE, f"Cookie: {self.cookie}\r\n")

    @property
    def megabytes(self):
        """The most that it has had so far."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) >> 10

    def end(self):
        """Returns whether it ended by itself within some seconds."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(FAREWELL)
            return True
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return False


def value(dice, depth=0):
    """Any JSON value, of words that mean something and of numbers at the edges."""
    kind = dice.random()
    if kind < 0.3 or depth > 3:
        return dice.choice(WORDS)
    if kind < 0.6:
        return dice.choice([0, 1, -1, 0.5, 1e9, -1e9, 1e300, 2**53, dice.random(), dice.randrange(-1000, 1000)])
    if kind < 0.7:
        return dice.choice([None, True, False])
    if kind < 0.85:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    keys = ["hues", "rest", "kept", "keep", "within", "without", "paint", "feather", "time", "settings", "threshold", "show", "x"]
    return {dice.choice(keys): value(dice, depth + 1) for _ in range(dice.randrange(4))}


def message(dice):
    """A message that is right, or nearly so, or nothing of the kind."""
    kind = dice.random()
    if kind < 0.03:
        return dice.choice(["[", "{\"do\":", "{\"do\":\"set\",\"settings\":["]).encode() + b"[" * dice.choice([64, 510, 511, 512, 513, 600])
    if kind < 0.06:
        return dice.randbytes(dice.randrange(1, 3000))
    verb = dice.choice(VERBS)
    parts = {"do": verb, "x": dice.random(), "y": dice.random(), "width": dice.random() / 4, "height": dice.random() / 4,
             "picture": dice.randrange(100), "use": dice.choice(["replace", "add", "remove", "object"]), "time": dice.uniform(-1, 6),
             "pictures": dice.choice([1, -1, 5, -1000, 1000]), "rate": dice.choice([1, -1, 16, 0.25]), "on": dice.random() < 0.8,
             "of": dice.choice(["rest", "kept"]), "key": dice.choice(["keep", "within", "without"]), "name": f"out{dice.randrange(9)}.mp4",
             "file": dice.choice(WORDS), "timeline": json.dumps([{"time": dice.random(), "settings": {}}]),
             "settings": {"hues": [dice.choice(["red", "blue"])], "rest": [dice.choice(["noir", "blur=2", "grey"])]}}
    if dice.random() < 0.5:
        parts[dice.choice(list(parts))] = value(dice)
    text = bytearray(json.dumps(parts).encode())
    if dice.random() < 0.2:
        text[dice.randrange(len(text))] = dice.randrange(256)
    return bytes(text)


def fuzz(bench, seconds, seed):
    """Returns what is bad, a line each, how many messages were sent, and by how many megabytes the tuner grew."""
    dice = random.Random(f"page {seed}")
    home, clip = bench.path("home"), bench.path("page.mp4")
    os.makedirs(home, mode=0o700, exist_ok=True)
    made = bench.tool("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=4", "-pix_fmt",
                      "yuv420p", "-g", "100", clip)
    if made.status:
        return [f"ffmpeg made no clip: {made.err}"], 0, 0
    bad, count, growth, tuner = [], 0, 0, Tuner(bench.binary, clip, home)
    try:
        pages = [tuner.page() for _ in range(3)]
        time.sleep(1)
        start, begin = tuner.megabytes, time.monotonic()
        while time.monotonic() - begin < seconds and not bad:
            index = dice.randrange(len(pages))
            last = message(dice)
            if not pages[index].give(last, opcode=2 if dice.random() < 0.02 else 1):
                pages[index] = tuner.page()
            count += 1
            if count % 50 == 0:
                if dice.random() < 0.5:
                    tuner.inside("POST", "settings.json", message(dice))
                status = tuner.inside("GET", "")
                if status != 200:
                    bad.append(f"message {count}: the page is answered by {status}")
            if count % 500 == 0:
                growth = tuner.megabytes - start
                if growth > MEMORY:
                    bad.append(f"message {count}: {start + growth} MB, and {start} at the beginning")
    except OSError as error:
        bad.append(f"message {count}: {error}; the tuner has ended with {tuner.process.poll()}")
    finally:
        if not tuner.end():
            bad.append(f"message {count}: it did not end within {FAREWELL} s of SIGTERM")
        tuner.errors.seek(0)
        if tuner.process.returncode not in (0, -signal.SIGTERM):
            bad.append(f"exit {tuner.process.returncode}: {tuner.errors.read()[:4000]}")
    return bad, count, growth
