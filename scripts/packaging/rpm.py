"""The RPM package of the command, as splash.spec says what it is."""
import glob, os, shutil, subprocess

from lib.tools import ROOT
from packaging.tree import FOLDER, commit_time

SPEC = os.path.join(ROOT, "scripts", "packaging", "splash.spec")


def make():
    """Builds it in this tree. Its BuildRequires are for systems of RPM; here scripts/setup sees to them."""
    work = os.path.join(FOLDER, "rpm")
    shutil.rmtree(work, ignore_errors=True)
    for old in glob.glob(f"{FOLDER}/*.rpm"):
        os.remove(old)
    subprocess.run(
        ["rpmbuild", "-bb", "--build-in-place", "--nodeps", "--define", f"_topdir {work}", SPEC],
        cwd=ROOT, check=True, stdout=2, env=dict(os.environ, SOURCE_DATE_EPOCH=commit_time()))
    made = [shutil.move(path, FOLDER) for path in glob.glob(f"{work}/RPMS/*/*.rpm")]
    shutil.rmtree(work)
    return made
