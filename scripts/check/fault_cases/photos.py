"""Photos that are made to hurt, alone and among others."""
import os, random, shutil, signal, struct, time, zlib

from lib.formats import PNG_MARK, blank_png, deflated, jpeg, jpeg_segments, png

from .bench import Skip, read


def photo(bench, name, size, *options):
    """A JPEG by libjpeg's own program."""
    if not shutil.which("cjpeg"):
        raise Skip("cjpeg is not installed")
    picture = bench.sample(f"{size}.ppm", "-f", "lavfi", "-i", f"testsrc2=size={size}", "-frames:v", "1")
    return bench.write(name, bench.tool("cjpeg", *options, picture).out)


def measured(bench, row, *args):
    """A run of splash, and its peak of memory in MB."""
    run = bench.measured(*args)
    row.tell(run)
    row.splash += f" ({run.memory} MB of memory)"
    return run, run.memory


def embedded(bench):
    """What is in a photo's segments like small pictures."""
    row = bench.row("JPEG with 10,000 beginnings of pictures in one segment")
    segments, rest = jpeg_segments(read(photo(bench, "plain.jpg", "2000x1000", "-grayscale")))
    # Each start is a segment of the one before, and all end in the same large image.
    fake = b"\xff\xd8\xff\xe0\0\x04" * 10_000 + jpeg(
        [(mark, data) for mark, data in segments if mark != 0xe0], rest[:200])[2:]
    path = bench.write("many.jpg", jpeg([(0xe1, fake)] + segments, rest))
    out = bench.path("many-out.jpg")
    row.expect(bench.splash(path, "-o", out, "-y", timeout=30), 0, "than is looked at")
    row.check(bench.tool("djpeg", out).status == 0, "the photo is not whole")
    row = bench.row("thumbnail with a 0 in its table of quantisation")
    small, coded = jpeg_segments(read(photo(bench, "small.jpg", "160x120")))
    small = [(mark, data[:1] + b"\0" * 64 + data[65:] if mark == 0xdb else data) for mark, data in small]
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0" + jpeg(small, coded)
    path = bench.write("zero.jpg", jpeg([(0xe1, exif)] + segments, rest))
    row.expect(bench.splash(path, "-o", out, "-y"), 0)


def sparse(bench):
    """Files of 1 TiB that take no room."""
    starts = {"jpg": b"\xff\xd8\xff\xe0", "heic": b"\0\0\0\x18ftypheic", "webp": b"RIFF\0\0\0\0WEBPVP8 ",
              "png": blank_png(32, 32)[:-12], "tiff": b"II*\0\x08\0\0\0"}
    for ending, start in starts.items():
        row = bench.row(f"sparse .{ending} of 1 TiB")
        path = bench.write("sparse." + ending, start)
        os.truncate(path, 1 << 40)
        run, memory = measured(bench, row, path, "-o", "null")
        row.expect(run, 2, (f"{1 << 40} bytes", "--max-file"))
        row.check(memory < 200, f"{memory} MB of memory")
    row = bench.row("a photo's file over --max-file, and under it")
    path = bench.write("small.png", blank_png(32, 32))
    row.expect(bench.splash(path, "-o", "null", "--max-file", "50"), 2, "--max-file")
    row.expect(bench.splash(path, "-o", "null", "--max-file", "1k"), 0)


