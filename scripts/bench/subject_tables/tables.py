"""The tables of bench-subjects."""
import json, os, re, subprocess

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from lib.tools import footage, output, report, size_of
from subject_tables.clips import (
    CLIPS, NOBODY, Reference, colors, decoded, enlarged, looked, probed, read, shown)
from subject_tables.outlines import ALONE, CHILDREN, FOLLOWED, OUTLINES


def overlap(a, b):
    """Intersection over union of two masks."""
    a, b = a > 0.5, b > 0.5
    return np.logical_and(a, b).sum() / max(1, np.logical_or(a, b).sum())


def parity(splash, probe, pictures):
    print("\nThe same network in Python: 10 pictures a clip; IoU of whole masks, from the picture on")
    print(f"{'':24}{'largest difference':>20}{'least IoU':>12}{'mean IoU':>12}")
    for subject in ("person", "subject"):
        reference = Reference(subject)
        for clip in CLIPS:
            planes = decoded(clip, 10)
            given, found = probed(probe, subject, planes)
            same = max(np.abs(reference.run(g) - f).max() for g, f in zip(given, found))
            shares = [overlap(reference.find(rgb), f) for rgb, f in zip(colors(planes), found)]
            print(f"{subject + ', ' + clip:24}{same:20.1e}{min(shares):12.3f}{np.mean(shares):12.3f}")


def changes(masks):
    """Share of samples that differ by more than a quarter from one mask to the next."""
    return np.mean(np.abs(np.diff(masks, axis=0)) > 0.25)


def boil(masks):
    """Share of samples that change by more than a quarter and back again within two pictures."""
    first, second = np.diff(masks, axis=0)[:-1], np.diff(masks, axis=0)[1:]
    return np.mean((np.abs(first) > 0.25) & (np.abs(second) > 0.25) & (first * second < 0))


def detour(masks):
    """How far samples go within two pictures beyond what comes of it, on average: nothing where they keep their way."""
    steps = np.abs(np.diff(masks, axis=0))
    return np.mean(steps[1:] + steps[:-1] - np.abs(masks[2:] - masks[:-2]))


def known(masks):
    """The median of five masks, two of them yet to come: as much of motion as masks can show, and little else."""
    return np.median([masks[number:len(masks) - 4 + number] for number in range(5)], axis=0)


def lag(masks, raw):
    """Pictures by which masks are behind the network's, to the nearest quarter."""
    def error(shift):
        whole, part = int(shift), shift - int(shift)
        n = len(raw) - 3
        behind = (1 - part) * raw[2 - whole:2 - whole + n] + part * raw[1 - whole:1 - whole + n]
        return np.mean((masks[2:2 + n] - behind) ** 2)
    return min(np.arange(0, 1.76, 0.25), key=error)


def flicker(splash, probe, pictures):
    print("\nIn 3 s, splash beside the network, and their ratio. Changes: samples of 1000 that change by more than a")
    print("quarter, motion and all; beside them those of the median of five of the network's masks, two of them yet to")
    print("come, to the network's. Flicker: samples that change by that and back within two pictures. Detour: how far")
    print("samples go within two pictures beyond what comes of it, in 1000. Lag behind the network, in pictures")
    print(f"{'':20}{'changes':>24}{'median':>7}{'flicker':>25}{'detour':>25}")
    print(f"{'':20}{'network':>9}{'splash':>8}{'ratio':>7}{'ratio':>7}"
          + f"{'network':>10}{'splash':>8}{'ratio':>7}" * 2 + f"{'lag':>6}")
    for subject in ("person", "subject"):
        for clip in CLIPS:
            planes = decoded(clip)
            raw = np.stack([enlarged(mask) for mask in probed(probe, subject, planes)[1]])
            made = shown(splash, planes, 30, "--keep", subject)
            row = f"{subject + ', ' + clip:20}"
            for measure in (changes, boil, detour):
                of, left = 1000 * measure(raw), 1000 * measure(made)
                row += f"{of:{9 if measure is changes else 10}.2f}{left:8.2f}{left / max(of, 1e-9):7.2f}"
                if measure is changes:
                    row += f"{1000 * changes(known(raw)) / of:7.2f}"
            print(row + f"{lag(made, raw):6.2f}")
            if pictures:
                keep(pictures, f"{subject}-{clip}", planes, raw, made)


