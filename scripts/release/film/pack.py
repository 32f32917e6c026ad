"""Makes a clip and its truth of what `render.py` left: adds up the lights, moves the camera, and encodes.

It runs in a Python that has Blender, OpenEXR and OpenCV (`pip install bpy OpenEXR 'opencv-python-headless<4.11'`).

usage: pack.py SCENE FOLDER OUT [--only 0,60,118]

OUT gets SCENE.mp4, SCENE-truth.mkv (grey, without loss: all masks, one under the other, at half the size) and SCENE.json:
the names of the masks from top to bottom, the light of each picture as linear Rec. 709, and the path of the camera. A scene
of STEP 2 has every second picture, at half the rate. With --only it gets pictures of these numbers instead.
"""
import argparse, importlib, json, os, subprocess, sys

import bpy
import cv2
import numpy
import OpenEXR

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
WIDTH, HEIGHT, FPS = 960, 540, 24


def layers(path):
    """Linear light and masks (height, width, 9) of an EXR file; a part of a picture comes with its place."""
    with OpenEXR.File(path) as file:
        found = {name.split(".")[-1]: channel.pixels
                 for part in file.parts for name, channel in part.channels.items()}
        low = file.parts[0].header["dataWindow"][0]
    masks = numpy.concatenate([found[f"truth{n}"][..., :3] for n in range(3)], axis=2)
    return found["Combined"][..., :3].astype(numpy.float32), masks.astype(numpy.float32), low


class Display:
    """Blender's view transform Filmic, as a camera would develop its picture."""

    def __init__(self, exposure, scratch):
        view = bpy.context.scene.view_settings
        view.view_transform, view.look, view.exposure = "Filmic", "High Contrast", exposure
        settings = bpy.context.scene.render.image_settings
        settings.file_format, settings.color_mode, settings.color_depth, settings.compression = "PNG", "RGB", "16", 0
        self.image = bpy.data.images.new("frame", WIDTH, HEIGHT, float_buffer=True)
        self.scratch = scratch

    def develop(self, linear):
        """Codes of Rec. 709's display from 0 to 255, with fractions."""
        flat = numpy.ones((HEIGHT, WIDTH, 4), numpy.float32)
        flat[..., :3] = linear[::-1]
        self.image.pixels.foreach_set(flat.ravel())
        self.image.save_render(self.scratch, scene=bpy.context.scene)
        return cv2.imread(self.scratch, cv2.IMREAD_UNCHANGED)[..., ::-1].astype(numpy.float32) / 257


def still(scene, folder, frames, step, told):
    """Pictures of a scene that stands under light that changes."""
    lights = {name: layers(os.path.join(folder, f"{name}.exr")) for name in told["light"]}
    masks = next(iter(lights.values()))[1]
    for frame in range(0, frames, step):
        shares = scene.light(frame / (frames - 1))
        linear = sum(lights[name][0] * numpy.float32(shares[name]) for name in lights)
        white = sum(numpy.array(told["light"][name]) * shares[name] for name in lights)
        yield frame, linear, masks, white


def moving(scene, folder, frames, step, told):
    """Pictures of a room in which one part changes."""
    room, masks, _ = layers(os.path.join(folder, "room.exr"))
    for frame in range(0, frames, step):
        part, changed, low = layers(os.path.join(folder, f"{frame:04d}.exr"))
        linear, labels = room.copy(), masks.copy()
        top, left = (low[1], low[0]) if part.shape[:2] != room.shape[:2] else (0, 0)
        if part.shape[:2] == room.shape[:2]:  # the whole frame, empty outside of the part
            rows, columns = numpy.flatnonzero(part.any(axis=(1, 2))), numpy.flatnonzero(part.any(axis=(0, 2)))
            top, left = rows[0], columns[0]
            window = slice(top, rows[-1] + 1), slice(left, columns[-1] + 1)
            part, changed = part[window], changed[window]
        height, width = part.shape[:2]
        place = slice(top, top + height), slice(left, left + width)
        linear[place] += feather(height, width, linear.shape, top, left) * (part - linear[place])
        labels[place] = changed
        yield frame, linear, labels, numpy.array(told["light"]["room"])


def whole(scene, folder, frames, step, told):
    """Pictures that were rendered as they are."""
    for frame in range(0, frames, step):
        linear, masks, _ = layers(os.path.join(folder, f"{frame:04d}.exr"))
        yield frame, linear, masks, numpy.array(told["light"]["room"])


def pictures(scene, folder, told):
    made = whole
    if hasattr(scene, "light"):
        made = still
    elif os.path.exists(os.path.join(folder, "room.exr")):
        made = moving
    return made(scene, folder, scene.SECONDS * FPS, scene.STEP, told)


