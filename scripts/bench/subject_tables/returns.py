"""Things that hide, leave in a cut and return: composed of clips by a seed, with outlines drawn by hand as truth."""
import functools, os, random, subprocess, tempfile
from collections import Counter

import numpy as np

from lib.tools import ffmpeg, footage, size_of
from subject_tables.outlines import FOLLOWED
from subject_tables.tables import overlap, truth_of

WIDTH, HEIGHT, RATE = 960, 540, 25
SEEN, AWAY, SEEDS, CASES = 16, 12, (1, 2, 3), 50
# Shares of the frame: less of it is no mask, and an overlap from which a thing is found.
NOTHING, RIGHT = 0.001, 0.5
# Pictures within which a loss is noticed.
NOTICE = 4
# cut: another clip in between; mirrored: likewise, and comes back as seen in a mirror; gone: only other clips follow;
# behind: a picture of another clip slides over it.
KINDS = "cut", "mirrored", "gone", "behind"


@functools.cache
def canvas(file):
    """How a file lies on the canvas: left edge and width."""
    width, height = size_of(footage(file))
    width = min(WIDTH, round(width * HEIGHT / height / 2) * 2)
    return (WIDTH - width) // 4 * 2, width


def pictures(file, first, count, *, mirrored=False):
    """Pictures of a file from one on, on the canvas, as bytes of yuv420p."""
    left, width = canvas(file)
    change = (f"select=gte(n\\,{first}),scale={width}:{HEIGHT}:flags=area,"
              f"pad={WIDTH}:{HEIGHT}:{left}:0" + ",hflip" * mirrored)
    data = ffmpeg("-i", footage(file), "-vf", change, "-frames:v", count, "-fps_mode", "passthrough", "-an",
                  "-pix_fmt", "yuv420p", "-f", "rawvideo", "-")
    size = WIDTH * HEIGHT * 3 // 2
    return [np.frombuffer(data, np.uint8, size, start * size) for start in range(len(data) // size)]


def truth(thing, number, mirrored=False):
    left, width = canvas(thing.file)
    mask = np.zeros((HEIGHT, WIDTH), np.float32)
    mask[:, left:left + width] = truth_of(thing.outlines[number], thing.size, width, HEIGHT)
    return mask[:, ::-1] if mirrored else mask


def covered(picture, cover, right):
    """A picture below another one that covers it up to a column."""
    y, u, v = WIDTH * HEIGHT, WIDTH * HEIGHT * 5 // 4, WIDTH * HEIGHT * 3 // 2
    made = picture.copy()
    for start, end, width in (0, y, WIDTH), (y, u, WIDTH // 2), (u, v, WIDTH // 2):
        over, under = (planes[start:end].reshape(-1, width) for planes in (cover, made))
        under[:, :right * width // WIDTH] = over[:, :right * width // WIDTH]
    return made


def case(kind, chance):
    """A thing, the number of its outline in the first picture, a film, numbers of later outlines, and when it is away."""
    thing = chance.choice(FOLLOWED)
    others = sorted({other.file for other in FOLLOWED} - {thing.file})
    numbers = [number for number, outline in thing.outlines.items() if outline]
    begin = chance.choice(numbers[:-1])
    later = chance.choice([number for number in numbers if number > begin])
    mirrored = kind == "mirrored"
    film = pictures(thing.file, begin, SEEN)
    beside = chance.sample(others, 2)
    if kind == "behind":
        begin = chance.choice([number for number in numbers if number + 25 in numbers] or numbers)
        # The cover comes within 3 pictures, stays for 10 and goes within 3.
        shares = [0] * 6 + [1, 2, 3] + [4] * 10 + [3, 2, 1] + [0] * 10
        cover = pictures(beside[0], 0, 1)[0]
        film = [covered(picture, cover, WIDTH * share // 4)
                for picture, share in zip(pictures(thing.file, begin, len(shares)), shares)]
        return thing, begin, film, {25: begin + 25} if begin + 25 in numbers else {}, (9, 19), False
    film += pictures(beside[0], chance.choice((0, 5, 10)), AWAY)
    if kind == "gone":
        film += pictures(beside[1], 0, AWAY)
        return thing, begin, film, {}, (SEEN, len(film)), False
    film += pictures(thing.file, later, SEEN, mirrored=mirrored)
    return thing, begin, film, {SEEN + AWAY: later}, (SEEN, SEEN + AWAY), mirrored


def masks(splash, film, name):
    """What is kept in each picture, and the lines that the run prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.mkv")
        ffmpeg("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}", "-r", RATE, "-i", "-", "-c:v", "ffv1",
               path, data=b"".join(picture.tobytes() for picture in film))
        done = subprocess.run([splash, path, "--keep", name, "--white-balance", "off", "--show", "mask", "-o", "-", "--format",
                               "rawvideo", "--pixel-format", "gray"], capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
    shown = np.frombuffer(done.stdout, np.uint8).reshape(-1, HEIGHT, WIDTH)
    return shown > 125, [line for line in done.stderr.decode().splitlines() if name.split("=")[0] in line]


def judged(found, outlines, away, thing, mirrored):
    """What became of it, and its least overlap where it is to be found again."""
    hidden = [np.mean(mask) > NOTHING for mask in found[away[0]:away[1]]]
    if any(hidden[NOTICE:]):
        return "exchanged", 0
    shares = [overlap(found[place], truth(thing, number, mirrored)) for place, number in outlines.items()]
    if not outlines or min(shares) >= RIGHT:
        return "left late" if any(hidden) else "found" if outlines else "stays away", min(shares, default=1)
    if any(np.mean(found[place]) > NOTHING for place in outlines):
        return "exchanged", min(shares)
    return "lost" if np.mean(found[-1]) < NOTHING else "found late", min(shares)


def returns(splash, probe, kept):
    for seed in SEEDS:
        tried(splash, seed)


def tried(splash, seed):
    print(f"\nThings that leave and return, composed by seed {seed}: what becomes of {CASES}")
    chance, counts = random.Random(seed), {kind: Counter() for kind in KINDS}
    for index in range(CASES):
        kind = KINDS[index % len(KINDS)]
        thing, begin, film, outlines, away, mirrored = case(kind, chance)
        mask = truth(thing, begin)
        rows, columns = np.flatnonzero(mask.max(1) > 0.5), np.flatnonzero(mask.max(0) > 0.5)
        box = (columns[0] / WIDTH, rows[0] / HEIGHT, np.ptp(columns) / WIDTH, np.ptp(rows) / HEIGHT)
        found, lines = masks(splash, film, "thing@box=" + ",".join(f"{share:.3f}" for share in box))
        fate, share = judged(found, outlines, away, thing, mirrored)
        counts[kind][fate] += 1
        print(f"{index:3} {kind:10}{thing.name:10}{begin:4}  {fate:11}{share:6.2f}  " + "; ".join(
            line.split(": ", 2)[-1] for line in lines), flush=True)
    for kind, fates in counts.items():
        print(f"{kind:10}" + ", ".join(f"{fate} {count}" for fate, count in fates.most_common()))
