"""The OBS filter in libobs and in OBS Studio, against the command."""
import json, os, re, statistics, time

from lib.panels import german
from . import studio
from .bench import LOOKS, chunks, same
from lib.binding import Filter, in_format


def on_display(bench, *command, **others):
    return bench.run("xvfb-run", "-a", "-s", "-screen 0 1280x720x24", *command, **others)


def host(bench, name="obs_host"):
    program = bench.path(name)
    if not os.path.exists(program):
        flags = bench.run("pkg-config", "--cflags", "--libs", "libobs", "x11", text=True).stdout.split()
        bench.run("gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror",
                  os.path.join(os.path.dirname(__file__), f"{name}.c"), "-o", program, *flags)
    return program


def _module(bench):
    """The plugin and its data."""
    return (os.path.join(bench.libraries, "obs-plugins", "obs-splash.so"),
            os.path.join(bench.prefix, "share", "obs", "obs-plugins", "obs-splash"))


def stored(settings):
    """Settings as OBS keeps them."""
    result = {}
    for name, value in settings:
        if name in ("hue", "drop", "keep"):
            result[name] = [{"value": word} for word in value.split()]
        elif value == "on":
            result[name] = True
        else:
            try:
                result[name] = float(value)
            except ValueError:
                result[name] = value
    return result


def written(bench, settings):
    """Where settings are, as OBS keeps them."""
    path = bench.path("settings.json")
    with open(path, "w") as file:
        json.dump(stored(settings), file)
    return path


def through_libobs(bench, raw, name, width, height, settings, *language):
    return on_display(bench, host(bench), *_module(bench), name, str(width), str(height), written(bench, settings),
                      *language, input=raw)


def rendered(bench, raw, width, height, settings, filter="splash_rendered", plugin=None):
    """What a filter for what is rendered makes of RGBA pictures; there is none where the filter is None."""
    more = [filter, written(bench, settings)] if filter else []
    return on_display(bench, host(bench, "obs_rendered"), *(plugin or _module(bench)), str(width), str(height), *more, input=raw)


def every_format_has_the_commands_bits(bench):
    width, height = 320, 180
    for name in ("yuv420p", "yuv444p", "nv12", "yuyv422", "uyvy422"):
        clip, arranged = in_format(bench, name, width, height)
        looks = LOOKS if name == "yuv420p" else ("two hues",)
        for look in looks:
            done = through_libobs(bench, arranged(bench.raw(clip)), name, width, height, LOOKS[look])
            same(f"{name} {look}", done.stdout, arranged(bench.command(clip, LOOKS[look])))


def controls_and_names_are_there(bench):
    done = through_libobs(bench, b"", "yuv420p", 320, 180, [])
    text = done.stderr.decode(errors="replace")
    assert "filter: Color Splash" in text, text
    assert "filter: Color Splash (windows, scenes, games)" in text, text
    for control in ("hue: Kept hues", "picked_color: Color of the picture", "stability: Stability", "show: View"):
        assert f"control {control}; " in text, text
    assert "choice mask: mask" in text and "Temporal smoothing of the mask" in text, text


def german_has_every_setting(bench):
    done = through_libobs(bench, b"", "yuv420p", 320, 180, [], "de-DE")
    text, texts = done.stderr.decode(errors="replace"), german()
    settings = bench.library.settings()
    for setting in settings:
        name, help = texts[setting.name.decode()]
        assert f"control {setting.name.decode()}: {name}; {help}" in text, (name, text)
    for words in ("filter: Color-Splash\n", "filter: Color-Splash (Fenster, Szenen, Spiele)", "picked_color: Farbe im Bild",
                  "choice mask: Maske", "choice result: Ergebnis", "choice auto: automatisch"):
        assert words in text, (words, text)
    # A language without texts falls back to those of the table.
    done = through_libobs(bench, b"", "yuv420p", 320, 180, [], "fr-FR")
    assert "control hue: Kept hues; " in done.stderr.decode(errors="replace")


def cost_of_a_picture(bench):
    raw = bench.raw(bench.clip("yuv420p", 1920, 1080, seconds=1.2))
    for look in ("defaults", "one pass"):
        text = through_libobs(bench, raw, "yuv420p", 1920, 1080, LOOKS[look]).stderr.decode(errors="replace")
        cost, copy = map(float, re.search(r"cost ([\d.]+) copy ([\d.]+)", text).groups())
        assert cost > 0 and copy > 0, text
        print(f"  1080p I420, {look}: {cost:.2f} ms of processor time a picture, {cost / copy:.1f} copies")


def networks_find_what_the_command_finds(bench):
    clip = bench.street()
    done = through_libobs(bench, bench.raw(clip), "yuv420p", 640, 360, [("keep", "person")])
    same("people", done.stdout, bench.command(clip, [("keep", "person")]))
    bench.environment["SPLASH_MODELS"] = bench.path("nowhere")
    try:
        done = through_libobs(bench, b"", "yuv420p", 640, 360, [("keep", "person")])
    finally:
        del bench.environment["SPLASH_MODELS"]
    assert b"no such AI model; run splash models fetch person" in done.stderr, done.stderr


def a_file_counts_in_place_of_the_panel(bench):
    clip, path = bench.clip("yuv420p", 320, 180), bench.path("look.json")
    with open(path, "w") as file:
        json.dump({"hues": ["blue"], "fadeIn": 0.09, "timeline": [
            {"time": 0.18, "settings": {"rest": ["sepia"]}}]}, file)
    done = through_libobs(bench, bench.raw(clip), "yuv420p", 320, 180, [("settings_file", path), ("hue", "green")])
    expected = bench.command(clip, [("settings", path)])
    same("a file", done.stdout, expected)
    assert expected != bench.command(clip, [("hue", "blue")])
    for text, reason in (("{", "not JSON"), (None, "cannot be read")):
        os.remove(path)
        if text:
            with open(path, "w") as file:
                file.write(text)
        done = through_libobs(bench, b"", "yuv420p", 320, 180, [("settings_file", path)])
        assert reason in done.stderr.decode(errors="replace"), done.stderr


