"""Files that were there before: replaced only when asked to, and only by something complete."""
import glob, os, resource, shutil, signal, stat, subprocess, time

from .bench import Skip, read

OLD = b"precious"
NOBODY = 54321


def be_nobody():
    """For `before`: the rights of root make many faults impossible."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def by_any_name(bench):
    """No way of naming a file leads past the question whether it may be replaced."""
    clip = bench.clip("mp4")
    out = bench.write("there.mp4", OLD)
    for fault, name in (("file:", "file:" + out), ("file://", "file://" + out)):
        row = bench.row(f"output exists, named by {fault}, no -y")
        row.expect(bench.splash(clip, "-o", name), 2, ("already exists", "-y"))
        row.check(read(out) == OLD, "the file has changed")
        for output in (fault, ""):
            for source in ("file:", "file://", ""):
                if not output and not source:
                    continue
                original = bench.write("own.mp4", read(clip))
                row = bench.row(f"output {output or 'plain'} is the input {source or 'plain'}")
                theirs = bench.write("theirs.mp4", read(clip))
                row.ffmpeg = f"exit {bench.ffmpeg('-i', source + theirs, output + theirs).status}"
                row.expect(bench.splash(source + original, "-o", output + original, "-y"), 2,
                           "would overwrite a file that this run reads")
                row.check(read(original) == read(clip), "the input has changed")
    folder = bench.path("numbered")
    os.mkdir(folder)
    pattern = os.path.join(folder, "shot-%03d.png")
    bench.write("numbered/shot-007.png", OLD)
    row = bench.row("one of the numbered pictures exists, no -y")
    row.ffmpeg = "exit %d, replaces it" % bench.ffmpeg(
        "-i", clip, "-frames:v", "1", "-start_number", "7", pattern).status
    bench.write("numbered/shot-007.png", OLD)
    row.expect(bench.splash(clip, "-o", pattern), 2, ("shot-007.png: already exists", "-y"))
    row.check(os.listdir(folder) == ["shot-007.png"], "pictures were written")
    row.check(read(os.path.join(folder, "shot-007.png")) == OLD, "it was replaced")
    os.remove(os.path.join(folder, "shot-007.png"))
    bench.splash(clip, "-o", pattern, "--frames", "3")
    kept = read(os.path.join(folder, "shot-002.png"))
    row = bench.row("numbered pictures are the input")
    row.expect(bench.splash(pattern, "-o", pattern, "-y"), 2, "would overwrite a file that this run reads")
    row.check(read(os.path.join(folder, "shot-002.png")) == kept, "the input has changed")
    row = bench.row("numbered pictures replaced with -y, and none left over")
    row.expect(bench.splash(clip, "-o", pattern, "-y", "--frames", "3", "--hue", "blue"), 0, frames=3)
    row.check(read(os.path.join(folder, "shot-002.png")) != kept, "it was not replaced")
    row.check(sorted(os.listdir(folder)) == [f"shot-00{n}.png" for n in (1, 2, 3)], str(os.listdir(folder)))
    for fault, name in (("playlist", "list.m3u8"), ("segment", "list0.ts")):
        stream = bench.path("hls-" + fault)
        os.mkdir(stream)
        path = bench.write(f"hls-{fault}/{name}", OLD)
        row = bench.row(f"an HLS {fault} exists, no -y")
        row.ffmpeg = f"exit {bench.ffmpeg('-i', clip, os.path.join(stream, 'list.m3u8')).status}, replaces it"
        for made in glob.glob(stream + "/*"):
            os.remove(made)
        bench.write(f"hls-{fault}/{name}", OLD)
        row.expect(bench.splash(clip, "-o", os.path.join(stream, "list.m3u8")), 2, (name, "already exists"))
        row.check(os.listdir(stream) == [name] and read(path) == OLD, "something has changed")
        row = bench.row(f"an HLS {fault} exists, -y")
        row.expect(bench.splash(clip, "-o", os.path.join(stream, "list.m3u8"), "-y"), 0, frames=50)
        row.check(bench.decoded(os.path.join(stream, "list.m3u8"))[0] == 50, "the stream is not whole")
        row.check(not glob.glob(stream + "/*partial*"), "a temporary file is left")
    row = bench.row("output is a folder, where the result goes")
    row.expect(bench.splash(clip, "-o", folder, "--quiet"), 0)
    made = os.path.join(folder, os.path.basename(clip))
    row.check(bench.decoded(made)[0] == 50, "the result is not whole")
    row = bench.row("output is a disk, no -y")
    disk = bench.path("disk")
    try:
        os.mknod(disk, stat.S_IFBLK | 0o600, os.makedev(7, 250))
    except PermissionError:
        raise Skip("making a device node is not permitted here")
    row.expect(bench.splash(clip, "-o", disk, "--format", "mp4"), 2, ("is a disk", "-y"))
    for name in ("crypto:" + out, "md5:" + out, "tee:" + out):
        row = bench.row(f"output through {name.split(':')[0]}:")
        row.expect(bench.splash(clip, "-o", name, "--format", "mp4", "-y"), 64, "cannot write to")
        row.check(read(out) == OLD, "the file has changed")
    row = bench.row("a container that opens outputs of its own")
    row.expect(bench.splash(clip, "-o", f"[f=mp4]{out}", "--format", "tee", "--codec", "libx264", "-y"), 64, "-o several times")
    row.check(read(out) == OLD, "the file has changed")


def texts(bench):
    """Reports and settings are files like others."""
    clip = bench.clip("mp4")
    for flag in ("--stats-json", "--save-settings"):
        for fault, prefix in (("plain", ""), ("file:", "file:")):
            row = bench.row(f"{flag} exists, {fault}, no -y")
            text = bench.write("text.json", OLD)
            out = bench.path("beside.mkv")
            row.expect(bench.splash(clip, "-o", out, flag, prefix + text), 2, ("already exists", "-y"))
            row.check(read(text) == OLD, "it has changed")
            row.check(not os.path.exists(out), "an output is left behind")
            row = bench.row(f"{flag} is the input, {fault}, -y")
            source = bench.write("source.mp4", read(clip))
            row.expect(bench.splash(source, "-o", "null", flag, prefix + source, "-y"), 2, "would overwrite a file that this run reads")
            row.check(read(source) == read(clip), "the input has changed")
            row = bench.row(f"{flag} is the output, {fault}")
            row.expect(bench.splash(clip, "-o", out, flag, prefix + out, "-y"), 64, "it is the output")
            row.check(not os.path.exists(out), "something is left behind")
        row = bench.row(f"{flag} with an input that is none: nothing is written")
        text = bench.path("none.json")
        row.expect(bench.splash(bench.path("absent.mp4"), "-o", "null", flag, text), 2, "absent.mp4")
        row.check(not os.path.exists(text), "it was written before the input was opened")
    row = bench.row("--save-settings of a page cannot be written again")
    text = bench.path("page.json")
    process = bench.start_tool(bench.binary, "tune", "test:64x48", "--port", "0", "--quiet",
                               "--save-settings", text)
    while process.poll() is None and not (os.path.exists(text) and os.path.getsize(text)):
        time.sleep(0.02)
    before = read(text)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (8, 8))
    process.send_signal(signal.SIGINT)
    row.expect(bench.finish(process), 1, ("page.json: cannot write", "File too large"))
    row.check(read(text) == before, "what was there is lost")
    row.check(not os.path.exists(bench.path("page.partial.json")), "a temporary file is left")


def unstored(bench):
    """A disk that cannot store what was written says so when it is asked, not before."""
    source = bench.write("fsync.c", b"#include <errno.h>\nint fsync(int file) { (void)file; errno = EIO; return -1; }")
    library = bench.path("fsync.so")
    if not shutil.which("clang"):
        raise Skip("there is no compiler")
    subprocess.run(["clang", "-fuse-ld=lld", "-shared", "-fPIC", "-o", library, source], check=True)
    out = bench.write("unstored.mp4", OLD)
    row = bench.row("the disk fails when the new file is to be stored, -y")
    row.expect(bench.splash(bench.clip("mp4"), "-o", out, "-y", env={**os.environ, "LD_PRELOAD": library}), 1,
               ("unstored.mp4: cannot store the new file", "unstored.partial.mp4"))
    row.check(read(out) == OLD, "the old file is lost")
    # The new file stays beside the old one, and does not hinder later runs.
    partial = bench.path("unstored.partial.mp4")
    row.check(os.path.exists(partial), "the new file is gone")
    os.path.exists(partial) and os.remove(partial)


def replaced_whole(bench):
    """With -y the old file is there until the new one is complete."""
    clip = bench.clip("mp4")
    row = bench.row("replaced through a link; mode and owner kept")
    out, link = bench.write("kept.mp4", OLD), bench.path("to-kept.mp4")
    os.symlink(out, link)
    os.chmod(out, 0o640)
    if os.geteuid() == 0:
        os.chown(out, 12, 34)
    row.expect(bench.splash(clip, "-o", link, "-y"), 0, frames=50)
    status = os.stat(out)
    row.check(os.path.islink(link) and bench.decoded(out)[0] == 50, "the link was replaced, not its file")
    row.check(stat.S_IMODE(status.st_mode) == 0o640, f"mode {status.st_mode:o}")
    row.check(os.geteuid() != 0 or (status.st_uid, status.st_gid) == (12, 34), "another owner")
    row.check(not glob.glob(bench.folder + "/*partial*"), "a temporary file is left")
    row = bench.row("a link to nothing: the file it names is made")
    link, goal = bench.path("dangling.mkv"), bench.path("goal.mkv")
    os.symlink(goal, link)
    row.expect(bench.splash(clip, "-o", link), 0, frames=50)
    row.check(os.path.islink(link) and bench.decoded(goal)[0] == 50, "not made")
    row = bench.row("read-only file, -y")
    out = bench.write("locked.mp4", OLD)
    os.chmod(out, 0o440)
    os.chmod(bench.folder, 0o777)
    if os.geteuid() == 0:
        os.chown(out, NOBODY, NOBODY)
    row.expect(bench.splash(clip, "-o", out, "-y", before=be_nobody), 2, "Permission denied")
    row.check(read(out) == OLD, "it was replaced")
    _killed(bench)
    for extension in ("mp4", "mkv"):
        row = bench.row(f"disk full while replacing .{extension}")
        disk = bench.small_disk(700)
        out = os.path.join(disk, "old." + extension)
        with open(out, "wb") as file:
            file.write(OLD)
        long = bench.sample("long.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=16",
                            "-f", "lavfi", "-i", "sine=duration=16", *bench.X264, "-c:a", "aac")
        theirs = os.path.join(disk, "theirs." + extension)
        row.ffmpeg = f"exit {bench.ffmpeg('-i', long, '-crf', '2', theirs).status}, the old file is gone"
        os.remove(theirs)
        row.expect(bench.splash(long, "-o", out, "-y", "--crf", "2"), 1,
                   ("No space left", "unchanged", f"old.partial.{extension}"))
        partial = os.path.join(disk, "old.partial." + extension)
        row.check(read(out) == OLD, "the old file has changed")
        row.check(bench.decoded(partial)[0] > 10, "what was written cannot be played")
    row = bench.row("disk full while writing HLS")
    stream = os.path.join(bench.small_disk(300), "list.m3u8")
    row.expect(bench.splash("test:640x360", "-o", stream, "--duration", "20"), 1, "No space left")
    row = bench.row("one of two outputs refuses, both to replace files")
    first, second = bench.write("first.mkv", OLD), bench.write("second.webm", OLD)
    run = row.tell(bench.splash(clip, "-o", first, "-o", second, "-y", "--codec", "libx264"))
    row.check(run.status != 0, f"exit {run.status}")
    row.check(read(first) == OLD and read(second) == OLD, "an old file was replaced all the same")
    row = bench.row("two runs replace one file at the same time")
    out = bench.write("contested.mp4", OLD)
    process = bench.start("test:", "-o", out, "-y")
    time.sleep(1)
    row.expect(bench.splash(clip, "-o", out, "-y"), 2, "is being written already")
    process.send_signal(signal.SIGINT)
    row.check(bench.finish(process).status == 0 and bench.decoded(out)[0] > 10, "the first was disturbed")
    row = bench.row("a second picture under the name of one")
    row.expect(bench.splash(clip, "-o", bench.path("single.png")), 64, ("%04d", "--frames 1"))


def _killed(bench):
    row = bench.row("killed while replacing")
    out = bench.write("killed.mkv", OLD)
    process = bench.start("test:", "-o", out, "-y", "--realtime")
    time.sleep(2.5)
    row.check(read(out) == OLD, "replaced before the new file was complete")
    process.kill()
    bench.finish(process)
    partial = bench.path("killed.partial.mkv")
    row.splash = f"killed; {bench.decoded(partial)[0]} frames in the temporary file"
    row.check(read(out) == OLD, "the old file has changed")
    row.check(bench.decoded(partial)[0] > 30, "what was written cannot be played")
    row = bench.row("the same again: what was left is kept")
    left = read(partial)
    row.expect(bench.splash(bench.clip("mp4"), "-o", out, "-y"), 0, frames=50)
    row.check(read(partial) == left and bench.decoded(out)[0] == 50, "one of them is not what it was")
    row.check(not os.path.exists(bench.path("killed.partial-2.mkv")), "a temporary file is left")


def recordings(bench):
    """What is recorded live can be played after SIGKILL."""
    for extension in ("mp4", "mov", "mkv"):
        row = bench.row(f"SIGKILL while recording .{extension} live")
        out, theirs = bench.path("live." + extension), bench.path("live-theirs." + extension)
        process = bench.start("test:640x360@30", "-o", out, "--realtime")
        other = bench.start_tool(
            "ffmpeg", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30",
            "-c:v", "libx264", "-preset", "veryfast", theirs)
        time.sleep(5)
        process.kill()
        other.kill()
        bench.finish(process)
        bench.finish(other)
        ours = bench.decoded(out)[0]
        row.ffmpeg = f"{bench.decoded(theirs)[0]} frames can be played"
        row.splash = f"{ours} frames of some 150 can be played"
        row.check(ours >= 75, "too few")
        row = bench.row(f"Ctrl-C while recording .{extension} live")
        out = bench.path("stopped." + extension)
        process = bench.start("test:640x360@30", "-o", out, "--realtime")
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        run = row.expect(bench.finish(process), 0)
        row.check(bench.decoded(out)[0] == run.frames, "not every picture is in it")
    row = bench.row("disk full on one of two live outputs: the other goes on")
    disk = bench.small_disk(300)
    out, other = os.path.join(disk, "full.mkv"), bench.path("goes-on.mkv")
    # The first frame after a failure comes when the other output has all frames before it.
    process = bench.start("test:640x360@30", "-o", out, "-o", other, "--realtime", "--duration", "10", "--crf", "2")
    run = row.tell(bench.finish(process))
    row.check(run.status == 1, f"exit {run.status}")
    row.check("No space left" in run.lines[-1], "the error does not come at the end")
    row.check(any("the other outputs go on" in line for line in run.lines), "not told at once")
    row.check(bench.decoded(other)[0] >= 230, f"{bench.decoded(other)[0]} frames in the other")
    row.check(bench.decoded(out)[0] > 5, "what was written cannot be played")


def names(bench):
    """Names on Linux are bytes."""
    folder = os.fsencode(bench.folder)
    source, out = folder + b"/caf\xe9.mp4", folder + b"/r\xf6t\xff.mp4"
    with open(source, "wb") as file:
        file.write(read(bench.clip("mp4")))
    row = bench.row("names that are not UTF-8, in and out")
    process = subprocess.Popen([bench.binary, source, "-o", out, "--no-progress"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    row.expect(bench.finish(process), 0, frames=50)
    row.check(os.path.exists(out), "arrives under another name: " + str(os.listdir(folder)))
    row = bench.row("the same as numbered pictures and as a playlist")
    for name in (b"/p\xe9-%02d.png", b"/l\xe9.m3u8"):
        process = subprocess.Popen(
            [bench.binary, source, "-o", folder + name, "--frames", "2", "--no-progress"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        row.expect(bench.finish(process), 0, frames=2)
    for name in (b"/p\xe9-01.png", b"/p\xe9-02.png", b"/l\xe9.m3u8", b"/l\xe90.ts"):
        row.check(os.path.exists(folder + name), f"{name} is missing")
    row = bench.row("a name that is not UTF-8 in an error")
    process = subprocess.Popen([bench.binary, folder + b"/\xe9.mp4", "-o", "null", "--no-progress"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    row.expect(bench.finish(process), 2, "\\xE9.mp4: cannot open: No such file")


def threads(bench):
    """Every number of threads that is too small ends in an error."""
    if os.geteuid() != 0:
        raise Skip("limits of another user need root")
    clip = bench.clip("mp4")
    os.chmod(bench.folder, 0o777)
    for limit in range(1, 12):
        row = bench.row(f"{limit} threads and no more")

        def few():
            resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))
            be_nobody()
        out = bench.path(f"few-{limit}.mp4")
        run = row.tell(bench.splash(clip, "-o", out, timeout=20, before=few))
        row.check(run.status in (0, 1, 2), f"exit {run.status}")
        row.check(run.status == 0 or "Resource temporarily" in run.err or "external library" in run.err, run.err)
        row.check((run.status == 0) == os.path.exists(out), "an unusable file is left behind")
