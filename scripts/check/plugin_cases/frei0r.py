"""The frei0r plugin in ffmpeg and melt, against the library and the command."""
import json, os, re
import xml.etree.ElementTree as ElementTree

from lib.tools import processor_seconds
from .bench import chunks, same
from lib.binding import Filter

HUE = "blue"


def rgba_has_the_librarys_bits(bench):
    width, height = 320, 180
    clip = bench.clip("yuv444p", width, height)
    source = bench.raw(clip, "-vf", "format=rgba")
    filter = Filter(bench.library, [("hue", HUE)])
    expected = bytearray()
    for picture in map(bytearray, chunks(source, 4 * width * height)):
        filter.apply(picture, "rgba", width, height)
        expected += picture
    result = bench.raw(clip, "-vf", f"format=rgba,frei0r=splash:{HUE}", "-pix_fmt", "rgba")
    same("ffmpeg", result, bytes(expected))
    assert result != source


def loss(result, expected, width, height):
    """Mean and largest difference of luma and of chroma of 4:2:0, in codes."""
    size, luma = width * height * 3 // 2, width * height
    assert len(result) == len(expected) > 0, (len(result), len(expected))
    parts = {"luma": [0, 0, 0], "chroma": [0, 0, 0]}
    for place in range(0, len(expected), size):
        for what, first, end in (("luma", 0, luma), ("chroma", luma, size)):
            differences = [abs(a - b) for a, b in zip(result[place + first:place + end],
                                                      expected[place + first:place + end])]
            part = parts[what]
            part[0] += sum(differences)
            part[1] += len(differences)
            part[2] = max(part[2], max(differences))
    return {what: (total / count, most) for what, (total, count, most) in parts.items()}


def loss_against_the_command_is_that_of_rgb(bench):
    width, height = 320, 180
    clip = bench.clip("yuv420p", width, height)
    chain = f"scale=sws_flags=bicubic+accurate_rnd+full_chroma_int,format=rgba,frei0r=splash:{HUE}," \
            "scale=sws_flags=bicubic+accurate_rnd+full_chroma_int"
    found = loss(bench.raw(clip, "-vf", chain, "-pix_fmt", "yuv420p"), bench.command(clip, [("hue", HUE)]), width, height)
    for what, (mean, most) in found.items():
        print(f"  ffmpeg: {what} {mean:.2f} codes on average, {most} at most")
    assert found["luma"][0] < 1, found


def melted(bench, clip, width, height, values):
    """What melt makes of a clip, as the raw pictures of a yuv420p clip of 10, with values as MLT has them."""
    target, profile = bench.path("melt.mkv"), bench.path("profile")
    with open(profile, "w") as file:
        file.write(f"description=clip\nframe_rate_num=25\nframe_rate_den=1\nwidth={width}\n"
                   f"height={height}\nprogressive=1\nsample_aspect_num=1\nsample_aspect_den=1\n"
                   "display_aspect_num=16\ndisplay_aspect_den=9\ncolorspace=601\n")
    done = bench.run("melt", "-profile", profile, clip, "-filter", "frei0r.splash",
                     *(f"{name}={value}" for name, value in values.items()), "-consumer",
                     f"avformat:{target}", "vcodec=ffv1", "pix_fmt=yuv420p", "an=1", "real_time=-1")
    assert b"splash: " not in done.stderr, done.stderr
    return bench.raw(target)[:15 * width * height]


def melt_shows_it_too(bench):
    width, height = 320, 180
    clip = bench.clip("yuv420p", width, height)
    found = loss(melted(bench, clip, width, height, dict(hue=HUE)), bench.command(clip, [("hue", HUE)]), width, height)
    for what, (mean, most) in found.items():
        print(f"  melt: {what} {mean:.2f} codes on average, {most} at most")
    assert found["luma"][0] < 2 and found["chroma"][0] < 4, found


def _kdenlive_panel(bench):
    """Kinds, defaults, factors and words to choose from, by settings, of the description that Kdenlive reads."""
    tree = ElementTree.parse(os.path.join(bench.prefix, "share", "kdenlive", "effects", "frei0r_splash.xml")).getroot()
    assert tree.get("tag") == tree.get("id") == "frei0r.splash" and tree.findtext("name") == "Color Splash"
    for parameter in tree.iter("parameter"):
        words = parameter.get("paramlist", "")
        assert parameter.findtext("paramlistdisplay", "").replace(",", ";") == words
        assert parameter.findtext("name") and parameter.findtext("comment"), parameter.get("name")
        yield (parameter.get("name"), parameter.get("type"), parameter.get("default"), float(parameter.get("factor", 1)),
               words.split(";") if words else [])


