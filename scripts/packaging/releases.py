"""Packages for another release of Debian or Ubuntu than this machine's, made in a bare system of its own."""
import os, shutil, subprocess, sys

from lib.tools import ROOT, output
from packaging import tree

UBUNTU = ("jammy", "noble", "plucky", "questing", "resolute")
CHROOTS = os.environ.get("SPLASH_CHROOTS", os.path.join(ROOT, ".build", "chroots"))
# The tree appears as /src; what it builds goes to a folder of the release, so that releases do not build over each
# other's files.
INSIDE = """
set -e
root=$1 sources=$2 build=$3 swift=$4
shift 4
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/src" "$root/opt/swift" "$build"
mount --bind "$sources" "$root/src"
mount --bind "$build" "$root/src/.build"
mount --bind "$swift" "$root/opt/swift"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="$EPOCH" \
  PATH=/opt/swift/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
"""


def mirror(name):
    """The archive of a release: Ubuntu's lies beside Debian's on many mirrors."""
    if name not in UBUNTU:
        return []
    debian = next((word for word in output("apt-get", "indextargets", "--format", "$(REPO_URI)").split()
                   if word.rstrip("/").endswith("/debian")), "http://deb.debian.org/debian/")
    ubuntu = debian.rstrip("/").removesuffix("debian") + "ubuntu"
    return [f"deb [trusted=yes] {ubuntu} {name} main universe"]


def system(name):
    """A bare system of the release, made if it is not there; its folder."""
    folder = os.path.join(CHROOTS, f"package-{name}")
    if not os.path.exists(os.path.join(folder, "usr", "bin", "apt-get")):
        os.makedirs(CHROOTS, exist_ok=True)
        subprocess.run(
            ["mmdebstrap", "--variant=minbase", "--include=apt,ca-certificates",
             '--aptopt=Acquire::Check-Valid-Until "false"', name, folder, *mirror(name)],
            check=True, stdout=2)
    return folder


def make(name, kinds):
    """Makes the packages and prints their paths."""
    if os.geteuid():
        sys.exit("package: --release: a system of its own needs root; run it as root, or on that release")
    subprocess.run([os.path.join(ROOT, "scripts", "setup"), "mmdebstrap"], check=True, stdout=sys.stderr)
    build = os.path.join(CHROOTS, f"package-{name}.build")
    if not os.path.exists(build):
        os.makedirs(build)
        for folder in ("checkouts", "repositories"):
            shutil.copytree(os.path.join(ROOT, ".build", folder), os.path.join(build, folder), symlinks=True)
        shutil.copy(os.path.join(ROOT, ".build", "workspace-state.json"), build)
    swift = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swift"))))
    done = subprocess.run(
        ["unshare", "--mount", "bash", "-c", INSIDE, "package", system(name), ROOT, build, swift,
         "/src/scripts/package", *kinds], stdout=subprocess.PIPE, text=True,
        env=dict(os.environ, EPOCH=tree.commit_time()))
    if done.returncode:
        sys.exit(done.returncode)
    target = os.path.join(tree.FOLDER, name)
    os.makedirs(target, exist_ok=True)
    for path in done.stdout.split():
        print(shutil.copy(path.replace("/src/.build", build, 1), target))
