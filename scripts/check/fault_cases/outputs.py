"""Outputs that cannot be written, must not be written, or go away."""
import os, resource, subprocess, threading, time

from .bench import file_limit, read


def full_disk(bench):
    """A small disk that fills up; what is there can be played, and ffmpeg has less or as much."""
    clip = bench.sample(
        "long.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=16",
        "-f", "lavfi", "-i", "sine=duration=16", *bench.X264, "-c:a", "aac")
    rich = ("--crf", "2")
    for extension in ("mp4", "mov", "mkv", "ts", "avi", "nut"):
        row = bench.row(f"disk full while writing .{extension}")
        disk = bench.small_disk(1024)
        theirs = os.path.join(disk, "theirs." + extension)
        codec = ("-c:v", "libx264", "-preset", "veryfast", "-crf", "2", "-c:a", "copy")
        if extension == "nut":
            codec, rich = ("-c:v", "rawvideo", "-c:a", "copy"), ()
        run = bench.ffmpeg("-i", clip, *codec, theirs)
        frames = bench.decoded(theirs)[0] if os.path.exists(theirs) else 0
        row.ffmpeg = f"exit {run.status}, {frames} frames can be played"
        os.path.exists(theirs) and os.remove(theirs)
        out = os.path.join(disk, "ours." + extension)
        run = row.expect(bench.splash(clip, "-o", out, *rich), 1, (out, "No space left", "free some space"))
        ours = bench.decoded(out)[0]
        row.splash += f" [{ours} frames can be played]"
        row.check(ours > 20 or extension == "nut", f"only {ours} frames can be played")
        row.check(ours >= frames * 0.8, f"ffmpeg leaves {frames} frames")
        if extension in ("mp4", "mov"):
            row.check(bench.probe(out, "stream=index", "a"), "the sound is gone")


def limits(bench):
    clip = bench.sample("wide.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=4",
                        *bench.X264)
    for extension in ("mp4", "mkv"):
        row = bench.row(f".{extension} at the limit of a file's size (ulimit -f)")
        out = bench.path("limited." + extension)
        theirs = bench.tool("ffmpeg", "-nostdin", "-y", "-v", "error", "-i", clip, "-c:v", "libx264",
                            "-crf", "2", out, preexec_fn=file_limit(300_000))
        row.ffmpeg = f"exit {theirs.status}, {bench.decoded(out)[0]} frames can be played"
        os.remove(out)
        run = row.expect(bench.splash(clip, "-o", out, "--crf", "2", before=file_limit(300_000)), 1, "File too large")
        ours = bench.decoded(out)[0]
        row.splash += f" [{ours} frames can be played]"
        row.check(ours > 5, f"only {ours} frames can be played")
    row = bench.row("standard output is a full device")
    with open("/dev/full", "wb") as full:
        row.ffmpeg = "exit %d" % subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", clip, "-f", "yuv4mpegpipe", "-"], stdout=full,
            stderr=subprocess.DEVNULL).returncode
        row.expect(bench.splash(clip, "-o", "-", stdout=full), 1, "No space left")
    row = bench.row("no file descriptors left")
    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (6, 6))
    run = row.tell(bench.splash(clip, "-o", bench.path("few.mp4"), "-y", before=few))
    row.check(run.status in (0, 1, 2), "not an orderly end")
    row.check(run.status == 0 or "Too many open files" in run.err, "does not say why")


def forbidden(bench):
    clip = bench.clip("mp4")
    row = bench.row("read-only folder")
    disk = bench.small_disk(64)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    out = os.path.join(disk, "out.mp4")
    row.ffmpeg = f"exit {bench.ffmpeg('-i', clip, out).status}"
    row.expect(bench.splash(clip, "-o", out), 2, (out, "Read-only file system"))


def unusable(bench):
    clip = bench.clip("mp4")
    for fault, out, says in (
            ("folder does not exist", bench.path("absent/out.mp4"), "create the folder first"),
            ("output has no known extension", bench.path("out.xyz"), "--format"),
            ("container holds no video", bench.path("out.wav"), "holds no video")):
        row = bench.row(fault)
        row.ffmpeg = f"exit {bench.ffmpeg('-i', clip, out).status}"
        if os.path.isfile(out):
            os.remove(out)
        run = row.tell(bench.splash(clip, "-o", out))
        row.check(run.status in (2, 64) and says in run.err and len(run.lines) == 1, run.err)
        row.check(not os.path.isfile(out), "something is left behind")


def piped(bench):
    row = bench.row("a container that pipes cannot carry")
    row.ffmpeg = f"exit {bench.ffmpeg('-i', bench.clip('mp4'), '-f', 'mp4', '-').status}"
    row.expect(bench.splash(bench.clip("mp4"), "-o", "-", "--format", "mp4"), 2, ("seekable", "mkv or nut"))


