"""The white balance under casts: is the mask the same, and is a picture without one left alone?"""
import os

import numpy as np

from lib.tools import ffmpeg
from .bench import FOOTAGE, RAW, cast, overlap

WARM, COLD, GREEN, TUNGSTEN = (1.25, 0.7), (0.85, 1.2), (0.85, 0.85), (1.6, 0.5)
PICTURES = 8
HUES = {
    "apple-red-10fps.mp4": 350, "bedroom-kids-pastel-540p.mp4": 350,
    "cat-tungsten-portrait.mp4": 30, "colorchecker-hlg10-hevc.mp4": 0, "cups-red-720p.mp4": 0,
    "dog-person-720p.mp4": 215, "ducks-goldenhour-vfr.mp4": 32,
    "firedog-indoor-rot180-vfr.mp4": 0, "juggle-sport-720p24.mp4": 75,
    "keyboard-red-lowlight-rot90.mp4": 0, "paperflowers-mpeg2-422-interlaced.mxf": 0,
    "parkjoy-raw-50p.y4m": 90, "pillow-purple-portrait.mp4": 285,
    "road-mjpeg422-fullrange.avi": 220, "selfie-hevc-fullrange-rot90-vfr.mp4": 20,
    "wall-4k60-fullrange-bt601.mp4": 30,
}
# Clips filled by colors that are not a cast: their hues must stay.
BACKDROPS = ("fate/mpeg2video--coolitnow-partial.mp4", "fate/mpeg4--demo.mp4",
             "fate/rv30--sipr_6k5.mp4", "photos/flower.jpg")


def casts(bench):
    print("\nCasts: overlap with the mask of the untouched clip over pictures that keep some of it, and\n"
          "the median turn of the hues of the untouched clip, in degrees (casts R x1.25 B x0.7, R x0.85\n"
          f"B x1.2, from one to the other, R and B x0.85, R x1.6 B x0.5; {PICTURES} pictures of each clip,\n"
          "a second apart)")
    names = ("warm", "cold", "drift", "green", "tungsten")
    print(f"{'clip':36}" + "".join(f"{name:>9}" for name in names) + f"{'turn':>7}  gains")
    table = []
    for clip, hue in HUES.items():
        frames = pictures(clip)
        row, (turn, gains) = constancy(masks_of(bench, hue), frames), harm(bench, frames)
        table.append(row)
        print(f"{clip:36}" + "".join(f"{v:9.2f}" for v in row) + f"{turn:7.1f}  {gains}", flush=True)
    means = np.nanmean(table, 0)
    print(f"{'mean':36}" + "".join(f"{v:9.3f}" for v in means) + f"   all {means.mean():.3f}")
    for clip in BACKDROPS:
        turn, gains = harm(bench, pictures(clip))
        print(f"{clip:81}{turn:7.1f}  {gains}", flush=True)


def pictures(clip):
    """PICTURES R'G'B' pictures spread over the first ten seconds of a clip, 320 at the longer side."""
    raw = ffmpeg("-noautorotate", "-t", "10", "-i", os.path.join(FOOTAGE, clip), "-map", "0:v:0",
                 "-fps_mode", "passthrough", "-vf",
                 "scale=320:320:force_original_aspect_ratio=decrease:force_divisible_by=2",
                 "-pix_fmt", "rgb24", "-c:v", "ppm", "-f", "image2pipe", "-")
    frames = []
    while raw:
        _, size, _, rest = raw.split(b"\n", 3)
        width, height = map(int, size.split())
        end = 3 * width * height
        frames.append(np.frombuffer(rest[:end], np.uint8).reshape(height, width, 3))
        raw = rest[end:]
    places = np.unique(np.linspace(0, len(frames) - 1, PICTURES).astype(int))
    return np.stack([frames[place] for place in places])


def masks_of(bench, hue, *options):
    return lambda pictures: bench.mask(bench.write("cast", pictures, 1), hue, *RAW, *options)[0]


def constancy(mask, frames):
    """What the mask under each of the casts has in common with that of the untouched pictures."""
    reference = mask(frames)
    some = reference.mean((1, 2)) > 0.003
    way = np.linspace(0, 1, len(frames))
    drift = [WARM[i] + (COLD[i] - WARM[i]) * way for i in (0, 1)]
    each = [overlap(reference, mask(cast(frames, *gains)))[some]
            for gains in (WARM, COLD, drift, GREEN, TUNGSTEN)]
    return [part.mean() if len(part) else np.nan for part in each]


def harm(bench, frames):
    """The median turn over pictures, and the last one's gains."""
    turns = []
    for frame in frames:
        _, report = bench.mask(bench.write("untouched", frame[None], 1), 0, *RAW)
        gains = np.array(report["white_balance"]["gains"])
        turns.append(turn(frame / 255, frame / 255 * gains))
    return np.median(turns), " ".join(f"{g:.3f}" for g in gains)


def turn(before, after):
    """The median turn of the hues of a picture's colorful pixels, in degrees."""
    hues, colorful = hue_of(before)
    turns = np.abs((hue_of(after)[0] - hues + 180) % 360 - 180)[colorful]
    return np.median(turns) if len(turns) else 0


def hue_of(pixels):
    """Hues in degrees, and which of the pixels the default gates call colorful."""
    top, chroma = pixels.max(-1), np.ptp(pixels, -1)
    red, green, blue = np.moveaxis(pixels, -1, 0)
    least = np.maximum(chroma, 1e-9)
    sector = np.where(top == red, (green - blue) / least % 6,
                      np.where(top == green, (blue - red) / least + 2, (red - green) / least + 4))
    return 60 * sector, (chroma > 0.2 * top) & (top > 0.1) & (chroma > 0.04)
