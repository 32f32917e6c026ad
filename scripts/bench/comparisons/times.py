"""Times two builds of splash against each other: every kernel, and whole runs on a clip.

The builds take turns, so that a busy machine slows both alike. Kernels are timed by `splash bench` of
each build; runs by their processor time, decoding included, with the default look and no output.
Figures are medians. Exits 1 if a kernel or run of the new build is slower by more than the tolerance.
"""
import json, os, resource, statistics, subprocess


def kernels(binary, rounds):
    report = json.loads(subprocess.run([binary, "bench", "--json", "--rounds", str(rounds)], check=True,
                                       capture_output=True, text=True).stdout)
    return {(row["kernel"], row["format"], row["height"], name): milliseconds
            for row in report["rows"] for name, milliseconds in row["ms"].items() if name != "reference"}


def run(binary, clip):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([binary, clip, "-o", "null", "--quiet"], check=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def describe(parser):
    parser.add_argument("old", help="the build to compare with")
    parser.add_argument("new", help="the build to judge")
    parser.add_argument("clips", nargs="*", metavar="CLIP")
    parser.add_argument("--turns", type=int, default=21)
    parser.add_argument("--tolerance", type=float, default=3, metavar="PERCENT")


def compare(args):
    builds, times = [args.old, args.new], {}
    for turn in range(args.turns):
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            figures = kernels(builds[which], 5)
            figures |= {("whole run", os.path.basename(clip), "", ""): run(builds[which], clip)
                        for clip in args.clips}
            for row, milliseconds in figures.items():
                times.setdefault(row, ([], []))[which].append(milliseconds)
    slower = 0
    print(f"{'kernel':20}{'format':22}{'height':>7} {'set':8}{'old ms':>10}{'new ms':>10}{'change':>9}")
    for (kernel, pixels, height, name), (old, new) in times.items():
        if not old or not new:
            only = statistics.median(old or new)
            print(f"{kernel:20}{pixels:22}{height:>7} {name:8}{'-' if new else round(only, 3):>10}"
                  f"{round(only, 3) if new else '-':>10}")
            continue
        a, b = statistics.median(old), statistics.median(new)
        change = (b / a - 1) * 100
        slower += change > args.tolerance
        print(f"{kernel:20}{pixels:22}{height:>7} {name:8}{a:10.3f}{b:10.3f}{change:+8.1f}%")
    print(f"{slower} slower by more than {args.tolerance:g} %")
    return int(slower > 0)
