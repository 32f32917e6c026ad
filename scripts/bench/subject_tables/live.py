"""Masks of networks as they are shown live, beside those that a file gets."""
import os, tempfile

import numpy as np

from lib.tools import ffmpeg, footage, loaded, raw

# Name: file, first second; at 1080p60, in which frames are repeated two or three times.
CLIPS = {
    "juggle": ("juggle-sport-720p24.mp4", 1, False),
    "dog-person": ("dog-person-720p.mp4", 0, False),
    "bedroom": ("bedroom-kids-pastel-540p.mp4", 1, False),
    "ducks": ("ducks-goldenhour-vfr.mp4", 0, False),
    "apple": ("apple-red-10fps.mp4", 0, False),
    "cups": ("cups-red-720p.mp4", 2, False),
    "cat": ("cat-tungsten-portrait.mp4", 0, False),
    "pillow": ("pillow-purple-portrait.mp4", 2, False),
    "juggle, 1080p60": ("juggle-sport-720p24.mp4", 1, True),
    "dog-person, 1080p60": ("dog-person-720p.mp4", 0, True),
}
SECONDS = 4
LEAST = 30  # Samples of 65 536.
FLAGS = ["--white-balance", "off", "--show", "mask", "--quiet", "-o", "-", "--format", "nut", "--codec", "rawvideo"]


def cut(folder, clip):
    """The part of the clip that is played."""
    name, start, isLarge = CLIPS[clip]
    made = os.path.join(folder, "clip.avi")
    change = ["-vf", "fps=60,scale=1920:1080:flags=bicubic"] if isLarge else []
    ffmpeg("-ss", start, "-t", SECONDS, "-i", footage(name), *change, "-an", "-c:v", "mjpeg", "-q:v", "3", "-pix_fmt",
           "yuvj420p", made)
    return made


def masks(splash, clip, *arguments):
    """The masks that splash shows, small, by their times in milliseconds."""
    data = raw(splash, clip, *FLAGS, *arguments)
    times = raw("ffprobe", "-v", "error", "-f", "nut", "-show_entries", "packet=pts_time", "-of", "csv=p=0", "-",
                data=data).decode().split()
    small = ffmpeg("-f", "nut", "-i", "-", "-vf", "scale=256:256:flags=area", "-fps_mode", "passthrough", "-pix_fmt", "gray",
                   "-f", "rawvideo", "-", data=data)
    pictures = np.frombuffer(small, np.uint8).reshape(-1, 256, 256) > 127
    return {round(1000 * float(time.strip(","))): picture for time, picture in zip(times, pictures)}


def overlaps(shown, known):
    """Of the masks after the first second, in which networks are opened."""
    shares = []
    for time, mask in known.items():
        either = time in shown and np.sum(mask | shown[time])
        if time > 1000 and time in shown and either > LEAST:
            shares.append(np.sum(mask & shown[time]) / either)
    return np.median(shares), np.mean(shares)


def live(programs, subjects=("subject", "person", "face")):
    """A table with columns for each of some programs, whose masks of files are those of the first, and for what it
    gives when pictures are held."""
    print(f"\nLive, {SECONDS} s at the clip's own rate, after the first second: overlap (IoU) of the mask that is shown with")
    print("the one that the picture gets in a file, median and mean, and late and dropped pictures of 1000; held: milliseconds")
    columns = [(os.path.basename(program), program, []) for program in programs]
    columns.append(("--delay auto", programs[0], ["--delay", "auto"]))
    print(f"{'':32}" + "".join(f"{name:>40}" for name, _, _ in columns) + f"{'held':>8}")
    for subject in subjects:
        for clip in CLIPS:
            row = f"{subject + ', ' + clip:32}"
            with tempfile.TemporaryDirectory() as folder:
                source, report = cut(folder, clip), os.path.join(folder, "report.json")
                known = masks(programs[0], source, "--keep", subject)
                if np.mean([mask.sum() > LEAST for mask in known.values()]) < 0.5:
                    continue
                for _, program, flags in columns:
                    shown = masks(program, source, "--keep", subject, "--realtime", "--stats-json", report, "-y", *flags)
                    run = loaded(report)
                    frames = run["frames"]
                    median, mean = overlaps(shown, known)
                    late, dropped = (1000 * frames[key] / max(frames["in"], 1) for key in ("late", "dropped"))
                    row += f"{median:16.2f}{mean:8.2f}{late:8.0f}{dropped:8.0f}"
            print(row + f"{run['delay']['mean_ms']:8.0f}", flush=True)
