"""Playlists that point to other files or to the network, and servers that stall."""
import ctypes, http.server, os, signal, socket, struct, threading, time

from .bench import read

IN_OPEN, IN_NONBLOCK = 0x20, 0o4000


class Decoys:
    """A local web server that must see no request but for its pages, and a local file that nobody may open."""

    def __init__(self, bench):
        self.requests, self.pages = [], {}
        clip = read(bench.clip("ts"))

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(handler):
                self.requests.append(handler.path)
                data = self.pages.get(handler.path, clip)
                handler.send_response(200)
                handler.send_header("Content-Length", str(len(data)))
                handler.end_headers()
                handler.wfile.write(data)

            def log_message(handler, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/secret.ts"
        self.file = bench.write("secret.ts", clip)
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.watch = self.libc.inotify_init1(IN_NONBLOCK)
        self.libc.inotify_add_watch(self.watch, self.file.encode(), IN_OPEN)

    def touched(self):
        """What was asked for since the last call."""
        touched, self.requests = self.requests, []
        try:
            data = os.read(self.watch, 4096)
            touched = touched + ["secret.ts was opened"] * (len(data) // struct.calcsize("iIII"))
        except BlockingIOError:
            pass
        return touched

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        os.close(self.watch)


def playlists(url, file):
    hls = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n{}\n#EXT-X-ENDLIST\n"
    key = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=AES-128,URI="{}"\n#EXTINF:2.0,\n{}\n#EXT-X-ENDLIST\n'
    dash = ('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" '
            'mediaPresentationDuration="PT2S" minBufferTime="PT1S" '
            'profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet '
            'mimeType="video/mp2t"><Representation id="1" bandwidth="1000" codecs="avc1.42c01e" width="160" '
            'height="120"><BaseURL>{}</BaseURL></Representation></AdaptationSet></Period></MPD>')
    sdp = "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n"
    concat = "ffconcat version 1.0\nfile '{}'\n"
    name = os.path.basename(file)
    return [
        ("m3u8 that names an address", "a.m3u8", hls.format(url)),
        ("m3u8 that names a file", "b.m3u8", hls.format(name)),
        ("m3u8 that names file:", "c.m3u8", hls.format("file:" + file)),
        ("m3u8 whose key is an address", "d.m3u8", key.format(url, name)),
        ("m3u8 named .mp4", "e.mp4", hls.format(url)),
        ("m3u8 with concat: and subfile:", "f.m3u8", hls.format("concat:" + file + "|" + file)),
        ("concat script that names a file", "g.ffconcat", concat.format(name)),
        ("concat script that names an address", "h.ffconcat", concat.format(url)),
        ("DASH manifest that names an address", "i.mpd", dash.format(url)),
        ("DASH manifest that names a file", "j.mpd", dash.format("file:" + file)),
        ("SDP that opens a network port", "k.sdp", sdp),
    ]


def local(bench):
    decoys = Decoys(bench)
    try:
        for fault, name, text in playlists(decoys.url, decoys.file):
            for way in ("", " on standard input"):
                row = bench.row(fault + way)
                path = bench.write(name, text.encode())
                out = bench.path("leak.mkv")
                if way:
                    with open(path, "rb") as file:
                        run = bench.splash("-", "-o", out, stdin=file, timeout=20)
                else:
                    theirs = bench.tool("ffmpeg", "-nostdin", "-v", "error", "-i", path, "-t", "0.1", "-f", "null",
                                        "-", timeout=5)
                    leaks = decoys.touched()
                    row.ffmpeg = f"exit {theirs.status}, touched {leaks or 'nothing'}"
                    run = bench.splash(path, "-o", out, timeout=20)
                row.expect(run, 2)
                leaks = decoys.touched()
                row.check(not leaks, f"touched {leaks}")
                row.check(not os.path.exists(out), "something is left behind")
                if not way and "SDP" not in fault:
                    row.check("--allow-protocols" in run.err, "does not say what to do: " + run.err)
        for fault, name, text in playlists(decoys.url, decoys.file):
            if not name.endswith(".mpd"):
                continue
            row = bench.row(fault + ", at an address")
            page = "/" + name
            decoys.pages[page] = text.encode()
            run = row.expect(bench.splash(decoys.url.replace("/secret.ts", page), "-o", "null", timeout=20), 2, "--allow-protocols")
            leaks = [touch for touch in decoys.touched() if touch != page]
            row.check(not leaks, f"touched {leaks}")
    finally:
        decoys.close()


def allowed(bench):
    decoys = Decoys(bench)
    try:
        for fault, name, text in playlists(decoys.url, decoys.file)[:3]:
            row = bench.row(fault + ", with --allow-protocols")
            path = bench.write(name, text.encode())
            row.expect(bench.splash(path, "-o", "null", "--allow-protocols", "file,http,tcp"), 0, frames=50)
            row.check(decoys.touched(), "touched nothing")
        row = bench.row("an address that was asked for")
        row.expect(bench.splash(decoys.url, "-o", "null"), 0, frames=50)
        row.check(decoys.touched(), "touched nothing")
    finally:
        decoys.close()


class Staller:
    """A server that sends what it is given to all who connect, and then nothing more, or a byte now and then."""

    def __init__(self, data, drip=b""):
        self.data, self.drip, self.open = data, drip, []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.open.append(connection)
            connection.sendall(self.data)
            if self.drip:
                threading.Thread(target=self.trickle, args=(connection,), daemon=True).start()

    def trickle(self, connection):
        try:
            for byte in self.drip:
                connection.send(bytes([byte]))
                time.sleep(0.5)
        except OSError:
            pass

    def close(self):
        for connection in self.open:
            connection.close()
        self.socket.close()


def stalled(bench):
    clip = read(bench.clip("ts"))
    half = clip[:len(clip) // 2]
    header = b"HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\nContent-Length: %d\r\n\r\n" % len(clip)
    for fault, scheme, data, status, says in (
            ("web server that stalls in the middle", "http", header + half, 0, "sent nothing for 2 s"),
            ("TCP server that stalls in the middle", "tcp", half, 0, "sent nothing for 2 s"),
            ("web server that never answers", "http", b"", 2, ("sent nothing for 2 s", "--timeout")),
            ("RTSP server that never answers", "rtsp", b"", 2, "sent nothing for 2 s")):
        row = bench.row(fault + ", --timeout 2")
        server = Staller(data)
        address = f"{scheme}://127.0.0.1:{server.port}/clip.ts"
        theirs = bench.tool("ffmpeg", "-nostdin", "-v", "error", "-i", address, "-f", "null", "-", timeout=6)
        row.ffmpeg = "waits for ever" if theirs.status == 124 else f"exit {theirs.status}"
        out = bench.path("stalled-out.mkv")
        begin = time.monotonic()
        run = row.expect(bench.splash(address, "-o", out, "-y", "--timeout", "2", timeout=30), status, says)
        row.check(time.monotonic() - begin < 12, "took more than twelve seconds")
        if status == 0:
            row.check(run.frames and run.frames >= 15, f"only {run.frames} frames of what came")
            row.check(bench.decoded(out)[0] == run.frames, "the file is not complete")
        server.close()
    for words, says in ((("--timeout", "2"), "no frame within 2 s"), (("--timeout", "60"), "")):
        server = Staller(header, drip=clip)
        address = f"http://127.0.0.1:{server.port}/clip.ts"
        row = bench.row("web server that gives two bytes a second, " + ("--timeout 2" if says else "Ctrl-C"))
        begin = time.monotonic()
        if says:
            row.expect(bench.splash(address, "-o", "null", *words, timeout=30), 2, says)
            row.check(time.monotonic() - begin < 12, "took more than twelve seconds")
        else:
            process = bench.start(address, "-o", "null", *words)
            time.sleep(2)
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            run = row.tell(bench.finish(process, 30))
            row.check(run.status == 130, f"exit {run.status}, expected 130")
            row.check(time.monotonic() - begin < 3, "Ctrl-C was not heard for three seconds")
        server.close()
    row = bench.row("mask film from a web server that gives two bytes a second, Ctrl-C")
    server = Staller(header + half, drip=clip)
    process = bench.start(bench.clip("ts"), "--keep", f"mask=http://127.0.0.1:{server.port}/clip.ts", "-o", "null")
    time.sleep(4)
    row.check(process.poll() is None, "it ended before it was stopped")
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    run = row.tell(bench.finish(process, 30))
    row.check(run.status in (0, 130), f"exit {run.status}")
    row.check(time.monotonic() - begin < 3, "Ctrl-C was not heard for three seconds")
    server.close()
