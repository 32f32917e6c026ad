"""Keeps the colors you choose in a video or photo, and gives the rest another look, grey by default.

`Filter` is for pictures in memory: NumPy arrays, as OpenCV, imageio and Pillow have them. `frames` reads a film as
arrays, splashed. `run` is the command `splash`, for whole files: it keeps sound, tags and quality.

    keep = splash_video.Filter(hue="red")
    result = keep(picture)

    for picture in splash_video.frames("clip.mp4", hue=["red", "200:15"], rest="sepia"):
        ...

    splash_video.run("clip.mp4", "-o", "red.mp4", "--hue", "red")

Settings are keyword arguments with the names of the command's flags, `-` as `_`; `splash --help` lists them. What may be
repeated takes a list, what stands alone True.
"""
from ._command import PROGRAM, SplashError, frames, run
from ._filter import Filter, Pick

__all__ = ["Filter", "Pick", "PROGRAM", "SplashError", "frames", "run"]
