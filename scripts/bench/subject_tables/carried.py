"""Masks of `subject` that motion carries between key frames, beside those of each frame."""
import os, tempfile

import numpy as np

from lib.tools import ffmpeg, footage, report, size_of
from subject_tables.live import CLIPS, cut, LEAST, masks
from subject_tables.outlines import ALONE, FOLLOWED
from subject_tables.tables import masks_of, overlap, shares_of, truth_of

EACH, CARRIED = (["--keep", "subject", "--subject-every", every] for every in ("1", "auto"))
PICTURES = 96


def carried(splash, probe, pictures):
    print("\n--keep subject by --subject-every auto beside 1, in 4 s: overlap (IoU) of their masks, mean and least")
    print(f"{'':24}{'mean':>8}{'least':>8}")
    means = []
    for clip, (_, _, isLarge) in CLIPS.items():
        if isLarge:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source = cut(folder, clip)
            each, other = masks(splash, source, *EACH), masks(splash, source, *CARRIED)
        shares = [overlap(mask, other[time]) for time, mask in each.items() if np.sum(mask | other[time]) > LEAST]
        means.append(np.mean(shares))
        print(f"{clip:24}{means[-1]:8.3f}{min(shares):8.2f}", flush=True)
    print(f"{'mean':24}{np.mean(means):8.3f}")
    print(f"\nPictures a second at 1920 × 1080, {PICTURES} pictures, on 1 and 2 threads")
    print(f"{'':24}{'1':>8}{'auto':>8}{'1':>8}{'auto':>8}")
    for name in ("juggle", "dog-person"):
        row = f"{name:24}"
        with tempfile.TemporaryDirectory() as folder:
            large = os.path.join(folder, "large.mkv")
            ffmpeg("-ss", CLIPS[name][1], "-i", footage(CLIPS[name][0]), "-frames:v", PICTURES, "-vf",
                   "scale=1920:1080:flags=bicubic", "-an", "-c:v", "libx264", "-preset", "fast", "-crf", "16", large)
            for threads in ("1", "2"):
                for arguments in (EACH, CARRIED):
                    done = report(splash, large, "-o", "null", "--subject-threads", threads, *arguments)
                    row += f"{done['speed_fps']:8.1f}"
        print(row, flush=True)
    print("\nOverlap with outlines drawn by hand of those who are alone, by the number of the picture; also what they hold")
    for person in (thing for thing in FOLLOWED if thing.name in ALONE):
        path = footage(person.file)
        for name, arguments in ("1", EACH), ("auto", CARRIED):
            made = shares_of(masks_of(splash, path, max(person.outlines) + 1, *arguments))
            row = [overlap(made[number], truth_of(polygon, person.size, *size_of(path)))
                   for number, polygon in person.outlines.items() if polygon]
            print(f"{person.name:12}{name:6}" + "".join(f"{share:6.2f}" for share in row) + f"{np.mean(row):8.3f}", flush=True)
