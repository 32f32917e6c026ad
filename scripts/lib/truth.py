"""The true masks of the project's films. Needs numpy."""
import os

import numpy as np

from lib.tools import ROOT, loaded, samples, size_of


def true_masks(film, *options):
    """Masks by name, of 8 bits, as (pictures, height, width); options are of FFmpeg's output."""
    names = loaded(os.path.join(ROOT, "film", film + ".json"))["masks"]
    path = os.path.join(ROOT, "film", film + "-truth.mkv")
    width, height = size_of(path)
    planes = np.frombuffer(samples(path, "gray", *options), np.uint8).reshape(-1, len(names), height // len(names), width)
    return {name: planes[:, number] for number, name in enumerate(names)}
