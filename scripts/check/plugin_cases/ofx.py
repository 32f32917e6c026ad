"""The OpenFX plugin in a host of our own, against the library and the command."""
import array, glob, locale, os, random, subprocess, threading

from .bench import Skip, chunks, same
from .ofx_host import Effect, FAILED, Host, OK, Picture, Properties
from lib.binding import Filter

WIDTH, HEIGHT, FRAMES, RATE = 320, 180, 5, 25
LOOKS = [dict(hue="blue"), dict(hue="red 210:30", stability=0.8, fill=2.0), dict(hue="green", show=1),
         dict(hue="blue", invert=1, rest="sepia", grow=2)]
BT709 = 2


def plugin(bench, **options):
    (path,) = glob.glob(os.path.join(bench.prefix, "OFX", "Plugins", "Splash.ofx.bundle", "Contents", "Linux-*", "Splash.ofx"))
    host = Host(path, **options)
    assert host.act("OfxActionLoad") == OK
    return host, host.described()


def pictures(bench, rows=HEIGHT, alpha=True):
    """Frames of moving colors as rows of RGBA from above, with alpha of all kinds."""
    raw = bytearray(bench.raw(bench.clip("yuv444p", WIDTH, rows), "-pix_fmt", "rgba", "-frames:v", str(FRAMES)))
    dice = random.Random(3)
    if alpha:
        raw[3::4] = dice.choices([0, 1, 90, 254, 255], k=len(raw) // 4)
    return [chunks(frame, 4 * WIDTH) for frame in chunks(bytes(raw), 4 * WIDTH * rows)]


def through_the_library(bench, frames, settings, first=0):
    filter, result = Filter(bench.library, settings), []
    for number, rows in enumerate(frames):
        picture = bytearray(b"".join(rows))
        filter.apply(picture, "rgba", WIDTH, len(rows), time=(first + number) / RATE, matrix=BT709, full_range=1)
        result.append(chunks(bytes(picture), 4 * WIDTH))
    return result


def rendered(host, effect, frames, first=0, **layout):
    result = []
    for number, rows in enumerate(frames):
        drawn, status = host.render(effect, float(first + number), Picture(rows, WIDTH, **layout))
        assert status == OK, effect.messages
        result.append(drawn)
    return result


def flags(host, description, look):
    """Values of parameters as the library takes them."""
    for name, value in look.items():
        kind, properties = description.parameters[name]
        if kind == "OfxParamTypeBoolean":
            value = "on" if value else "off"
        elif kind == "OfxParamTypeChoice":
            value = properties["OfxParamPropChoiceOption"][value]
        yield name.replace("_", "-"), str(value)


def compare(what, result, expected):
    for number, (one, other) in enumerate(zip(result, expected, strict=True)):
        same(f"{what}, frame {number}", b"".join(one), b"".join(other))


def eight_bits_have_the_librarys_bits(bench):
    host, description = plugin(bench)
    frames = pictures(bench)
    for look in LOOKS:
        expected = through_the_library(bench, frames, list(flags(host, description, look)))
        for layout in (dict(), dict(is_upward=False), dict(gap=20), dict(gap=12, is_upward=False, origin=(-7, 300))):
            effect = host.instance(description, **look)
            result = rendered(host, effect, frames, **layout)
            compare(f"{look} {layout}", result, expected)
            host.end(effect)
        assert expected != frames
    # RGB without the alpha.
    def opaque(rows):
        return [b"".join(pixel[:3] for pixel in chunks(row, 4)) for row in rows]
    effect = host.instance(description, hue="blue")
    expected = through_the_library(bench, frames, [("hue", "blue")])
    compare("RGB", rendered(host, effect, [opaque(rows) for rows in frames], channels=3), [opaque(rows) for rows in expected])
    assert host.asked.count("image") == host.asked.count("release") > 0


def a_photo_is_near_the_commands(bench):
    host, description = plugin(bench)
    # With 720 rows, from which size on the command assumes BT.709's luma, as the plugin always does.
    rows = pictures(bench, rows=720, alpha=False)[0]
    photo, result = bench.path("photo.png"), bench.path("splashed.png")
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{WIDTH}x{len(rows)}", "-i", "-", photo],
                   input=b"".join(rows), check=True)
    bench.run(bench.splash, photo, "-o", result, "-y", "--quiet", "--hue", "blue")
    expected = bench.raw(result, "-pix_fmt", "rgba")
    (drawn,) = rendered(host, host.instance(description, hue="blue"), [rows])
    differences = [abs(a - b) for a, b in zip(b"".join(drawn), expected, strict=True)]
    print(f"  {sum(differences) / len(differences):.2f} codes on average, {max(differences)} at most")
    assert sum(differences) / len(differences) < 0.5


