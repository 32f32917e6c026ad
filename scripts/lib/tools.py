"""What the Python scripts share: their arguments, programs that they run, real clips, the machine's name."""
import argparse, inspect, json, os, platform, resource, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ABSENCE = "without real clips: SPLASH_FOOTAGE names no folder of them"
_footage = os.environ.get("SPLASH_FOOTAGE")


def arguments(doc, *places, choices={}, **options):
    """The command line; `doc` is the help. A place is "clip", or "clip?" or "clips*" as argparse counts them. The default
    of an option tells its kind: False is a switch, [] may be repeated, None is text, and a number a number."""
    about, _, usage = doc.replace("%", "%%").partition("usage: ")
    parser = argparse.ArgumentParser(description=about.replace("%%", "%"), usage=usage.strip(),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for place in places:
        name = place.rstrip("?*+")
        # An empty list has to be among the choices where there may be none.
        known = [[], *choices[name]] if name in choices and place.endswith("*") else choices.get(name)
        parser.add_argument(name, nargs=place[len(name):] or None, choices=known)
    for name, default in options.items():
        kind = {"action": "store_true"} if default is False else {"choices": choices.get(name)}
        if isinstance(default, list):
            kind["action"] = "append"
        elif kind.get("action") is None and default is not None:
            kind["type"] = type(default)
        parser.add_argument(("--" if len(name) > 1 else "-") + name.replace("_", "-"), default=default, **kind)
    return parser.parse_args()


def cases(*modules):
    """The public functions of modules that take a bench and nothing else."""
    return [each for module in modules for name, each in vars(module).items()
            if inspect.isfunction(each) and each.__module__ == module.__name__ and not name.startswith("_")
            and list(inspect.signature(each).parameters) == ["bench"]]


def footage(name):
    """Where a real clip is, or None: they are not part of the project."""
    path = os.path.join(_footage, name) if _footage else None
    return path if path and os.path.exists(path) else None


def run(*command, **options):
    return subprocess.run([*map(str, command)], **{"check": True, "stdin": subprocess.DEVNULL, **options})


def output(*command):
    return run(*command, capture_output=True, text=True).stdout


def raw(*command, data=b""):
    """The bytes that a program writes, of those that it is given."""
    return subprocess.run([*map(str, command)], check=True, input=data, stdout=subprocess.PIPE).stdout


def ffmpeg(*words, data=b""):
    """The bytes that FFmpeg writes where its output is "-"."""
    return raw("ffmpeg", "-v", "error", "-nostdin", "-y", *words, data=data)


def samples(path, pixels, *options):
    """The raw pictures of a file in a pixel format."""
    return ffmpeg("-i", path, *options, "-f", "rawvideo", "-pix_fmt", pixels, "-")


def size_of(path):
    """Width and height of a film's pictures."""
    text = output("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path)
    return tuple(int(side) for side in text.strip().split(",")[:2])


def copy_tree(folder):
    """Copies the tree as it is, without what git ignores, and the Swift packages that were fetched."""
    for name in output("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        path, target = os.path.join(ROOT, name), os.path.join(folder, name)
        if os.path.isfile(path):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(path, target)
    os.makedirs(os.path.join(folder, ".build"), exist_ok=True)
    for name in ("checkouts", "repositories", "workspace-state.json"):
        path, target = os.path.join(ROOT, ".build", name), os.path.join(folder, ".build", name)
        if os.path.exists(path) and not os.path.exists(target):
            subprocess.run(["cp", "-a", path, target], check=True)


def report(*command):
    """Runs splash, and gives the report that it writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        run(*command, "-y", "--quiet", "--stats-json", path)
        return loaded(path)


def loaded(path):
    """What a JSON file says."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def setup(*packages, **options):
    """Installs Debian packages."""
    return run(os.path.join(ROOT, "scripts", "setup"), *packages, **options)


def processor_seconds(*command, **options):
    """The processor time that a program takes."""
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = spent()
    run(*command, **{"stdout": subprocess.DEVNULL, **options})
    return spent() - before


def built_splash(path=None, product="splash"):
    """The program of that path or of SPLASH_PROGRAM, or the release build, made if it is not up to date; another product
    is in the same folder."""
    path = path or os.environ.get("SPLASH_PROGRAM")
    if path:
        return os.path.abspath(path) if product == "splash" else os.path.join(os.path.dirname(os.path.abspath(path)), product)
    swift = ["swift", "build", "-c", "release", "--package-path", ROOT]
    run(*swift, "--product", product, stdout=sys.stderr)
    return os.path.join(output(*swift, "--show-bin-path").strip(), product)


def processor():
    with open("/proc/cpuinfo") as file:
        names = (line.split(":")[1].strip() for line in file if line.startswith("model name"))
        return next(names, platform.machine())


def ffmpeg_version():
    return output("ffmpeg", "-version").split()[2]


def make_table(path):
    """Writes a .cube file: the lattice of 33 points a side that `splash bench` has."""
    steps = [i / 32 for i in range(33)]
    with open(path, "w") as file:
        file.write("LUT_3D_SIZE 33\n")
        for blue in steps:
            for green in steps:
                for red in steps:
                    print(min(1, red * 1.1), green * (0.7 + 0.3 * red), blue * blue, file=file)
