"""Files that are damaged, incomplete or not what they say."""
import os, random, shutil, subprocess

from lib.tools import footage

from .bench import Skip, read


def kept(bench, row, path, frames=None, warns=True):
    """Splashes a damaged file and compares the frames kept with what ffmpeg decodes."""
    out = bench.path("kept.mkv")
    theirs = bench.tell_ffmpeg(row, path)
    run = row.expect(bench.splash(path, "-o", out, "-y", "--skip-unsupported"), 0)
    row.check(run.frames is not None and run.frames >= (theirs if frames is None else frames),
              f"{run.frames} frames kept, ffmpeg keeps {theirs}")
    row.check(bench.decoded(out)[0] == run.frames, f"{bench.decoded(out)[0]} frames in the output")
    warnings = [line for line in run.lines if "warning" in line]
    row.check(len(warnings) == (1 if warns else 0), f"{len(warnings)} warnings")
    return run


def refused(bench, row, path, says, status=2, *more):
    bench.tell_ffmpeg(row, path)
    return row.expect(bench.splash(path, "-o", "null", *more), status, says)


def damaged_footage(bench):
    for name in ("k-truncated.mp4", "l-truncated.ts", "m-bitrot.ts"):
        path = footage("same-scene/" + name)
        if path:
            row = bench.row(f"real clip {name}")
            kept(bench, row, path)


