"""A long film for tests of parts, what one run makes of it, and whether a joined one is the same."""
import os, re

from lib.tools import ABSENCE, ffmpeg, footage, output, run

# Lossless, since two lossy encodings differ where they begin at different places.
OPTIONS = ["--hue", "red", "--whole", "0", "--crf", "0", "--preset", "ultrafast"]
CHAPTERS = """;FFMETADATA1
title=Cups
[CHAPTER]
TIMEBASE=1/1000
START=0
END=20000
title=First
[CHAPTER]
TIMEBASE=1/1000
START=20000
END={end}
title=Rest
"""


def make_film(folder, minutes):
    """Shuffled cups, again and again, with sound and chapters; a real clip where there is one."""
    clip, film = footage("cups-red-720p.mp4"), os.path.join(folder, "film.mp4")
    if not clip:
        print("test: " + ABSENCE)
        clip = os.path.join(folder, "clip.mp4")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=10,eq=gamma_r='1+0.2*sin(t)':eval=frame,noise=alls=4:all_seed=1",
               "-f", "lavfi", "-i", "sine=f=330:r=48000:d=10", "-pix_fmt", "yuv420p", "-c:v", "libx264",
               "-preset", "ultrafast", "-g", "100", "-c:a", "aac", clip)
    notes = os.path.join(folder, "chapters.txt")
    with open(notes, "w") as file:
        file.write(CHAPTERS.format(end=minutes * 60_000))
    ffmpeg("-stream_loop", minutes * 6, "-i", clip, "-i", notes, "-map", "0:v", "-map", "0:a", "-map_metadata", "1",
           "-map_chapters", "1", "-c", "copy", "-t", minutes * 60, film)
    return film


def in_one_run(splash, film):
    """What parts are compared with."""
    whole = os.path.join(os.path.dirname(film), "whole.mp4")
    run(splash, film, "-o", whole, *OPTIONS, "-y", "--quiet")
    return whole


def digests(path):
    text = ffmpeg("-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-").decode()
    return [line.rsplit(",", 1)[1].strip() for line in text.splitlines() if not line.startswith("#")]


def entries(path, what):
    return output("ffprobe", "-v", "error", "-show_entries", what, "-of", "compact", path)


def problems(whole, joined):
    """What is not as in one run; and a line about the pictures."""
    found, (a, b) = [], (digests(whole), digests(joined))
    different = sum(x != y for x, y in zip(a, b))
    line = f"{len(b)} pictures, {different} differ from one run"
    if len(a) != len(b):
        found.append(f"{len(b)} pictures in place of {len(a)}")
    elif different:
        text = ffmpeg("-i", whole, "-i", joined, "-lavfi", "[0:v]setpts=N[a];[1:v]setpts=N[b];[a][b]psnr=stats_file=-", "-f", "null",
                      "-").decode()
        least = min(float(value) for value in re.findall(r"psnr_avg:([\d.]+|inf)", text))
        line += f", the worst by {least:.1f} dB"
        if least < 45 or different > 0.01 * len(a):
            found.append(line)
    for name, what in [("times", "packet=stream_index,pts,dts"),
                       ("chapters", "chapter=start_time,end_time:chapter_tags=title"),
                       ("title", "format_tags=title"),
                       ("streams", "stream=codec_name,start_time,time_base")]:
        if entries(whole, what) != entries(joined, what):
            found.append(f"other {name}")
    sound = [ffmpeg("-i", path, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-") for path in (whole, joined)]
    if sound[0] != sound[1]:
        found.append("other sound")
    return found, line
