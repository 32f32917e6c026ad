"""What every table needs: clips in, masks out, and what a mask is judged by."""
import os

import numpy as np

from lib.tools import ffmpeg, footage, loaded, output, raw, samples, size_of

FOOTAGE = os.environ.get("SPLASH_FOOTAGE", "")
HAS_FOOTAGE = footage("cups-red-720p.mp4") is not None
WIDTH = 640
CLIPS = {  # name: file, hue, height at WIDTH columns, first second, seconds
    "cups": ("cups-red-720p.mp4", 0, 360, 0, 10),
    "pillow": ("pillow-purple-portrait.mp4", 285, 480, 0, 10),
    "juggle": ("juggle-sport-720p24.mp4", 75, 360, 0, 10),
    "ducks": ("ducks-goldenhour-vfr.mp4", 32, 360, 0, 4),
    "keyboard": ("keyboard-red-lowlight-rot90.mp4", 0, 360, 0, 2),
}
# FFmpeg's white balance filters, each with a format that it takes.
BALANCES = {"ffmpeg grayworld": "format=gbrpf32le,grayworld",
            "ffmpeg colorcorrect": "format=yuv444p,colorcorrect=analyze=average"}
# Without temporal smoothing and cleaning: the mask of the rule alone.
RAW = ["--stability", "0", "--despeckle", "0", "--fill", "0", "--clean", "0"]


class Bench:
    def __init__(self, splash, folder, pictures):
        self.splash, self.folder, self.pictures = splash, folder, pictures

    def path(self, name):
        return os.path.join(self.folder, name)

    # Clips in and masks out.

    def rgb(self, clip):
        """R'G'B' pictures of a clip, WIDTH columns wide (portrait clips as they are)."""
        name, _, height, start, seconds = CLIPS[clip]
        width = 368 if clip == "pillow" else WIDTH
        data = ffmpeg("-noautorotate", "-ss", start, "-t", seconds, "-i", os.path.join(FOOTAGE, name), "-map", "0:v:0", "-fps_mode",
                      "passthrough", "-vf", f"scale={width}:{height}:flags=area", "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
        return np.frombuffer(data, np.uint8).reshape(-1, height, width, 3)

    def rate(self, clip):
        n, d = output("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=avg_frame_rate", "-of",
                      "csv=p=0", os.path.join(FOOTAGE, CLIPS[clip][0])).strip(",\n").split("/")
        return float(n) / float(d)

    def write(self, name, frames, rate, pixels="rgb24"):
        """A lossless 4:2:0 BT.709 clip of R'G'B' pictures or of raw 4:2:0 planes."""
        shape = (frames.shape[2], frames.shape[1]) if pixels == "rgb24" else (frames[0].w, frames[0].h)
        data = frames.tobytes() if pixels == "rgb24" else b"".join(f.planes for f in frames)
        path = self.path(name + ".mkv")
        convert = "scale=out_color_matrix=bt709:out_range=tv," if pixels == "rgb24" else ""
        ffmpeg("-f", "rawvideo", "-pix_fmt", pixels, "-s", f"{shape[0]}x{shape[1]}", "-r", str(rate),
               "-i", "-", "-vf", convert + "format=yuv420p,setparams=colorspace=bt709:range=tv",
               "-c:v", "ffv1", path, data=data)
        return path

    def mask(self, path, hue, *options):
        """Masks of a clip at chroma resolution, 0…1, as the command shows them; and its report."""
        report = self.path("report.json")
        data = raw(self.splash, path, "-o", "-", "--format", "rawvideo", "--show", "mask", "--hue", hue, "--quiet", "-y",
                   "--stats-json", report, *options)
        report = loaded(report)
        w, h = report["width"], report["height"]
        whole, halved = w * h, ((w + 1) // 2) * ((h + 1) // 2)
        size = whole + 2 * halved if report["pixel_format"].endswith("420p") else 3 * whole
        luma = np.frombuffer(data, np.uint8).reshape(-1, size)[:, :w * h].reshape(-1, h, w)
        # Luma above 235 means full range.
        black, white = (0, 255) if luma.max() > 235 else (16, 235)
        return (luma[:, ::2, ::2].astype(np.float32) - black) / (white - black), report

    def rival(self, path, hue, correct):
        """What hsvhold would keep: the distance it shares with hsvkey, whose alpha can be seen."""
        w, h = size_of(path)
        chain = "colorcorrect=analyze=average," if correct else ""
        key = f"{chain}format=yuva420p,hsvkey=hue={hue or 360}:sat=-0.5:val=-0.5:similarity=0.1,alphaextract"
        alpha = np.frombuffer(samples(path, "gray", "-vf", key), np.uint8).reshape(-1, h, w)
        return 1 - alpha[:, ::2, ::2].astype(np.float32) / 255


def overlap(a, b):
    """Intersection over union of soft masks, per picture; nothing kept in both counts as 1."""
    union = np.maximum(a, b).sum((1, 2))
    return np.where(union > 0, np.minimum(a, b).sum((1, 2)) / np.maximum(union, 1e-9), 1)


def flicker(masks):
    # Mask codes are multiples of 1/219, so a quarter lies between two of them.
    return np.mean(np.abs(np.diff(masks, axis=0)) > 63.5 / 255)


def cast(frames, red, blue):
    """Multiplies R' and B' (numbers, or one per picture) and clips, as a light would."""
    gains = np.ones((len(frames), 1, 1, 3), np.float32)
    gains[:, 0, 0, 0], gains[:, 0, 0, 2] = red, blue
    return np.concatenate([np.clip(np.rint(f * g), 0, 255).astype(np.uint8)[None]
                           for f, g in zip(frames, gains)])