def truncated(bench):
    for extension, more in (("mp4", ("-movflags", "faststart")), ("ts", ()), ("mkv", ()), ("avi", ())):
        row = bench.row(f"{extension} cut off at 60 %")
        whole = read(bench.clip(extension, *more))
        path = bench.write("cut." + extension, whole[:len(whole) * 6 // 10])
        kept(bench, row, path)


def rotten(bench):
    for extension in ("ts", "mkv", "mp4", "avi"):
        row = bench.row(f"{extension} with 40 rotten bytes")
        data = bytearray(read(bench.clip(extension)))
        dice = random.Random(7)
        for _ in range(40):
            data[dice.randrange(2000, len(data) - 4000)] ^= 1 << dice.randrange(8)
        kept(bench, row, bench.write("rot." + extension, bytes(data)))


def not_video(bench):
    row = bench.row("empty file")
    refused(bench, row, bench.write("empty.mp4", b""), ("empty.mp4", "empty"))
    row = bench.row("text named .mp4")
    run = refused(bench, row, bench.write("text.mp4", b"not a video\n" * 500),
                  ("text.mp4", "check that it is a video file"))
    row.check("index" not in run.err, "speaks of an index")
    row = bench.row("random bytes named .mkv")
    refused(bench, row, bench.write("noise.mkv", random.Random(1).randbytes(100_000)), "noise.mkv")
    row = bench.row("folder as input")
    refused(bench, row, bench.folder, ("it is a folder", "name a folder for them"), 64)
    row = bench.row("no such file")
    refused(bench, row, bench.path("absent.mp4"), ("absent.mp4", "No such file", "check the name"))
    row = bench.row("MP4 named .avi")
    path = bench.write("really-mp4.avi", read(bench.clip("mp4")))
    kept(bench, row, path, warns=False)


def incomplete(bench):
    row = bench.row("MP4 without its index")
    whole = read(bench.clip("mp4"))
    refused(bench, row, bench.write("noindex.mp4", whole[:whole.rindex(b"moov") - 4]),
            ("index (moov) is missing", "repair"))
    row = bench.row("zero frames: y4m header only")
    refused(bench, row, bench.write("none.y4m", b"YUV4MPEG2 W160 H120 F25:1 Ip A1:1 C420\n"),
            "no frame can be decoded")
    row = bench.row("zero frames: mp4 header of a fragmented file")
    fragmented = read(bench.sample(
        "frag.mp4", *bench.PICTURES, *bench.X264, "-movflags", "empty_moov+frag_keyframe"))
    refused(bench, row, bench.write("header.mp4", fragmented[:fragmented.index(b"moof") - 4]),
            "no frame can be decoded")
    row = bench.row("only sound")
    refused(bench, row, bench.sample("sound.m4a", *bench.SOUND), ("no video", "audio"))
    row = bench.row("only sound and a cover picture")
    cover = bench.sample("cover.png", "-f", "lavfi", "-i", "testsrc=size=64x64", "-frames:v", "1")
    refused(bench, row, bench.sample(
        "cover.m4a", *bench.SOUND, "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy",
        "-disposition:v", "attached_pic"), "no video")
    row = bench.row("picture data that no byte of can be decoded")
    whole = bytearray(read(bench.clip("mp4")))
    start, end = whole.index(b"mdat") + 4, whole.rindex(b"moov") - 4
    whole[start:end] = bytes(end - start)
    refused(bench, row, bench.write("zeroed.mp4", bytes(whole)), "no frame can be decoded")


def streams(bench):
    row = bench.row("two video tracks: the larger one")
    path = bench.sample(
        "two.mkv", *bench.PICTURES, "-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1",
        "-map", "0", "-map", "1", "-disposition", "0", *bench.X264)
    out = bench.path("two-out.mkv")
    bench.tell_ffmpeg(row, path)
    row.expect(bench.splash(path, "-o", out, "-y"), 0, "leaving out video stream 0", frames=25)
    row.check(bench.probe(out, "stream=width,height", "v") == ["320,240"], "not the larger track")
    row = bench.row("cover picture beside video")
    cover = bench.sample("cover.png", "-f", "lavfi", "-i", "testsrc=size=64x64", "-frames:v", "1")
    path = bench.sample("covered.mp4", "-i", bench.clip("mp4"), "-i", cover, "-map", "1", "-map", "0",
                        "-c", "copy", "-disposition:v:0", "attached_pic")
    out = bench.path("covered-out.mp4")
    bench.tell_ffmpeg(row, path, "0:v:1")
    row.expect(bench.splash(path, "-o", out, "-y"), 0, frames=50)
    row.check(bench.probe(out, "stream_disposition=attached_pic", "v").count("1") == 1,
              "the cover is gone")
    row = bench.row("100 streams")
    maps = [argument for _ in range(99) for argument in ("-map", "1:a")]
    path = bench.sample("hundred.mkv", *bench.PICTURES, *bench.SOUND, "-map", "0:v", *maps,
                        *bench.X264, "-c:a", "mp2", "-b:a", "32k")
    out = bench.path("hundred-out.mkv")
    bench.tell_ffmpeg(row, path)
    row.expect(bench.splash(path, "-o", out, "-y"), 0, frames=50)
    row.check(len(bench.probe(out, "stream=index", "a")) == 99, "not all sound streams are there")


def rotten_sound(bench):
    row = bench.row("sound that the container refuses beside good pictures")
    data = bytearray(read(bench.clip("mp4")))
    # The index of an MP4 states where the sound lies; a copy whose sound is all replaced stays readable.
    packets = bench.tool("ffprobe", "-v", "error", "-select_streams", "a", "-show_entries",
                         "packet=pos,size", "-of", "csv=p=0", bench.clip("mp4")).out.decode().split()
    for entry in packets:
        size, position = (int(number) for number in entry.strip(",").split(","))
        data[position:position + size] = b"\xff\xf1" + bytes(size - 2)
    path = bench.write("sound.mp4", bytes(data))
    out = bench.path("sound-out.ts")
    bench.tell_ffmpeg(row, path)
    row.expect(bench.splash(path, "-o", out, "-y"), 0, frames=50)
    row.check(bench.decoded(out)[0] == 50, f"{bench.decoded(out)[0]} frames in the output")
    row = bench.row("sound of no channels beside good pictures")
    # The channels of the sample entry (ISO 14496-12) and of the decoder's configuration (ISO 14496-3); the
    # frames themselves do not state them.
    entry = data.index(b"mp4a", data.index(b"stsd", data.index(b"soun")))
    data[entry + 20:entry + 22] = b"\0\0"
    configuration = data.index(b"\x05\x80\x80\x80", entry) + 5
    data[configuration + 1] &= 0x87
    path = bench.write("none.mp4", bytes(data))
    out = bench.path("none-out.nut")
    bench.tell_ffmpeg(row, path)
    row.expect(bench.splash(path, "-o", out, "-y"), 0, "does not say how many channels", frames=50)
    row.check(bench.decoded(out)[0] == 50, f"{bench.decoded(out)[0]} frames in the output")


FAILING_DISK = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
ssize_t read(int file, void *bytes, size_t count) {
  ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
  struct stat status;
  int fails = !fstat(file, &status) && status.st_ino == INODE && lseek(file, 0, SEEK_CUR) >= PLACE;
  if (fails) errno = EIO;
  return fails ? -1 : next(file, bytes, count);
}
"""


def failing_disk(bench):
    """Bytes that are there and cannot be read are no end of the file."""
    if not shutil.which("clang"):
        raise Skip("there is no compiler")
    for extension in ("mkv", "ts", "y4m"):
        clip = bench.clip(extension) if extension != "y4m" else bench.sample("whole.y4m", *bench.PICTURES)
        library = bench.path(f"read-{extension}.so")
        size, inode = os.path.getsize(clip), os.stat(clip).st_ino
        source = bench.write("read.c", FAILING_DISK.encode())
        subprocess.run(["clang", "-fuse-ld=lld", "-shared", "-fPIC", f"-DINODE={inode}UL", f"-DPLACE={size * 6 // 10}",
                        "-o", library, source], check=True)
        failing = {**os.environ, "LD_PRELOAD": library}
        row = bench.row(f".{extension} on a disk that fails at 60 %")
        out = bench.path("half.mkv")
        row.expect(bench.splash(clip, "-o", out, "-y", env=failing), 1, ("cannot be read to its end", "Input/output error"))
        row.check(bench.decoded(out)[0] > 10, "what could be read is not kept")
        row = bench.row(f".{extension} on such a disk, in a batch, and again when it is mended")
        folder = bench.path(f"results-{extension}") + "/"
        run = row.tell(bench.splash(clip, "-o", folder, "--resume", "--quiet", env=failing))
        row.check(run.status == 1, "the half was taken for whole")
        run = bench.splash(clip, "-o", folder, "--resume")
        row.check(run.status == 0 and "1 of 1 file done" in run.err, "it was not done again")
