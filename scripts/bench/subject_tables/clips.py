"""Clips in and masks out: by splash, by its probe, and by the reference."""
import os

import numpy as np
import onnxruntime
from PIL import Image

from lib.tools import ffmpeg, footage, raw
from networks.packages import default_folder

CLIPS = {  # name: file, first second, seconds
    "juggle": ("juggle-sport-720p24.mp4", 1, 3),
    "dog-person": ("dog-person-720p.mp4", 1, 3),
    "bedroom": ("bedroom-kids-pastel-540p.mp4", 1, 3),
}
NOBODY = ["apple-red-10fps.mp4", "ducks-goldenhour-vfr.mp4", "firedog-indoor-rot180-vfr.mp4"]
WIDTH, HEIGHT = SIZE = 960, 540
MEAN, DEVIATION = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])


def read(name, start, limit, size=SIZE):
    """Bytes of a file's pictures in a size, 4:2:0, BT.709 in limited range."""
    # A photo cannot be sought in.
    seek = ["-ss", start] if start else []
    return ffmpeg(*seek, "-i", footage(name), *limit, "-vf",
                  f"scale={size[0]}:{size[1]}:flags=area:out_color_matrix=bt709:out_range=tv,format=yuv420p", "-f", "rawvideo", "-")


def decoded(clip, count=None):
    """The same of a clip."""
    name, start, seconds = CLIPS[clip]
    return read(name, start, ["-frames:v", str(count)] if count else ["-t", str(seconds)])


def colors(planes, size=SIZE):
    """R'G'B' 0…1 of pictures of 4:2:0, chroma at the left as H.264 has it, or nearly so."""
    width, height = size
    data = ffmpeg("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}", "-i", "-", "-vf",
                  "scale=in_color_matrix=bt709:in_range=tv:flags=bilinear+accurate_rnd+full_chroma_int",
                  "-pix_fmt", "rgb24", "-f", "rawvideo", "-", data=planes)
    return np.frombuffer(data, np.uint8).reshape(-1, height, width, 3)


class Reference:
    """A network in Python."""

    def __init__(self, subject):
        self.isPerson = subject == "person"
        name = "person-wide.onnx" if self.isPerson else "subject.onnx"
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(
            os.path.join(default_folder(), name), options, providers=["CPUExecutionProvider"])
        self.size = (256, 144) if self.isPerson else (320, 320)

    def run(self, picture):
        """The mask of colors 0…1 at the network's size."""
        if self.isPerson:
            data = picture[None]
        else:
            data = ((picture - MEAN) / DEVIATION).transpose(2, 0, 1)[None]
        name = self.session.get_inputs()[0].name
        mask = self.session.run(None, {name: data.astype(np.float32)})[0].reshape(
            self.size[1], self.size[0])
        return mask if self.isPerson else (mask - mask.min()) / np.ptp(mask)

    def find(self, rgb):
        """The mask of a picture in 8 bits, scaled along straight lines."""
        small = Image.fromarray(rgb).resize(self.size, Image.BILINEAR)
        return self.run(np.asarray(small, np.float32) / 255)


def probed(probe, subject, planes):
    """What went into the network and what it gave, for each picture."""
    data = raw(probe, subject, *SIZE, "colors", data=planes)
    width, height = (256, 144) if subject == "person" else (320, 320)
    size = width * height
    found = np.frombuffer(data, np.float32).reshape(-1, 3 * size + 2 + size)
    return (found[:, :3 * size].reshape(-1, 3, height, width).transpose(0, 2, 3, 1),
            found[:, 3 * size + 2:].reshape(-1, height, width))


def looked(probe, subject, planes, size=SIZE):
    """The masks of all looks at each picture."""
    data, masks = raw(probe, subject, *size, "looks", data=planes), []
    while data:
        width, height = np.frombuffer(data, np.int32, 2)
        end = 8 + 4 * width * height
        masks.append(np.frombuffer(data[8:end], np.float32).reshape(height, width))
        data = data[end:]
    return masks


def shown(splash, planes, rate, *arguments, size=SIZE):
    """The masks that splash makes, 0…1, at chroma resolution."""
    width, height = size
    data = ffmpeg("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}", "-r", rate, "-i", "-", "-vf",
                  "setparams=colorspace=bt709:range=tv", "-c:v", "rawvideo", "-f", "nut", "-", data=planes)
    made = raw(splash, "-", "-o", "-", "--format", "rawvideo", "--quiet", "--show", "mask", *arguments, data=data)
    pictures = np.frombuffer(made, np.uint8).reshape(-1, height * 3 // 2, width)
    return (pictures[:, :height:2, ::2].astype(np.float32) - 16) / 219


def enlarged(mask, size=SIZE):
    """A mask at chroma resolution, along straight lines."""
    image = Image.fromarray(mask.astype(np.float32), mode="F")
    return np.asarray(image.resize((size[0] // 2, size[1] // 2), Image.BILINEAR))