def kept_files(bench):
    clip = bench.clip("mp4")
    row = bench.row("output exists, no -y")
    out = bench.write("precious.mp4", b"precious")
    theirs = bench.tool("ffmpeg", "-nostdin", "-i", clip, out)
    row.ffmpeg = f"exit {theirs.status}"
    row.expect(bench.splash(clip, "-o", out), 2, (out, "already exists", "-y"))
    row.check(read(out) == b"precious", "the file has changed")
    original = bench.write("original.mp4", read(clip))
    os.symlink(original, bench.path("soft.mp4"))
    os.link(original, bench.path("hard.mp4"))
    before = read(original)
    for fault, source, out in (
            ("output is the input", original, original),
            ("output is the input, by another path", original, bench.folder + "/./original.mp4"),
            ("output is a symbolic link to the input", original, bench.path("soft.mp4")),
            ("input is a symbolic link to the output", bench.path("soft.mp4"), original),
            ("output is a hard link to the input", original, bench.path("hard.mp4")),
            ("output is the input, as file:", "file:" + original, original)):
        row = bench.row(fault)
        row.expect(bench.splash(source, "-o", out, "-y"), 2, "would overwrite a file that this run reads")
        row.check(read(original) == before, "the input has changed")
    row = bench.row("output is what standard input reads")
    with open(original, "rb") as file:
        row.expect(bench.splash("-", "-o", original, "-y", stdin=file), 2, "would overwrite a file that this run reads")
    row.check(read(original) == before, "the input has changed")
    row = bench.row("standard output appends to the input")
    y4m = bench.sample("three.y4m", *bench.PICTURES, "-frames:v", "3")
    before = read(y4m)
    with open(y4m, "ab") as file:
        row.expect(bench.splash(y4m, "-o", "-", stdout=file), 2, "would overwrite a file that this run reads")
    row.check(read(y4m) == before, "the input has changed")
    row = bench.row("the same output twice")
    out = bench.path("twice.mp4")
    row.expect(bench.splash(clip, "-o", out, "-o", out, "-y"), 2, out)
    row.check(not os.path.exists(out), "something is left behind")


def refusals(bench):
    clip = bench.clip("mp4")
    kinds = [
        ("encoder refuses the preset", ("--preset", "warp9"), ".mp4", "warp9"),
        ("encoder refuses an option", ("--encoder-option", "nonsense=1"), ".mp4", "nonsense=1"),
        ("encoder refuses the bit rate", ("--bitrate", "fast"), ".mp4", "--bitrate fast"),
        ("encoder refuses the pixel format", ("--pixel-format", "rgb48le"), ".mp4", "--pixel-format"),
        ("no such encoder", ("--codec", "h999"), ".mp4", "--codec h999"),
        ("container refuses the codec", ("--codec", "libx264", "--skip-unsupported"), ".webm",
         "Only VP8 or VP9"),
    ]
    for fault, flags, extension, says in kinds:
        row = bench.row(fault)
        fresh, old = bench.path("fresh" + extension), bench.write("old" + extension, b"precious")
        run = row.tell(bench.splash(clip, "-o", fresh, *flags))
        row.check(run.status in (1, 2, 64) and says in run.lines[-1], run.err)
        row.check(not os.path.exists(fresh), "an unusable file is left behind")
        bench.splash(clip, "-o", old, "-y", *flags)
        row.check(read(old) == b"precious", "an existing file was emptied before anything could replace it")
    row = bench.row("container cannot carry a stream")
    font = bench.write("a.ttf", b"no font")
    path = bench.sample("attached.mkv", "-i", clip, "-map", "0", "-c", "copy", "-attach", font,
                        "-metadata:s:t", "mimetype=application/x-truetype-font")
    out = bench.path("attached.mp4")
    theirs = bench.ffmpeg("-i", path, "-map", "0", "-c", "copy", out)
    row.ffmpeg = f"exit {theirs.status}: {theirs.lines[0] if theirs.lines else ''}"
    os.path.exists(out) and os.remove(out)
    row.expect(bench.splash(path, "-o", out), 0, "leaving out attachment stream 2", frames=50)
    row.check(len(bench.probe(out, "stream=index", "a")) == 1, "the sound is gone")
    row = bench.row("sound and subtitles that the container lacks are converted")
    text = bench.write("text.srt", b"1\n00:00:00,000 --> 00:00:01,000\nhello\n")
    path = bench.sample("titled.mkv", "-i", clip, "-i", text, "-map", "0", "-map", "1", "-c", "copy")
    for extension, codecs in (("webm", ["opus", "webvtt"]), ("mp4", ["aac", "mov_text"])):
        out = bench.path("titled." + extension)
        theirs = bench.ffmpeg("-i", path, "-map", "0", "-c", "copy", out)
        row.ffmpeg = f"exit {theirs.status}: {theirs.lines[0] if theirs.lines else ''}"
        os.path.exists(out) and os.remove(out)
        row.expect(bench.splash(path, "-o", out), 0, f"becomes {codecs[1]}", frames=50)
        found = bench.probe(out, "stream=codec_name", "a") + bench.probe(out, "stream=codec_name", "s")
        row.check(found == codecs, f"{found} in the {extension}")
    for codec in ("libx264", "libx265", "libsvtav1", "libvpx-vp9", "mpeg4", "ffv1"):
        row = bench.row(f"{codec} prints nothing of its own")
        run = row.tell(bench.splash(clip, "-o", bench.path("silent.mkv"), "-y", "--codec", codec))
        row.check(run.status == 0 or "no such encoder" in run.err, run.err)
        row.check(len(run.lines) == 1, run.err)
    for extension in ("ts", "mov", "mkv", "avi"):
        row = bench.row(f"H.264 with AAC into .{extension} is not refused")
        out = bench.path("plain." + extension)
        row.expect(bench.splash(clip, "-o", out), 0, frames=50)
        row.check(len(bench.probe(out, "stream=index", "a")) >= 1, "the sound is gone")


