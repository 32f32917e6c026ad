"""Signals at every moment."""
import os, random, signal, time

from .bench import read


def ended(row, bench, process, out):
    """A run that a signal ended in good order: exit 0 and a file of all frames that were counted."""
    run = row.expect(bench.finish(process, 15), 0)
    frames = bench.decoded(out)[0]
    row.check(frames == run.frames and frames > 0,
              f"{frames} frames can be played of {run.frames} that were written")
    return run


def once(bench):
    for name, number in (("Ctrl-C", signal.SIGINT), ("SIGTERM", signal.SIGTERM),
                         ("terminal closed (SIGHUP)", signal.SIGHUP)):
        for extension in ("mp4", "mkv"):
            row = bench.row(f"{name} while writing .{extension}")
            out = bench.path(f"signal.{extension}")
            process = bench.start("test:640x360", "--realtime", "-o", out, "-y")
            time.sleep(1)
            process.send_signal(number)
            ended(row, bench, process, out)
            theirs = bench.path("theirs." + extension)
            other = bench.start_tool("ffmpeg", "-nostdin", "-y", "-v", "error", "-re", "-f", "lavfi", "-i",
                                     "testsrc2=size=640x360", theirs)
            time.sleep(1)
            other.send_signal(number)
            status = bench.finish(other, 15).status
            row.ffmpeg = f"exit {status}, {bench.decoded(theirs)[0]} frames can be played"
    row = bench.row("Ctrl-C under nohup, SIGHUP is ignored")
    out = bench.path("nohup.mp4")
    process = bench.start("test:640x360", "--realtime", "-o", out, "-y",
                          before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    time.sleep(0.7)
    process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    row.check(process.poll() is None, "SIGHUP ended it")
    process.send_signal(signal.SIGINT)
    ended(row, bench, process, out)


def pieces(bench):
    """A piece of a film takes the place of nothing."""
    film = bench.path("film.mkv")
    bench.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=60", "-c:v", "libx264",
                 "-preset", "ultrafast", film)
    # A raw stream does not state its duration.
    stream = bench.path("film.h264")
    bench.ffmpeg("-i", film, "-c", "copy", stream)
    for fault, source in (("a film", film), ("a film of no length", stream)):
        row = bench.row(f"Ctrl-C in the middle of {fault}, -y")
        out = bench.write("whole.mp4", b"precious")
        process = bench.start(source, "-o", out, "-y")
        partial = bench.path("whole.partial.mp4")
        while process.poll() is None and not (os.path.exists(partial) and os.path.getsize(partial) > 100_000):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        row.expect(bench.finish(process), 130, ("the finished part is in", "whole.partial.mp4"))
        row.check(read(out) == b"precious", "the old file is lost")
        row.check(bench.decoded(partial)[0] > 0, "the piece does not play")
        os.path.exists(partial) and os.remove(partial)


def every_moment(bench):
    """Ctrl-C between the first millisecond and the end of a short run of a file."""
    row = bench.row("Ctrl-C at 40 moments from start to end")
    dice = random.Random(11)
    clip = bench.clip("mp4")
    begin = time.monotonic()
    bench.splash(clip, "-o", bench.path("whole.mp4"), "--preset", "medium")
    whole = time.monotonic() - begin
    outcomes = {}
    for index in range(40):
        out = bench.path(f"moment{index}.mp4")
        process = bench.start(clip, "-o", out, "--preset", "medium")
        time.sleep(dice.random() * whole)
        process.send_signal(signal.SIGINT)
        run = bench.finish(process, 15)
        row.check(run.status in (0, 130, -2), f"exit {run.status}: {run.err[-200:]}")
        if run.status == 0:
            frames = bench.decoded(out)[0]
            row.check(frames == run.frames and frames > 0,
                      f"exit 0 with {frames} of {run.frames} frames")
        else:
            row.check(not os.path.exists(out), f"exit {run.status} leaves a file")
        outcomes[run.status] = outcomes.get(run.status, 0) + 1
        os.path.exists(out) and os.remove(out)
    row.splash = "exits " + ", ".join(f"{k}: {v} times" for k, v in sorted(outcomes.items()))
    # On a busy machine the later runs take longer than the first did.
    row.check(outcomes.get(0, 0) > 3, "hardly any run got far enough")


def twice(bench):
    row = bench.row("Ctrl-C twice: stops at once, although the reader stalls")
    process = bench.start("test:1280x720", "-o", "-")
    process.stdout.read(10)
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    status = process.wait(10)
    row.splash = f"exit {status} after {time.monotonic() - begin:.2f} s"
    row.check(status == 130 and time.monotonic() - begin < 1, row.splash)
    process.stdout.close()
    row = bench.row("Ctrl-C while a named pipe has no writer yet")
    fifo = bench.path("nobody.y4m")
    os.mkfifo(fifo)
    process = bench.start(fifo, "-o", bench.path("nobody.mp4"))
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    run = row.tell(bench.finish(process, 5))
    row.check(run.status == 130, f"exit {run.status}")
    row.check(not os.path.exists(bench.path("nobody.mp4")), "something is left behind")


def killed(bench):
    for extension, least in (("mkv", 1), ("ts", 60), ("nut", 60), ("y4m", 60), ("mp4", 0)):
        row = bench.row(f"kill -9 while writing .{extension}")
        out = bench.path("killed." + extension)
        process = bench.start("test:320x240", "--realtime", "-o", out, "-y")
        time.sleep(7 if extension == "mkv" else 3)
        process.kill()
        bench.finish(process)
        frames = bench.decoded(out)[0]
        row.splash = f"killed; {frames} frames can be played"
        theirs = bench.path("theirs." + extension)
        codec = ("-c:v", "rawvideo") if extension == "nut" else ()
        other = bench.start_tool("ffmpeg", "-nostdin", "-y", "-v", "error", "-re", "-f", "lavfi", "-i",
                                 "testsrc2=size=320x240:rate=60", *codec, theirs)
        time.sleep(7 if extension == "mkv" else 3)
        other.kill()
        bench.finish(other)
        row.ffmpeg = f"killed; {bench.decoded(theirs)[0]} frames can be played"
        row.check(frames >= least, f"only {frames} frames can be played")


killed.is_slow = True
