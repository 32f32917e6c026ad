"""Pictures and time stamps that change where nobody expects it."""
import os

from .bench import read


def sizes(bench):
    for size in ("1x1", "3x5", "17x33"):
        row = bench.row(f"{size} pictures")
        path = bench.sample(f"{size}.y4m", "-f", "lavfi", "-i",
                            f"testsrc2=size=64x64:rate=5:duration=1,scale={size.replace('x', ':')}",
                            "-pix_fmt", "yuv420p")
        bench.tell_ffmpeg(row, path)
        for output, more in (("odd.y4m", ()), ("odd.mkv", ("--codec", "ffv1"))):
            row.expect(bench.splash(path, "-o", bench.path(output), "-y", *more), 0, frames=5)
            row.check(bench.decoded(bench.path(output))[0] == 5, f"{output} has not 5 frames")
        row = bench.row(f"{size} pictures, which H.264 4:2:0 refuses")
        out = bench.path("odd.mp4")
        theirs = bench.ffmpeg("-i", path, "-c:v", "libx264", bench.path("theirs.mp4"))
        row.ffmpeg = f"exit {theirs.status}, {len(theirs.lines)} lines of error"
        if size == "1x1":
            row.expect(bench.splash(path, "-o", out), 1, (out, "--pixel-format yuv444p"))
            row.check(not os.path.exists(out), "an unusable file is left behind")
        else:
            row.expect(bench.splash(path, "-o", out), 0, "leaving out the last column and row", frames=5)
            even = ",".join(str(int(side) // 2 * 2) for side in size.split("x"))
            row.check(bench.probe(out, "stream=width,height") == [even], "another size")
            os.remove(out)
        fixed = bench.splash(path, "-o", out, "--pixel-format", "yuv444p")
        row.check(fixed.status == 0 and bench.decoded(out)[0] == 5, "the remedy fails: " + fixed.err)
        os.path.exists(out) and os.remove(out)
    row = bench.row("8192x4320 picture")
    path = bench.sample("huge.y4m", "-f", "lavfi", "-i", "testsrc2=size=8192x4320:rate=1:duration=1",
                        "-pix_fmt", "yuv420p")
    bench.tell_ffmpeg(row, path)
    out = bench.path("huge.mp4")
    row.expect(bench.splash(path, "-o", out, "--preset", "ultrafast"), 0, frames=1)
    row.check(bench.probe(out, "stream=width,height") == ["8192,4320"], "another size")
    os.remove(path)
    bench._samples.pop("huge.y4m")


def absurd(bench):
    """A header that promises pictures larger than any memory."""
    for size in (20_000, 100_000):
        row = bench.row(f"y4m of {size}x{size}")
        path = bench.write("absurd.y4m", b"YUV4MPEG2 W%d H%d F25:1 Ip A1:1 C420\nFRAME\n" % (size, size))
        theirs = bench.tool("ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "null", "-")
        row.ffmpeg = f"exit {theirs.status}"
        process = bench.start(path, "-o", "null")
        _, status, usage = os.wait4(process.pid, 0)
        run = bench.finish(process)
        run.status = os.waitstatus_to_exitcode(status)
        row.expect(run, 2, (f"{size}x{size}", "--max-pixels"))
        memory = usage.ru_maxrss // 1024
        row.splash += f" ({memory} MB of memory)"
        row.check(memory < 200, f"{memory} MB of memory")


def changes(bench):
    """What changes within one stream: the output keeps what it began with."""

    def part(name, size, pixels, *codec):
        return read(bench.sample(name, "-f", "lavfi", "-i", f"testsrc2=size={size}:rate=25:duration=1",
                                 "-pix_fmt", pixels, *codec))

    x264 = ("-c:v", "libx264", "-preset", "ultrafast")
    mjpeg = ("-c:v", "mjpeg", "-f", "mjpeg")
    kinds = [
        ("size changes from 160x120 to 320x180 and back", "sizes.ts",
         [part("s1.ts", "160x120", "yuv420p", *x264), part("s2.ts", "320x180", "yuv420p", *x264)]),
        ("4:2:0 becomes 4:4:4", "shapes.mjpeg",
         [part("f1.mjpeg", "160x120", "yuvj420p", *mjpeg), part("f2.mjpeg", "160x120", "yuvj444p", *mjpeg)]),
        ("8 bits become 10", "depths.h264",
         [part("d1.h264", "160x120", "yuv420p", *x264), part("d2.h264", "160x120", "yuv420p10le", *x264)]),
    ]
    for fault, name, (first, second) in kinds:
        row = bench.row(fault)
        path = bench.write(name, first + second + first)
        theirs = bench.tell_ffmpeg(row, path)
        out = bench.path("changed.mkv")
        run = row.expect(bench.splash(path, "-o", out, "-y"), 0)
        row.check(run.frames >= theirs, f"{run.frames} frames kept, ffmpeg keeps {theirs}")
        row.check(bench.decoded(out)[0] == run.frames, "frames are missing in the output")
        row.check(bench.probe(out, "stream=width,height") == ["160,120"], "not the first size")


def times(bench, path):
    return [float(time) for time in bench.probe(path, "frame=pts_time") if time != "N/A"]


def rising(row, stamps, longest):
    row.check(all(a < b for a, b in zip(stamps, stamps[1:])), "time stamps do not rise")
    row.check(stamps and stamps[-1] - stamps[0] < longest,
              f"{stamps[-1] - stamps[0] if stamps else 0:.1f} s long")


def joined(bench):
    """Recordings joined end to end, whose clocks begin anew."""
    early = read(bench.clip("ts"))
    late = read(bench.sample("late.ts", *bench.PICTURES, *bench.SOUND, *bench.X264, "-c:a", "aac",
                             "-output_ts_offset", "50000"))
    for fault, data in (("time stamps go back (MPEG-TS joined with itself)", early + early),
                        ("time stamps jump 14 hours ahead (MPEG-TS splice)", early + late),
                        ("time stamps jump ahead and back again", early + late + early)):
        row = bench.row(fault)
        path = bench.write("joined.ts", data)
        theirs = bench.tell_ffmpeg(row, path)
        for extension in ("mp4", "mkv"):
            out = bench.path("joined-out." + extension)
            run = row.expect(bench.splash(path, "-o", out, "-y"), 0)
            row.check(run.frames >= theirs, f"{run.frames} frames kept, ffmpeg keeps {theirs}")
            stamps = times(bench, out)
            row.check(len(stamps) == run.frames, f"{len(stamps)} frames in the {extension}")
            seconds = len(data) / len(early) * 2
            rising(row, stamps, seconds + 1)
            sound = [float(t) for t in bench.probe(out, "packet=pts_time", "a") if t != "N/A"]
            row.check(sound and abs(sound[-1] - stamps[-1]) < 0.5,
                      f"sound ends at {sound[-1] if sound else 0}, pictures at {stamps[-1]}")


def stamps(bench):
    row = bench.row("time stamps repeat")
    path = bench.sample("repeat.mkv", "-i", bench.clip("mp4"), "-map", "0:v", "-c", "copy", "-bsf:v",
                        "setts=pts=if(mod(N\\,5)\\,PTS\\,PREV_OUTPTS):"
                        "dts=if(mod(N\\,5)\\,DTS\\,PREV_OUTDTS)")
    theirs = bench.tell_ffmpeg(row, path)
    out = bench.path("repeat-out.mp4")
    run = row.expect(bench.splash(path, "-o", out, "-y"), 0)
    row.check(run.frames >= theirs, f"{run.frames} frames kept, ffmpeg keeps {theirs}")
    rising(row, times(bench, out), 2.5)
    for fault, extension in (("first time stamp is negative", "mp4"), ("first time stamps are missing", "mkv")):
        row = bench.row(fault)
        path = bench.sample("negative." + extension, *bench.PICTURES, *bench.SOUND, "-c:v", "libx264",
                            "-c:a", "aac", "-avoid_negative_ts", "disabled", "-output_ts_offset", "-1")
        theirs = bench.tell_ffmpeg(row, path)
        for extension in ("mp4", "mkv", "nut"):
            out = bench.path("negative-out." + extension)
            row.expect(bench.splash(path, "-o", out, "-y"), 0, frames=theirs)
            row.check(bench.decoded(out)[0] == theirs, f"frames are missing in the {extension}")
            rising(row, times(bench, out), 3.1)
    row = bench.row("no time stamps: raw H.264")
    path = bench.sample("raw.h264", *bench.PICTURES, *bench.X264)
    theirs = bench.tell_ffmpeg(row, path)
    out = bench.path("raw-out.mp4")
    row.expect(bench.splash(path, "-o", out, "-y"), 0, frames=theirs)
    rising(row, times(bench, out), 2.1)
    row = bench.row("interlaced: flags kept")
    path = bench.sample("fields.mkv", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=1",
                        "-vf", "setfield=tff", "-c:v", "libx264", "-preset", "ultrafast", "-x264-params",
                        "tff=1", "-flags", "+ildct+ilme")
    bench.tell_ffmpeg(row, path)
    out = bench.path("fields-out.mkv")
    row.expect(bench.splash(path, "-o", out, "-y"), 0, frames=25)
    entries = "frame=interlaced_frame,top_field_first"
    row.check(set(bench.probe(out, entries)) == {"1,1"}, f"flags {set(bench.probe(out, entries))}")


def tails(bench):
    """Streams of very different length must not fill the memory."""
    video = ("-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=1")
    tone = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=900")
    kinds = [
        ("sound 15 minutes longer than the pictures", "tail.mkv", ()),
        ("15 minutes of sound before the first picture", "head.mkv", ("-itsoffset", "900")),
    ]
    for fault, name, shift in kinds:
        row = bench.row(fault)
        path = bench.sample(name, *shift, *video, *tone, *bench.X264, "-c:a", "pcm_s16le", "-ac", "2",
                            "-max_interleave_delta", "0")
        bench.tell_ffmpeg(row, path)
        process = bench.start(path, "-o", bench.path("tail-out.mkv"), "-y")
        _, status, usage = os.wait4(process.pid, 0)
        run = bench.finish(process)
        run.status = os.waitstatus_to_exitcode(status)
        row.expect(run, 0, frames=25)
        size = usage.ru_maxrss // 1024
        row.splash += f" ({size} MB of memory, file {os.path.getsize(path) >> 20} MB)"
        row.check(size < 450, f"{size} MB of memory")
