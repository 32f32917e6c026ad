"""What the Python scripts share: the built program, real clips, the machine's name."""
import os, platform, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ABSENCE = "without real clips: SPLASH_FOOTAGE names no folder of them"
_footage = os.environ.get("SPLASH_FOOTAGE")


def footage(name):
    """Where a real clip is, or None: they are not part of the project."""
    path = os.path.join(_footage, name) if _footage else None
    return path if path and os.path.exists(path) else None


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def built_splash():
    """The release build, made if it is not up to date."""
    swift = ["swift", "build", "-c", "release", "--package-path", ROOT]
    subprocess.run(swift + ["--product", "splash"], check=True, stdout=sys.stderr)
    return os.path.join(output(*swift, "--show-bin-path").strip(), "splash")


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
