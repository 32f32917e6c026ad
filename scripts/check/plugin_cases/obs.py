"""The OBS filter in libobs and in OBS Studio, against the command."""
import json, os, re

from . import studio
from .bench import LOOKS, same
from .binding import in_format


def on_display(bench, *command, **others):
    return bench.run("xvfb-run", "-a", "-s", "-screen 0 1280x720x24", *command, **others)


def host(bench):
    program = bench.path("obs_host")
    if not os.path.exists(program):
        flags = bench.run("pkg-config", "--cflags", "--libs", "libobs", "x11", text=True).stdout.split()
        bench.run("gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror",
                  os.path.join(os.path.dirname(__file__), "obs_host.c"), "-o", program, *flags)
    return program


def stored(settings):
    """Settings as OBS keeps them."""
    result = {}
    for name, value in settings:
        if name in ("hue", "drop"):
            result[name] = [{"value": word} for word in value.split()]
        elif value == "on":
            result[name] = True
        else:
            try:
                result[name] = float(value)
            except ValueError:
                result[name] = value
    return result


def through_libobs(bench, raw, name, width, height, settings):
    path = bench.path("settings.json")
    with open(path, "w") as file:
        json.dump(stored(settings), file)
    return on_display(
        bench, host(bench), os.path.join(bench.libraries, "obs-plugins", "obs-splash.so"),
        os.path.join(bench.prefix, "share", "obs", "obs-plugins", "obs-splash"), name, str(width),
        str(height), path, input=raw)


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
    for control in ("hue: Kept hues", "picked_color: Color of the picture", "stability: Stability", "show: View"):
        assert f"control {control}" in text, text


def cost_of_a_picture(bench):
    raw = bench.raw(bench.clip("yuv420p", 1920, 1080, seconds=1.2))
    for look in ("defaults", "one pass"):
        text = through_libobs(bench, raw, "yuv420p", 1920, 1080, LOOKS[look]).stderr.decode(errors="replace")
        cost, copy = map(float, re.search(r"cost ([\d.]+) copy ([\d.]+)", text).groups())
        assert cost > 0 and copy > 0, text
        print(f"  1080p I420, {look}: {cost:.2f} ms of processor time a picture, {cost / copy:.1f} copies")


def obs_studio_records_a_splashed_scene(bench):
    clip = bench.path("thirds.mp4")
    colors = [f"color=c={name}:s=214x{studio.HEIGHT}:r=30:d=4" for name in ("0xd03030", "0x30b030", "0x3050d0")]
    inputs = [word for color in colors for word in ("-f", "lavfi", "-i", color)]
    # Noise, so that the recording grows.
    bench.run("ffmpeg", "-v", "error", "-nostdin", *inputs, "-filter_complex",
              f"hstack=3,crop={studio.WIDTH},noise=c0s=30:allf=t", "-pix_fmt", "yuv420p", clip)
    picture = studio.recorded(bench, clip, stored([("hue", "red")]))
    assert len(picture) == 3 * studio.WIDTH * studio.HEIGHT, len(picture)
    row = studio.HEIGHT // 2 * studio.WIDTH * 3
    red, green, blue = (picture[row + 3 * x:row + 3 * x + 3] for x in (107, 320, 533))
    assert red[0] > red[1] + 80 and red[0] > red[2] + 80, tuple(red)
    for grey in (green, blue):
        assert max(grey) - min(grey) < 12, (tuple(red), tuple(green), tuple(blue))


CASES = [
    controls_and_names_are_there, every_format_has_the_commands_bits, obs_studio_records_a_splashed_scene,
    cost_of_a_picture,
]