def leave(process, taken=0):
    """Reads so many bytes and closes the pipe."""
    process.stdout.read(taken)
    process.stdout.close()
    process.stdout = None


def pipes(bench):
    """Readers that leave at every stage, or stop taking."""
    for fault, taken in (("at once", 0), ("within the header", 10), ("within a frame", 100_000),
                         ("after some frames", 3_000_000)):
        row = bench.row(f"reader closes the pipe {fault}")
        process = bench.start("test:640x360", "-o", "-")
        leave(process, taken)
        row.expect(bench.finish(process, 10), 0)
    row = bench.row("reader closes the pipe of Matroska with sound")
    process = bench.start(bench.clip("mp4"), "-o", "-", "--format", "matroska", "--realtime")
    leave(process, 2000)
    row.expect(bench.finish(process, 10), 0)
    row = bench.row("reader closes one of two outputs: the other is complete")
    out = bench.path("other.mkv")
    process = bench.start(bench.clip("mp4"), "-o", "-", "-o", out, "-y")
    leave(process)
    row.expect(bench.finish(process, 20), 0)
    row.check(bench.decoded(out)[0] == 50, f"{bench.decoded(out)[0]} frames in the other")
    row = bench.row("named pipe whose reader leaves")
    fifo = bench.path("pipe.y4m")
    os.mkfifo(fifo)
    process = bench.start("test:640x360", "-o", fifo)
    with open(fifo, "rb") as file:
        file.read(1000)
    row.expect(bench.finish(process, 10), 0)
    for name, number in (("Ctrl-C", 2), ("SIGTERM", 15)):
        row = bench.row(f"reader stalls, then {name}: ends within seconds")
        process = bench.start("test:1280x720", "-o", "-")
        process.stdout.read(10)
        time.sleep(1)
        begin = time.monotonic()
        process.send_signal(number)
        process.wait(10)
        leave(process)
        run = row.expect(bench.finish(process, 10), 0)
        row.check(time.monotonic() - begin < 5, "took more than five seconds")
    row = bench.row("writer of standard input stalls, then Ctrl-C: the file is complete")
    reader, writer = os.pipe()
    out = bench.path("stalled.mp4")
    y4m = read(bench.sample("small.y4m", *bench.PICTURES))
    process = bench.start("-", "-o", out, stdin=reader)
    threading.Thread(target=os.write, args=(writer, y4m[:1_000_000]), daemon=True).start()
    time.sleep(1.5)
    process.send_signal(2)
    run = row.expect(bench.finish(process, 10), 0)
    row.check(bench.decoded(out)[0] == run.frames and run.frames > 20, "the file is not complete")
    os.close(writer)
    os.close(reader)


def closed_descriptors(bench):
    clip = bench.clip("mp4")
    for closed in (0, 1, 2):
        row = bench.row(f"standard descriptor {closed} is closed")
        out = bench.path("closed.mkv")
        run = row.tell(bench.splash(clip, "-o", out, "-y", before=lambda: os.close(closed)))
        row.check(run.status == 0, f"exit {run.status}")
        row.check(bench.decoded(out)[0] == 50, "messages have gone into the file")
    row = bench.row("standard error is a full device")
    with open("/dev/full", "wb") as full:
        process = subprocess.run([bench.binary, clip, "-o", out, "-y"], stderr=full)
    row.splash = f"exit {process.returncode}"
    row.check(process.returncode == 0 and bench.decoded(out)[0] == 50, "not complete")
    row = bench.row("standard output is closed and is the output")
    row.expect(bench.splash(clip, "-o", "-", before=lambda: os.close(1)), 1, "Bad file descriptor")