def keep(folder, name, planes, raw, made):
    """Every 30th picture with the network's mask on the left and that of splash on the right."""
    os.makedirs(folder, exist_ok=True)
    for number, rgb in enumerate(colors(planes)):
        if number % 30 == 0:
            halves = []
            for mask in (raw[number], made[number]):
                big = np.asarray(Image.fromarray(mask.astype(np.float32)).resize(rgb.shape[1::-1]))
                grey = rgb.mean(axis=2, keepdims=True) * 0.6 + 60
                halves.append(rgb * big[..., None] + grey * (1 - big[..., None]))
            Image.fromarray(np.hstack(halves).clip(0, 255).astype(np.uint8)).save(
                os.path.join(folder, f"{name}-{number}.png"))


def looks(splash, probe, pictures):
    print("\nPeople in 3 s: pictures of 100 in which less than half of their usual area is found")
    print(f"{'':24}{'first look':>12}{'all looks':>12}")
    for clip in CLIPS:
        first, every = areas(probe, decoded(clip))
        lost = [100 * np.mean(areas < 0.5 * np.median(every)) for areas in (first, every)]
        print(f"{clip:24}{lost[0]:12.0f}{lost[1]:12.0f}")
    print("\nNobody in 2 s: what is taken for people of 100 samples")
    print(f"{'':24}{'first look':>12}{'all looks':>12}")
    for clip in NOBODY:
        first, every = areas(probe, read(clip, 0, ["-t", "2"]))
        print(f"{clip.split('-')[0]:24}{100 * np.mean(first):12.1f}{100 * np.mean(every):12.1f}")


def areas(probe, planes):
    """The shares of pictures that the first look and all looks take for people."""
    return [np.array([np.mean(mask > 0.5) for mask in masks]) for masks in
            (probed(probe, "person", planes)[1], looked(probe, "person", planes))]


