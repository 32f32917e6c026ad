"""What every fault needs: running splash and ffmpeg under a time limit, samples, and a verdict."""
import os, re, resource, shutil, subprocess, tempfile, time

# Traces of a crash or a trap on standard error.
CRASH = re.compile(r"Fatal error|Stack dump|Segmentation|Illegal instruction|Crash|Sanitizer|Trace/")


class Skip(Exception):
    """The machine does not allow this fault; the reason is shown."""


class Run:
    """How a program ended and what it said."""

    def __init__(self, status, out, err, seconds):
        self.status, self.out, self.seconds = status, out, seconds
        self.err = err.decode("utf-8", "replace")

    @property
    def lines(self):
        # This line on white balance is about the frames, not about a fault.
        return [line for line in self.err.splitlines()
                if line.strip() and not line.startswith("splash: Corrected a color cast")]

    @property
    def frames(self):
        """Frames that splash says it wrote."""
        found = re.search(r"splash: (\d+) frames? in", self.err)
        return int(found.group(1)) if found else None

    @property
    def error(self):
        """The line that says what went wrong, or the warning."""
        lines = [l for l in self.lines if not re.match(r"splash: \d+ frames? in", l)]
        return lines[-1].removeprefix("splash: ") if lines else ""


class Row:
    """One line of the table. It is green while nothing has been noted against it."""

    def __init__(self, fault):
        self.fault, self.splash, self.ffmpeg, self.skipped, self.problems = fault, "", "", "", []
        self.begin = time.monotonic()

    def check(self, holds, problem):
        if not holds:
            self.problems.append(problem)
        return holds

    def tell(self, run, frames=None):
        """Shows what splash did, and notes what no run may do."""
        shown = f"exit {run.status}"
        frames = frames if frames is not None else run.frames
        if frames is not None:
            shown += f", {frames} frames"
        if run.error:
            shown += f": {run.error}"
        self.splash = shown
        self.check(run.status != 124, "did not end in time")
        self.check(run.status >= 0 or run.status in (-2, -15), f"died of signal {-run.status}")
        self.check(not CRASH.search(run.err), "crash text on stderr: " + run.err[-300:])
        self.check(all(l.startswith("splash: ") for l in run.lines),
                   "a line on stderr is not splash's: " + run.err[:300])
        return run

    def expect(self, run, status, says=(), frames=None):
        """Notes whatever differs from how the run should have ended."""
        self.tell(run)
        self.check(run.status == status, f"exit {run.status}, expected {status}: {run.err[-300:]}")
        if status not in (0, 130):  # a stop gives a warning and a summary
            self.check(len(run.lines) == 1, f"{len(run.lines)} lines on stderr, expected one")
        for words in (says,) if isinstance(says, str) else says:
            self.check(words in run.err, f"does not say '{words}': {run.err[-300:]}")
        if frames is not None:
            self.check(run.frames == frames, f"{run.frames} frames, expected {frames}")
        return run


