"""Releases of Debian and Ubuntu in chroots, each with a copy of the tree and a Swift to build it."""
import os, shutil, subprocess

from lib import bare
from lib.tools import ROOT, copy_tree

FOLDER = os.path.join(ROOT, ".build", "distros")
# A release's name, and whether its archive has a Swift that is new enough.
SYSTEMS = {
    "bookworm": ("Debian 12", False),
    "trixie": ("Debian 13", False),
    "noble": ("Ubuntu 24.04", False),
    "resolute": ("Ubuntu 26.04", True),
    "forky": ("Debian testing", True),  # by way of unstable, as scripts/setup advises
}
# In a separate mount namespace, so that nothing stays mounted.
ENTER = """set -e
cd "$1"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs dev/shm
cp -L /etc/resolv.conf etc/ 2>/dev/null || true
mkdir -p etc/ssl/certs
cp -L /etc/ssl/certs/ca-certificates.crt etc/ssl/certs/ 2>/dev/null || true  # some networks have their own
if [ "$2" ]; then mkdir -p ".$2"; mount --bind -o ro "$2" ".$2"; fi
swift=$2
shift 2
exec chroot . env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \\
  PATH="$swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" sh -c 'cd /src && exec "$@"' sh "$@"
"""
# For a release that takes Swift and its dependencies from Debian unstable.
UNSTABLE = r"""printf 'deb %s sid main\n' >"$1/etc/apt/sources.list.d/sid.list"
printf 'Package: *\nPin: release n=sid\nPin-Priority: 100\n' >"$1/etc/apt/preferences.d/sid" """


class Chroot:
    """A release in a folder, with the tree in /src."""

    def __init__(self, name, folder=FOLDER, swift=None):
        """`swift` has usr/bin/swift, for releases without: this machine's."""
        self.title, has_swift = SYSTEMS[name]
        self.name, self.folder = name, os.path.realpath(folder)
        self.root = os.path.join(self.folder, name)
        # The folder with usr/bin/swift, or that of the link's target.
        self.swift = "" if has_swift else (
            swift or os.path.abspath(os.path.join(os.path.realpath(shutil.which("swift")), "../../..")))

    def log(self, part):
        return os.path.join(self.folder, f"{self.name}-{part}.log")

    def make(self):
        """None, or why there is none."""
        if os.geteuid():
            return "chroots need root"
        subprocess.run([os.path.join(ROOT, "scripts", "setup"), "mmdebstrap"], check=True)
        unstable = "--customize-hook=" + UNSTABLE.replace("%s", bare.mirror(self.name))
        # Its FFmpeg decodes and encodes by Vulkan; these drivers provide a device.
        options = [unstable, "--include=mesa-vulkan-drivers"] if self.name == "forky" else []
        return bare.make(self.name, self.root, options=options, log=self.log("chroot"))

    def bring_tree(self):
        """The tree as it is, with the Swift packages that it needs."""
        if not os.path.exists(os.path.join(ROOT, ".build", "checkouts")):
            subprocess.run(["swift", "package", "--package-path", ROOT, "resolve"], check=True)
        source = os.path.join(self.root, "src")
        os.makedirs(source, exist_ok=True)
        for name in os.listdir(source):
            if name != ".build":
                path = os.path.join(source, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        subprocess.run(["git", "-C", ROOT, "clone", "--quiet", "--bare", "--depth", "1", "file://" + ROOT,
                        os.path.join(source, ".git")], check=True)
        subprocess.run(["git", "-C", source, "config", "core.bare", "false"], check=True)
        copy_tree(source)
        subprocess.run(["git", "-C", source, "reset", "--quiet"], check=True)

    def run(self, *command, **more):
        return subprocess.run(
            ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "bash", "-c",
             ENTER, "bash", self.root, self.swift, *command], **more)
