"""How many pictures a second networks look at on 1, 2, 4 and more threads, up to the machine's cores."""
import os, statistics, subprocess, tempfile

from lib.tools import ffmpeg, footage, loaded
from subject_tables.clips import CLIPS

# What is kept: lines of a picture, and pictures.
KINDS = {"person": (1080, 180), "face": (720, 90), "subject": (1080, 24), "subject=1": (720, 16), "thing@0.4,0.6": (720, 96)}
ROUNDS = 3


def counts():
    cores, count = len(os.sched_getaffinity(0)), 1
    while count < cores:
        yield count
        count *= 2
    yield cores


def run(splash, clip, kept, pictures, threads):
    """Pictures a second, and the most memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        process = subprocess.Popen([
            splash, clip, "-o", "null", "--quiet", "--keep", kept, "--frames", str(pictures),
            "--subject-threads", str(threads), "--stats-json", report])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, kept
        return loaded(report)["speed_fps"], usage.ru_maxrss / 1000


def threads(splash, probe, pictures):
    print(f"\nPictures a second of a dog and a woman by threads, medians of {ROUNDS} rounds, and memory")
    clip = footage(CLIPS["dog-person"][0])
    with tempfile.TemporaryDirectory() as folder:
        clips = {720: clip, 1080: os.path.join(folder, "large.mkv")}
        ffmpeg("-i", clip, "-vf", "scale=1920:1080:flags=bicubic", "-an", "-c:v", "libx264", "-preset", "fast", "-crf", "16", clips[1080])
        for kept, (lines, count) in KINDS.items():
            rates = {threads: [] for threads in counts()}
            for _ in range(ROUNDS):
                for threads in rates: rates[threads].append(run(splash, clips[lines], kept, count, threads))
            first = statistics.median(rate for rate, _ in rates[1])
            for threads, runs in rates.items():
                rate, memory = (statistics.median(column) for column in zip(*runs))
                print(f"{kept:14}{lines:5}p{threads:3} threads{rate:9.1f}/s{rate / first:7.2f} times{memory:8.0f} MB", flush=True)
