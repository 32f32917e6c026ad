"""Hostile and contradictory settings, by flags and by JSON."""
import os


# Arguments, and the word that the one line on standard error must contain.
FLAGS = [
    (("--hue", "nan"), "--hue"), (("--hue", "inf"), "--hue"),
    (("--hue", ""), "--hue"), (("--hue", "#12345g"), "--hue"), (("--hue", "red:nan"), "--hue"),
    (("--hue", "red:-5"), "--hue"), (("--hue", "red:1e9"), "--hue"), (("--hue", "red:5:5:5"), "--hue"), (("--hue", "red::"), "--hue"), (("--hue", "red::-8"), "--hue"),
    (("--hue", "red,s=1..0"), "--hue"), (("--hue", "red,s=nan..1"), "--hue"),
    (("--hue", "red,v=0..2"), "--hue"), (("--hue", "red,q=1..2"), "--hue"), (("--hue", "1..2..3"), "--hue"),
    (("--exclude", "nan"), "--exclude"), (("--hue", "red\x1b[2J"), "--hue"),
    (("--hue-width", "nan"), "--hue-width"), (("--hue-width", "-1"), "--hue-width"),
    (("--hue-width", "inf"), "--hue-width"), (("--hue-width", "x"), "--hue-width"),
    (("--softness", "-0.1"), "--softness"), (("--softness", "1e999"), "--softness"),
    (("--saturation", "1..0"), "--saturation"), (("--saturation", "nan..nan"), "--saturation"),
    (("--saturation", "0.5"), "--saturation"), (("--saturation", "-1..2"), "--saturation"),
    (("--value", "0.9..0.1"), "--value"), (("--value", ".."), "--value"),
    (("--gate-softness", "nan"), "--gate-softness"), (("--gate-softness", "-1"), "--gate-softness"),
    (("--chroma-floor", "2"), "--chroma-floor"), (("--chroma-floor", "nan"), "--chroma-floor"),
    (("--smoothing", "1.5"), "--smoothing"), (("--smoothing", "nan"), "--smoothing"),
    (("--despeckle", "-1"), "--despeckle"), (("--despeckle", "99999999999999999999"), "--despeckle"),
    (("--white-balance", "gains=0,0,0"), "--white-balance"),
    (("--white-balance", "gains=nan,1,1"), "--white-balance"),
    (("--white-balance", "card=0.9,0.9,0.5,0.5"), "--white-balance"),
    (("--white-balance", "card=0,0,0,0"), "--white-balance"),
    (("--white-balance", "sepia"), "--white-balance"),
    (("--balance-time", "-1"), "--balance-time"), (("--balance-time", "inf"), "--balance-time"),
    (("--show", "everything"), "--show"), (("--cpu", "mmx"), "--cpu"), (("--matrix", "bt1"), "--matrix"),
    (("--range", "wide"), "--range"), (("--start", "-1"), "--start"), (("--start", "1e300"), "--start"),
    (("--start", "nan"), "--start"), (("--duration", "inf"), "--duration"),
    (("--duration", "1:2:3:4"), "--duration"), (("--frames", "0"), "--frames"),
    (("--frames", "-5"), "--frames"), (("--frames", "99999999999999999999"), "--frames"),
    (("--budget", "0"), "--budget"), (("--budget", "nan"), "--budget"), (("--crf", "nan"), "--crf"),
    (("--crf", "-1e300"), "--crf"), (("--crf", "1e300"), "--crf"), (("--bitrate", "-5"), "--bitrate"),
    (("--encoder-option", "novalue"), "--encoder-option"), (("--format", "tape"), "--format"),
    (("--input-format", "tape"), "--input-format"), (("--no-such-flag",), "--no-such-flag"),
    (("--pixel-format", "purple"), "--pixel-format"),
]

