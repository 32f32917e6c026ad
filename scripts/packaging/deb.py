"""Debian packages, as debian/ says what they are; and a source package of it with the Swift packages it needs."""
import glob, os, shutil, subprocess

from lib.bare import os_release
from lib.tools import ROOT, output
from packaging.tree import FOLDER, commit_time, version


def release():
    """What the version of a package ends in that is made for this release: ~debian12."""
    words = os_release()
    return f"~{words['ID']}{words['VERSION_ID']}" if "VERSION_ID" in words else ""


def make():
    """Makes the packages for this release; their paths."""
    work = os.path.join(FOLDER, "work")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "debian"), os.path.join(work, "debian"))
    for name in (".build", "Plugins"):
        os.symlink(os.path.join(ROOT, name), os.path.join(work, name))
    for old in glob.glob(f"{FOLDER}/*.deb"):
        os.remove(old)
    revision = output("dpkg-parsechangelog", "-l", f"{ROOT}/debian/changelog", "-S", "Version").strip()
    subprocess.run(
        ["debian/rules", "binary"], cwd=work, check=True, stdout=2,
        env=dict(os.environ, DEB_RULES_REQUIRES_ROOT="no", SPLASH_SOURCES=ROOT, SPLASH_VENDOR="", DEBS=FOLDER,
                 SOURCE_DATE_EPOCH=commit_time(), DEB_VERSION_OVERRIDE=revision + release()))
    shutil.rmtree(work)
    return sorted(glob.glob(f"{FOLDER}/*.deb"))


def packed(name, folder, prefix):
    """A tar of a folder, the same bits for the same files, whatever their modes for others and the number of cores."""
    path = os.path.join(FOLDER, name)
    subprocess.run(
        ["tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mtime=@{commit_time()}",
         "--mode=u=rwX,go=rX", "--exclude=.git", f"--transform=s,^\\.,{prefix},S", "--use-compress-program=xz -T2 -4",
         "-cf", path, "-C", folder, "."], check=True)
    return path


def source():
    """Makes the source package: splash as it is committed, and what Package.resolved names as a second tarball."""
    name = f"splash-{version()}"
    work = os.path.join(FOLDER, "source")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(os.path.join(work, name))
    tree = subprocess.run(["git", "-C", ROOT, "archive", "HEAD"], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", os.path.join(work, name)], input=tree, check=True)
    debian = os.path.join(work, "debian")
    shutil.move(os.path.join(work, name, "debian"), debian)
    upstream = f"splash_{version()}.orig"
    made = [packed(f"{upstream}.tar.xz", os.path.join(work, name), name),
            packed(f"{upstream}-vendor.tar.xz", os.path.join(ROOT, ".build", "checkouts"), "vendor")]
    shutil.move(debian, os.path.join(work, name, "debian"))
    shutil.copytree(os.path.join(ROOT, ".build", "checkouts"), os.path.join(work, name, "vendor"),
                    ignore=shutil.ignore_patterns(".git"))
    subprocess.run(["dpkg-source", "-b", os.path.join(work, name)], cwd=FOLDER, check=True, stdout=2)
    shutil.rmtree(work)
    return made + sorted(glob.glob(f"{FOLDER}/splash_*.dsc") + glob.glob(f"{FOLDER}/splash_*.debian.tar.xz"))
