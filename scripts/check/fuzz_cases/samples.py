"""Whole files for scripts/check/fuzz to damage: films, photos, and what looks and settings are read from."""
import shutil

from fault_cases.bench import read
from lib import formats

# Kinds of samples: extension, and ffmpeg's arguments. Small, so that damage hits something.
KINDS = [
    ("mp4", "-c:v libx264 -preset ultrafast -c:a aac -movflags faststart"),
    ("mp4", "-c:v libx265 -preset ultrafast -x265-params log-level=none -c:a aac"),
    ("mp4", "-c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov"),
    ("mov", "-c:v prores_ks -c:a pcm_s16le"),
    ("mkv", "-c:v libx264 -preset ultrafast -pix_fmt yuv422p10le -c:a flac"),
    ("mkv", "-c:v ffv1 -pix_fmt gbrp -c:a libvorbis"),
    ("webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuv444p -c:a libopus"),
    ("webm", "-c:v libvpx -deadline realtime -cpu-used 8 -auto-alt-ref 0 -pix_fmt yuva420p -an"),
    ("ts", "-c:v libx264 -preset ultrafast -c:a aac"),
    ("ts", "-c:v mpeg2video -flags +ildct+ilme -c:a mp2"),
    ("avi", "-c:v mjpeg -c:a pcm_s16le"),
    ("avi", "-c:v huffyuv -pix_fmt yuv422p -an"),
    ("flv", "-c:v flv -c:a libmp3lame -ar 44100"),
    ("mxf", "-c:v mpeg2video -c:a pcm_s16le -ar 48000"),
    ("nut", "-c:v rawvideo -pix_fmt nv12 -c:a pcm_s16le"),
    ("nut", "-c:v rawvideo -pix_fmt yuyv422 -an"),
    ("nut", "-c:v rawvideo -pix_fmt p010le -an"),
    ("nut", "-c:v rawvideo -pix_fmt rgba64le -an"),
    ("y4m", "-pix_fmt yuv420p -an"),
    ("gif", "-an"),
    ("apng", "-f apng -an"),
    ("ogv", "-c:v libtheora -c:a libvorbis"),
    ("wmv", "-c:v wmv2 -c:a wmav2"),
    ("webp", "-c:v libwebp_anim -loop 0 -an"),
]
STILLS = [
    ("png", "-pix_fmt rgba"), ("png", "-pix_fmt rgba64be"), ("png", "-pix_fmt ya8"), ("png", "-pix_fmt gray16be"),
    ("tiff", "-pix_fmt rgb24 -compression_algo lzw"), ("tiff", "-pix_fmt rgba64le -compression_algo deflate"),
    ("tiff", "-pix_fmt gray -compression_algo raw"), ("webp", "-c:v libwebp -pix_fmt yuva420p"),
    ("webp", "-c:v libwebp -lossless 1 -pix_fmt bgra"), ("avif", "-c:v libaom-av1 -cpu-used 8"),
]
# Photos: arguments of cjpeg; without cjpeg there are no photo samples.
PHOTOS = ["-sample 1x1", "-sample 2x1 -restart 2B", "-sample 2x2 -progressive", "-sample 4x1 -arithmetic",
          "-progressive -arithmetic", "-grayscale", "-rgb"]
# An orientation, and the offset of a directory that does not exist.
EXIF = b"MM\0*\0\0\0\x08\0\2\1\x12\0\3\0\0\0\1\0\6\0\0\x87\x69\0\4\0\0\0\1\0\0\0\x1a\0\0\0\0"
CUBE = "TITLE \"t\"\nLUT_3D_SIZE 3\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n" + "".join(
    f"{r / 2} {g / 2} {b / 2}\n" for b in range(3) for g in range(3) for r in range(3))
SETTINGS = """{"hues": [{"center": 0, "width": 20}, {"center": 240}], "rest": ["noir"], "stability": 0.5, "keep":
 ["box=0.1,0.1,0.5,0.5"], "saturation": [0.2, 1], "feather": 4, "despeckle": 3, "invert": true}"""
TIMELINE = """[{"time": 0, "settings": {"hues": [{"center": 0}]}}, {"time": 0.04, "transition": 0.04,
 "settings": {"hues": [{"center": 120, "width": 30}], "feather": 5}}]"""


def films(bench):
    for index, (extension, codec) in enumerate(KINDS):
        path = bench.path(f"sample{index}.{extension}")
        made = bench.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=0.5", "-f",
                            "lavfi", "-i", "sine=duration=0.5", *codec.split(), path)
        if made.status == 0:
            yield extension, read(path)


def stills(bench):
    """Pictures with tags in them."""
    for index, (extension, codec) in enumerate(STILLS):
        path = bench.path(f"still{index}.{extension}")
        made = bench.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=96x64", "-frames:v", "1", *codec.split(), path)
        if made.status != 0:
            continue
        data = read(path)
        if extension == "png":
            chunks = formats.png_chunks(data)
            more = [(b"eXIf", EXIF), (b"zTXt", b"t\0\0" + formats.deflated(1000)), (b"tEXt", b"a\0b")]
            data = formats.png(chunks[:1] + more + chunks[1:])
        if extension == "webp":
            coded = [chunk for chunk in formats.riff_chunks(data) if chunk[0] != b"VP8X"]
            head = bytes([0x1c, 0, 0, 0]) + (95).to_bytes(3, "little") + (63).to_bytes(3, "little")
            data = formats.riff([(b"VP8X", head), *coded, (b"EXIF", EXIF), (b"XMP ", b"<x/>")])
        yield extension, data
    if shutil.which("heif-enc"):
        bench.tool("heif-enc", bench.path("still0.png"), "-o", bench.path("still.heic"))
        yield "heic", read(bench.path("still.heic"))
    # With 16 colors, which ffmpeg does not write.
    yield "png", formats.blank_png(40, 30, (b"tRNS", b"\x80"), depth=4, color=3)


def photos(bench):
    """Small photos with a thumbnail and an index of more pictures, as cameras write them."""
    if not shutil.which("cjpeg"):
        print("fuzz: no photos, since cjpeg is not installed")
        return []
    picture = bench.path("photo.ppm")
    bench.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=97x65", "-frames:v", "1", picture)
    made = []
    for options in PHOTOS:
        plain = bench.tool("cjpeg", *options.split(), picture).out
        exif = b"Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0" + plain
        entries = b"".join(word.to_bytes(4, "big") for word in
                           (0x30000, len(plain), 0, 0, 0x10001, len(plain), len(plain) + len(exif), 0))
        index = b"MPF\0MM\0*\0\0\0\x08\0\1\xb0\2\0\7\0\0\0\x20\0\0\0\x1a\0\0\0\0" + entries
        made.append(("jpg", formats.jpeg([(0xe1, exif), (0xe2, index)], plain[2:] + plain)))
    return made


def looks(bench):
    """What a look is read from: its extension, its bytes, and the flags that read it."""
    hald = bench.path("hald.png")
    bench.ffmpeg("-f", "lavfi", "-i", "haldclutsrc=level=3", "-frames:v", "1", hald)
    yield "cube", CUBE.encode(), ["--rest", "lut={}"]
    yield "png", read(hald), ["--rest", "lut={}:0.5"]
    yield "json", SETTINGS.encode(), ["--settings", "{}"]
    yield "json", TIMELINE.encode(), ["--timeline", "{}"]
    yield "png", read(hald), ["--keep", "mask={}"]
