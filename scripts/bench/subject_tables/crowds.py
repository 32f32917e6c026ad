"""Groups and crowds with known masks: people cut out of clips and laid over other pictures."""
import glob, os, random, tempfile

import numpy as np
from PIL import Image

from lib.tools import ffmpeg, footage, loaded, run
from subject_tables.clips import NOBODY
from subject_tables.tables import masks_of

CUTS = [  # file, second, box around a person as --keep thing@box= takes it
    ("dog-person-720p.mp4", 1, "0.19,0.1,0.17,0.68"),
    ("dog-person-720p.mp4", 2.5, "0.19,0.1,0.17,0.68"),
    ("juggle-sport-720p24.mp4", 1.5, "0.48,0.06,0.18,0.92"),
    ("bedroom-kids-pastel-540p.mp4", 1, "0.17,0.08,0.36,0.7"),
    ("selfie-hevc-fullrange-rot90-vfr.mp4", 0.5, "0,0.05,1,0.95"),
]
# Kind: number of people, ranges of their heights and of their centers, as shares of the frame's height.
KINDS = {
    "group of 7": (7, (0.42, 0.6), (0.5, 0.72)),
    "crowd of 20": (20, (0.22, 0.36), (0.2, 0.85)),
    "one": (1, (0.15, 0.3), (0.3, 0.7)),
}
SIZE = 1280, 720
TRIALS = 8


def picture(path, start=0):
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "picture.png")
        # A photo cannot be sought in.
        ffmpeg(*(["-ss", start] if start else []), "-i", path, "-frames:v", "1", made)
        return Image.open(made).convert("RGB")