def bombs(bench):
    """Small files of large pictures and long texts."""
    for name, size, depth, color in (("RGB", (5000, 5000), 8, 2), ("palette", (5000, 5000), 8, 3),
                                     ("RGBA of 16 bits", (3000, 3000), 16, 6)):
        row = bench.row(f"PNG of {size[0]}x{size[1]} in {name}")
        path = bench.write("bomb.png", blank_png(*size, depth=depth, color=color))
        needed = size[0] * size[1] * {2: 3, 3: 4, 6: 4}[color] * depth // 8 >> 20
        run, memory = measured(bench, row, path, "-o", bench.path("bomb-out.png"), "-y")
        row.check(run.status == 0, run.err)
        row.check(memory < 4 * needed + 256, f"{memory} MB for a picture of {needed} MB")
    for size, depth, color in (((9000, 9000), 8, 2), ((5000, 5000), 16, 6)):
        path = bench.write("bomb.png", blank_png(*size, depth=depth, color=color))
        needed = size[0] * size[1] * {2: 3, 6: 4}[color] * depth // 8 >> 20
        cases = (("png", (), 4), ("png", ("--rest", "blur=5"), 6), ("png", ("--rest", "blur=5", "--despill", "off"), 4),
                 ("png", ("--close-holes", "1"), 4), ("tiff", (), 4), ("webp", (), 4))
        for output, options, times in cases:
            row = bench.row(" ".join((f"photo of {needed} MB to .{output}", *options)))
            run, memory = measured(bench, row, path, "-o", bench.path("bomb-out." + output), "-y", *options)
            row.check(run.status == 0, run.err)
            row.check(memory < times * needed + 256, f"{memory} MB for a picture of {needed} MB")
    text = deflated(1 << 30)
    for kind, data in ((b"iCCP", b"p\0\0" + text), (b"zTXt", b"t\0\0" + text),
                       (b"iTXt", b"t\0\1\0\0\0" + text)):
        row = bench.row(f"1 GiB of {kind.decode()} on a PNG of 32x32")
        path = bench.write("text.png", blank_png(32, 32, (kind, data)))
        run, memory = measured(bench, row, path, "-o", bench.path("text-out.png"), "-y")
        row.expect(run, 2, "inflate to more than 16 MiB")
        row.check(memory < 160, f"{memory} MB of memory")
    header = png([(b"IHDR", struct.pack(">IIBBBBB", 32, 32, 8, 2, 0, 0, 0))])
    path = bench.write("surplus.png", header + png([(b"IDAT", deflated(1 << 30)), (b"IEND", b"")])[len(PNG_MARK):])
    row = bench.row("PNG of 32x32 with 1 GiB behind its samples")
    run, memory = measured(bench, row, path, "-o", bench.path("surplus-out.png"), "-y")
    row.expect(run, 2, "more than its image of 32x32")
    # The same after an image of the maximum allowed size.
    pack = zlib.compressobj(9, wbits=-15)
    zeros = b"\x78\xda" + (pack.compress(bytes(64 << 20)) + pack.flush(zlib.Z_FULL_FLUSH)) * 256
    header = png([(b"IHDR", struct.pack(">IIBBBBB", 3000, 3000, 8, 2, 0, 0, 0))])
    path = bench.write("long.png", header + png([(b"IDAT", zeros), (b"IEND", b"")])[len(PNG_MARK):])
    small = bench.write("small.png", blank_png(32, 32))
    row = bench.row("Ctrl-C while a batch opens a PNG with 16 GiB behind its samples")
    process = bench.start(path, small, "-o", bench.path("long-out") + "/")
    time.sleep(2)
    row.check(process.poll() is None, "it ended before it was stopped")
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    run = bench.finish(process, 30)
    row.splash = f"exit {run.status}: {run.error}"
    row.check("0 of 2 files done, stopped before 2 were done" in run.err, "not stopped: " + run.err)
    row.check(time.monotonic() - begin < 3, "Ctrl-C was not heard for three seconds")
    row = bench.row("PNG with a million empty chunks")
    empty, whole = png([(b"prVt", b"")])[len(PNG_MARK):], blank_png(32, 32)
    path = bench.write("chunks.png", whole[:33] + empty * 1_100_000 + whole[33:])
    run, memory = measured(bench, row, path, "-o", bench.path("chunks-out.png"), "-y")
    row.expect(run, 2, "chunks")
    for size, says in (((30_000, 20_000), "--max-pixels 600000000"), ((16_300, 16_300), "268435455 pixels at most")):
        row = bench.row(f"PNG of {size[0]}x{size[1]}, which is over the limit")
        path = bench.write("large.png", blank_png(*size, depth=1, color=0))
        run, memory = measured(bench, row, path, "-o", bench.path("large-out.png"), "-y")
        row.expect(run, 2, (f"{size[0]}x{size[1]}", says))
        row.check(memory < 160, f"{memory} MB of memory")


def same(bench):
    """Pixels that a look leaves alone, to the bit, and what an output has no place for."""
    dice = random.Random(24)

    def noise(name, depth, color, *more):
        width, height = 61, 43
        row = width * {2: 3, 3: 1, 6: 4}[color] * depth // 8
        body = zlib.compress(b"".join(b"\0" + dice.randbytes(row) for _ in range(height)))
        head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
        return bench.write(name, png([(b"IHDR", head), *more, (b"IDAT", body), (b"IEND", b"")]))

    def pixels(path, form):
        return bench.tool("ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", form,
                          "-").out

    deep, palette = noise("deep.png", 16, 6), noise("palette.png", 8, 3, (b"PLTE", dice.randbytes(768)))
    tiff = bench.path("palette.tiff")
    bench.ffmpeg("-i", palette, tiff)
    for source, form, outputs in ((deep, "rgba64le", ["png", "tiff", "nut", "mkv"]), (palette, "rgba", ["png"]),
                                  (tiff, "rgba", ["tiff"])):
        for ending in outputs:
            row = bench.row(f"{os.path.basename(source)} to .{ending}, nothing changed")
            out = bench.path("same." + ending)
            row.expect(bench.splash(source, "-o", out, "-y", "--rest", "none", *(
                ("--codec", "ffv1") if ending == "mkv" else ())), 0)
            row.check(pixels(out, form) == pixels(source, form) != b"", "other pixels")
    for output, codec, says in (("deep.webp", (), "leaving out 8 of 16 bits"), ("deep.jpg", (), "transparency and 8 of 16"),
                                ("deep.mov", ("--codec", "prores_ks"), "of 16 bits")):
        row = bench.row(f"deep.png to {output}: what is lost is said")
        out = bench.path(output)
        row.expect(bench.splash(deep, "-o", out, "-y", "--rest", "none", *codec), 0, says)
        alpha = pixels(deep, "rgba")[3::4]
        found = pixels(out, "rgba")[3::4]
        row.check(output == "deep.jpg" or sum(abs(a - b) for a, b in zip(alpha, found)) < 2 * len(alpha) == 2 * len(
            found), "another alpha")
    row = bench.row("opaque RGBA to JPEG: nothing is lost")
    opaque = bench.sample("opaque.png", "-f", "lavfi", "-i", "color=red:size=64x48", "-pix_fmt", "rgba",
                          "-frames:v", "1")
    run = row.expect(bench.splash(opaque, "-o", bench.path("opaque.jpg"), "-y"), 0)
    row.check("leaving out" not in run.err, run.err)


