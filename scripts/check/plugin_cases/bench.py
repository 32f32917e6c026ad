"""What the tests of the plugins share: the built things, clips, and the command's own result."""
import os, shutil, subprocess, tempfile

from lib.binding import Library
from lib.tools import ROOT, output

# Settings by the names of their flags; "on" for a flag without value.
LOOKS = {
    "defaults": [],
    "one pass": [("white-balance", "off"), ("stability", "0"), ("despeckle", "0")],
    "two hues": [("hue", "red 210:30:1"), ("stability", "0.8")],
    "balanced": [("hue", "blue"), ("balance-output", "on")],
    "whole": [("hue", "green"), ("fill", "2"), ("clean", "0.5")],
    "mask": [("show", "mask")],
}


class Skip(Exception):
    """Why a machine cannot run a case."""


class Bench:
    def __init__(self, splash, prefix):
        self.splash, self.prefix = splash, prefix
        triple = output("gcc", "-print-multiarch").strip()
        self.libraries = os.path.join(prefix, "lib", triple)
        self.scratch = tempfile.mkdtemp(prefix="splash-plugins-")
        self.environment = dict(
            os.environ, LD_LIBRARY_PATH=self.libraries,
            PKG_CONFIG_PATH=os.path.join(self.libraries, "pkgconfig"),
            GST_PLUGIN_PATH=os.path.join(self.libraries, "gstreamer-1.0"),
            GST_REGISTRY=self.path("registry.bin"),
            FREI0R_PATH=os.path.join(prefix, "lib", "frei0r-1"))

    @property
    def library(self):
        """libsplash by ctypes."""
        return Library(os.path.join(self.libraries, "libsplash.so.1"))

    def close(self):
        shutil.rmtree(self.scratch)

    def path(self, name):
        return os.path.join(self.scratch, name)

    def run(self, *command, input=None, text=False, status=0):
        """Runs a program; what it wrote, as a completed process."""
        done = subprocess.run(
            command, input=input, capture_output=True, text=text, env=self.environment, timeout=300)
        if status is not None and done.returncode != status:
            errors = done.stderr if text else done.stderr.decode(errors="replace")
            raise AssertionError(f"{' '.join(command)}\nended with {done.returncode}: {errors[-2000:]}")
        return done

    def clip(self, name, width, height, seconds=0.4, rate=25, tags="null"):
        """Moving colors under noise in a planar pixel format, kept without loss; where it is."""
        path = self.path(f"{name}-{width}x{height}-{seconds}-{tags}.mkv")
        if not os.path.exists(path):
            self.ffmpeg(
                "-f", "lavfi", "-i",
                f"testsrc2=size=320x180:rate={rate}:duration={seconds},noise=alls=24:all_seed=7:allf=t,"
                f"format=gbrp,scale={width}:{height},format={name}", "-vf", tags, "-c:v", "ffv1", path)
        return path

    def street(self):
        """Six pictures of a street with people, kept without loss; where they are. Networks have to be there."""
        if self.run(self.splash, "models", status=None).returncode:
            raise Skip("without networks: splash models fetch")
        path = self.path("street.mkv")
        if not os.path.exists(path):
            self.ffmpeg("-i", os.path.join(ROOT, "film", "street.mp4"), "-frames:v", "6",
                        "-vf", "scale=640:360,settb=1/25,setpts=N,setparams=colorspace=unknown", "-r", "25", "-pix_fmt", "yuv420p", "-c:v", "ffv1", path)
        return path

    def ffmpeg(self, *words):
        """What FFmpeg writes where its output is "-"."""
        return self.run("ffmpeg", "-v", "error", "-nostdin", "-y", *words).stdout

    def raw(self, clip, *more):
        """A clip's pictures as bytes."""
        return self.ffmpeg("-i", clip, *more, "-f", "rawvideo", "-")

    def example(self):
        """The program of Plugins/library, compiled."""
        program = self.path("example")
        if not os.path.exists(program):
            flags = self.run("pkg-config", "--cflags", "--libs", "splash", text=True).stdout.split()
            source = os.path.join(ROOT, "Plugins", "library", "example.c")
            for standard in ("-std=c99", "-std=c17"):
                self.run("gcc", standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", program, *flags)
        return program

    def command(self, clip, settings=()):
        """What the command makes of a clip's pictures, as bytes."""
        return self.run(self.splash, clip, "-o", "-", "--format", "rawvideo", "--quiet",
                        *flags(settings)).stdout


def flags(settings):
    """Settings as arguments of the command."""
    result = []
    for name, value in settings:
        for word in value.split() if name in ("hue", "drop") else [value]:
            result += [f"--{name}"] if value == "on" else [f"--{name}", word]
    return result


def same(what, result, expected):
    """Two videos have the same bytes."""
    if result != expected:
        different = sum(a != b for a, b in zip(result, expected))
        raise AssertionError(f"{what}: {different} of {len(expected)} bytes differ, {len(result)} bytes")


def chunks(data, size):
    """Data in pieces of a size."""
    return [data[place:place + size] for place in range(0, len(data), size)]