class Bench:
    def __init__(self, splash, quick=False):
        self.binary, self.quick = splash, quick
        self.folder = tempfile.mkdtemp(prefix="splash-faults-")
        self.mounts, self.rows, self._samples = [], [], {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for mount in self.mounts:
            subprocess.run(["umount", "-l", mount], stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def row(self, fault):
        """A row of the table, which lasts until the next one."""
        self.rows.append(Row(fault))
        return self.rows[-1]

    # -- running ----------------------------------------------------------------------------------

    def start(self, *args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, before=None, **more):
        """Starts splash; `before` runs in the child, for limits and closed descriptors."""
        return subprocess.Popen(
            [self.binary, *map(str, args), "--no-progress"], stdin=stdin, stdout=stdout,
            stderr=subprocess.PIPE, preexec_fn=before, **more)

    @staticmethod
    def start_tool(*args):
        return subprocess.Popen([*map(str, args)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def splash(self, *args, timeout=60, **more):
        return self.finish(self.start(*args, **more), timeout)

    @staticmethod
    def finish(process, timeout=60, after=None):
        """Waits for an end, at most so long; `after` runs first, for signals."""
        begin = time.monotonic()
        if after:
            after(process)
        try:
            out, err = process.communicate(timeout=timeout)
            status = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            status = 124
        return Run(status, out or b"", err or b"", time.monotonic() - begin)

    def measured(self, *args, timeout=60, **more):
        """A run of splash that knows its peak of memory in MB."""
        process = self.start(*args, **more)
        begin, is_late = time.monotonic(), False
        while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
            if not is_late and time.monotonic() - begin > timeout:
                is_late = True
                process.kill()
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(ended[1])
        run = self.finish(process)
        run.status, run.memory = 124 if is_late else process.returncode, ended[2].ru_maxrss // 1024
        return run

    @staticmethod
    def tool(*args, timeout=120, **more):
        """Runs ffmpeg or ffprobe."""
        begin = time.monotonic()
        try:
            done = subprocess.run(
                [*map(str, args)], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout,
                **more)
        except subprocess.TimeoutExpired as late:
            return Run(124, late.stdout or b"", late.stderr or b"", timeout)
        return Run(done.returncode, done.stdout, done.stderr, time.monotonic() - begin)

    def ffmpeg(self, *args, timeout=120):
        """Runs ffmpeg quietly and returns how it ended; used to make samples too."""
        return self.tool("ffmpeg", "-nostdin", "-y", "-v", "error", *args, timeout=timeout)

    def decoded(self, path, stream="0:v:0"):
        """How many frames ffmpeg decodes of a file, and its exit status."""
        # FFmpeg does not recognize a transport stream of a few packets by itself.
        form = ("-f", "mpegts") if str(path).endswith(".ts") and os.path.exists(path) else ()
        run = self.tool("ffmpeg", "-nostdin", "-v", "error", "-stats", *form, "-i", path, "-map", stream,
                        "-fps_mode", "passthrough", "-f", "null", "-")
        counts = re.findall(r"frame=\s*(\d+)", run.err)
        return (int(counts[-1]) if counts else 0), run

    def tell_ffmpeg(self, row, path, stream="0:v:0"):
        """Shows what ffmpeg makes of the same input; returns its frames."""
        frames, run = self.decoded(path, stream)
        last = [l for l in run.lines if not l.startswith("frame=")]
        row.ffmpeg = f"exit {run.status}, {frames} frames" + (f": {last[-1]}" if last else "")
        return frames

    def probe(self, path, entries, select="v:0"):
        run = self.tool("ffprobe", "-v", "error", "-select_streams", select, "-show_entries", entries,
                        "-of", "csv=p=0", path)
        return [line.rstrip(",") for line in run.out.decode().split()]

    # -- samples ----------------------------------------------------------------------------------

    def sample(self, name, *args):
        """A file that ffmpeg makes once and every fault may read."""
        if name not in self._samples:
            path = self.path(name)
            run = self.ffmpeg(*args, path)
            if run.status != 0:
                raise RuntimeError(f"cannot make {name}: {run.err}")
            self._samples[name] = path
        return self._samples[name]

    PICTURES = ("-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=2")
    SOUND = ("-f", "lavfi", "-i", "sine=frequency=440:duration=2")
    X264 = ("-c:v", "libx264", "-preset", "ultrafast", "-g", "12", "-pix_fmt", "yuv420p")

    def clip(self, extension="mp4", *more):
        """Two seconds, 50 frames of 160x120 H.264 with AAC sound."""
        return self.sample(f"clip{len(more) or ''}.{extension}", *self.PICTURES, *self.SOUND, *self.X264,
                           "-c:a", "aac", "-b:a", "64k", *more)

    def small_disk(self, kilobytes):
        """The folder of a file system that holds so much and no more."""
        folder = self.path(f"disk{len(self.mounts)}")
        os.mkdir(folder)
        run = self.tool("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "splash", folder)
        if run.status != 0:
            raise Skip("mounting a small disk is not permitted here")
        self.mounts.append(folder)
        return folder

    def write(self, name, data):
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(data)
        return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def file_limit(size):
    """For `before`: no file of the child may grow beyond so many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
