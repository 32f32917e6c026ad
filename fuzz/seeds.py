#!/usr/bin/env python3
"""Writes a corpus to begin with for each fuzz target: what scripts/check/fuzz damages, sound.

usage: fuzz/seeds.py FOLDER
"""
import json, os, random, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "scripts"), os.path.join(ROOT, "scripts", "check")]
from fault_cases.bench import Bench
from fuzz_cases import page, samples

KINDS = {"jpg": "jpeg", "png": "png", "tiff": "tiff", "webp": "webp", "heic": "heic", "avif": "heic"}
MESH = "0 512 1023\n" + "".join(f"{r * 511} {g * 511} {b * 511}\n" for r in range(3) for g in range(3) for b in range(3))
ORDERS = ["toggle", "on", "off", "freeze", "unfreeze", "stats", "picture", "settings"]


def seeds():
    """Targets and inputs."""
    # No program of splash is run.
    with Bench("true") as bench:
        for extension, data in [*samples.stills(bench), *samples.photos(bench), *samples.films(bench)]:
            if extension in KINDS:
                yield KINDS[extension], data
    settings = json.loads(samples.SETTINGS)
    yield "settings", samples.SETTINGS.encode()
    yield "settings", json.dumps({**settings, "timeline": json.loads(samples.TIMELINE)}).encode()
    for key, value in {"hues": ["red", "blue:40"], "rest": ["blur=3", "sepia+grain"], "whiteBalance": "gains=1.2,1,0.8",
                       "within": ["ellipse=0.5,0.5,0.2,0.2:0.1", "polygon=0,0,1,0,0.5,1", "curve=0,0,0,0,0,0,1,0,1,0,1,0,0,1,0,1,0,1"]}.items():
        yield "settings", json.dumps({key: value}).encode()
    yield "timeline", samples.TIMELINE.encode()
    yield "timeline", b'[{"time": 1, "every": 2, "until": 9, "settings": {}}, {"at": [0, 5.5], "settings": {"invert": true}}]'
    yield "note", b"a comment\nsplash 1.0.0 " + json.dumps(settings).encode() + b"\nmore"
    yield "table", samples.CUBE.encode()
    yield "table", b"LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 1\n0 0 0\n.5 .5 .5\n1 1 1\n"
    yield "table", MESH.encode()
    for order in ORDERS:
        yield "order", json.dumps({"do": order}).encode()
    yield "order", json.dumps({"set": {"hues": ["blue"]}, "transition": 1}).encode()
    yield "order", json.dumps({"preset": "evening", "transition": 0.5}).encode()
    dice = random.Random(7)
    for _ in range(200):
        yield "message", page.message(dice)


def main():
    for number, (target, data) in enumerate(seeds()):
        folder = os.path.join(sys.argv[1], target)
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{number:03}"), "wb") as file:
            file.write(data)


main()