# Settings files, and the word that the one line on standard error must contain.
JSON = [
    ('{"threshold": NaN}', "settings"), ('{"threshold": 1e999}', "settings"),
    ('{"threshold": -1}', "threshold"), ('{"threshold": "wide"}', "threshold"),
    ('{"threshold": null, "softness": []}', "softness"), ('{"hues": "red"}', "hues"),
    ('{"hues": [5, 6]}', "hues"), ('{"hues": [{"center": -5}]}', "hues[0].center -5"),
    ('{"hues": [{"center": 0, "width": -1}]}', "hues[0].width -1"), ('{"hues": [{"width": 1}]}', "center"),
    ('{"saturation": "1..0"}', "saturation"), ('{"saturation": {"min": 1, "max": 0}}', "saturation"),
    ('{"despeckle": 1.5}', "settings"), ('{"despeckle": 9223372036854775808}', "settings"),
    ('{"show": "all"}', "show"), ('{"whiteBalance": "gains=0,0,0"}', "whiteBalance"),
    ('{"unknown": 1}', "unknown"), ('{"hues": [{"center": 0, "widht": 5}]}', "hues[0] 'widht'"),
    ('{"value": {"min": 0, "max": 1, "mean": 0.5}}', "value 'mean'"), ('[]', "settings"), ('', "settings"), ('{', "settings"),
    ('\x00\xff', "settings"), ('[' * 200_000, "settings"), ('{"hues":' * 50_000, "settings"),
    ('{"hues": [{"center": 0}' + ', {"center": 0}' * 50_000 + ']}', "hues: 50001 hues"),
    ('{"' + 'r' * 900_000 + '": 1}', "settings"), (' ' * 3_000_000 + '{}', "megabyte"),
]


def flags(bench):
    row = bench.row(f"{len(FLAGS)} hostile flags")
    clip = bench.clip("mp4")
    for arguments, name in FLAGS:
        out = bench.path("flag.mkv")
        run = bench.splash(clip, "-o", out, "=".join(arguments))
        problem(row, run, name, arguments)
        row.check(not os.path.exists(out), f"{arguments}: a file is left behind")
        os.path.exists(out) and os.remove(out)
        row.check("\x1b" not in run.err, f"{arguments}: control characters on the terminal")
    row.splash = row.splash or "exit 64 and one line that names the flag, each time"
    row = bench.row("1000 hues")
    run = row.expect(bench.splash(clip, "-o", "null", *["--hue=red"] * 1000), 64, "--hue")
    row = bench.row("64 hues")
    row.expect(bench.splash(clip, "-o", "null", *[f"--hue={5 * n}" for n in range(64)]), 0, frames=50)


def problem(row, run, name, what):
    what = str(what)[:60]
    row.check(run.status == 64, f"{what}: exit {run.status}: {run.err[-200:]}")
    row.check(len(run.lines) == 1 and len(run.err) < 1500, f"{what}: {len(run.lines)} lines, {len(run.err)} bytes")
    row.check(name in run.err, f"{what}: does not name {name}: {run.err[-200:]}")


def settings_files(bench):
    row = bench.row(f"{len(JSON)} hostile settings files")
    for text, name in JSON:
        path = bench.write("hostile.json", text.encode("latin-1"))
        run = bench.splash(bench.clip("mp4"), "-o", "null", "--settings", path)
        problem(row, run, name, text)
    row.splash = row.splash or "exit 64 and one line that names the setting, each time"
    row = bench.row("settings from /dev/zero")
    row.expect(bench.splash(bench.clip("mp4"), "-o", "null", "--settings", "/dev/zero"), 64, "megabyte")
    row = bench.row("settings file does not exist")
    row.expect(bench.splash(bench.clip("mp4"), "-o", "null", "--settings", bench.path("no.json")), 2,
               "no.json")
    for flag in ("--stats-json", "--save-settings"):
        row = bench.row(f"{flag} names the input")
        clip = bench.sample("own.mp4", *bench.PICTURES, *bench.X264)
        size = os.path.getsize(clip)
        run = row.tell(bench.splash(clip, "-o", "null", flag, clip))
        row.check(run.status in (2, 64), f"exit {run.status}")
        row.check(os.path.getsize(clip) == size, "the input was overwritten")
        bench._samples.pop("own.mp4")


def useless(bench):
    """Settings that cannot work run, with a one-line warning."""
    for fault, arguments in (
            ("hue wider than the circle", ("--hue", "red:180")),
            ("saturation gate that passes nothing", ("--saturation", "0..0", "--gate-softness", "0")),
            ("chroma floor of zero, under the noise", ("--chroma-floor", "0"))):
        row = bench.row(fault)
        row.expect(bench.splash(bench.clip("mp4"), "-o", "null", *arguments), 0, "warning", frames=50)
