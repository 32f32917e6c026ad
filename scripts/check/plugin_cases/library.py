"""libsplash from C and by ctypes, against the command."""
import array, ctypes, json, math, os, random, re, sys, threading

from lib.tools import ROOT
from .bench import LOOKS, same
from lib.binding import Filter, Image, Refused, in_format, planar, planes, splashed
from .networks import with_settings


def refusal(function, *arguments, **names):
    """The one line with which a call is refused."""
    try:
        function(*arguments, **names)
    except Refused as error:
        text = str(error)
        assert text and "\n" not in text, repr(text)
        return text
    raise AssertionError(f"{arguments} {names}: taken")


def c_example_gives_the_commands_bits(bench):
    program = bench.example()
    for width, height in ((320, 180), (321, 181), (1280, 720)):
        clip = bench.clip("yuv420p", width, height)
        for look, settings in LOOKS.items():
            words = [f"{name}={value}" for name, value in settings]
            done = bench.run(program, str(width), str(height), "25", *words, input=bench.raw(clip))
            same(f"{look} {width}x{height}", done.stdout, bench.command(clip, settings))
            assert b"% kept" in done.stderr
    done = bench.run(program, "8", "8", "25", "hue=blurple", input=b"", status=64)
    assert b"blurple" in done.stderr, done.stderr


def tutorial_in_c_runs_as_it_stands(bench):
    page = os.path.join(ROOT, "Sources", "SplashCore", "Documentation.docc", "Tutorials.md")
    with open(page, encoding="utf-8") as file:
        lines = [line.strip() for line in file if re.match(r"cc |ffmpeg .*/example ", line)]
    assert len(lines) == 2, lines
    clip = bench.clip("yuv420p", 1280, 720)
    bench.ffmpeg("-i", clip, bench.path("clip.mp4"))
    os.symlink(os.path.join(ROOT, "Plugins"), bench.path("Plugins"))
    bench.run("bash", "-ec", "\n".join([f"cd {bench.scratch}", "set -o pipefail", *lines]))
    assert os.path.getsize(bench.path("splashed.yuv")) == len(bench.raw(bench.path("clip.mp4")))


def header_is_cpp(bench):
    bench.run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", "-include",
              os.path.join(bench.prefix, "include", "splash.h"), "/dev/null")


def every_format_has_the_commands_bits(bench):
    lib, results = bench.library, {}
    names = [name for name in lib.formats() if name[:3] not in ("rgb", "bgr")]
    assert len(names) == len(set(names)) > 30
    for name in names:
        source = planar(name)
        width, height = (322 if source != name else 321), 181
        clip, arranged = in_format(bench, name, width, height, seconds=0.16)
        pictures = arranged(bench.raw(clip))
        looks = ["balanced", "two hues"]
        if name in ("nv12", "p010le", "yuyv422", "uyvy422", "yuva444p10le"):
            looks += ["one pass", "mask"]
        for look in looks:
            key = (source, width, look)
            if key not in results:
                results[key] = bench.command(clip, LOOKS[look])
            mine = splashed(lib, pictures, name, width, height, 25, LOOKS[look])
            same(f"{name} {look}", mine, arranged(results[key]))


def wide_color_has_the_commands_bits(bench):
    lib, (width, height) = bench.library, (320, 180)
    plain = splashed(lib, bench.raw(bench.clip("yuv420p10le", width, height)), "yuv420p10le", width, height,
                     25, LOOKS["two hues"])
    for number, transfer in ((0, "bt709"), (1, "smpte2084"), (2, "arib-std-b67")):
        tags = f"setparams=color_trc={transfer}:color_primaries=bt2020:colorspace=bt2020nc"
        clip = bench.clip("yuv420p10le", width, height, tags=tags)
        mine = splashed(lib, bench.raw(clip), "yuv420p10le", width, height, 25, LOOKS["two hues"],
                        matrix=3, transfer=number, primaries=2)
        same(transfer, mine, bench.command(clip, LOOKS["two hues"]))
        assert mine != plain, transfer


FADES = [("hue", "blue"), ("fade-in", "0.2"), ("fade-out", "0.16")]


def fades_have_the_commands_bits(bench):
    lib, (width, height) = bench.library, (322, 181)
    for name, look in (("yuv420p", "grey"), ("yuv420p", "sepia"), ("nv12", "sepia"), ("yuyv422", "grey"),
                       ("uyvy422", "noir"), ("yuva420p", "sepia"), ("p010le", "grey")):
        source, settings = planar(name), [*FADES, ("rest", look)]
        size = sum(row * rows for row, rows in planes(source, width, height))
        clip, arranged = in_format(bench, name, width, height)
        raw = bench.raw(clip)
        mine = splashed(lib, arranged(raw), name, width, height, 25, settings)
        same(f"{name} {look}", mine, arranged(bench.command(clip, settings)))
        # The fade begins with the unchanged first frame.
        first = len(mine) * size // len(raw)
        assert mine[:first] == arranged(raw[:size]) != mine[first:2 * first], name


