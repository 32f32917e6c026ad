"""Devices that decode and are gone in the middle of a film."""
import os, subprocess

from .bench import Skip


def lost(bench):
    """A card that vanishes: software decodes on, to the pictures of software alone."""
    library = bench.path("lost-device.so")
    source = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lost-device.c")
    made = subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], capture_output=True)
    if made.returncode != 0:
        raise Skip("no C compiler, or no headers of FFmpeg")
    if "vaapi" not in bench.splash("test:", "-o", "null", "--hardware", "none").err:
        raise Skip("this FFmpeg has no vaapi")

    def decode(path, hardware, at=None, by=None, *more):
        own = {} if at is None else {"LD_PRELOAD": library, "SPLASH_LOST_AT": str(at), "SPLASH_LOST_BY": by}
        return bench.splash(path, "-o", "-", "--format", "nut", "--no-note", "--hardware", hardware, *more,
                            env={**os.environ, **own})

    x264 = ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "3", "-g")
    groups = bench.sample("groups.mp4", *bench.PICTURES, *x264, "12", "-x264-params", "open-gop=1")
    single = bench.sample("single.mp4", *bench.PICTURES, *x264, "999")
    for fault, path, at, by in (
            ("a picture cannot be read", groups, 31, "transfer"), ("it takes no more", groups, 31, "send"),
            ("it gives no more", groups, 31, "receive"), ("at the first picture but one", groups, 1, "transfer"),
            ("at the last picture", groups, 49, "transfer"), ("in a film with one key picture", single, 31, "send")):
        row = bench.row(f"a device that decodes is gone: {fault}")
        plain, run = decode(path, "off"), decode(path, "vaapi", at, by)
        row.expect(run, 0, f"warning: {path}: vaapi failed after frame {at} (", frames=50)
        row.check(len(run.lines) == 2 and "damaged" not in run.err, f"says: {run.err}")
        row.check(run.out == plain.out, "other pictures than those of software")

    row = bench.row("a device that decodes is gone: before the first picture")
    run = row.expect(decode(groups, "vaapi", 0, "transfer"), 0, "vaapi cannot decode it: ", frames=50)
    row.check(run.out == decode(groups, "off").out, "other pictures than those of software")
    row = bench.row("a device that decodes, to its end")
    run = row.expect(decode(groups, "vaapi", 999, "transfer"), 0, frames=50)
    row.check(len(run.lines) == 1, f"says: {run.err}")
    row.check(run.out == decode(groups, "off").out, "other pictures than those of software")

    # A clip with two keyframes whose packets are not kept: they exceed 64 MiB, and no frame has a time.
    noise = bench.sample(
        "noise.mp4", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "1280x720", "-r", "25", "-i", "/dev/urandom",
        "-frames:v", "60", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-g", "999", "-force_key_frames",
        "expr:eq(n,0)+eq(n,55)")
    timeless = bench.sample("timeless.h264", *bench.PICTURES, *bench.X264)
    for fault, path, at, all in (("after 64 MiB without a key picture", noise, 52, 60),
                                 ("in a film without times", timeless, 31, 50)):
        row = bench.row(f"a device that decodes is gone: {fault}")
        run = row.expect(decode(path, "vaapi", at, "transfer"), 0, f"vaapi failed after frame {at} (")
        row.check(at < run.frames < all, f"{run.frames} frames of {all}")
        row.check(f"damaged frames: {all - run.frames}," in run.err, f"the rest is not said: {run.err}")