def cut_out(splash, name, start, box):
    """Somebody with alpha, as large as he is."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "source.png"), os.path.join(folder, "made.png")
        picture(footage(name), start).save(source)
        run(splash, source, "-o", made, "--quiet", "--keep", f"thing@box={box}", "--rest", "transparent")
        cut = Image.open(made).convert("RGBA")
    return cut.crop(cut.getchannel("A").point(lambda value: 255 * (value > 127)).getbbox())


def scene(kind, number, cuts, grounds, faces=None):
    """A picture, who is where in it: 0 for nobody, or the number of somebody, and the middle of each one's face, as of
    `faces` of the cuts, with its height.
    """
    dice = random.Random(f"{kind} {number}")
    count, heights, middles = KINDS[kind]
    image = dice.choice(grounds).resize(SIZE)
    people, middles_of_faces = np.zeros(SIZE[::-1], int), {}
    places = sorted(((dice.uniform(*heights), dice.uniform(*middles), (index + dice.random()) / count)
                     for index in range(count)), key=lambda place: place[1] + place[0] / 2)
    for index, (height, middle, x) in enumerate(places):
        cut = dice.choice(cuts)
        face = faces[cuts.index(cut)] if faces else None
        rows = int(height * SIZE[1] * min(1, 1.8 * cut.height / cut.width))
        cut = cut.resize((max(1, cut.width * rows // cut.height), rows), Image.LANCZOS)
        if dice.random() < 0.5:
            cut = cut.transpose(Image.FLIP_LEFT_RIGHT)
            face = face and (1 - face[0], *face[1:])
        place = int(x * SIZE[0] - cut.width / 2), int(middle * SIZE[1] - rows / 2)
        image.paste(cut, place, cut)
        alpha = Image.new("L", SIZE)
        alpha.paste(cut.getchannel("A"), place)
        people[np.asarray(alpha) > 127] = index + 1
        if face:
            middles_of_faces[index + 1] = (
                place[0] + face[0] * cut.width, place[1] + face[1] * cut.height, face[2] * cut.height)
    return image, people, middles_of_faces


def mask(splash, image, what="person"):
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "source.png"), os.path.join(folder, "made.png")
        image.save(source)
        run(splash, source, "-o", made, "--quiet", "--keep", what, "--show", "mask")
        return np.asarray(Image.open(made).convert("L")) > 127


def face_of(splash, cut):
    """The middle of the face of somebody, in shares of the cut, and its height; None for none."""
    ground = Image.new("RGB", cut.size, (128, 128, 128))
    ground.paste(cut, (0, 0), cut)
    rows, columns = np.nonzero(mask(splash, ground, "face"))
    if not len(rows):
        return None
    return columns.mean() / cut.width, rows.mean() / cut.height, (np.ptp(rows) + 1) / cut.height


def faces(splash, probe, pictures):
    print(f"\nFilms of 2 s in which the window goes over such pictures, {TRIALS} of a kind: of 100 faces (as somebody's own")
    print("cut-out shows his, 8 pixels high or more and before others) how many are kept in their middle, in all pictures;")
    print("and milliseconds a picture in the stage that finds them")
    cuts = [cut_out(splash, *cut) for cut in CUTS]
    known = [face_of(splash, cut) for cut in cuts]
    grounds = [picture(footage(name), start) for name in NOBODY for start in (0, 1)]
    width, height, count = SIZE[0] - 80, SIZE[1] - 44, 50
    print(f"{'':24}{'faces':>8}{'kept':>8}{'ms':>8}")
    for kind in KINDS:
        found, times, number_of_faces = [], [], 0
        for number in range(TRIALS):
            image, people, middles = scene(kind, number, cuts, grounds, known)
            seen = [(x, y) for person, (x, y, high) in middles.items()
                    if high >= 8 and 80 <= x < width and 0 <= y < height and people[int(y), int(x)] == person]
            number_of_faces += len(seen)
            with tempfile.TemporaryDirectory() as folder:
                still, film, report = (os.path.join(folder, name) for name in ("still.png", "film.mkv", "report.json"))
                image.save(still)
                ffmpeg("-loop", "1", "-framerate", "25", "-i", still, "-frames:v", count, "-vf",
                       f"crop={width}:{height}:n:0,format=yuv420p", "-c:v", "ffv1", film)
                masks = masks_of(splash, film, count, "--keep", "face", "--stats-json", report)
                times.append(loaded(report)["stages"]["subject"]["mean_ms"])
            found += [masks[n, int(y), int(x) - n] > 125 for n in range(count) for x, y in seen]
        print(f"{kind:24}{number_of_faces:8}{100 * np.mean(found):8.0f}{np.mean(times):8.0f}")


def crowds(splash, probe, pictures):
    print(f"\nPhotos of {SIZE[0]} x {SIZE[1]} composed of people of five clips and of pictures without any, {TRIALS} of")
    print("a kind: overlap with where they are, and how many of 100 are found by more than half of what is seen of them")
    cuts = [cut_out(splash, *cut) for cut in CUTS]
    grounds = [picture(footage(name), start) for name in NOBODY for start in (0, 1)]
    photos = os.path.join(os.path.dirname(footage(NOBODY[0])), "photos", "*")
    grounds += [picture(path) for path in sorted(glob.glob(photos))]
    print(f"{'':24}{'IoU':>8}{'people':>8}")
    for kind in KINDS:
        overlaps, found = [], []
        for number in range(TRIALS):
            image, people, _ = scene(kind, number, cuts, grounds)
            kept = mask(splash, image)
            overlaps.append(np.sum(kept & (people > 0)) / np.sum(kept | (people > 0)))
            for person in range(1, people.max() + 1):
                seen = people == person
                if seen.mean() > 0.0005:
                    found.append(np.sum(kept & seen) > 0.5 * np.sum(seen))
            if pictures:
                os.makedirs(pictures, exist_ok=True)
                shown = np.where(kept[..., None], np.asarray(image), np.asarray(image) // 4 + (0, 96, 0))
                name = f"{kind.replace(' ', '-')}-{number}.png"
                Image.fromarray(shown.astype(np.uint8)).save(os.path.join(pictures, name))
        print(f"{kind:24}{np.mean(overlaps):8.2f}{100 * np.mean(found):8.0f}")
    taken = [100 * np.mean(mask(splash, ground)) for ground in grounds]
    print(f"{'nobody, of 100 samples':24}{np.mean(taken):8.1f}")