def fades_are_in_rgb_too(bench):
    lib, (width, height) = bench.library, (64, 36)
    dice = random.Random(3)
    raw = bytes(dice.randrange(256) for _ in range(4 * width * height)) * 10
    mine = splashed(lib, raw, "rgba", width, height, 25, FADES)
    size = len(raw) // 10
    changed = [sum(abs(a - b) for a, b in zip(raw[:size], mine[place:place + size]))
               for place in range(0, len(mine), size)]
    assert changed[0] == 0 and changed[0] < changed[1] < changed[2] < changed[4], changed
    assert changed[5] > changed[8] > changed[9] > 0, changed


def pictures_without_times_fade_at_30_a_second(bench):
    lib, (width, height) = bench.library, (64, 36)
    raw = bench.raw(bench.clip("yuv420p", width, height))[:width * height * 3 // 2]
    filter, results = Filter(lib, [("fade-in", "0.2")]), []
    for _ in range(8):
        picture = bytearray(raw)
        filter.apply(picture, "yuv420p", width, height)
        results.append(bytes(picture))
    assert len(set(results[:7])) == 7 and results[0] == raw and results[6] == results[7]


def keys_in_time_have_the_commands_bits(bench):
    lib, (width, height) = bench.library, (322, 180)
    document = json.dumps({"hues": ["blue"], "fadeIn": 0.08, "timeline": [
        {"time": 0.08, "transition": 0.1, "settings": {"hues": ["200:40"]}},
        {"time": 0.2, "transition": 0.12, "settings": {"rest": ["sepia"]}},
        {"time": 0.36, "settings": {"rest": ["grey"], "within": ["box=10,10,100,90"]}}]})
    for name in ("yuv420p", "nv12", "yuyv422", "yuva420p"):
        clip, arranged = in_format(bench, name, width, height)
        for more in ([], [("stability", "0"), ("white-balance", "off")], [("show", "mask")]):
            # A setting given separately holds at all times.
            mine = splashed(lib, arranged(bench.raw(clip)), name, width, height, 25, more, document.encode())
            expected = bench.command(clip, [("settings", with_settings(bench, document, more))])
            same(f"{name} {more}", mine, arranged(expected))


def luma_and_padding_stay(bench):
    width, height, stride = 33, 17, 64
    dice = random.Random(11)
    before = bytes(dice.randrange(16, 235) for _ in range(stride * (height + 9 + 9)))
    picture = bytearray(before)
    start = ctypes.addressof(ctypes.c_char.from_buffer(picture))
    image = Image(format=b"yuv420p", width=width, height=height, time=0)
    for plane, row in enumerate((0, height, height + 9)):
        image.data[plane], image.stride[plane] = start + row * stride, stride
    Filter(bench.library, [("hue", "red:1"), ("stability", "0")]).apply_image(image)
    for row in range(height + 18):
        end = (row + 1) * stride
        kept = row * stride + (0 if row < height else (width + 1) // 2)
        assert picture[kept:end] == before[kept:end], f"row {row}"
    assert picture != before


def every_rgb_color_comes_back(bench):
    everything = [("hue", "0:360"), ("saturation", "0..1"), ("value", "0..1"), ("chroma-floor", "0")]
    size = 4096
    colors = b"".join(n.to_bytes(3, "little") + b"\x5a" for n in range(size * size // 64, size * size, 61))
    width, height = 1024, len(colors) // 4096
    colors = colors[:4 * width * height]
    for name in ("rgba", "bgra", "rgb0", "bgr0", "rgb24", "bgr24"):
        pixels = bytes(value for at, value in enumerate(colors) if at % 4 < 3) if name.endswith("24") else colors
        for matrix in (0, 1, 2, 3):
            picture = bytearray(pixels)
            Filter(bench.library, everything).apply(picture, name, width, height, 0, matrix=matrix)
            same(f"{name} matrix {matrix}", bytes(picture), pixels)


def three_bytes_of_rgb_are_as_four(bench):
    dice, (width, height) = random.Random(7), (1033, 9)
    colors = bytes(dice.randrange(256) for _ in range(4 * width * height))
    for name, four in (("rgb24", "rgba"), ("bgr24", "bgra")):
        for settings in (LOOKS["defaults"], LOOKS["mask"]):
            wide, narrow = bytearray(colors), bytearray(value for at, value in enumerate(colors) if at % 4 < 3)
            Filter(bench.library, settings).apply(wide, four, width, height, 0)
            Filter(bench.library, settings).apply(narrow, name, width, height, 0)
            same(f"{name} {settings}", narrow, bytes(value for at, value in enumerate(wide) if at % 4 < 3))


def luma_of(raw, name, width, height):
    """The luma codes of a raw video in a planar format."""
    size = sum(row * rows for row, rows in planes(name, width, height))
    row, rows = planes(name, width, height)[0]
    luma = b"".join(raw[place:place + row * rows] for place in range(0, len(raw), size))
    return array.array("H" if row > width else "B", luma)


def masks_are_what_the_command_shows(bench):
    width, height = 322, 181
    for name in ("yuv420p", "nv12", "yuyv422", "yuv440p", "yuv444p10le", "p010le", "yuva420p"):
        clip, arranged = in_format(bench, name, width, height)
        raw, shown = arranged(bench.raw(clip)), luma_of(bench.command(clip, LOOKS["mask"]), planar(name), width, height)
        filter = Filter(bench.library)
        size = sum(row * rows for row, rows in planes(name, width, height))
        for number in range(len(raw) // size):
            picture = bytearray(raw[number * size:(number + 1) * size])
            mask = filter.mask(picture, name, width, height, number / 25)
            assert picture == raw[number * size:(number + 1) * size], name
            # Grey has limited range: 16 to 235 in 8 bits.
            unit = 4 if "10" in name else 1
            for row in range(height):
                mine = mask[row * (width + 5):(row + 1) * (width + 5)]
                luma = [math.floor((16 + value / 255 * 219) * unit + 0.5) for value in mine[:width]]
                assert luma == list(shown[(number * height + row) * width:(number * height + row + 1) * width]), (name, row)
                assert not any(mine[width:]), name


def words_may_have_blanks(bench):
    raw = bench.raw(bench.clip("yuv420p", 320, 180))
    results = [splashed(bench.library, raw, "yuv420p", 320, 180, 25, [("hue", words)])
               for words in ("dark red\n200:15", "dark-red 200:15", "dark red\n", "dark-red")]
    assert results[0] == results[1] != results[2] == results[3]
    assert "dark red" in refusal(Filter, bench.library, [("hue", "dark red blurple\n")])


def rgb_turns_grey_by_the_weights_of_luma(bench):
    nothing = [("hue", "0:0:0"), ("drop", "0:180"), ("white-balance", "off")]
    dice = random.Random(5)
    width, height = 640, 40
    colors = bytes(dice.randrange(256) for _ in range(4 * width * height))
    weights = {0: (0.299, 0.114), 1: (0.299, 0.114), 2: (0.2126, 0.0722), 3: (0.2627, 0.0593)}
    for matrix, (red, blue) in weights.items():
        picture = bytearray(colors)
        Filter(bench.library, nothing).apply(picture, "rgba", width, height, 0, matrix=matrix)
        for place in range(0, len(colors), 4):
            r, g, b, alpha = colors[place:place + 4]
            luma = red * r + (1 - red - blue) * g + blue * b
            assert picture[place + 3] == alpha
            for code in picture[place:place + 3]:
                assert abs(code - luma) < 0.6, (matrix, (r, g, b), luma, picture[place:place + 3])


def wrong_calls_are_refused_in_a_line(bench):
    lib = bench.library
    assert "not JSON" in refusal(Filter, lib, json=b"{")
    assert "hues[0].width -1" in refusal(Filter, lib, json=b'{"hues": [{"center": 0, "width": -1}]}')
    assert "unknown" in refusal(Filter, lib, json=b'{"blur": 1}')
    assert "side-by-side" in refusal(Filter, lib, json=b'{"show": "side-by-side"}')
    assert "mask=" in refusal(Filter, lib, json=b'{"within": ["mask=grey.png"]}')
    filter = Filter(lib, [("stability", "0.25")])
    assert "--smoothing 7" in refusal(filter.set, "stability", "7")
    assert "lock-balance maybe" in refusal(filter.set, "lock-balance", "maybe")
    assert "setting blur" in refusal(filter.set, "blur", "1")
    refusal(filter.load, b"[]")
    picture = bytearray(range(96))
    for wrong in (dict(width=0), dict(height=-8), dict(width=70000), dict(name="yuv9"), dict(name=""),
                  dict(matrix=9), dict(transfer=3), dict(primaries=-1)):
        arguments = dict(dict(name="yuv420p", width=8, height=8), **wrong)
        name = arguments.pop("name")
        image = Image(format=name.encode(), time=0, **arguments)
        for plane in range(3):
            image.data[plane] = ctypes.addressof(ctypes.c_char.from_buffer(picture))
            image.stride[plane] = 8
        refusal(filter.apply_image, image)
    image = Image(format=b"yuv420p", width=8, height=8, time=0)
    assert "plane 0" in refusal(filter.apply_image, image)
    for plane in range(3):
        image.data[plane] = ctypes.addressof(ctypes.c_char.from_buffer(picture))
        image.stride[plane] = 3
    assert "8 bytes or more" in refusal(filter.apply_image, image)
    image = filter.image(bytearray(96), "yuv420p", 8, 8, 0)
    assert "the mask: no address" in refusal(filter.mask_image, image, None, 8)
    assert "the mask: 7 bytes" in refusal(filter.mask_image, image, (ctypes.c_uint8 * 64)(), 7)
    assert picture == bytearray(range(96))
    # An error text is cut to its buffer, and the buffer may be missing.
    short = ctypes.create_string_buffer(b"\xff" * 12)
    assert not lib.c.splash_filter_open(b"{", short, ctypes.c_size_t(8))
    assert short.raw[7:] == b"\0" + b"\xff" * 4 + b"\0", short.raw
    assert not lib.c.splash_filter_open(b"{", None, ctypes.c_size_t(0))


def objects_are_followed(bench):
    lib, (width, height), clip = bench.library, (320, 180), bench.path("boxes.mkv")
    bench.ffmpeg(
        "-f", "lavfi", "-i", f"color=gray:s={width}x{height}:r=25:d=0.4[g];color=red:s=50x50:r=25:d=0.4,split[a][b];"
        "[g][a]overlay=x='20+10*n':y=60[h];[h][b]overlay=x='250-10*n':y=70,format=yuv420p", "-c:v", "ffv1", "-colorspace", "bt709", "-color_range", "tv", clip)
    raw, size = bench.raw(clip), width * height * 3 // 2
    for name, first in (("color@0.14,0.47", 0), ("color@0.39,0.47@0.32", 8)):
        settings = [("keep", name)]
        mine = splashed(lib, raw, "yuv420p", width, height, 25, settings, matrix=2)
        same(name, mine[first * size:], bench.command(clip, settings)[first * size:])
        # Frames before a selection's time cannot be known here.
        grey = splashed(lib, raw, "yuv420p", width, height, 25, [("hue", "green")], matrix=2)
        assert mine[:first * size] == grey[:first * size] and mine != grey


def threads_do_not_meet(bench):
    lib = bench.library
    raw = bench.raw(bench.clip("yuv420p", 320, 180))
    expected = {look: splashed(lib, raw, "yuv420p", 320, 180, 25, LOOKS[look]) for look in LOOKS}
    wrong = []

    def work(look):
        for _ in range(4):
            if splashed(lib, raw, "yuv420p", 320, 180, 25, LOOKS[look]) != expected[look]:
                wrong.append(look)

    shared = Filter(lib)

    def crowd(number):
        for turn in range(60):
            picture = bytearray(raw[:86400])
            shared.apply(picture, "yuv420p", 320, 180, number + turn / 25)
            shared.set("stability", f"{(number + turn) % 10 / 10}")
            shared.readings()

    threads = [threading.Thread(target=work, args=(look,)) for look in LOOKS]
    threads += [threading.Thread(target=crowd, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong
    assert 0 <= shared.readings().kept <= 1


def can_be_closed_and_opened_again(bench):
    script = """
import ctypes, sys, _ctypes
for _ in range(5):
    library = ctypes.CDLL(sys.argv[1])
    library.splash_filter_open.restype = ctypes.c_void_p
    filter = library.splash_filter_open(b'{"stability": 0.2}', None, ctypes.c_size_t(0))
    assert filter
    library.splash_filter_close(ctypes.c_void_p(filter))
    _ctypes.dlclose(library._handle)
"""
    bench.run(sys.executable, "-c", script, os.path.join(bench.libraries, "libsplash.so.1"))


def shows_its_own_symbols_and_needs_no_more_than_c(bench):
    path = os.path.join(bench.libraries, "libsplash.so.1")
    header = open(os.path.join(bench.prefix, "include", "splash.h")).read()
    declared = set(re.findall(r"^[a-z].*?\b(splash_\w+)\(", header, re.MULTILINE))
    symbols = bench.run("nm", "-D", "--defined-only", path, text=True).stdout
    defined = set(re.findall(r" T (\S+)", symbols))
    versions = {"splash_filter_set_length": "SPLASH_1.1", "splash_filter_mask": "SPLASH_1.2"}
    assert defined == {f"{name}@@{versions.get(name, 'SPLASH_1')}" for name in declared}, defined
    needed = re.findall(r"NEEDED.*\[(.*)\]", bench.run("readelf", "-d", path, text=True).stdout)
    allowed = {"libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libc.so.6"}
    assert {name for name in needed if not name.startswith("ld-linux")} <= allowed, needed
    print(f"  libsplash.so.1: {os.path.getsize(path) / 1e6:.1f} MB")
