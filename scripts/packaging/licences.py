"""The licences of what is carried along, as a folder: a list, and the texts."""
import functools, glob, os, shutil, subprocess

from lib.tools import ROOT, output

WHOLE = "GPL-3.0-or-later"
ABOUT = """\
splash itself is under the MIT licence. The libraries below came with it, as Debian built them. FFmpeg is built
with --enable-gpl there, and x264, x265 and Xvid are under the GNU General Public License: so is, version 3 or
later, everything here taken together. Each library's own terms are in the file of its package in
{folder}.
The sources are those of the Debian packages of these versions, https://snapshot.debian.org keeps them all.

"""


@functools.lru_cache(maxsize=None)
def owner(path):
    """The Debian package of a file, and its version."""
    real = os.path.realpath(path)
    for each in (real, real.removeprefix("/usr")):
        done = subprocess.run(["dpkg", "-S", each], capture_output=True, text=True)
        if not done.returncode:
            name = done.stdout.split(": ")[0].split(",")[0]
            return name.split(":")[0], output("dpkg-query", "-W", "-f", "${Version}", name)
    raise SystemExit(f"package: {path} is of no package, and so its licence is not known")


def owners(libraries):
    """Names of `libraries`, names and paths, by their Debian packages and versions."""
    packages = {}
    for name, path in libraries.items():
        packages.setdefault(owner(path), []).append(name)
    return packages


def write(folder, libraries):
    """Writes the list of `libraries`, names and paths, as README, and every text that it names."""
    os.makedirs(folder)
    lines = []
    for (package, version), names in sorted(owners(libraries).items()):
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", os.path.join(folder, f"{package}.txt"))
        lines.append(f"{package} {version}: {', '.join(sorted(names))}\n")
    for name in ("GPL-2", "GPL-3", "LGPL-2", "LGPL-2.1", "LGPL-3", "Apache-2.0", "MPL-1.1", "MPL-2.0", "Artistic"):
        shutil.copyfile(f"/usr/share/common-licenses/{name}", os.path.join(folder, name))
    shutil.copyfile(os.path.join(ROOT, "LICENSE"), os.path.join(folder, "splash.txt"))
    shutil.copyfile(os.path.join(ROOT, "debian", "copyright"), os.path.join(folder, "splash-parts.txt"))
    for notice in glob.glob(os.path.join(ROOT, ".build", "checkouts", "*", "NOTICE.txt")):
        shutil.copyfile(notice, os.path.join(folder, f"{os.path.basename(os.path.dirname(notice))}-NOTICE.txt"))
    with open(os.path.join(folder, "README"), "w") as file:
        file.write(ABOUT.format(folder="share/splash/licences") + "".join(lines))