def widened(rows, sample):
    """Rows of 8 bits with 16 bits or floats."""
    kind, factor = ("H", 257) if sample == 2 else ("f", 1 / 255)
    return [array.array(kind, (value * factor for value in row)).tobytes() for row in rows]


def values(rows, sample):
    """Samples between 0 and 1, and more."""
    data = array.array({1: "B", 2: "H", 4: "f"}[sample], b"".join(rows))
    return [value / {1: 255, 2: 65535, 4: 1}[sample] for value in data]


def other_depths_agree_with_eight_bits(bench):
    host, description = plugin(bench)
    frames = pictures(bench)[:2]
    for look in LOOKS[1:]:
        expected = rendered(host, host.instance(description, **look), frames)
        for sample in (2, 4):
            wide = [widened(rows, sample) for rows in frames]
            result = rendered(host, host.instance(description, **look), wide, sample=sample, is_upward=sample == 2)
            for before, after, eight, source in zip(wide, result, expected, frames, strict=True):
                wrong = [abs(a - b) for a, b in zip(values(after, sample), values(eight, 1))]
                # Masks computed with more digits differ at the edges of the selection.
                assert sum(wrong) / len(wrong) < 0.002, (look, sample, sum(wrong) / len(wrong))
                size, before, after = 4 * sample, b"".join(before), b"".join(after)
                pixels = [(before[place:place + size], after[place:place + size]) for place in range(0, len(before), size)]
                assert all(one[3 * sample:] == other[3 * sample:] for one, other in pixels)
                kept = sum(one == other for one, other in pixels)
                source, eight = b"".join(source), b"".join(eight)
                kept_of_eight = sum(source[place:place + 4] == eight[place:place + 4] for place in range(0, len(source), 4))
                # Source pixels that were grey stay equal too, and in 8 bits a few more do.
                assert look.get("show") or abs(kept - kept_of_eight) < 0.1 * len(pixels), (look, sample, kept, kept_of_eight)


def what_is_kept_stays_in_all_bits(bench):
    host, description = plugin(bench)
    dice = random.Random(11)
    for linear in (0, 1):
        colors = [[0.9 + dice.random() / 10, dice.random() / 50, dice.random() / 50, dice.random()] for _ in range(WIDTH * 8)]
        rows = [array.array("f", sum(row, [])).tobytes() for row in chunks(colors, WIDTH)]
        plain = dict(white_balance="off", linear=linear)
        ((kept,),) = [rendered(host, host.instance(description, hue="red", **plain), [rows], sample=4)]
        same("kept", b"".join(kept), b"".join(rows))
        ((grey,),) = [rendered(host, host.instance(description, hue="blue", **plain), [rows], sample=4)]
        found = values(grey, 4)
        assert found[0::4] == found[1::4] == found[2::4] and found != values(rows, 4)
        assert found[3::4] == values(rows, 4)[3::4]


