"""Packages for another release of Debian or Ubuntu than this machine's, made in a bare system of its own."""
import os, shutil, subprocess, sys

from lib import bare
from lib.tools import ROOT
from packaging import tree

CHROOTS = os.environ.get("SPLASH_CHROOTS", os.path.join(ROOT, ".build", "chroots"))
# The tree is mounted as /src; build products go to a folder of the release, so that releases do not overwrite each
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


def make(name, kinds):
    """Makes the packages and prints their paths."""
    if os.geteuid():
        sys.exit("package: --release: a system of its own needs root; run it as root, or on that release")
    subprocess.run([os.path.join(ROOT, "scripts", "setup"), "mmdebstrap"], check=True, stdout=sys.stderr)
    root, build = os.path.join(CHROOTS, f"package-{name}"), os.path.join(CHROOTS, f"package-{name}.build")
    absence = bare.make(name, root, ["ca-certificates"])
    if absence:
        sys.exit(f"package: {absence}")
    if not os.path.exists(build):
        os.makedirs(build)
        for folder in ("checkouts", "repositories"):
            shutil.copytree(os.path.join(ROOT, ".build", folder), os.path.join(build, folder), symlinks=True)
        shutil.copy(os.path.join(ROOT, ".build", "workspace-state.json"), build)
    swift = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swift"))))
    done = subprocess.run(
        ["unshare", "--mount", "bash", "-c", INSIDE, "package", root, ROOT, build, swift,
         "/src/scripts/package", *kinds], stdout=subprocess.PIPE, text=True,
        env=dict(os.environ, EPOCH=tree.commit_time()))
    if done.returncode:
        sys.exit(done.returncode)
    target = os.path.join(tree.FOLDER, name)
    os.makedirs(target, exist_ok=True)
    for path in done.stdout.split():
        print(shutil.copy(path.replace("/src/.build", build, 1), target))
