"""The white balance: does it find the light, does it hold the mask, does it do no harm?"""
import os

import numpy as np

from lib.tools import ffmpeg, report, run
from .bench import BALANCES, CLIPS, FOOTAGE, RAW, cast, overlap

WARM, COLD = (1.25, 0.7), (0.85, 1.2)
GREY = {"bedspread": ([375, 438, 500, 561], 464), "chair": ([393, 474, 554, 636], 451)}


def angle(a, b):
    return np.degrees(np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1, 1)))


def recovery(bench):
    print("\nRecovery: angle between the estimated light and the card's grey patches, degrees")
    photos = {name: ffmpeg_photo(name) for name in GREY}
    rows = {"no balance": lambda p, _: np.ones(3),
            "mean (gray-world)": lambda p, _: p.mean((0, 1)),
            "shades of grey, p = 6": lambda p, _: (p ** 6).mean((0, 1)) ** (1 / 6),
            "grey edge, p = 1": lambda p, _: np.abs(np.diff(shrunk(p), axis=1)).mean((0, 1)),
            **{row: lambda p, name, chain=chain: implied(p, name, chain) for row, chain in BALANCES.items()},
            "splash auto": lambda p, name: bench_light(bench, name, "auto"),
            "splash gray-world": lambda p, name: bench_light(bench, name, "gray-world"),
            "splash card": lambda p, name: bench_light(bench, name, card_flag(p, name))}
    print(f"{'':26}" + "".join(f"{name:>12}" for name in GREY))
    for row, estimate in rows.items():
        errors = [angle(estimate(photos[n], n), patches(photos[n], n)) for n in GREY]
        print(f"{row:26}" + "".join(f"{e:12.2f}" for e in errors))


def photo_path(name):
    return os.path.join(FOOTAGE, "photos", f"card-{name}-tungsten.png")


def ffmpeg_photo(name, chain="null"):
    raw = ffmpeg("-i", photo_path(name), "-vf", f"{chain},format=rgb24", "-f", "rawvideo", "-")
    return np.frombuffer(raw, np.uint8).reshape(688, 1034, 3).astype(np.float64) / 255


def shrunk(photo):
    """Means of 4 x 4 pixels, so that edges stand out of the noise."""
    return photo[:688, :1032].reshape(172, 4, 258, 4, 3).mean((1, 3))


def patches(photo, name):
    columns, row = GREY[name]
    return np.mean([photo[row - 10:row + 10, x - 10:x + 10].mean((0, 1)) for x in columns], 0)


def implied(photo, name, chain):
    """The light that a filter's correction of the patches amounts to."""
    return patches(photo, name) / patches(ffmpeg_photo(name, chain), name)


def card_flag(photo, name):
    columns, row = GREY[name]
    return f"card={columns[1] / 1034 - .01:.4f},{row / 688 - .015:.4f},0.02,0.03"


def bench_light(bench, name, mode):
    clip = bench.path(name + ".mkv")
    ffmpeg("-i", photo_path(name), "-vf",
           "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setparams=colorspace=bt709:range=tv",
           "-c:v", "ffv1", clip)
    return 1 / np.array(report(bench.splash, clip, "-o", "null", "--white-balance", mode)["white_balance"]["gains"])


def constancy(bench):
    print("\nConstancy: overlap with the mask of the untouched clip, mean over its pictures\n"
          "(casts R x1.25 B x0.7, R x0.85 B x1.2, and a drift from one to the other over the clip)")
    columns = ["splash", "balance off", "hsvhold", "colorcorrect,hsvhold"]
    print(f"{'clip':10}{'cast':8}" + "".join(f"{c:>22}" for c in columns))
    table = []
    for clip in ("cups", "pillow", "juggle", "ducks"):
        frames, rate, hue = bench.rgb(clip), bench.rate(clip), CLIPS[clip][1]
        masks = [lambda p: bench.mask(p, hue, *RAW)[0],
                 lambda p: bench.mask(p, hue, "--white-balance", "off", *RAW)[0],
                 lambda p: bench.rival(p, hue, False), lambda p: bench.rival(p, hue, True)]
        untouched = bench.write("untouched", frames, rate)
        references = [mask(untouched) for mask in masks]
        way = np.linspace(0, 1, len(frames))
        drift = [WARM[i] + (COLD[i] - WARM[i]) * way for i in (0, 1)]
        for name, gains in (("warm", WARM), ("cold", COLD), ("drift", drift)):
            path = bench.write("cast", cast(frames, *gains), rate)
            row = [overlap(r, mask(path)).mean() for r, mask in zip(references, masks)]
            table.append(row)
            print(f"{clip:10}{name:8}" + "".join(f"{v:22.3f}" for v in row), flush=True)
    mean = np.mean(table, 0)
    print(f"{'mean':18}" + "".join(f"{v:22.3f}" for v in mean))
    print(f"gain in overlap by balance: splash {mean[0] - mean[1]:.3f}, "
          f"rival chain {mean[3] - mean[2]:.3f} ({(mean[0] - mean[1]) / (mean[3] - mean[2]):.1f}x)")


def harm(bench):
    print("\nNo harm: overlap of the balanced mask with the unbalanced one on untouched clips,\n"
          "over pictures of which either mask keeps a hundredth")
    print(f"{'clip':10}{'mean':>8}{'worst':>8}{'gains at the end':>22}")
    for clip in CLIPS:
        path = bench.write(clip, bench.rgb(clip), bench.rate(clip))
        on, run_on = bench.mask(path, CLIPS[clip][1], *RAW)
        off, _ = bench.mask(path, CLIPS[clip][1], "--white-balance", "off", *RAW)
        some = np.maximum(on.mean((1, 2)), off.mean((1, 2))) > 0.01
        each = overlap(on, off)[some]
        gains = " ".join(f"{g:.3f}" for g in run_on["white_balance"]["gains"])
        print(f"{clip:10}{each.mean():8.3f}{each.min():8.3f}{gains:>22}", flush=True)
        if bench.pictures:
            for name, options in (("off", ["--white-balance", "off"]), ("on", [])):
                out = os.path.join(bench.pictures, f"{clip}-balance-{name}.mkv")
                run(bench.splash, path, "-o", out, "-y", "--quiet", "--hue", str(CLIPS[clip][1]),
                    "--show", "side-by-side", *options)
                ffmpeg("-sseof", "-0.5", "-i", out, "-frames:v", "1", out[:-4] + ".png")
                os.remove(out)
