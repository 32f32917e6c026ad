"""Things that are found by the name of their color, in films and footage with outlines and in photographs."""
import os, subprocess

import numpy as np
from PIL import Image, ImageDraw

from lib.tools import ROOT, footage, loaded, size_of
from lib.truth import true_masks
from subject_tables.outlines import FOLLOWED, OUTLINES

GOOD = 0.5


def drawn(polygons, size):
    image = Image.new("L", tuple(size))
    for polygon in polygons:
        ImageDraw.Draw(image).polygon(polygon, fill=255)
    return image


def of_film(row, _):
    masks = true_masks(row["film"], "-frames:v", "1")
    return os.path.join(ROOT, "film", row["film"] + ".mp4"), 0, [Image.fromarray(masks[name][0]) for name in row["things"]]


def of_click(row, _):
    table = footage("clicks/clicks.json")
    thing = table and next(thing for thing in loaded(table) if thing["thing"] == row["clicked"])
    return thing and (
        footage(thing["source"]), thing["time"], [Image.open(footage("clicks/" + thing["mask"])).convert("L")])


def of_followed(row, _):
    thing = next(thing for thing in FOLLOWED if thing.name == row["followed"])
    return footage(thing.file), row["time"], [drawn([thing.outlines[int(row["frame"])]], thing.size)]


def of_outline(row, _):
    thing = next(thing for thing in OUTLINES if thing.name == row["outline"])
    return footage(thing.file), thing.time, [drawn(thing.polygons, thing.size)]


def of_photo(row, folder):
    codes = folder and np.asarray(Image.open(os.path.join(folder, row["photo"] + ".png")))
    return folder and (os.path.join(folder, row["photo"] + ".jpg"), None, [
        Image.fromarray(np.isin(codes, things).astype(np.uint8) * 255) for things in row["things"]])


SOURCES = {"film": of_film, "clicked": of_click, "followed": of_followed, "outline": of_outline, "photo": of_photo}


def colored(splash, folder):
    """Prints the overlap of each answer with the likest thing of that color, and how many are right.

    - folder: photographs beside codes of their segments, NAME.jpg and NAME.png; none for films and footage alone.
    """
    rows = loaded(os.path.join(os.path.dirname(__file__), "colored.json"))
    shares = []
    for row in rows:
        kind = next(kind for kind in SOURCES if kind in row)
        source = SOURCES[kind](row, folder)
        if not source or not source[0]:
            continue
        path, time, truths = source
        start = ["--start", str(time)] if time else []
        width, height = size_of(path)
        made = subprocess.run(
            [splash, path, *start, "--frames", "1", "--quiet", "--keep", "thing@" + row["word"], "--show", "mask",
             "--format", "rawvideo", "--pixel-format", "gray", "-o", "-"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        # Nothing, where no thing of that color is found.
        found = np.frombuffer(made or bytes(width * height), np.uint8)
        upright = np.asarray(truths[0]).shape
        found = found.reshape((height, width) if (height > width) == (upright[0] > upright[1]) else (width, height))
        best = 0
        for truth in truths:
            wanted = np.asarray(truth.resize(found.shape[::-1])) > 127
            kept = found >= 126
            best = max(best, (kept & wanted).sum() / max(1, (kept | wanted).sum()))
        shares.append(best)
        print(f"{row['word'] + ', ' + row[kind]:28}{best:8.2f}", flush=True)
    right = sum(share >= GOOD for share in shares)
    print(f"{f'of {len(shares)} with {GOOD} or more':28}{right:8}  ({100 * right / max(1, len(shares)):.0f} %)")