def drawn(outline):
    """The outline at chroma resolution, where it can be judged, and its length in pixels."""
    scale, reach = 4, 6
    image = Image.new("L", [scale * side for side in outline.size])
    for polygon in outline.polygons:
        ImageDraw.Draw(image).polygon([(scale * x, scale * y) for x, y in polygon], fill=255)
    truth = image.resize([side // 2 for side in outline.size], Image.BOX).point(lambda v: 255 * (v > 127))
    near = (np.asarray(truth.filter(ImageFilter.MaxFilter(2 * reach + 1)))
            != np.asarray(truth.filter(ImageFilter.MinFilter(2 * reach + 1))))
    rows, columns = np.mgrid[:truth.height, :truth.width] * 2 + 1
    for x, y, radius in outline.circles:
        near &= (columns - x) ** 2 + (rows - y) ** 2 > radius ** 2
    # The band is 2 · reach samples wide, and a sample covers two pixels.
    return np.asarray(truth) > 0, near, 2 * near.sum() / (2 * reach)


def boundary(splash, probe, pictures):
    print("\nHow far the edge of masks is from outlines drawn by hand, in pixels: what lies between them within 12")
    print("pixels of the outline, over its length. The network's masks enlarged along straight lines, splash, and people with")
    print("the outlines of things")
    print(f"{'':24}{'enlarged':>10}{'splash':>9}{'ratio':>8}{'outline':>9}")
    for outline in OUTLINES:
        planes = read(outline.file, outline.time, ["-frames:v", "1"], outline.size)
        plain = enlarged(looked(probe, outline.subject, planes, outline.size)[0], outline.size)
        made = shown(splash, planes, 30, "--keep", outline.subject, "--stability", "0", size=outline.size)[0]
        truth, near, length = drawn(outline)
        masks = [plain, made]
        if outline.subject == "person":
            masks.append(shown(
                splash, planes, 30, "--keep", "person", "--person-network", "outline", "--stability", "0", size=outline.size)[0])
        apart = [4 * np.sum(((mask > 0.5) != truth) & near) / length for mask in masks]
        print(f"{outline.name + ', ' + outline.subject:24}{apart[0]:10.2f}{apart[1]:9.2f}{apart[1] / apart[0]:8.2f}"
              + "".join(f"{each:9.2f}" for each in apart[2:]))


def children(splash, probe, pictures):
    print("\nTwo children on a bed by --keep person: how much is kept of a box inside of each")
    print(f"{'':24}" + "".join(f"{time:>6} s" for time in CHILDREN))
    planes = read(CLIPS["bedroom"][0], 0, ["-t", str(max(CHILDREN) + 0.2)])
    made = shown(splash, planes, 30, "--keep", "person")
    for name in ("girl", "boy"):
        shares = []
        for time, boxes in CHILDREN.items():
            left, top, right, bottom = (side // 2 for side in boxes.get(name, (0, 0, 0, 0)))
            mask = made[round(30 * time)][top:bottom, left:right]
            shares.append(f"{np.mean(mask):8.2f}" if mask.size else f"{'hidden':>8}")
        print(f"{name:24}" + "".join(shares))


def picked(splash, thing):
    """The hues that splash pick names for what is clicked."""
    place, _, time = thing.click.partition("@")
    return json.loads(output(splash, "pick", footage(thing.file), "--at", place.split("+")[0], "--time", time or "0",
                             "--white-balance", "off", "--json"))["flags"]


def truth_of(polygon, size, width, height):
    """An outline as samples of pictures of another size, from 0 to 1."""
    image = Image.new("L", size)
    if polygon:
        ImageDraw.Draw(image).polygon(polygon, fill=255)
    return np.asarray(image.resize((width, height)), float) / 255


def masks_of(splash, path, count, *arguments):
    """Codes of the first pictures, from 16 to 235; fewer where splash refuses."""
    width, height = size_of(path)
    made = subprocess.run(
        [splash, path, "-o", "-", "--format", "rawvideo", "--quiet", "--white-balance", "off", "--show", "mask",
         "--frames", str(count), *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return np.frombuffer(made, np.uint8).reshape(-1, height * 3 // 2, width)[:, :height]


def shares_of(codes):
    return (codes.astype(float) - 16) / 219


def mattes(splash, probe, pictures):
    print("\nPeople by both networks: overlap (IoU) with outlines drawn by hand, by the number of the picture; a hyphen where")
    print("Robust Video Matting was not fetched")
    for person in (thing for thing in FOLLOWED if thing.name in ALONE):
        path = footage(person.file)
        for network in ("selfie", "outline", "matte"):
            masks = masks_of(splash, path, max(person.outlines) + 1, "--keep", "person", "--person-network", network)
            row = f"{person.name if network == 'selfie' else '':12}{network:10}"
            for number, polygon in person.outlines.items():
                known = number < len(masks) and polygon
                row += f"{number:6}: " + (
                    f"{overlap(shares_of(masks[number]), truth_of(polygon, person.size, *size_of(path))):.2f}" if known else "-   ")
            print(row, flush=True)


def followed(splash, probe, pictures):
    print("\nWhat is clicked: overlap (IoU) with outlines drawn by hand, by the number of the picture; where the thing is")
    print("out of sight 1 for a mask of nothing. A hyphen where the click is refused; hues of object@ by splash pick")
    means = {}
    for thing in FOLLOWED:
        path, count = footage(thing.file), max(thing.outlines) + 1
        for way in ("thing", "subject", "object"):
            # Only `thing` takes further points.
            click = thing.click if way == "thing" else re.sub(r"\+[^@]*", "", thing.click)
            hues = picked(splash, thing) if way == "object" else []
            masks = masks_of(splash, path, count, "--keep", f"{way}@{click}", *hues)
            row, shares = f"{thing.name if way == 'thing' else '':12}{way + '@':10}", []
            for number, polygon in thing.outlines.items():
                if number >= len(masks):
                    row += f"{number:6}: -   "
                    continue
                mask, truth = shares_of(masks[number]), truth_of(polygon, thing.size, *size_of(path))
                shares.append(overlap(mask, truth) if polygon else float(np.mean(mask > 0.5) < 0.001))
                row += f"{number:6}: {shares[-1]:.2f}"
            means.setdefault(way, []).append(np.mean(shares or [0]))
            print(row, flush=True)
    print(f"\nMean of all {len(FOLLOWED)}: " + ", ".join(f"{way}@ {np.mean(all):.2f}" for way, all in means.items()))


def cost(splash, probe, pictures):
    print("\nMilliseconds a picture of 1280 × 720, 60 pictures, and how many a second the whole run does")
    print(f"{'':24}{'subject p50':>13}{'p95':>8}{'pictures/s':>13}")
    clip = footage(CLIPS["dog-person"][0])
    for arguments in (["--hue", "red"], ["--keep", "person"], ["--keep", "subject"],
                      ["--keep", "subject", "--subject-every", "5"]):
        done = report(splash, clip, "-o", "null", "--frames", "60", *arguments)
        stage = done["stages"].get("subject", {"p50_ms": 0, "p95_ms": 0})
        print(f"{' '.join(arguments):36}"[:36] + f"{stage['p50_ms']:9.2f}{stage['p95_ms']:8.2f}"
              f"{done['speed_fps']:13.1f}")