def kdenlives_controls_do_what_they_say(bench):
    width, height = 320, 180
    clip = bench.clip("yuv420p", width, height)
    library = bench.library
    panel = list(_kdenlive_panel(bench))
    assert [name for name, *_ in panel] == [setting.name.decode() for setting in library.settings()]
    defaults = {name: default for name, _, default, *_ in panel}
    expected = melted(bench, clip, width, height, {})
    same("defaults", melted(bench, clip, width, height, defaults), expected)
    # The plugin gets a number as a share of the displayed value, and words unchanged.
    seen = dict(hue="210", threshold=45, stability=0.2, rest="sepia", invert=1)
    told = {name: seen[name] / factor if name in seen and kind == "animated" else seen.get(name, default)
            for name, kind, default, factor, _ in panel}
    result = melted(bench, clip, width, height, told)
    assert result != expected
    settings = [(name, "on" if name == "invert" else str(value)) for name, value in seen.items()]
    found = loss(result, bench.command(clip, settings), width, height)
    assert found["luma"][0] < 2 and found["chroma"][0] < 4, found
    for name, kind, _, _, words in panel:
        for word in words:
            Filter(library, [(name, word)])


def settings_come_as_json_too(bench):
    width, height = 320, 180
    clip, plain = bench.clip("yuv420p", width, height), {"stability": 0, "white-balance": "off"}
    # Frames are 30 per second here, so the look changes at the sixth.
    text = json.dumps({"hues": ["blue"], "stability": 0, "whiteBalance": "off",
                       "timeline": [{"time": 0.15, "settings": {"hues": ["red"]}}]})
    blue, red = (melted(bench, clip, width, height, {"hue": hue, **plain}) for hue in ("blue", "red"))
    change = 5 * width * height * 3 // 2
    assert blue[change:] != red[change:]
    same("JSON", melted(bench, clip, width, height, {"settings": text}), blue[:change] + red[change:])


def shotcuts_controls_are_those_of_kdenlive(bench):
    folder = os.path.join(bench.prefix, "share", "shotcut", "qml", "filters", "splash")
    for name in ("meta.qml", "ui.qml"):
        bench.run("qmllint", os.path.join(folder, name))
    with open(os.path.join(folder, "ui.qml")) as file:
        text = file.read()
    standard, most = (json.loads(re.search(rf"var {name}: \((.*)\)$", text, re.MULTILINE).group(1))
                      for name in ("standard", "most"))
    panel = list(_kdenlive_panel(bench))
    assert list(standard) == [name for name, *_ in panel]
    for name, kind, default, factor, _ in panel:
        assert (kind == "animated") == (name in most) and most.get(name, 1) == factor, name
        value = standard[name] / most[name] if name in most else standard[name]
        assert default == (f"{value:.6g}" if name in most else str(value)), name
        assert text.count(f"give('{name}', ") >= 2 and f"filter.get('{name}')" in text or f"filter.getDouble('{name}')" in text
    with open(os.path.join(folder, "meta.qml")) as file:
        assert "mlt_service: 'frei0r.splash'" in file.read()


def cost_beside_select0r(bench):
    clip = bench.path("hd.mkv")
    bench.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25:duration=2", "-pix_fmt", "rgba", "-c:v", "rawvideo", clip)

    def seconds(chain):
        return processor_seconds("ffmpeg", "-v", "error", "-i", clip, "-vf", chain, "-f", "null", "-", env=bench.environment)

    chains = {"nothing": "null", "splash": "frei0r=splash", "select0r": "frei0r=select0r", "bw0r": "frei0r=bw0r"}
    best = {what: min(seconds(chain) for _ in range(3)) for what, chain in chains.items()}
    for what in chains:
        print(f"  1080p RGBA, {what}: {(best[what] - best['nothing']) * 20:.2f} ms a picture")
    ratio = (best["splash"] - best["nothing"]) / (best["select0r"] - best["nothing"])
    print(f"  splash costs {ratio:.2f} of select0r")
