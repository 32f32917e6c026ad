"""The white balance beside others': each balances pictures, of which splash makes masks."""
import numpy as np

from lib.tools import ffmpeg
from .bench import BALANCES
from .casts import HUES, constancy, harm, masks_of, pictures, turn

try:
    import cv2
except ImportError:
    cv2 = None


def balances(bench):
    print("\nBalances: overlap with the mask of the untouched clip, mean over the casts and clips of the table\n"
          "of casts, and the turn of the hues of untouched clips, in degrees. Others than splash balance each\n"
          "picture, whose mask splash makes without one; splash's sees eight pictures a second apart.")
    others = {"none": lambda frames: frames} | {name: filtered(chain) for name, chain in BALANCES.items()}
    if cv2:
        others |= {"OpenCV GrayworldWB": opencv(cv2.xphoto.createGrayworldWB),
                   "OpenCV LearningBasedWB": opencv(cv2.xphoto.createLearningBasedWB)}
    else:
        print("without OpenCV: pip install opencv-contrib-python-headless")
    rows = {name: [] for name in ("splash", *others)}
    for clip, hue in HUES.items():
        frames = pictures(clip)
        rows["splash"].append([*constancy(masks_of(bench, hue), frames), harm(bench, frames)[0]])
        plain = masks_of(bench, hue, "--white-balance", "off")
        for name, balance in others.items():
            turns = [turn(a / 255, b / 255) for a, b in zip(frames, balance(frames))]
            rows[name].append([*constancy(lambda shown: plain(balance(shown)), frames), np.median(turns)])
    print(f"{'':26}" + "".join(f"{n:>10}" for n in ("warm", "cold", "drift", "green", "tungsten", "all", "turn", "largest")))
    for name, table in rows.items():
        *means, of_turns = np.nanmean(table, 0)
        figures = "".join(f"{mean:10.3f}" for mean in (*means, np.mean(means)))
        print(f"{name:26}{figures}{of_turns:10.1f}{np.max(table, 0)[-1]:10.1f}", flush=True)


def filtered(chain):
    """Pictures through a filter of FFmpeg."""
    def balance(frames):
        size = f"{frames.shape[2]}x{frames.shape[1]}"
        raw = ffmpeg("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-i", "-", "-vf", chain,
                     "-f", "rawvideo", "-pix_fmt", "rgb24", "-", data=frames.tobytes())
        return np.frombuffer(raw, np.uint8).reshape(frames.shape)
    return balance


def opencv(make):
    """Pictures through a balance of OpenCV's xphoto, which takes B'G'R'."""
    def balance(frames):
        return np.stack([make().balanceWhite(np.ascontiguousarray(frame[..., ::-1]))[..., ::-1] for frame in frames])
    return balance
