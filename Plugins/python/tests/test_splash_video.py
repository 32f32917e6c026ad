"""Tests of the module splash_video, in which the command and libsplash are, against the command.

usage: PYTHONPATH=FOLDER python test_splash_video.py      where FOLDER has splash_video as the wheel has it; oracle.py is beside it

Python.md beside it, or SPLASH_PYTHON_PAGE, is run cell by cell. What needs ffmpeg is skipped where there is none.
"""
import gc, json, os, re, shutil, subprocess, sys, tempfile, threading, time, unittest

import numpy as np

import splash_video
from oracle import RATE, commanded, flags, joined, pictures, weights
from splash_video import PROGRAM, Filter, SplashError, frames, run

FOLDER = os.path.dirname(os.path.abspath(__file__))
PAGE = os.environ.get("SPLASH_PYTHON_PAGE", os.path.join(FOLDER, "Python.md"))
LOOKS = {
    "default": {},
    "one pass": dict(white_balance="off", smoothing=0, despeckle=0),
    "two hues": dict(hue=["red", "210:30:1"], smoothing=0.8),
    "a name of two words": dict(hue="dark red"),
    "sepia": dict(hue="blue", rest="sepia+dim=0.7", fade_in=0.12),
    "balanced": dict(hue=("blue", "yellow"), balance_output=True, fill=2, clean=0.5),
}


def splashed(rgb, filter, **options):
    return np.array([filter(each, time=number / RATE, **options) for number, each in enumerate(rgb)])


def children():
    """Processes that this one has started and that have not ended."""
    found = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                state, parent = file.read().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if int(parent) == os.getpid() and state != "Z":
            found.add(int(name))
    return found