def svt(bench):
    """SVT-AV1 declines odd sizes, and waits for ever when it is closed before it had a picture."""
    if "libsvtav1" not in bench.tool("ffmpeg", "-hide_banner", "-encoders").out.decode():
        raise Skip("this FFmpeg has no SVT-AV1")
    odd = ("-f", "lavfi", "-i", "testsrc2=size=64x64", "-vf", "scale=641:427", "-pix_fmt", "rgb24")
    for path, output, status in (("test:641x427", "odd.mkv", 0), (bench.sample("odd.png", *odd, "-frames:v", "1"),
                                 "odd.avif", 0), ("test:40x30", "small.mkv", 1)):
        row = bench.row(f"{os.path.basename(path)} to {output} by SVT-AV1")
        out = bench.path(output)
        run = bench.splash(path, "-o", out, "-y", "--codec", "libsvtav1", "--frames", "1", timeout=30)
        if status and run.status == 0:
            row.splash = "exit 0: this SVT-AV1 takes small pictures"
            row.check(bench.decoded(out)[0] == 1, "the picture is not there")
            continue
        row.expect(run, status, () if status else "since libsvtav1 takes even sizes only")
        row.check("yuv444p" not in run.err, "a remedy that does not help")
    row = bench.row("SVT-AV1 in a container that refuses it")
    run = bench.splash("test:320x240", "-o", bench.path("none.mxf"), "--codec", "libsvtav1", "--frames", "1",
                       timeout=30)
    row.expect(run, 1, "cannot begin the file")


def folders(bench):
    """Folders of which a file does not end, or is of a kind that cannot be written."""
    row = bench.row("a file in a batch that never ends")
    clip = bench.path("stuck")
    os.makedirs(clip)
    for name in "ab":
        shutil.copy(bench.clip("mp4"), f"{clip}/{name}.mp4")
    results = bench.path("stuck-out")
    os.makedirs(results)
    # Opening a pipe waits for a reader, which never comes.
    os.mkfifo(f"{results}/a.mp4")
    run = bench.splash(clip, "--recursive", "-o", results + "/", "-y", "--file-timeout", "2s", timeout=60)
    row.splash = f"exit {run.status}: {run.error}"
    row.check(run.status == 1, f"exit {run.status}")
    row.check("a.mp4: it made no progress for 2 s" in run.err, "the file is not named: " + run.err)
    row.check("1 of 2 files done, 1 failed" in run.err, "the other was not done")
    row.check(bench.decoded(f"{results}/b.mp4")[0] == 50, "the other is not whole")
    row = bench.row("a folder with JPEG XL, HEIC and what is no photo")
    folder = bench.path("kinds")
    os.makedirs(folder)
    picture = bench.sample("even.png", "-f", "lavfi", "-i", "testsrc2=size=320x240", "-frames:v", "1")
    if bench.ffmpeg("-i", picture, f"{folder}/a.jxl").status != 0:
        raise Skip("this FFmpeg has no JPEG XL")
    if shutil.which("heif-enc"):
        bench.tool("heif-enc", picture, "-o", f"{folder}/b.heic")
    bench.write("kinds/notes.txt", b"notes")
    results = bench.path("kinds-out")
    run = bench.splash(folder, "--recursive", "-o", results + "/", timeout=60)
    row.splash = f"exit {run.status}: {run.error}"
    row.check(run.status == 0, run.err)
    row.check("skipping 1 " in run.err and "notes.txt" in run.err, "a file is skipped silently")
    row.check(os.path.exists(f"{results}/a.jxl"), "no a.jxl")
    if shutil.which("heif-enc"):
        row.check(read(f"{results}/b.heic")[4:8] == b"ftyp", "no HEIC")
