"""The GStreamer element in gst-launch and gst-inspect, against the command."""
from lib.tools import processor_seconds
from .bench import LOOKS, same
from lib.binding import in_format

# A pipeline whose element gets another hue before its sixth frame.
LIVE = """
import gi, sys
gi.require_version("Gst", "1.0")
from gi.repository import Gst
Gst.init(None)
pipeline = Gst.parse_launch(sys.argv[1])
element, seen = pipeline.get_by_name("it"), [0]
def before(pad, info):
    seen[0] += 1
    if seen[0] == 6:
        element.set_property("hue", "blue")
    return Gst.PadProbeReturn.OK
element.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, before)
pipeline.set_state(Gst.State.PLAYING)
end = Gst.MessageType.EOS | Gst.MessageType.ERROR
message = pipeline.get_bus().timed_pop_filtered(60 * Gst.SECOND, end)
pipeline.set_state(Gst.State.NULL)
sys.exit(0 if message and message.type == Gst.MessageType.EOS else 1)
"""

# GStreamer's names of splash's pixel formats.
FORMATS = {
    "yuv420p": "i420", "yuv422p": "y42b", "yuv444p": "y444", "nv12": "nv12", "nv16": "nv16",
    "nv24": "nv24", "yuyv422": "yuy2", "uyvy422": "uyvy", "yuv420p10le": "i420-10le",
    "yuv422p10le": "i422-10le", "yuv444p10le": "y444-10le", "yuv420p12le": "i420-12le",
    "yuv422p12le": "i422-12le", "yuv444p12le": "y444-12le", "p010le": "p010-10le", "p012le": "p012-le",
}


def properties(settings):
    return [f"{name}={'true' if value == 'on' else value}" for name, value in settings]


def launched(bench, raw, name, width, height, *element):
    """What an element makes of raw pictures, 25 a second."""
    source, target = bench.path("gst-in.raw"), bench.path("gst-out.raw")
    with open(source, "wb") as file:
        file.write(raw)
    bench.run(
        "gst-launch-1.0", "-q", "filesrc", f"location={source}", "!", "rawvideoparse",
        f"format={FORMATS[name]}", f"width={width}", f"height={height}", "framerate=25/1", "!", *element,
        "!", "filesink", f"location={target}")
    with open(target, "rb") as file:
        return file.read()


def every_format_has_the_commands_bits(bench):
    width, height = 320, 180
    for name in FORMATS:
        clip, arranged = in_format(bench, name, width, height)
        for look in ("two hues", "balanced"):
            result = launched(bench, arranged(bench.raw(clip)), name, width, height, "splash",
                              *properties(LOOKS[look]))
            same(f"{name} {look}", result, arranged(bench.command(clip, LOOKS[look])))


def settings_come_as_json_too(bench):
    clip = bench.clip("yuv420p", 320, 180)
    bench.run(bench.splash, "test:", "--frames", "1", "-o", "null", "--quiet", "-y", "--hue", "blue",
              "--save-settings", bench.path("look.json"))
    text = open(bench.path("look.json")).read().replace("\n", " ")
    result = launched(bench, bench.raw(clip), "yuv420p", 320, 180, "splash", f"settings={text}")
    same("JSON", result, bench.command(clip, [("hue", "blue")]))


def fades_have_the_commands_bits(bench):
    clip, settings = bench.clip("yuv420p", 320, 180), [("fade-in", "0.2"), ("fade-out", "0.16")]
    # A file that states its length: a parser of raw frames does not know it before the tenth.
    film, target = bench.path("fades.mkv"), bench.path("fades.raw")
    bench.ffmpeg("-i", clip, "-c:v", "rawvideo", film)
    bench.run("gst-launch-1.0", "-q", "filesrc", f"location={film}", "!", "matroskademux", "!", "splash",
              *properties(settings), "!", "filesink", f"location={target}")
    with open(target, "rb") as file:
        same("fades", file.read(), bench.command(clip, settings))


def a_property_that_changes_is_there_with_the_next_picture(bench):
    width, height = 320, 180
    clip = bench.clip("yuv420p", width, height)
    source, target = bench.path("gst-in.raw"), bench.path("gst-out.raw")
    with open(source, "wb") as file:
        file.write(bench.raw(clip))
    look = LOOKS["one pass"]
    bench.run(
        "/usr/bin/python3", "-c", LIVE,
        f"filesrc location={source} ! rawvideoparse format=i420 width={width} height={height} framerate=25/1 ! "
        f"splash name=it hue=red {' '.join(properties(look))} ! filesink location={target}")
    red, blue = (bench.command(clip, [*look, ("hue", hue)]) for hue in ("red", "blue"))
    change = 5 * width * height * 3 // 2
    with open(target, "rb") as file:
        same("hue red, then blue", file.read(), red[:change] + blue[change:])
    assert red[change:] != blue[change:]


def networks_find_what_the_command_finds(bench):
    clip = bench.street()
    expected = bench.command(clip, [("keep", "person")])
    same("people", launched(bench, bench.raw(clip), "yuv420p", 640, 360, "splash", "keep=person"), expected)
    assert expected != bench.raw(clip)


def inactive_lets_pictures_pass(bench):
    raw = bench.raw(bench.clip("yuv420p", 320, 180))
    same("inactive", launched(bench, raw, "yuv420p", 320, 180, "splash", "active=false"), raw)


def inspection_lists_every_setting(bench):
    done = bench.run("gst-inspect-1.0", "splash", text=True)
    assert not done.stderr, done.stderr
    for flag in ("hue", "stability", "white-balance", "balance-output", "settings", "active"):
        assert f"\n  {flag} " in done.stdout, done.stdout


def wrong_settings_end_the_pipeline_with_a_reason(bench):
    for others in ([], ["threshold=20"]):
        done = bench.run("gst-launch-1.0", "-q", "videotestsrc", "num-buffers=3", "!", "splash", "hue=blurple",
                         *others, "!", "fakesink", text=True, status=None)
        assert done.returncode != 0 and "blurple" in done.stderr, done.stderr


def cost_beside_videobalance(bench):
    def seconds(*element):
        return processor_seconds(
            "gst-launch-1.0", "-q", "videotestsrc", "num-buffers=200", "pattern=ball", "!",
            "video/x-raw,format=I420,width=1920,height=1080", "!", *element, "!", "fakesink", env=bench.environment)

    elements = {
        "nothing": ["identity"], "splash": ["splash"], "videobalance": ["videobalance", "saturation=0.3"],
        "splash, mask as it comes": ["splash", "stability=0", "despeckle=0"],
    }
    best = {what: min(seconds(*element) for _ in range(3)) for what, element in elements.items()}
    for what in elements:
        print(f"  1080p I420, {what}: {(best[what] - best['nothing']) * 5:.2f} ms a picture")
    cost = {what: best[what] - best["nothing"] for what in elements}
    print(f"  splash costs {cost['splash'] / cost['videobalance']:.2f} of videobalance")
