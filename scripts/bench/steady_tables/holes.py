"""Whole objects: what is lost inside of things drawn around by hand, and what is kept outside."""
import os

import numpy as np

from .bench import FOOTAGE

# Corners x, y in a frame 640 pixels wide, a few pixels inside of the thing.
APPLE_20 = [212, 170, 214, 150, 224, 130, 240, 113, 262, 103, 290, 101, 320, 105, 345, 118, 362, 138,
            372, 162, 373, 187, 366, 212, 350, 235, 325, 251, 295, 258, 265, 253, 240, 238, 222, 216,
            213, 193]
APPLE_40 = [172, 152, 176, 130, 188, 110, 206, 94, 232, 85, 260, 83, 290, 89, 314, 104, 330, 127, 335,
            152, 331, 180, 318, 207, 297, 228, 270, 240, 240, 243, 212, 237, 190, 219, 177, 192]
CUPS_90 = [[168, 165, 172, 150, 205, 146, 214, 152, 230, 248, 200, 261, 164, 254, 160, 237],
           [316, 150, 335, 146, 361, 150, 377, 252, 340, 262, 302, 252],
           [410, 140, 425, 135, 452, 137, 452, 152, 447, 170, 446, 232, 430, 240, 402, 238, 396, 230]]
FLOWER = [178, 195, 186, 165, 199, 142, 218, 119, 247, 104, 280, 95, 310, 93, 343, 98, 382, 112, 406,
          133, 426, 167, 437, 210, 435, 248, 420, 287, 397, 321, 363, 340, 320, 350, 282, 345, 243,
          330, 214, 311, 192, 277, 180, 240]
THINGS = {  # name: file, hue, its frames and polygons, height at 640 columns, options
    "apple": ("apple-red-10fps.mp4", "345:25", {20: [APPLE_20], 40: [APPLE_40]}, 356, []),
    "cups": ("cups-red-720p.mp4", "350:12:6", {90: CUPS_90}, 360, []),
    "flower": ("photos/flower.jpg", "25:25", {0: [FLOWER]}, 427, ["--white-balance", "off"]),
}
SETTINGS = [("--close-holes", "0", "--remove-specks", "0"), ("--close-holes", "0.3", "--remove-specks", "0.02")]


def inside(polygons, shape, height):
    """Which samples of a mask have their middle in one of the polygons: even-odd rule."""
    y, x = np.mgrid[:shape[0], :shape[1]] + 0.5
    y, x = y * height / shape[0], x * 640 / shape[1]
    result = np.zeros(shape, bool)
    for corners in polygons:
        points = np.reshape(corners, (-1, 2)).astype(float)
        crossed = np.zeros(shape, bool)
        for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, 0)):
            if y0 != y1:
                crossed ^= ((y0 > y) != (y1 > y)) & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
        result |= crossed
    return result


def holes(bench):
    print("\nWhole objects: per cent lost inside of the thing, and kept outside of it; flicker of the clip")
    print(f"{'thing':10}{'settings':42}{'lost':>8}{'outside':>9}{'flicker':>10}")
    for name, (file, hue, pictures, height, options) in THINGS.items():
        for settings in SETTINGS:
            masks, report = bench.mask(os.path.join(FOOTAGE, file), hue, *options, *settings)
            areas = {at: inside(polygons, masks[at].shape, height) for at, polygons in pictures.items()}
            lost = np.mean([1 - masks[at][area].mean() for at, area in areas.items()])
            outside = np.mean([masks[at][~area].mean() for at, area in areas.items()])
            print(f"{name:10}{' '.join(settings):42}{100 * lost:8.2f}{100 * outside:9.2f}"
                  f"{report['flicker']:10.5f}", flush=True)
