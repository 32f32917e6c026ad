"""The mask over time: still where nothing moves, at once where something does, at any frame rate."""
import os

import numpy as np

from lib.tools import ffmpeg, raw
from .bench import CLIPS, FOOTAGE, RAW, WIDTH, cast, flicker, overlap


class Planes:
    """One 4:2:0 picture with sensor-like noise on each plane."""

    def __init__(self, planes, sigma, generator):
        self.h, self.w = planes[0].shape
        self.planes = b"".join(
            np.clip(np.rint(p + generator.normal(0, sigma, p.shape)), 0, 255).astype(np.uint8).tobytes()
            for p in planes)


def still(clip, second):
    """One 720p picture of a clip as Y, Cb and Cr planes."""
    flat = np.frombuffer(ffmpeg("-noautorotate", "-ss", second, "-i", os.path.join(FOOTAGE, CLIPS[clip][0]), "-frames:v", "1",
                                "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"), np.uint8)
    return (flat[:921600].reshape(720, 1280), flat[921600:1152000].reshape(360, 640),
            flat[1152000:].reshape(360, 640))


def dim(plane, zero):
    return zero + 0.35 * (plane.astype(float) - zero)


def steadiness(bench):
    print("\nSteadiness, still scenes with Gaussian noise on Y, Cb and Cr (720p, 24 pictures): flicker")
    print(f"{'scene':12}{'sigma':>6}{'raw':>10}{'default':>10}{'of raw':>8}{'reported':>10}")
    generator = np.random.default_rng(1)
    for clip, second in (("cups", 3), ("juggle", 2), ("ducks", 1), ("keyboard", 0.9)):
        planes = still(clip, second)
        for sigma in (2, 4, 6):
            frames = [Planes(planes, sigma, generator) for _ in range(24)]
            path = bench.write("noise", frames, 30, "yuv420p")
            before = flicker(bench.mask(path, CLIPS[clip][1], *RAW)[0])
            masks, report = bench.mask(path, CLIPS[clip][1])
            after = flicker(masks)
            print(f"{clip:12}{sigma:6}{before:10.5f}{after:10.5f}{after / before:8.3f}"
                  f"{report['flicker']:10.5f}", flush=True)
    print("\nSteadiness, dim: the same at 0.35 of the light (sigma 4), under the gains of a balance: flicker")
    print(f"{'scene':12}{'gains':>12}{'raw':>10}{'default':>10}{'of raw':>8}")
    for clip, second in (("cups", 3), ("juggle", 2), ("ducks", 1), ("keyboard", 0.9)):
        planes = [dim(plane, zero) for plane, zero in zip(still(clip, second), (16, 128, 128))]
        path = bench.write("dim", [Planes(planes, 4, generator) for _ in range(24)], 30, "yuv420p")
        for gains in ("1,1,1", "1,1,1.29", "1.25,1,0.7"):
            balance = ["--white-balance", f"gains={gains}"]
            before = flicker(bench.mask(path, CLIPS[clip][1], *balance, *RAW)[0])
            after = flicker(bench.mask(path, CLIPS[clip][1], *balance)[0])
            print(f"{clip:12}{gains:>12}{before:10.5f}{after:10.5f}{after / before:8.3f}", flush=True)
    print("\nSteadiness, motion (whole clips, as recorded): overlap with the raw mask")
    print(f"{'clip':12}{'settings':26}{'mean':>8}{'worst':>8}{'flicker of raw':>16}")
    for clip in ("cups", "juggle"):
        path = os.path.join(FOOTAGE, CLIPS[clip][0])
        before, _ = bench.mask(path, CLIPS[clip][1], *RAW)
        for name, options in (("default", []), ("stability alone", ["--despeckle", "0", "--fill", "0", "--clean", "0"]),
                              ("stability 1", ["--stability", "1"])):
            after, _ = bench.mask(path, CLIPS[clip][1], *options)
            each = overlap(before, after)
            print(f"{clip:12}{name:26}{each.mean():8.3f}{each.min():8.3f}"
                  f"{flicker(after) / flicker(before):16.2f}", flush=True)


def rates(bench):
    print("\nSame at any rate: R and B fall by a tenth over 0.5 s from second 1 on (one picture of\n"
          "cups), seconds from there until the balanced picture is within half a code of its end")
    picture = bench.rgb("cups")[:1]
    keep = ["--hue", "0:180", "--saturation", "0..1", "--value", "0..1", "--chroma-floor", "0",
            *RAW, "--balance-output"]
    for rate in (24, 30, 60):
        seconds = np.arange(5 * rate) / rate
        fall = 1 - 0.1 * np.clip((seconds - 1) / 0.5, 0, 1)
        path = bench.write("fall", cast(np.repeat(picture, len(seconds), 0), fall, fall), rate)
        data = raw(bench.splash, path, "-o", "-", "--format", "rawvideo", "--quiet", *keep)
        size = 360 * WIDTH * 3 // 2
        planes = np.frombuffer(data, np.uint8).reshape(-1, size)[:, 360 * WIDTH:].astype(float)
        cb = planes[:, :planes.shape[1] // 2].mean(1)
        unsettled = np.flatnonzero(np.abs(cb - cb[-1]) > 0.5)
        print(f"{rate:4} fps{seconds[unsettled[-1]] + 1 / rate - 1:10.2f}")
