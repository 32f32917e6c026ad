"""Pictures in RGB, and what the command makes of them as Y'CbCr of 12 bits in full range, by which libsplash takes RGB."""
import subprocess

import numpy as np

from splash_video import PROGRAM

RATE = 25


def pictures(width=161, height=90, count=4, seed=3):
    """Discs of color that move over a gradient, under noise."""
    dice = np.random.default_rng(seed)
    rows, columns = np.mgrid[:height, :width]
    result = []
    for number in range(count):
        picture = np.stack([columns * 255 / width, rows * 255 / height, (columns + rows) % 256], -1)
        for place, color in enumerate([(205, 30, 40), (30, 60, 200), (230, 200, 40), (120, 120, 120)]):
            inside = (columns - 25 - 35 * place - number) ** 2 + (rows - height / 2) ** 2 < 15 ** 2
            picture[inside] = color
        result.append(np.uint8(np.clip(picture + dice.normal(0, 8, picture.shape), 0, 255)))
    return np.array(result)


def flags(settings):
    words = []
    for name, value in settings.items():
        for each in value if isinstance(value, (list, tuple)) else [value]:
            words += ["--" + name.replace("_", "-")] + ([] if each is True else [str(each)])
    return words


def weights(height):
    """Of red and blue in luma, as of untagged pictures (BT.709 from 720 lines up, else BT.601), in 16 bits of fraction, and the
    matrix's name."""
    return (0.2126, 0.0722, "bt709") if height >= 720 else (0.299, 0.114, "bt601")


def split(rgb, kr, kb):
    """Y'CbCr of 12 bits in full range, to the nearest code by coefficients of 16 bits, as SplashRGB.h has it."""
    red, green, blue = (rgb[..., index].astype(np.int64) for index in range(3))
    scale = 4095 / 255

    def fixed(number):
        return int(np.rint(number * 65536))

    yr, yb = fixed(kr * scale), fixed(kb * scale)
    u, v, kg = scale / (2 - 2 * kb), scale / (2 - 2 * kr), 1 - kr - kb
    ur, ug, vb, vg = fixed(kr * u), fixed(kg * u), fixed(kb * v), fixed(kg * v)
    luma = yr * red + (fixed(scale) - yr - yb) * green + yb * blue
    cb = (ur + ug) * blue - ur * red - ug * green + (2048 << 16)
    cr = (vb + vg) * red - vb * blue - vg * green + (2048 << 16)
    return np.clip(np.stack([luma, cb, cr], -3) + 32768 >> 16, 0, 4095).astype("<u2")


def joined(planes, kr, kb):
    """And back, by coefficients of 20 bits."""
    luma, cb, cr = (planes[..., index, :, :].astype(np.int64) for index in range(3))
    scale, kg = 255 / 4095, 1 - kr - kb

    def fixed(number):
        return int(np.rint(number * scale * 2 ** 20))

    luma, cb, cr = luma * fixed(1) + 2 ** 19, cb - 2048, cr - 2048
    green = luma - fixed(2 * kb * (1 - kb) / kg) * cb - fixed(2 * kr * (1 - kr) / kg) * cr
    rgb = np.stack([luma + fixed(2 - 2 * kr) * cr, green, luma + fixed(2 - 2 * kb) * cb], -1)
    return np.clip(rgb >> 20, 0, 255).astype(np.uint8)


def commanded(rgb, *words):
    """What the command makes of pictures: planes of 12 bits."""
    count, height, width, _ = rgb.shape
    kr, kb, matrix = weights(height)
    done = subprocess.run(
        [PROGRAM, "-", "--input-format", "rawvideo", "--size", f"{width}x{height}", "--fps", str(RATE), "--pixel-format",
         "yuv444p12le", "--range", "full", "--matrix", matrix, "-o", "-", "--format", "rawvideo", "--quiet", *words],
        input=split(rgb, kr, kb).tobytes(), stdout=subprocess.PIPE, check=True)
    return np.frombuffer(done.stdout, "<u2").reshape(count, 3, height, width)
