"""The command `splash`, which keeps the colors you choose in a video or photo: `splash_video.run("clip.mp4", "-o",
"red.mp4", "--hue", "red")`."""
import os
import subprocess

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "splash")


def run(*arguments, **options):
    """Runs splash to its end.

    arguments: what a shell would pass, as text, numbers or paths. options: those of `subprocess.run`; by default an
    exit status other than 0 raises `subprocess.CalledProcessError`. Returns `subprocess.CompletedProcess`.
    """
    words = [os.fspath(each) if isinstance(each, os.PathLike) else str(each) for each in arguments]
    return subprocess.run([PROGRAM, *words], **{"check": True, **options})
