"""Long runs: memory and file descriptors stay flat."""
import os, time


HOUR = 60 * 60 * 60


def resident(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def watch(row, bench, frames, *args):
    """Samples a run and compares the second half of its memory with what it had after warming up."""
    process = bench.start(*args)
    samples, begin = [], time.monotonic()
    while process.poll() is None and time.monotonic() - begin < 580:
        try:
            samples.append((resident(process.pid), len(os.listdir(f"/proc/{process.pid}/fd"))))
        except (FileNotFoundError, StopIteration, ProcessLookupError):
            break
        time.sleep(0.02)
    row.expect(bench.finish(process, 20), 0, frames=frames)
    samples = samples[:-1]
    row.check(len(samples) >= 20, f"only {len(samples)} samples")
    if len(samples) < 20:
        return
    warm = samples[len(samples) // 5:]
    memory, descriptors = [s[0] for s in warm], [s[1] for s in warm]
    half = len(memory) // 2
    first, second = max(memory[:half]), max(memory[half:])
    growth = 100 * (second - first) / first
    row.splash = (f"{frames} frames in {time.monotonic() - begin:.0f} s; {first / 1024:.1f} MB, then "
                  f"{second / 1024:.1f} MB ({growth:+.2f} %); {min(descriptors)} to {max(descriptors)} descriptors")
    row.check(growth < 1, f"memory grows by {growth:.2f} %")
    # The minimum of each half: the program may hold a descriptor for a moment, but a leak never releases it.
    row.check(min(descriptors[half:]) <= min(descriptors[:half]), "descriptors grow")


def hour(bench):
    frames = HOUR // 6 if bench.quick else HOUR
    length = "ten minutes" if bench.quick else "an hour"
    kinds = [
        ("through the filter", ("-o", "null")),
        ("to raw pictures", ("-o", "/dev/null", "--format", "yuv4mpegpipe")),
        ("to H.264 in MPEG-TS", ("-o", "/dev/null", "--format", "mpegts", "--preset", "ultrafast")),
        ("to three outputs", ("-o", "null", "-o", "null", "-o", "null")),
    ]
    for name, outputs in kinds:
        row = bench.row(f"{length} of test: at 60 fps {name}")
        watch(row, bench, frames, "test:64x48@60", "--frames", frames, *outputs)