def grey_above_one_is_its_luma(bench):
    host, description = plugin(bench)
    dice = random.Random(12)
    for factor in (1, 4, 100):
        colors = [[factor * (0.5 + dice.random() / 2), factor * dice.random() / 8, factor * dice.random() / 8, 1.0] for _ in range(WIDTH * 8)]
        colors[:3] = [[-0.5, float("nan"), 0.25, 1.0], [0.0, 1e30, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0]]
        rows = [array.array("f", sum(row, [])).tobytes() for row in chunks(colors, WIDTH)]
        effect = host.instance(description, hue="green", white_balance="off", stability=0.0, despeckle=0, fill=0.0, clean=0.0)
        found = values(rendered(host, effect, [rows], sample=4)[0], 4)
        assert found[:3] == [found[0]] * 3 and abs(found[0] - 0.25 * 0.0722) < 1e-3, found[:4]
        for number, (red, green, blue, _) in enumerate(colors[3:], 3):
            luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            most = max(1, red, green, blue)
            assert all(abs(value - luma) < 1e-4 * most for value in found[4 * number:4 * number + 3]), (colors[number], luma)


def multiplied_colors_are_judged_without_alpha(bench):
    host, description = plugin(bench)
    look = dict(hue="blue", white_balance="off", stability=0.0)
    rows = [b"".join(bytes([20, 30, 250, 255]) if x < WIDTH // 2 else bytes([240, 200, 40, 255]) for x in range(WIDTH))] * 32
    (plain,) = rendered(host, host.instance(description, **look), [rows])
    for sample, tolerance in ((1, 0.006), (2, 1e-4), (4, 1e-4)):
        # Alpha of one twelfth: premultiplied, the blue would be too dark to be kept.
        def thin(rows):
            data = array.array({1: "B", 2: "H", 4: "f"}[sample], b"".join(rows if sample == 1 else widened(rows, sample)))
            thinned = array.array(data.typecode, (value / 12 if sample == 4 else round(value / 12) for value in data)).tobytes()
            return chunks(thinned, 4 * sample * WIDTH)
        (result,) = rendered(host, host.instance(description, **look), [thin(rows)], sample=sample, premultiplied=True)
        wrong = max(abs(a - b / 12) for a, b in zip(values(result, sample), values(plain, 1)))
        assert wrong < tolerance, (sample, wrong)
        same("blue", b"".join(row[:2 * sample * WIDTH] for row in result), b"".join(row[:2 * sample * WIDTH] for row in thin(rows)))


def linear_light_is_judged_by_what_is_seen(bench):
    host, description = plugin(bench)
    look = dict(hue="azure", white_balance="off")
    frames = pictures(bench, alpha=False)[:2]

    def light(row):
        codes = [value / 255 for value in row]
        return array.array("f", (code / 12.92 if code <= 0.04045 else ((code + 0.055) / 1.055) ** 2.4 for code in codes)).tobytes()

    seen = rendered(host, host.instance(description, **look), [widened(rows, 4) for rows in frames], sample=4)
    shone = rendered(host, host.instance(description, linear=1, **look), [[light(row) for row in rows] for rows in frames], sample=4)
    for one, other in zip(seen, shone):
        codes = [12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055 for value in values(other, 4)]
        # Alpha is 1, in linear light too.
        assert max(abs(a - b) for a, b in zip(values(one, 4), codes)) < 0.002


def controls_are_those_of_the_table(bench):
    host, description = plugin(bench)
    names = [setting.name.decode().replace("-", "_") for setting in bench.library.settings()]
    assert set(description.parameters) - {"controls", "settings", "linear"} == set(names) - {"fade_in", "fade_out"}
    page = description.parameters["controls"][1]["OfxParamPropPageChild"]
    assert set(page) == set(description.parameters) - {"controls"} and len(page) == len(set(page))
    for name, (kind, properties) in description.parameters.items():
        if name == "controls":
            continue
        assert properties["OfxPropLabel"][0] and properties["OfxParamPropHint"][0], name
        if kind in ("OfxParamTypeDouble", "OfxParamTypeInteger"):
            low, high, standard = (properties[f"OfxParamProp{each}"][0] for each in ("Min", "Max", "Default"))
            assert low <= standard <= high, name
    assert host.described("OfxImageEffectContextGeneral").parameters.keys() == description.parameters.keys()
    for name, expected in dict(SupportsTiles=[0], PluginRenderThreadSafety=None).items():
        found = description.properties.get(f"OfxImageEffectProp{name}") or description.properties[f"OfxImageEffect{name}"]
        assert found == (expected or ["OfxImageEffectRenderInstanceSafe"]), (name, found)
    for clip in description.clips.values():
        assert clip.properties["OfxImageEffectPropSupportsTiles"] == [0]
    # The defaults are the library's.
    frames = pictures(bench)[:2]
    compare("defaults", rendered(host, host.instance(description), frames), through_the_library(bench, frames, []))


def keyframes_count_from_their_frame_on(bench):
    host, description = plugin(bench)
    frames = pictures(bench)
    effect = host.instance(description, hue=lambda time: "red" if time < 2 else "blue", threshold=lambda time: 20 + 5 * time)
    filter, expected = Filter(bench.library), []
    for number, rows in enumerate(frames):
        filter.set("hue", "red" if number < 2 else "blue")
        filter.set("threshold", str(20 + 5 * number))
        picture = bytearray(b"".join(rows))
        filter.apply(picture, "rgba", WIDTH, HEIGHT, time=number / RATE, matrix=BT709, full_range=1)
        expected.append([bytes(picture)])
    compare("keyframes", rendered(host, effect, frames), expected)


def a_jump_begins_anew(bench):
    host, description = plugin(bench)
    frames = pictures(bench)
    effect = host.instance(description, hue="blue", stability=0.9)
    rendered(host, effect, frames)
    settings = [("hue", "blue"), ("stability", "0.9")]
    compare("again from the first", rendered(host, effect, frames), through_the_library(bench, frames, settings))
    compare("back to a frame", rendered(host, effect, frames[2:], first=2), through_the_library(bench, frames[2:], settings, first=2))
    compare("the same frame", rendered(host, effect, frames[4:], first=4), through_the_library(bench, frames[4:], settings, first=4))


def settings_come_as_json_too(bench):
    host, description = plugin(bench)
    frames = pictures(bench)[:2]
    saved = bench.path("saved.json")
    bench.run(bench.splash, "test:", "--frames", "1", "-o", "null", "--quiet", "--hue", "green", "--invert", "--fade-in", "5",
              "--save-settings", saved)
    with open(saved) as file:
        text = file.read()
    effect = host.instance(description, settings=text)
    compare("JSON", rendered(host, effect, frames), through_the_library(bench, frames, [("hue", "green"), ("invert", "on")]))
    effect.parameters["hue"].value = "red"
    compare("a control over it", rendered(host, effect, frames),
            through_the_library(bench, frames, [("hue", "red"), ("invert", "on")]))
    effect.parameters["hue"].value = ""
    compare("and back", rendered(host, effect, frames), through_the_library(bench, frames, [("hue", "green"), ("invert", "on")]))


def wrong_settings_are_told_and_mended(bench):
    for lasting in (True, False):
        host, description = plugin(bench, has_lasting_messages=lasting)
        frames = pictures(bench)[:1]
        effect = host.instance(description)
        for name, value, words in (("hue", "rde", "rde"), ("settings", "{", "JSON"), ("keep", "mask=a.png", "mask"),
                                   ("settings", '{"timeline": []}', "keyframes"), ("saturation", "2..1", "saturation")):
            before = effect.parameters[name].value
            effect.parameters[name].value = value
            drawn, status = host.render(effect, 0.0, Picture(frames[0], WIDTH))
            assert status == FAILED and words.lower() in effect.messages[-1].lower(), (name, status, effect.messages)
            assert "\n" not in effect.messages[-1]
            effect.parameters[name].value = before
        compare("mended", rendered(host, effect, frames), through_the_library(bench, frames, []))
        assert not lasting or effect.last_message is None
        assert host.asked.count("image") == host.asked.count("release")


def places_count_from_above(bench):
    host, description = plugin(bench)
    rows = [bytes([220, 20, 20, 255]) * WIDTH] * 64
    for is_upward in (True, False):
        effect = host.instance(description, hue="red", within="box=0%,0%,100%,50%", white_balance="off")
        (drawn,) = rendered(host, effect, [rows], is_upward=is_upward)
        assert drawn[:28] == rows[:28] and drawn[-1] != rows[-1]


def the_whole_source_is_asked_for(bench):
    host, description = plugin(bench)
    effect = host.instance(description)
    picture = Picture(pictures(bench)[0], WIDTH, origin=(5, 9))
    effect.clips["Source"].images = {3.0: picture.properties()}
    wanted = Properties()
    inside = Properties(OfxPropTime=3.0, OfxImageEffectPropRegionOfInterest=[10.0, 10.0, 20.0, 20.0])
    assert host.act("OfxImageEffectActionGetRegionsOfInterest", effect, inside, wanted) == OK
    assert wanted == {"OfxImageClipPropRoI_Source": [float(value) for value in picture.bounds]}
    # A part of the output equals that part of the whole.
    (whole,) = rendered(host, host.instance(description), [picture.rows()], origin=(5, 9))
    part, status = host.render(host.instance(description), 0.0, picture, window=[15, 19, 45, 49])
    assert status == OK
    for number, (one, other) in enumerate(zip(whole, part)):
        # Rows of the window, which counts from the bottom.
        is_inside = HEIGHT - 40 <= number < HEIGHT - 10
        assert other == (b"\xa5" * 40 + one[40:160] + b"\xa5" * (len(one) - 160) if is_inside else b"\xa5" * len(one)), number


def instances_work_side_by_side(bench):
    host, description = plugin(bench)
    frames = pictures(bench)
    looks = [dict(hue=hue) for hue in ("red", "blue", "green", "yellow")]
    expected = [through_the_library(bench, frames, [("hue", look["hue"])]) for look in looks]
    effects, results = [host.instance(description, **look) for look in looks], [None] * len(looks)

    def work(index):
        results[index] = rendered(host, effects[index], frames)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(looks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result, each in zip(results, expected, strict=True):
        compare("side by side", result, each)
    assert host.act("OfxActionPurgeCaches", effects[0]) == OK
    compare("after a purge", rendered(host, effects[0], frames), expected[0])
    for effect in effects:
        host.end(effect)


def numbers_have_points_in_any_language(bench):
    folder = bench.path("locales")
    os.makedirs(folder)
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, "de_DE.UTF-8")], capture_output=True)
    if made.returncode not in (0, 1):
        raise Skip("without a German locale: localedef cannot make one")
    before = os.environ.get("LOCPATH")
    os.environ["LOCPATH"] = folder
    try:
        try:
            locale.setlocale(locale.LC_NUMERIC, "de_DE.UTF-8")
        except locale.Error as error:
            raise Skip(f"without a German locale: {error}") from None
        assert locale.localeconv()["decimal_point"] == ","
        host, description = plugin(bench)
        frames = pictures(bench)[:2]
        look = dict(gate_softness=0.35, chroma_floor=0.125)
        result = rendered(host, host.instance(description, **look), frames)
    finally:
        locale.setlocale(locale.LC_NUMERIC, "C")
        os.environ.pop("LOCPATH")
        if before is not None:
            os.environ["LOCPATH"] = before
    compare("German", result, through_the_library(bench, frames, [("gate-softness", "0.35"), ("chroma-floor", "0.125")]))


def other_actions_are_left_to_the_host(bench):
    host, description = plugin(bench)
    assert host.act("OfxImageEffectActionGetTimeDomain", host.instance(description)) == 14
    assert host.act("OfxActionUnload") == 14
    assert isinstance(description, Effect) and host.plugin.identifier == b"io.github.splash_video.splash"