class ArrayTests(unittest.TestCase):
    def same(self, mine, expected, what=""):
        self.assertEqual(mine.shape, expected.shape, what)
        self.assertEqual(int((mine != expected).sum()), 0, f"{what}: bytes differ")

    def test_arrays_have_the_commands_bits(self):
        for size in ((161, 90), (40, 721)):
            rgb = pictures(*size)
            kr, kb, _ = weights(size[1])
            for look, settings in LOOKS.items():
                expected = joined(commanded(rgb, *flags(settings)), kr, kb)
                self.assertTrue((expected != rgb).any(), look)
                self.same(splashed(rgb, Filter(**settings)), expected, look)
                bgr = np.ascontiguousarray(rgb[..., ::-1])
                self.same(splashed(bgr, Filter(order="bgr", **settings))[..., ::-1], expected, f"{look}, bgr")

    def test_command_on_rgb_is_near(self):
        rgb = pictures(count=1)
        _, height, width, _ = rgb.shape
        done = subprocess.run(
            [PROGRAM, "-", "--input-format", "rawvideo", "--size", f"{width}x{height}", "--pixel-format", "rgb24", "-o", "-",
             "--format", "image2pipe", "--codec", "ppm", "--quiet", "--hue", "blue"], input=rgb.tobytes(), stdout=subprocess.PIPE, check=True)
        theirs = np.frombuffer(done.stdout[-rgb.size:], np.uint8).reshape(rgb.shape).astype(int)
        off = abs(theirs - splashed(rgb, Filter(hue="blue")))
        # 8 bits of limited range are coarser than R'G'B'; a few samples lie at the gates' edges.
        self.assertLess((off > 2).mean(), 0.02)

    def test_alpha_stays(self):
        rgb = pictures()
        alpha = np.random.default_rng(5).integers(0, 256, (*rgb.shape[:3], 1), np.uint8)
        for order, colors in (("rgb", rgb), ("bgr", rgb[..., ::-1])):
            four = np.concatenate([colors, alpha], -1)
            mine = splashed(four, Filter(order=order, hue="blue"))
            self.same(mine[..., 3:], alpha)
            self.same(mine[..., :3], splashed(colors, Filter(order=order, hue="blue")))

    def test_masks_are_those_of_the_command(self):
        rgb = pictures()
        for look, settings in LOOKS.items():
            shown = commanded(rgb, "--show", "mask", *flags(settings))
            mine = splashed(rgb, Filter(**settings), mask=True)
            self.same(np.floor(mine / 255 * 4095 + 0.5).astype("<u2"), shown[:, 0], look)
            self.assertTrue((shown[:, 1:] == 2048).all())
            self.same(splashed(rgb, Filter(show="mask", **settings)), np.repeat(mine[..., None], 3, -1), look)

    def test_new_arrays_leave_the_picture_and_in_place_has_the_same_bits(self):
        picture = pictures(count=1)[0]
        before = picture.copy()
        result = Filter()(picture)
        self.same(picture, before)
        self.assertFalse(np.shares_memory(result, picture))
        other = np.zeros_like(picture)
        self.assertIs(Filter()(picture, out=other), other)
        self.same(other, result)
        self.same(picture, before)
        mask = np.zeros(picture.shape[:2], np.uint8)
        self.assertIs(Filter()(picture, mask=True, out=mask), mask)
        self.same(mask, Filter()(picture, mask=True))
        self.same(picture, before)
        self.assertIs(Filter()(picture, out=picture), picture)
        self.same(picture, result)

    def test_parts_are_changed_in_place_and_nothing_beside_them(self):
        for channels in (3, 4):
            whole = np.random.default_rng(1).integers(0, 256, (50, 70, channels), np.uint8)
            before, part = whole.copy(), whole[7:31, 11:50]
            expected = Filter()(part.copy())
            Filter()(part, out=part)
            self.same(part, expected)
            before[7:31, 11:50] = expected
            self.same(whole, before)
            masks = np.full((50, 70), 9, np.uint8)
            Filter()(part, mask=True, out=masks[3:27, 20:59])
            self.assertTrue((masks[:3] == 9).all() and (masks[:, :20] == 9).all() and (masks[:, 59:] == 9).all())
            self.same(masks[3:27, 20:59], Filter()(part, mask=True))

    def test_any_memory_can_be_read(self):
        picture = pictures(count=1)[0]
        read_only = picture.copy()
        read_only.flags.writeable = False
        for array in (picture[::-1], picture[:, ::-1], picture[::2, 1::3], picture.transpose(1, 0, 2), picture[..., ::-1],
                      np.asfortranarray(picture), read_only):
            self.same(Filter()(array), Filter()(np.ascontiguousarray(array)))
            self.same(Filter()(array, mask=True), Filter()(np.ascontiguousarray(array), mask=True))

    def test_settings_hold_from_the_next_picture_on(self):
        rgb = pictures()
        keep = Filter(hue="red")
        keep(rgb[0], time=0)
        keep.set(hue="blue", rest=None)
        expected = Filter(hue="red")
        expected(rgb[0], time=0)
        expected.set(hue=["blue"])
        later = keep(rgb[1], time=0.04)
        self.same(later, expected(rgb[1], time=0.04))
        self.assertTrue((later != Filter(hue="red")(rgb[1])).any())
        readings = keep.readings()
        self.assertTrue(0 < readings["kept"] < 1 and 0 <= readings["flicker"] < 1 and len(readings["gains"]) == 3, readings)
        self.assertTrue(np.isnan(Filter().readings()["kept"]))

    def test_threads_do_not_meet(self):
        rgb = pictures(width=320, height=180)
        expected = {look: splashed(rgb, Filter(**settings)) for look, settings in LOOKS.items()}
        wrong, shared = [], Filter()

        def alone(look):
            for _ in range(3):
                if (splashed(rgb, Filter(**LOOKS[look])) != expected[look]).any():
                    wrong.append(look)

        def together():
            try:
                for number in range(20):
                    shared(rgb[number % 4], mask=number % 2 == 0)
                    shared.set(smoothing=number / 20)
                shared.close()
            except ValueError as error:
                if "closed" not in str(error):
                    wrong.append(error)

        threads = [threading.Thread(target=alone, args=(look,)) for look in LOOKS]
        threads += [threading.Thread(target=together) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_other_threads_run_meanwhile(self):
        picture = np.tile(pictures(count=1)[0], (16, 16, 1))
        ticks, ended = [], threading.Event()

        def tick():
            while not ended.wait(0.001):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=tick)
        thread.start()
        keep = Filter()
        try:
            begin = time.monotonic()
            keep(picture, out=picture)
            end = time.monotonic()
        finally:
            ended.set()
            thread.join()
        slack = (end - begin) / 4
        self.assertTrue(any(begin + slack < each < end - slack for each in ticks))

    def test_wrong_calls_are_refused_in_a_line(self):
        picture = pictures(count=1)[0]
        fixed = picture.copy()
        fixed.flags.writeable = False
        closed = Filter()
        closed.close()
        closed.close()
        for kind, words, call in (
                (TypeError, "float64", lambda: Filter()(picture / 255)),
                (TypeError, "uint16", lambda: Filter()(picture.astype(np.uint16))),
                (TypeError, "uint8", lambda: Filter()("clip.mp4")),
                (ValueError, "shape (90, 161)", lambda: Filter()(picture[..., 0])),
                (ValueError, "shape (90, 161, 2)", lambda: Filter()(picture[..., :2])),
                (ValueError, "shape (1, 90, 161, 3)", lambda: Filter()(picture[None])),
                (ValueError, "0x90", lambda: Filter()(picture[:, :0])),
                (ValueError, "161x0", lambda: Filter()(picture[:0])),
                (ValueError, "70000x1", lambda: Filter()(np.zeros((1, 70000, 3), np.uint8))),
                (TypeError, "out", lambda: Filter()(picture, out=picture / 255)),
                (TypeError, "out", lambda: Filter()(picture, out=[])),
                (ValueError, "out has shape", lambda: Filter()(picture, out=picture[1:])),
                (ValueError, "out has shape", lambda: Filter()(picture, mask=True, out=picture)),
                (ValueError, "out cannot", lambda: Filter()(picture, out=fixed)),
                (ValueError, "out cannot", lambda: Filter()(picture, out=np.asfortranarray(picture))),
                (ValueError, "out cannot", lambda: Filter()(picture, out=picture[::-1])),
                (ValueError, "out cannot", lambda: Filter()(picture, out=np.zeros((90, 161, 4), np.uint8)[..., :3])),
                (ValueError, "closed", lambda: closed(picture)),
                (ValueError, "closed", lambda: closed.set(hue="red")),
                (ValueError, "closed", closed.readings),
                (TypeError, "did you mean hue?", lambda: Filter(heu="red")),
                (TypeError, "did you mean white_balance?", lambda: Filter(whitebalance="off")),
                (TypeError, "no setting codec", lambda: Filter(codec="ffv1")),
                (ValueError, "blurple", lambda: Filter(hue="blurple")),
                (ValueError, "red 200:15", lambda: Filter(hue="red 200:15")),
                (ValueError, "--smoothing 7", lambda: Filter(stability=7)),
                (ValueError, "side-by-side", lambda: Filter(show="side-by-side")),
                (ValueError, "order", lambda: Filter(order="rbg")),
                (ValueError, "outside", lambda: Filter.pick(picture, 161, 0)),
                (ValueError, "outside", lambda: Filter.pick(picture, 3, -1)),
                (ValueError, "order", lambda: Filter.pick(picture, 3, 3, order="x")),
                (SplashError, "--radius -1", lambda: Filter.pick(picture, 3, 3, radius=-1)),
                (SplashError, "cannot open", lambda: next(frames("/nowhere.mp4"))),
                (SplashError, "blurple", lambda: next(frames("test:", hue="blurple"))),
                (ValueError, "order", lambda: frames("test:", order="x")),
                (SplashError, "ended with status 2", lambda: run("/nowhere.mp4", "-o", "null", stderr=subprocess.DEVNULL)),
                (SplashError, "cannot open", lambda: run("/nowhere.mp4", "-o", "null", capture_output=True)),
                (SplashError, "cannot open", lambda: run("/nowhere.mp4", "-o", "null", progress=print))):
            with self.assertRaises(kind) as caught:
                call()
            self.assertIn(words, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))

    def test_without_numpy_a_line_says_so(self):
        script = ("import sys; sys.modules['numpy'] = None\nimport splash_video\nassert splash_video.run('--version').returncode == 0\n"
                  "for call in (splash_video.Filter, lambda: splash_video.frames('a')):\n"
                  "  try: call()\n  except ImportError as error: assert 'pip install numpy' in str(error)\n  else: sys.exit(1)")
        subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)

    def test_picks_are_the_commands(self):
        rgb = pictures(count=1)
        picture = rgb[0]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.ppm")
            with open(path, "wb") as file:
                file.write(b"P6 161 90 255\n" + picture.tobytes())
            for x, y, radius, balance in ((25, 45, 4, "auto"), (60, 45, 2, "off"), (160, 89, 7, "auto")):
                done = subprocess.run([PROGRAM, "pick", path, "--at", f"{x},{y}", "--radius", str(radius), "--white-balance",
                                       balance, "--json"], check=True, stdout=subprocess.PIPE)
                expected = {**json.loads(done.stdout), "input": "-"}
                # An array is no file to name.
                expected.pop("like", None)
                options = dict(radius=radius, white_balance=balance)
                self.assertEqual(Filter.pick(picture, x, y, **options), expected)
                bgr, four = picture[..., ::-1], np.concatenate([picture, picture[..., :1]], -1)
                self.assertEqual(Filter.pick(bgr, x, y, order="bgr", **options), expected)
                self.assertEqual(Filter.pick(four, x, y, **options), expected)
                self.assertEqual(Filter.pick(four[..., [2, 1, 0, 3]], x, y, order="bgr", **options), expected)
        mask = Filter(hue=Filter.pick(picture, 25, 45).hues)(picture, mask=True)
        self.assertTrue(mask[45, 25] > 200 and mask[45, 60] < 50)


class FilmTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.clip = folder.name, os.path.join(folder.name, "clip.mp4")
        run("test:", "-o", self.clip, "--frames", 12, "--scale", "162x90", "--quiet")

    @unittest.skipUnless(shutil.which("ffmpeg"), "without ffmpeg")
    def test_frames_are_those_of_the_command(self):
        for settings in (dict(hue="blue"), dict(hue=["red", "210:30"], rest="sepia", scale="81x45", start="0.1", balance_output=True),
                         dict(show="mask", no_config=True, invert=None, no_audio=False)):
            path = os.path.join(self.folder, "splashed.mkv")
            words = {name: value for name, value in settings.items() if value not in (None, False)}
            run(self.clip, "-o", path, "-y", "--quiet", "--codec", "ffv1", "--pixel-format", "bgr0", *flags(words))
            raw = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True,
                                 stdout=subprocess.PIPE).stdout
            mine = list(frames(self.clip, **settings))
            self.assertGreater(len(mine), 5)
            self.assertEqual(b"".join(each.tobytes() for each in mine), raw, settings)
            for rgb, bgr in zip(mine, frames(self.clip, order="bgr", **settings)):
                self.assertTrue((rgb == bgr[..., ::-1]).all() and bgr.flags.c_contiguous and bgr.flags.writeable)

    def test_the_command_ends_with_the_iterator(self):
        before = children()
        for leave in ("close", "drop", "break", "raise"):
            iterator = frames("test:", hue="blue")
            self.assertEqual(next(iterator).ndim, 3)
            self.assertEqual(len(children() - before), 1)
            if leave == "close":
                iterator.close()
            elif leave == "break":
                for _ in iterator:
                    break
            elif leave == "raise":
                with self.assertRaises(KeyError):
                    iterator.throw(KeyError())
            del iterator
            gc.collect()
            self.assertEqual(children() - before, set(), leave)
        self.assertEqual(len(list(frames(self.clip))), 12)
        self.assertEqual(children() - before, set())

    def test_a_film_that_breaks_off_is_an_error_after_its_pictures(self):
        path = os.path.join(self.folder, "broken.y4m")
        run("test:", "-o", path, "--frames", 4, "--scale", "64x36", "--quiet")
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) - 100)
        words = [PROGRAM, path, "-o", "null", "--quiet"]
        status = subprocess.run(words, stderr=subprocess.DEVNULL).returncode
        count = 0
        try:
            for _ in frames(path):
                count += 1
            self.assertEqual(status, 0)
        except SplashError as error:
            self.assertEqual(error.returncode, status)
        self.assertGreaterEqual(count, 3)

    def test_progress_reaches_the_end(self):
        told = []
        done = run(self.clip, "-o", "null", "--quiet", progress=told.append)
        self.assertEqual((done.returncode, told[-1]["picture"], told[-1]["total"]), (0, 12, 12))
        self.assertNotIn("{", done.stderr)
        self.assertEqual(run("/nowhere", "-o", "null", progress=told.append, check=False).returncode, 2)

    def test_what_progress_raises_ends_the_run(self):
        before = children()
        with self.assertRaises(ZeroDivisionError):
            run("test:", "-o", "null", progress=lambda _: 1 / 0)
        self.assertEqual(children() - before, set())

    def test_run_passes_paths_numbers_and_options(self):
        import pathlib
        done = run(pathlib.Path(self.clip), "-o", "-", "--frames", 1, "--format", "rawvideo", "--quiet", stdout=subprocess.PIPE)
        self.assertEqual(len(done.stdout), 162 * 90 * 3 // 2)
        self.assertEqual(run("/nowhere", "-o", "null", check=False, stderr=subprocess.DEVNULL).returncode, 2)


class PageTests(unittest.TestCase):
    def test_every_cell_of_the_page_runs(self):
        with open(PAGE, encoding="utf-8") as file:
            cells = re.findall(r"^```python\n(.*?)^```", file.read(), re.S | re.M)
        self.assertGreaterEqual(len(cells), 5)
        with tempfile.TemporaryDirectory() as folder:
            run("test:", "-o", os.path.join(folder, "clip.mp4"), "--frames", 10, "--scale", "320x180", "--quiet")
            done = subprocess.run([sys.executable, "-c", "\n".join(cells) + CHECKS], cwd=folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(os.path.getsize(os.path.join(folder, "red.mp4")))
            self.assertIn("10 of 10", done.stdout)


# What the page says about the results of its cells.
CHECKS = """
assert len(plain) == 8 and result.shape == picture.shape == dimmed.shape == (180, 320, 3) and (result != picture).any()
middle = half.shape[1] // 2
assert (half[:, middle:] == picture[:, middle:]).all() and (half != picture).any()
assert (picked[60, 40] == picture[60, 40]).all() and mask[60, 40] == 255 and mask.min() == 0
assert len(splashed) == 8 and small.shape == (90, 160, 3)
"""

if __name__ == "__main__":
    print(f"splash_video in {os.path.dirname(splash_video.__file__)}, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    unittest.main(verbosity=2)
