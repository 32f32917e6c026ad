"""Compares the pictures that two builds of splash make, bit by bit.

Runs both over every clip of a folder and its subfolders, or over clips that ffmpeg makes in every kind
of pixel format, with several looks each, and compares digests of the raw pictures. Prints a line per
clip and look; exits 1 if any differ. A clip that players turn is compared without that, since older
builds leave the turn to them where newer ones make it in the pixels. Of a look a build is told what its help knows;
hues are in degrees, since what a name means may change.
"""
import hashlib, os, re, subprocess, tempfile

LOOKS = {
    "plain": ["--hue", "0", "--white-balance", "off", "--stability", "0", "--despeckle", "0",
              "--fill", "0", "--clean", "0"],
    "defaults": ["--hue", "0"],
    "mask": ["--hue", "0", "--show", "mask"],
    "balanced": ["--hue", "0", "--balance-output"],
    "side by side": ["--hue", "0", "--show", "side-by-side"],
    "narrow, two hues": ["--hue", "10:15:2", "--hue", "210:30:1", "--white-balance", "off"],
}
FORMATS = ["yuv420p", "yuv422p", "yuv444p", "yuv440p", "yuvj420p", "yuv420p10le", "yuv422p10le",
           "yuv444p12le", "yuv420p12le", "nv12", "p010le", "yuyv422", "uyvy422", "yuva420p",
           "rgb24"]


def made(folder):
    """Moving colors under noise, one clip per pixel format, of an odd width where the format has one."""
    paths = []
    for name in FORMATS:
        width = 322 if name in ("yuyv422", "uyvy422", "nv12", "p010le") else 321
        paths.append(os.path.join(folder, f"{name}.nut"))
        subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
             "testsrc2=size=320x180:rate=25:duration=0.4,noise=alls=24:all_seed=7:allf=t,"
             f"format=gbrp,scale={width}:181", "-pix_fmt", name, "-c:v", "rawvideo", paths[-1]],
            check=True)
    return paths


def found(folder):
    paths = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
    return sorted(path for path in paths if not path.endswith((".md", ".txt", ".json")))


def as_stored(clip, scratch):
    """The clip itself, or a copy of its pictures that players do not turn."""
    turned = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0", clip],
        capture_output=True, text=True).stdout.strip(",\n ")
    if not turned:
        return clip
    copy = os.path.join(scratch, "as-stored.mov")
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", clip, "-map", "0:v", "-c", "copy",
                    "-metadata:s:v", "rotate=0", copy], check=True)
    return copy


def takes(binary, words):
    """Whether a build has a flag, be it by an earlier name, which help does not show."""
    run = subprocess.run([binary, "test:64x48", "--frames", "1", "-o", "null", *words], capture_output=True, text=True)
    return not re.search("unknown (flag|option)", run.stderr, re.IGNORECASE)


def known(binary, look):
    """A look without the flags, and their values, that a build does not have."""
    words, rest = [], look[:]
    while rest:
        end = next((i for i, word in enumerate(rest[1:], 1) if word.startswith("--")), len(rest))
        words += rest[:end] if takes(binary, rest[:end]) else []
        rest = rest[end:]
    return words


def digest(binary, clip, look, frames):
    """What a build makes of a clip: its status, and the length and digest of its pictures."""
    command = [binary, clip, "-o", "-", "--format", "rawvideo", "--quiet", *look]
    if frames:
        command += ["--frames", str(frames)]
    run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL)
    sum, length = hashlib.blake2b(digest_size=8), 0
    while block := run.stdout.read(1 << 20):
        sum.update(block)
        length += len(block)
    return run.wait(), length, sum.hexdigest()


def describe(parser):
    parser.add_argument("old", help="the build to compare with")
    parser.add_argument("new", help="the build to judge")
    parser.add_argument("folder", nargs="?", help="clips (default: made by ffmpeg)")
    parser.add_argument("--frames", type=int, default=0, help="pictures of each clip (default: all)")
    parser.add_argument("--look", choices=LOOKS, help="only this one")


def compare(args):
    differences = pictures = compared = 0
    looks = [(name, known(args.old, look), known(args.new, look)) for name, look in LOOKS.items()
             if name == (args.look or name)]
    with tempfile.TemporaryDirectory() as scratch:
        for path in found(args.folder) if args.folder else made(scratch):
            clip = as_stored(path, scratch)
            for name, old_look, new_look in looks:
                old = digest(args.old, clip, old_look, args.frames)
                new = digest(args.new, clip, new_look, args.frames)
                compared += 1
                pictures += old[1] > 0
                differences += old != new
                verdict = "same" if old == new else f"DIFFERS: status, bytes and digest {old}, {new}"
                print(f"{os.path.relpath(path, args.folder or scratch):48} {name:18} {old[1]:12} bytes  "
                      f"{verdict}", flush=True)
    print(f"{compared} comparisons, {pictures} of them with pictures, {differences} differ")
    return int(differences > 0 or pictures == 0)
