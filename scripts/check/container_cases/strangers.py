"""Films of strangers: files as phones, cameras, shops and messengers make them: what of each has to be in the result, by ffprobe."""
import os

PICTURES = ("-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3")
X264 = ("-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p")
TAGS = {"com.apple.quicktime.make": "Maker", "com.apple.quicktime.location.ISO6709": "+10.0000+020.0000/",
        "com.android.capture.fps": "240"}
KEY = ("-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "0123456789abcdef0123456789abcdef",
       "-encryption_kid", "fedcba9876543210fedcba9876543210")


class Row:
    """A film, what splash is told, and what ffprobe has to say of the result.

    name: of the film; its first word chooses rows of --quick.
    make: ffmpeg's arguments before the output.
    output: of splash, by its ending; flags come behind.
    asked: ffprobe's arguments for one value a line.
    expected: the lines.
    status, said: how splash ends, and what a line of it has."""

    def __init__(self, name, make, output, asked=(), expected=(), flags=(), status=0, said=""):
        self.name, self.make, self.output, self.flags = name, make, output, flags
        self.asked, self.expected, self.status, self.said = asked, list(expected), status, said

    def problem(self, folder, tools):
        """What is wrong; empty where nothing is."""
        run, ffmpeg, binary = tools
        film, result = (os.path.join(folder, name) for name in (self.name, "result." + self.output))
        ffmpeg(*self.make, film)
        status, _, errors = run(binary, film, "-o", result, "-y", "--no-progress", *self.flags)
        if status != self.status or self.said not in errors:
            return f"exit {status}: {errors.strip()}"
        if not self.asked:
            return ""
        _, output, errors = run("ffprobe", "-v", "error", "-of", "default=nw=1:nk=1", *self.asked, result)
        found = [line.strip() for line in output.decode().splitlines() if line.strip()]
        return "" if found == self.expected else f"{found}, not {self.expected} {errors.strip()}"


def frames(*more):
    return ("-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames", *more)


def tags(of, *names):
    return ("-show_entries", f"{of}_tags=" + ",".join(names))


def table(folder, ffmpeg):
    """All rows. The first are those of --quick."""
    def file(name, *arguments):
        path = os.path.join(folder, name)
        ffmpeg(*arguments, path)
        return path

    cover = file("cover.png", "-f", "lavfi", "-i", "color=red:size=32x32", "-frames:v", "1")
    alpha = ("-f", "lavfi", "-i", "color=red:s=96x64:r=10:d=0.4,format=yuva420p,geq=lum='lum(X,Y)':cb='cb(X,Y)'"
             ":cr='cr(X,Y)':a=51", "-c:v", "libvpx-vp9", "-auto-alt-ref", "0", "-metadata:s:v", "alpha_mode=1")
    small = ("-f", "lavfi", "-i", "testsrc2=size=64x64:rate=5:duration=0.6")
    covered = ("-i", cover, "-map", "0", "-map", "1", *X264, "-c:v:1", "png", "-disposition:v:1", "attached_pic")
    phone = (*PICTURES, *X264, "-movflags", "use_metadata_tags",
             *(word for key, value in TAGS.items() for word in ("-metadata", f"{key}={value}")))
    code = (*PICTURES, *X264, "-timecode", "10:00:00:00")
    yield Row("before-zero.mkv", (*PICTURES, *X264, "-output_ts_offset", "-1", "-avoid_negative_ts", "disabled"),
              "mp4", frames(), ["75"])
    yield Row("phone.mov", phone, "mp4", tags("format", *TAGS), TAGS.values())
    yield Row("cover.mp4", (*PICTURES, *covered), "mkv",
              ("-select_streams", "v", "-show_entries", "stream_disposition=attached_pic"), ["0", "1"])
    yield Row("locked.mp4", (*PICTURES, *X264, *KEY), "mp4", status=2, said="encrypted")
    # MPEG-TS time stamps wrap around after 26½ hours.
    yield Row("wraps.ts", (*PICTURES, *X264, "-output_ts_offset", "95442"), "mp4",
              frames("-show_entries", "format=duration"), ["75", "3.000000"])
    yield Row("phone-to.mp4", phone, "mov", tags("format", *TAGS), TAGS.values())
    yield Row("bottom-field-first.mpg",
              (*PICTURES, "-vf", "setfield=bff", "-c:v", "mpeg2video", "-flags", "+ildct+ilme"), "mp4",
              ("-read_intervals", "%+#1", "-show_entries", "frame=interlaced_frame,top_field_first"), ["1", "0"])
    yield Row("transparent.webm", alpha, "webm", tags("stream", "alpha_mode", "ALPHA_MODE"), ["1"])
    yield Row("transparent-to.webm", alpha, "mp4", tags("stream", "alpha_mode", "ALPHA_MODE"),
              said="leaving out transparency")
    # FFmpeg plays a GIF once less often than the file says.
    yield Row("three-times.gif", (*small, "-loop", "2"), "gif", frames("-ignore_loop", "0"), ["6"])
    yield Row("three-times.apng", (*small, "-plays", "3"), "gif", frames("-ignore_loop", "0"), ["6"])
    yield Row("once.gif", (*small, "-loop", "-1"), "gif", frames("-ignore_loop", "0"), ["3"])
    yield Row("timecode.mov", code, "mov", ("-select_streams", "v:0", *tags("stream", "timecode")),
              ["10:00:00:10"], ("--start", "0.4"))
    yield Row("timecode-untagged.mov", code, "mov", tags("stream", "timecode"), [], ("--no-tags",))


def problems(folder, tools, is_quick, only):
    """Does the rows with a text in their names.

    Returns: how many there were, and a line for each that failed."""
    failed, count = [], 0
    for index, row in enumerate(table(folder, tools[1])):
        if only not in row.name or is_quick and index > 3:
            continue
        count += 1
        problem = row.problem(folder, tools)
        print(f"{row.name + ' -> ' + row.output:40}{'RED' if problem else 'ok'}", flush=True)
        if problem:
            failed.append(f"{row.name} -> {row.output}: {problem}")
    return count, failed
