"""The frei0r plugin in ffmpeg and melt, against the library and the command."""
import os, resource

from .bench import same
from .binding import Filter, Library

HUE = "blue"


def through_ffmpeg(bench, clip, chain, name):
    return bench.run("ffmpeg", "-v", "error", "-nostdin", "-i", clip, "-vf", chain, "-pix_fmt", name,
                     "-f", "rawvideo", "-").stdout


def rgba_has_the_librarys_bits(bench):
    width, height = 320, 180
    clip = bench.clip("yuv444p", width, height)
    source = through_ffmpeg(bench, clip, "format=rgba", "rgba")
    filter = Filter(Library(os.path.join(bench.libraries, "libsplash.so.1")), [("hue", HUE)])
    expected, size = bytearray(), 4 * width * height
    for place in range(0, len(source), size):
        picture = bytearray(source[place:place + size])
        filter.apply(picture, "rgba", width, height)
        expected += picture
    result = through_ffmpeg(bench, clip, f"format=rgba,frei0r=splash:{HUE}", "rgba")
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
    found = loss(through_ffmpeg(bench, clip, chain, "yuv420p"),
                 bench.command(clip, [("hue", HUE)]), width, height)
    for what, (mean, most) in found.items():
        print(f"  ffmpeg: {what} {mean:.2f} codes on average, {most} at most")
    assert found["luma"][0] < 1, found


def melt_shows_it_too(bench):
    width, height = 320, 180
    clip = bench.clip("yuv420p", width, height)
    target = bench.path("melt.mkv")
    profile = bench.path("profile")
    with open(profile, "w") as file:
        file.write(f"description=clip\nframe_rate_num=25\nframe_rate_den=1\nwidth={width}\n"
                   f"height={height}\nprogressive=1\nsample_aspect_num=1\nsample_aspect_den=1\n"
                   "display_aspect_num=16\ndisplay_aspect_den=9\ncolorspace=601\n")
    bench.run("melt", "-profile", profile, clip, "-filter", "frei0r.splash", f"hue={HUE}", "-consumer",
              f"avformat:{target}", "vcodec=ffv1", "pix_fmt=yuv420p", "an=1",
              "real_time=-1")
    expected = bench.command(clip, [("hue", HUE)])
    result = bench.raw(target)[:len(expected)]
    found = loss(result, expected[:len(result)], width, height)
    for what, (mean, most) in found.items():
        print(f"  melt: {what} {mean:.2f} codes on average, {most} at most")
    assert found["luma"][0] < 2 and found["chroma"][0] < 4, found


def cost_beside_select0r(bench):
    clip = bench.path("hd.mkv")
    bench.run("ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
              "testsrc2=size=1920x1080:rate=25:duration=2", "-pix_fmt", "rgba", "-c:v", "rawvideo", clip)

    def seconds(chain):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        bench.run("ffmpeg", "-v", "error", "-nostdin", "-i", clip, "-vf", chain, "-f", "null", "-")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    chains = {
        "nothing": "null", "splash": "frei0r=splash", "select0r": "frei0r=select0r",
        "bw0r": "frei0r=bw0r",
    }
    best = {what: min(seconds(chain) for _ in range(3)) for what, chain in chains.items()}
    for what in chains:
        print(f"  1080p RGBA, {what}: {(best[what] - best['nothing']) * 20:.2f} ms a picture")
    ratio = (best["splash"] - best["nothing"]) / (best["select0r"] - best["nothing"])
    print(f"  splash costs {ratio:.2f} of select0r")


CASES = [
    rgba_has_the_librarys_bits, loss_against_the_command_is_that_of_rgb, melt_shows_it_too,
    cost_beside_select0r,
]