def feather(height, width, whole, top, left, soft=14):
    """A weight that falls to 0 at the edges of a part, but not where it ends with the picture."""
    def along(count, begins, ends):
        ramp = numpy.arange(1, count + 1) / soft
        return numpy.minimum(1, numpy.minimum(1e9 if begins else ramp, 1e9 if ends else ramp[::-1]))
    rows = along(height, top == 0, top + height == whole[0])
    columns = along(width, left == 0, left + width == whole[1])
    return numpy.outer(rows, columns)[..., None].astype(numpy.float32)


def crop(picture, view):
    """What a camera sees that magnifies by view[0] around the middle view[1], view[2]."""
    height, width = picture.shape[:2]
    zoom = view[0] * WIDTH / width
    matrix = numpy.float32([[zoom, 0, WIDTH / 2 - zoom * view[1] * width],
                            [0, zoom, HEIGHT / 2 - zoom * view[2] * height]])
    planes = [cv2.warpAffine(numpy.ascontiguousarray(picture[..., first:first + 3]), matrix, (WIDTH, HEIGHT),
                             flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
              for first in range(0, picture.shape[2], 3)]
    return numpy.maximum(0, numpy.concatenate(planes, axis=2))


def sensor(codes, dice):
    """Noise as of a small camera: more in the shadows, softened over neighbors as its demosaicing does."""
    grain = dice.normal(0, 1, codes.shape).astype(numpy.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.6) * 2.1
    return codes + grain * (0.7 + 1.3 * (1 - codes / 255) ** 2) * numpy.minimum(1, codes / 20 + 0.3)


def writer(path, size, pixels, rate, *options):
    return subprocess.Popen([
        "ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", pixels, "-s", "{}x{}".format(*size), "-r", str(rate),
        "-i", "-", *options, path], stdin=subprocess.PIPE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", choices=["still", "ball", "product", "street"])
    parser.add_argument("folder")
    parser.add_argument("out")
    parser.add_argument("--only", help="numbers of pictures, with commas")
    arguments = parser.parse_args()
    scene = importlib.import_module(arguments.scene)
    with open(os.path.join(arguments.folder, "lights.json"), encoding="utf-8") as file:
        told = json.load(file)
    names = told["masks"]
    frames = scene.SECONDS * FPS
    display = Display(scene.EXPOSURE, os.path.join(arguments.folder, "frame.png"))
    only = [int(n) for n in arguments.only.split(",")] if arguments.only else None
    os.makedirs(arguments.out, exist_ok=True)
    base = os.path.join(arguments.out, arguments.scene)
    rate = FPS // scene.STEP
    if not only:
        film = writer(base + ".mp4", (WIDTH, HEIGHT), "rgb24", rate, "-vf", "scale=out_color_matrix=bt709:out_range=tv",
                      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "slow", "-tune", "grain", "-crf", "20", "-color_primaries",
                      "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-movflags", "+faststart")
        truth = writer(base + "-truth.mkv", (WIDTH // 2, HEIGHT // 2 * len(names)), "gray", rate, "-c:v", "libx264",
                       "-preset", "veryslow", "-qp", "0", "-pix_fmt", "gray")
    record = {"masks": names, "light": [], "camera": []}
    for frame, linear, masks, white in pictures(scene, arguments.folder, told):
        if only and frame not in only:
            continue
        view = scene.camera(frame / (frames - 1))
        dice, seen = numpy.random.default_rng(frame), crop(linear, view)
        if hasattr(scene, "weather"):
            seen = scene.weather(seen, dice)
        codes = sensor(display.develop(seen), dice)
        codes = numpy.clip(codes + 0.5, 0, 255).astype(numpy.uint8)
        small = cv2.resize(crop(masks, view), (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA)
        small = numpy.clip(small * 255 + 0.5, 0, 255).astype(numpy.uint8)
        if only:
            cv2.imwrite(f"{base}-{frame:04d}.png", codes[..., ::-1])
            continue
        film.stdin.write(codes.tobytes())
        truth.stdin.write(numpy.concatenate([small[..., n] for n in range(len(names))]).tobytes())
        record["light"].append([round(float(value), 5) for value in white])
        record["camera"].append([round(value, 5) for value in view])
    if not only:
        for process in (film, truth):
            process.stdin.close()
            process.wait()
        with open(base + ".json", "w", encoding="utf-8") as file:
            json.dump(record, file)
            file.write("\n")


if __name__ == "__main__":
    main()
