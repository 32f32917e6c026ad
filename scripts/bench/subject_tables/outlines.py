"""What people see in real pictures, drawn by hand: outlines, things over time, and boxes inside of children."""
import os
from collections import namedtuple

from lib.tools import loaded

# Polygons in pixels of the frame at that size, as displayed; circles mark areas that are ambiguous or hidden by
# something that the person holds.
Outline = namedtuple("Outline", "name file time size subject polygons circles")

# A click as --keep thing@ takes it, and polygons by the number of the frame, every 25th, in pixels of frames of
# that size; empty where the thing is out of sight.
Followed = namedtuple("Followed", "name file size click outlines")


def read(name):
    """The rows of a file beside this one."""
    return loaded(os.path.join(os.path.dirname(__file__), name))


def points(text):
    """Corners as SVG has them."""
    return [tuple(map(float, point.split(","))) for point in text.split()]


OUTLINES = [
    Outline(**row | {"size": tuple(row["size"]), "polygons": [points(polygon) for polygon in row["polygons"]]})
    for row in read("outlines.json")]
FOLLOWED = [
    Followed(**row | {
        "size": tuple(row["size"]), "outlines": {int(key): points(polygon) for key, polygon in row["outlines"].items()}})
    for row in read("followed.json")]

# Those tracked people who are the only ones in the frame.
ALONE = "juggler", "woman"

# Left, top, right and bottom within each child, in pixels of 960 × 540, by the time in seconds; the boy is hidden in
# two of the frames.
CHILDREN = {
    0.5: {"girl": (312, 120, 366, 260), "boy": (215, 305, 250, 380)},
    1: {"girl": (300, 170, 365, 290), "boy": (225, 330, 270, 410)},
    1.5: {"girl": (322, 125, 378, 265), "boy": (255, 250, 285, 315)},
    2: {"girl": (310, 130, 360, 280), "boy": (266, 215, 284, 268)},
    2.5: {"girl": (248, 120, 300, 265)},
    3: {"girl": (203, 120, 255, 285)},
    3.5: {"girl": (183, 155, 238, 310), "boy": (138, 222, 165, 270)},
    4: {"girl": (195, 240, 240, 400), "boy": (66, 245, 125, 290)},
    4.5: {"girl": (265, 215, 320, 390), "boy": (30, 250, 85, 310)},
    5: {"girl": (352, 170, 408, 350), "boy": (30, 300, 95, 360)},
    5.5: {"girl": (390, 140, 455, 305), "boy": (55, 130, 135, 255)},
    6: {"girl": (382, 140, 445, 285), "boy": (100, 40, 175, 150)},
}
