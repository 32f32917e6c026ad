"""How many pictures a second networks look at on 1, 2, 4 and more threads, up to the machine's cores."""
import os, statistics, subprocess, tempfile

from lib.tools import footage, loaded
from subject_tables.clips import CLIPS

PICTURES = {"person": 120, "face": 90, "subject": 24, "subject=1": 16}
ROUNDS = 3


def counts():
    cores, count = len(os.sched_getaffinity(0)), 1
    while count < cores:
        yield count
        count *= 2
    yield cores


def run(splash, clip, kept, threads):
    """Pictures a second, and the most memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        process = subprocess.Popen([
            splash, clip, "-o", "null", "--quiet", "--keep", kept, "--frames", str(PICTURES[kept]),
            "--subject-threads", str(threads), "--stats-json", report])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, kept
        return loaded(report)["speed_fps"], usage.ru_maxrss / 1000


def threads(splash, probe, pictures):
    print(f"\nPictures a second of 1280 × 720 by threads that look side by side, medians of {ROUNDS} rounds, and memory")
    clip = footage(CLIPS["dog-person"][0])
    for kept in PICTURES:
        rates = {count: [] for count in counts()}
        for _ in range(ROUNDS):
            for count in rates: rates[count].append(run(splash, clip, kept, count))
        first = statistics.median(rate for rate, _ in rates[1])
        for count, runs in rates.items():
            rate, memory = (statistics.median(column) for column in zip(*runs))
            print(f"{kept:12}{count:3} threads{rate:9.1f}/s{rate / first:7.2f} times{memory:8.0f} MB")
