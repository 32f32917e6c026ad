"""A desktop of its own with PipeWire: daemon, session manager, cameras, and who reads them."""
import os, signal, subprocess, time

from .bench import flags

RATE = 30
# Settings with which a frame does not depend on earlier ones.
FORGETFUL = [("stability", "0"), ("white-balance", "off")]


class Desktop:
    """PipeWire with a session manager, for one user."""

    def __init__(self, bench):
        self.folder = bench.path("desktop")
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        self.environment = dict(bench.environment, XDG_RUNTIME_DIR=self.folder)
        self.others = []
        self.begin()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.others + self.daemons:
            end(process)

    def start(self, *command, **options):
        return subprocess.Popen(urgent(command), env=self.environment, stdin=subprocess.DEVNULL,
                                start_new_session=True, **options)

    def begin(self):
        quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.daemons = [self.start("pipewire", **quiet)]
        wait("PipeWire", lambda: os.path.exists(os.path.join(self.folder, "pipewire-0")))
        self.daemons.append(self.start("dbus-run-session", "--", "wireplumber", **quiet))

    def restart(self):
        for daemon in self.daemons:
            end(daemon)
        self.begin()

    def has(self, node):
        done = subprocess.run(["pw-cli", "ls", "Node"], env=self.environment, capture_output=True, text=True)
        return f'node.name = "{node}"' in done.stdout

    def camera(self, bench, clip, name="pipewire", node="splash"):
        """The command with a camera as its output, until the desktop ends."""
        process = self.start(bench.splash, clip, "--realtime", "-o", name, *flags(FORGETFUL),
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.others.append(process)
        wait(f"the camera {node}", lambda: self.has(node))
        return process

    def reader(self, count, *elements, node="splash", pixels="I420"):
        """A program that reads pictures and ends."""
        return self.start(
            "gst-launch-1.0", "-q", "pipewiresrc", f"target-object={node}", f"num-buffers={count}", "!",
            f"video/x-raw,format={pixels}", "!", *elements, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def urgent(command):
    """Before others, as desktops have it, where this may be asked for."""
    return ["chrt", "-f", "10", *command] if os.geteuid() == 0 else list(command)


def end(process):
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    process.communicate()


def wait(what, is_so, seconds=20):
    limit = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < limit, f"never: {what}"
        time.sleep(0.05)


def ended(reader, seconds=30):
    out, errors = reader.communicate(timeout=seconds)
    assert reader.returncode == 0, errors.decode()
    return out


def read(desktop, bench, name, count, *more):
    """The command with a camera as its input; the pictures that it writes."""
    return desktop.start(bench.splash, name, "-o", "-", "--format", "rawvideo", "--frames", str(count), "--quiet",
                         *more, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def source(desktop, node, pixels, width=322, height=182):
    """A camera that GStreamer makes, until the desktop ends."""
    process = desktop.start(
        "gst-launch-1.0", "-q", "videotestsrc", "is-live=true", "!",
        f"video/x-raw,format={pixels},width={width},height={height},framerate={RATE}/1", "!", "pipewiresink",
        "mode=provide", f"stream-properties=p,media.class=Video/Source,node.name={node}",
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    desktop.others.append(process)
    wait(f"the camera {node}", lambda: desktop.has(node))
    return process
