"""The camera of PipeWire, read by GStreamer, in a desktop of its own: daemon, session manager, command."""
import json, os, re, signal, statistics, subprocess, time

from .bench import chunks, same
from .desktop import FORGETFUL, RATE, Desktop, end, ended, read, source, wait

WIDTH, HEIGHT, PICTURES = 320, 180, 150
SIZE = WIDTH * HEIGHT * 3 // 2


def _counting_clip(bench):
    """Pictures that are told apart by their luma, in a color that is kept."""
    clip = bench.path("counting.mkv")
    if not os.path.exists(clip):
        bench.ffmpeg("-f", "lavfi", "-i", f"color=size={WIDTH}x{HEIGHT}:rate={RATE}:duration=20,format=yuv420p,"
                     f"geq=lum='40+mod(N,{PICTURES})':cb='90+mod(X,20)':cr=220", "-c:v", "ffv1", clip)
    return clip


def pictures(data, size=SIZE):
    assert len(data) % size == 0, len(data)
    return chunks(data, size)


def all_in_order(what, data, expected):
    """The pictures as the command makes them, and after each the one that follows."""
    got = pictures(data)
    first = got[0][0] - 40
    for place, picture in enumerate(got):
        same(f"{what}, picture {place}", picture, expected[(first + place) % PICTURES])


def two_readers_get_every_picture_as_the_command_makes_it(bench):
    clip = _counting_clip(bench)
    expected = pictures(bench.command(clip, FORGETFUL))[:PICTURES]
    with Desktop(bench) as desktop:
        desktop.camera(bench, clip)
        files = [bench.path(f"reader-{number}.yuv") for number in range(3)]
        first = desktop.reader(150, "filesink", f"location={files[0]}")
        wait("a picture", lambda: os.path.exists(files[0]) and os.path.getsize(files[0]) > 30 * SIZE)
        for number in (1, 2):
            ended(desktop.reader(20, "filesink", f"location={files[number]}"))
        ended(first)
        for number, count in ((0, 150), (1, 20), (2, 20)):
            data = open(files[number], "rb").read()
            assert len(data) == count * SIZE, len(data)
            all_in_order(f"reader {number}", data, expected)


def a_reader_that_stands_still_does_not_hold_the_command(bench):
    """It goes on, and hears that it is to end."""
    with Desktop(bench) as desktop:
        camera = desktop.camera(bench, _counting_clip(bench))
        target = bench.path("still.yuv")
        reader = desktop.reader(100000, "filesink", "buffer-mode=unbuffered", f"location={target}")
        desktop.others.append(reader)
        wait("pictures", lambda: os.path.exists(target) and os.path.getsize(target) > 5 * SIZE)
        os.killpg(reader.pid, signal.SIGSTOP)
        try:
            time.sleep(3)
            os.killpg(camera.pid, signal.SIGINT)
            errors = camera.communicate(timeout=5)[1].decode()
        finally:
            os.killpg(reader.pid, signal.SIGCONT)
        frames = re.search(r"splash: (\d+) frames? in ([\d.]+) s", errors)
        assert camera.returncode == 0 and frames, errors
        # The clip was read at its pace to its end, whichever programs read the camera.
        assert int(frames[1]) > 0.8 * RATE * float(frames[2]) and float(frames[2]) > 3, errors


