"""Networks through libsplash, against the command."""
import json, os, statistics, time

from .bench import same
from lib.binding import Filter, splashed


def with_settings(bench, document, more):
    """A file with a document, some of whose settings are others."""
    parts = json.loads(document)
    for name, value in more:
        first, *words = name.split("-")
        key = first + "".join(word.capitalize() for word in words)
        parts[key] = float(value) if value.isdigit() else value
    path = bench.path("more.json")
    with open(path, "w") as file:
        json.dump(parts, file)
    return path


def networks_find_what_the_command_finds(bench):
    lib = bench.library
    clip, (width, height) = bench.street(), (640, 360)
    raw, size = bench.raw(clip), 640 * 360 * 3 // 2
    grey = bench.command(clip, [("hue", "green"), ("saturation", "1..1")])
    for settings in ([("keep", "person")], [("keep", "subject")], [("keep", "person"), ("show", "mask")],
                     [("without", "person"), ("hue", "0:180")]):
        expected = bench.command(clip, settings)
        mine = splashed(lib, raw, "yuv420p", width, height, 25, settings)
        same(str(settings), mine, expected)
        assert mine not in (raw, grey), settings
    # In a file the mask between two network runs is interpolated; here frames come one by one, and the earlier run
    # counts.
    mask = [("keep", "thing@0.33,0.32"), ("show", "mask")]
    expected, mine = bench.command(clip, mask), splashed(lib, raw, "yuv420p", width, height, 25, mask)
    same("a thing where it is named", mine[:size], expected[:size])
    masks = [[frame[begin:begin + width * height] for begin in range(0, len(raw), size)] for frame in (mine, expected)]
    for number, (one, other) in enumerate(zip(*masks)):
        common, either = (sum(map(pick, one, other)) - 16 * len(one) for pick in (min, max))
        assert common > 0.9 * either > 0, (number, common, either)
    # A cross-fade of two looks needs the network's mask once per frame.
    document = json.dumps({"keep": ["person"], "timeline": [
        {"time": 0.08, "transition": 0.1, "settings": {"keep": ["subject"]}}]})
    expected = bench.command(clip, [("settings", with_settings(bench, document, []))])
    same("a fade", splashed(lib, raw, "yuv420p", width, height, 25, [], document.encode()), expected)
    filter, work = Filter(lib, [("keep", "person")]), []
    for number in range(len(raw) // size):
        picture, begin = bytearray(raw[number * size:(number + 1) * size]), time.thread_time()
        filter.apply(picture, "yuv420p", width, height, number / 25)
        work.append(1000 * (time.thread_time() - begin))
    print(f"  {width}x{height}, people: {statistics.median(work):.1f} ms of this thread a picture")


def networks_that_are_not_there_are_named(bench):
    empty, program = bench.path("no-models"), bench.example()
    os.makedirs(empty)
    for name, network in (("person", "person.onnx"), ("subject", "subject.onnx"), ("face", "face.onnx"),
                          ("subject@0.5,0.5", "person.onnx"), ("thing@0.5,0.5", "click-encoder.onnx")):
        done = bench.run("env", f"SPLASH_MODELS={empty}", program, "8", "8", "25", f"keep={name}", input=b"", status=64)
        assert f"{empty}/{network}: no such AI model; run splash models fetch".encode() in done.stderr, done.stderr