# Settings with which a frame does not depend on earlier ones, since it is unknown when OBS draws.
FORGETFUL = [("stability", "0"), ("white-balance", "off")]


def library_pictures(bench, pictures, width, height, settings):
    """What the library makes of each of some RGBA pictures, seen as in OBS."""
    filter = Filter(bench.library, settings)
    results = []
    for picture in pictures:
        picture = bytearray(picture)
        filter.apply(picture, "rgba", width, height, matrix=2)
        results.append(bytes(picture))
    return results


def rgba(bench, width, height, seconds=0.4, chain="null"):
    return chunks(bench.raw(bench.clip("yuv444p", width, height, seconds=seconds), "-vf", f"{chain},format=rgba"), 4 * width * height)


def what_is_rendered_has_the_librarys_bits_one_picture_later(bench):
    for width, height in ((320, 180), (323, 181)):
        pictures = rgba(bench, width, height)
        assert len(pictures) == 10
        for settings in ([*FORGETFUL, ("hue", "red 210:30")], [*FORGETFUL, ("rest", "sepia")], [("show", "mask"), *FORGETFUL]):
            expected = library_pictures(bench, pictures, width, height, settings)
            # The first frame is drawn at once, and so is the first one after a pause in drawing.
            order = [0, 0, 1, 2, 3, 4, 6, 6, 7, 8]
            done = rendered(bench, b"".join(pictures), width, height, settings)
            same(f"{width}x{height} {settings}", done.stdout, b"".join(expected[number] for number in order))
            assert expected[0] != pictures[0]


def what_is_seen_through_stays_so(bench):
    width, height = 64, 36
    # Stripes of a color to keep and of one to remove, with increasing alpha.
    rows = [bytes(code for x in range(width) for code in ((220, 30, 40, 4 * x), (30, 60, 220, 4 * x))[x % 2])] * height
    picture = b"".join(rows)
    done = rendered(bench, 10 * picture, width, height, [*FORGETFUL, ("hue", "red"), ("despeckle", "0")])
    assert len(done.stdout) == 10 * len(picture), len(done.stdout)
    row = done.stdout[-4 * width:]
    for x in range(0, width, 2):
        kept, grey = row[4 * x:4 * x + 4], row[4 * x + 4:4 * x + 8]
        assert kept[3] == 4 * x and grey[3] == 4 * (x + 1), (x, kept, grey)
        if kept[3] > 100:
            assert all(abs(a - b * kept[3] / 255) < 2 for a, b in zip(kept, (220, 30, 40))), (x, tuple(kept))
        luma = (0.2126 * 30 + 0.7152 * 60 + 0.0722 * 220) * grey[3] / 255
        assert all(abs(a - luma) < 2 for a in grey[:3]), (x, tuple(grey), luma)


def cost_of_what_is_rendered(bench):
    width, height = 1920, 1080
    pictures = rgba(bench, width, height, seconds=0.8)

    def cost(*settings, **others):
        text = rendered(bench, b"".join(pictures), width, height, *settings, **others).stderr.decode(errors="replace")
        return float(re.search(r"cost ([\d.]+)", text).group(1))

    triple = os.path.basename(bench.libraries)
    own = (f"/usr/lib/{triple}/obs-plugins/obs-filters.so", "/usr/share/obs/obs-plugins/obs-filters")
    plain, correction = cost([], filter=None), cost([("saturation", "-1")], filter="color_filter", plugin=own)
    filter, work = Filter(bench.library, LOOKS["defaults"]), []
    for number, picture in enumerate(pictures):
        picture = bytearray(picture)
        begin = time.thread_time()
        filter.apply(picture, "rgba", width, height, number / 25, matrix=2)
        work.append(1000 * (time.thread_time() - begin))
    whole, work = cost(LOOKS["defaults"]) - plain, statistics.median(work)
    print(f"  1080p, rendered by the processor: {whole:.1f} ms of processor time a picture; of that the look {work:.1f}, "
          f"drawing, reading back and showing {whole - work:.1f}; OBS's color correction {correction - plain:.1f}")


def obs_studio_records_what_is_splashed(bench):
    clip = bench.path("thirds.mp4")
    colors = [f"color=c={name}:s=214x{studio.HEIGHT}:r=30:d=4" for name in ("0xd03030", "0x30b030", "0x3050d0")]
    inputs = [word for color in colors for word in ("-f", "lavfi", "-i", color)]
    # Noise, so that the recording's file grows.
    bench.ffmpeg(*inputs, "-filter_complex", f"hstack=3,crop={studio.WIDTH},noise=c0s=30:allf=t", "-pix_fmt", "yuv420p", clip)
    for place in studio.PLACES:
        picture = studio.recorded(bench, clip, place, stored([("hue", "red")]))
        assert len(picture) == 3 * studio.WIDTH * studio.HEIGHT, len(picture)
        row = studio.HEIGHT // 2 * studio.WIDTH * 3
        red, green, blue = (picture[row + 3 * x:row + 3 * x + 3] for x in (107, 320, 533))
        assert red[0] > red[1] + 80 and red[0] > red[2] + 80, (place, tuple(red))
        for grey in (green, blue):
            assert max(grey) - min(grey) < 12, (place, tuple(red), tuple(green), tuple(blue))