def a_reader_that_stood_still_goes_on(bench):
    """At the full rate, and so does one beside it."""
    with Desktop(bench) as desktop:
        desktop.camera(bench, _counting_clip(bench))
        targets = [bench.path(f"goes-on-{number}.yuv") for number in range(2)]
        readers = [desktop.reader(100000, "filesink", "buffer-mode=unbuffered", f"location={target}") for target in targets]
        desktop.others += readers

        def counts():
            return [os.path.getsize(target) // SIZE if os.path.exists(target) else 0 for target in targets]

        wait("pictures", lambda: min(counts()) > 5)
        for still in (0.3, 1, 3):
            before = counts()
            os.killpg(readers[0].pid, signal.SIGSTOP)
            time.sleep(still)
            os.killpg(readers[0].pid, signal.SIGCONT)
            beside = counts()[1] - before[1]
            # Half a second is allowed for the reader that stands still.
            assert beside > 0.7 * RATE * (still - 0.6), (still, beside)
            time.sleep(1)
            before, begin = counts(), time.monotonic()
            time.sleep(3)
            rates = [(after - count) / (time.monotonic() - begin) for count, after in zip(before, counts())]
            print(f"pipewire: {still} s still, then {rates[0]:.1f} and beside it {rates[1]:.1f} of {RATE} pictures a second")
            assert min(rates) > 0.9 * RATE, (still, rates)


def pictures_have_the_times_of_the_clip(bench):
    with Desktop(bench) as desktop:
        desktop.camera(bench, _counting_clip(bench))
        reader = desktop.start(
            "gst-launch-1.0", "-v", "pipewiresrc", "target-object=splash", "num-buffers=60", "!",
            "video/x-raw,format=I420", "!", "identity", "silent=false", "!", "fakesink",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        text = ended(reader).decode()
    times = [int(h) * 3600 + int(m) * 60 + float(s)
             for h, m, s in re.findall(r"chain .*? pts: (\d+):(\d+):([\d.]+)", text)]
    steps = [after - before for before, after in zip(times, times[1:])]
    assert len(steps) >= 50 and min(steps) > 0, text[-2000:]
    assert abs(statistics.median(steps) - 1 / RATE) < 0.004, steps


def readers_choose_the_format(bench):
    clip = _counting_clip(bench)
    for pixels, name in (("NV12", "nv12"), ("YUY2", "yuyv422"), ("BGRx", "bgr0")):
        with Desktop(bench) as desktop:
            desktop.camera(bench, clip, name="pipewire:Studio", node="Studio")
            target = bench.path("chosen.raw")
            ended(desktop.reader(3, "filesink", f"location={target}", node="Studio", pixels=pixels))
        raw = bench.ffmpeg("-f", "rawvideo", "-pixel_format", name, "-video_size", f"{WIDTH}x{HEIGHT}", "-i", target, "-frames:v", "1",
                           "-pix_fmt", "yuv444p", "-f", "rawvideo", "-")
        count = WIDTH * HEIGHT
        red = raw[2 * count:]
        assert 200 <= statistics.median(red) <= 225, f"{pixels}: {statistics.median(red)}"


def the_daemon_may_restart(bench):
    with Desktop(bench) as desktop:
        camera = desktop.camera(bench, _counting_clip(bench))
        ended(desktop.reader(10, "fakesink"))
        desktop.restart()
        wait("the camera again", lambda: desktop.has("splash"))
        ended(desktop.reader(10, "fakesink"))
        assert camera.poll() is None


def without_a_daemon_the_reason_is_said(bench):
    empty = bench.path("nobody")
    os.makedirs(empty, exist_ok=True)
    bench.environment["XDG_RUNTIME_DIR"] = empty
    try:
        done = bench.run(bench.splash, "test:64x48@10", "--frames", "2", "-o", "pipewire", "--quiet", text=True,
                         status=None)
    finally:
        del bench.environment["XDG_RUNTIME_DIR"]
    assert done.returncode == 2 and "PipeWire does not answer" in done.stderr, done.stderr


def our_camera_is_read_as_it_is_made(bench):
    clip = _counting_clip(bench)
    expected = pictures(bench.command(clip, FORGETFUL))[:PICTURES]
    with Desktop(bench) as desktop:
        desktop.camera(bench, clip)
        listed = subprocess.run([bench.splash, "devices"], env=desktop.environment, capture_output=True, text=True)
        assert "pipewire:splash  splash, camera of PipeWire" in listed.stdout, listed
        for name in ("pipewire:splash", "pipewire:"):
            data = ended(read(desktop, bench, name, 30, "--rest", "none"))
            got = pictures(data)
            assert len(got) == 30, len(got)
            for place, picture in enumerate(got):
                same(f"{name}, picture {place}", picture, expected[(picture[0] - 40) % PICTURES])


def cameras_are_read_in_their_formats(bench):
    # One size whose rows GStreamer pads, and one of odd width and height.
    for pixels, width, height in (("I420", 322, 182), ("I420", 323, 183), ("NV12", 322, 182), ("YUY2", 322, 182),
                                  ("I420_10LE", 322, 182), ("BGRx", 323, 183)):
        with Desktop(bench) as desktop:
            source(desktop, "tester", pixels, width, height)
            data = ended(read(desktop, bench, "pipewire:tester", 2, "--rest", "none", "--pixel-format", "yuv444p"))
        size = width * height
        picture = data[-3 * size:]
        # The SMPTE bars: white, yellow, cyan, green, magenta, red, blue, each a seventh of the width.
        for bar, (blue, red) in enumerate(((128, 128), (16, 146), (166, 16), (54, 34), (202, 222), (90, 240), (240, 110))):
            place = size // 4 // width * width + (2 * bar + 1) * width // 14
            found = (picture[size + place], picture[2 * size + place])
            assert all(abs(a - b) < 8 for a, b in zip(found, (blue, red))), f"{pixels} {width}, bar {bar}: {found}"


def a_camera_that_is_read_may_go_and_come_back(bench):
    clip = _counting_clip(bench)
    with Desktop(bench) as desktop:
        camera = desktop.camera(bench, clip)
        target = bench.path("away.yuv")
        reader = desktop.start(bench.splash, "pipewire:splash", "-o", target, "--format", "rawvideo", "-y",
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

        def grows():
            before = os.path.getsize(target) if os.path.exists(target) else 0
            wait("more pictures", lambda: os.path.exists(target) and os.path.getsize(target) > before + 5 * SIZE)

        grows()
        desktop.others.remove(camera)
        end(camera)
        time.sleep(1)
        camera = desktop.camera(bench, clip)
        grows()
        desktop.restart()
        grows()
        assert camera.poll() is None
        os.killpg(reader.pid, signal.SIGINT)
        errors = reader.communicate(timeout=10)[1].decode()
        assert reader.returncode == 0 and errors.count("the camera is back after") == 2, errors


def what_cannot_be_read_is_said(bench):
    with Desktop(bench) as desktop:
        desktop.environment.update(DBUS_SESSION_BUS_ADDRESS="unix:path=" + bench.path("no-bus"))
        for name, reason in (("pipewire:nobody", "no frame comes"), ("pipewire:screen", "no portal answers")):
            reader = read(desktop, bench, name, 2)
            errors = reader.communicate(timeout=30)[1].decode()
            assert reader.returncode == 2 and reason in errors and errors.count("\n") == 1, errors
        desktop.camera(bench, _counting_clip(bench))
        reader = read(desktop, bench, "pipewire:splash", 2, "--reconnect", "1")
        ended(reader)
    empty = bench.path("nobody-to-read")
    os.makedirs(empty, exist_ok=True)
    done = subprocess.run([bench.splash, "pipewire:", "-o", "null"], capture_output=True, text=True,
                          env=dict(bench.environment, XDG_RUNTIME_DIR=empty), timeout=60)
    assert done.returncode == 2 and "PipeWire does not answer" in done.stderr, done.stderr


def studio(desktop, bench, *more):
    """The command from our camera into another one; a function that asks it for its state."""
    socket = bench.path("studio.sock")
    process = desktop.start(bench.splash, "pipewire:splash", "-o", "pipewire:Studio", "--control-socket", socket, *more,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    desktop.others.append(process)
    wait("the camera Studio", lambda: desktop.has("Studio"))
    return process, lambda: json.loads(
        bench.run(bench.splash, "send", socket, "stats", "--json", text=True).stdout)["stats"]


def processor_time(process):
    """Seconds so far."""
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def a_camera_rests_while_nobody_looks(bench):
    with Desktop(bench) as desktop:
        desktop.camera(bench, "test:320x180@30")
        process, state = studio(desktop, bench)
        wait("rest", lambda: state()["idle"])
        taken = state()["report"]["frames"]["in"]
        before = processor_time(process)
        time.sleep(5)
        share = (processor_time(process) - before) / 5
        print(f"pipewire: {100 * share:.1f} % of a processor while nobody looks")
        assert share < 0.03 and state()["report"]["frames"]["in"] == taken, (share, taken, state())
        # A page that shows the run's output does not wake the camera.
        refused = bench.run(bench.splash, "send", bench.path("studio.sock"), "picture", "--json", text=True, status=None)
        assert "the camera rests" in refused.stdout and state()["report"]["frames"]["in"] == taken, refused
        # A client that asks for a snapshot in a file gets one.
        still = bench.path("still.png")
        bench.run(bench.splash, "send", bench.path("studio.sock"), f"snapshot={still}", "-y")
        for _ in range(2):
            wait("rest", lambda: state()["idle"])
            ended(desktop.reader(20, "fakesink", node="Studio"))
        assert state()["report"]["frames"]["in"] >= taken + 40, state()
        wait("rest", lambda: state()["idle"])
        desktop.restart()
        wait("the camera again", lambda: desktop.has("Studio"))
        ended(desktop.reader(10, "fakesink", node="Studio"))
        wait("rest", lambda: state()["idle"])
        begin = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        errors = process.communicate(timeout=10)[1].decode()
        print(f"pipewire: Ctrl-C is heard after {time.monotonic() - begin:.2f} s")
        assert process.returncode == 0 and errors.count("is paused until a program uses the output") == 1, errors
        assert "waiting for it" not in errors and ", idle for " in errors, errors


def the_first_picture_of_a_camera_that_rested_comes_soon(bench):
    medians = []
    with Desktop(bench) as desktop:
        desktop.camera(bench, "test:320x180@30")
        for more in ([], ["--always"]):
            process, state = studio(desktop, bench, *more)

            def first():
                if not more:
                    wait("rest", lambda: state()["idle"])
                begin = time.monotonic()
                ended(desktop.reader(1, "fakesink", node="Studio"))
                return time.monotonic() - begin

            medians.append(statistics.median(first() for _ in range(5)))
            os.kill(process.pid, signal.SIGINT)
            process.communicate(timeout=10)
            wait("no camera", lambda: not desktop.has("Studio"))
    asleep, awake = medians
    print(f"pipewire: a reader has its first picture {1000 * (asleep - awake):.0f} ms later where the camera rested")


def an_end_comes_while_a_camera_rests(bench):
    with Desktop(bench) as desktop:
        desktop.camera(bench, "test:320x180@30")
        process, state = studio(desktop, bench, "--duration", "6")
        wait("rest", lambda: state()["idle"])
        process.communicate(timeout=30)
        assert process.returncode == 0


def a_camera_is_kept_awake(bench):
    with Desktop(bench) as desktop:
        desktop.camera(bench, "test:320x180@30")
        for more in (["--always"], ["-o", bench.path("beside.mkv"), "-y"]):
            process, state = studio(desktop, bench, *more)
            taken = state()["report"]["frames"]["in"]
            wait("pictures of four seconds", lambda: state()["report"]["frames"]["in"] > taken + 4 * RATE)
            assert not state()["idle"]
            os.kill(process.pid, signal.SIGINT)
            process.communicate(timeout=10)
