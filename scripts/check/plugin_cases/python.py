"""The module splash_video, laid out as in the wheel with the built command and library, by its own tests."""
import glob, os, shutil

from lib import environment
from lib.tools import ROOT
from .bench import Skip

SOURCE = os.path.join(ROOT, "Plugins", "python")
PAGE = os.path.join(ROOT, "Sources", "SplashCore", "Documentation.docc", "Python.md")


def python(need, module):
    """A Python that has a package of the index."""
    try:
        return environment.made(f"python-{need}", {module: need})
    except environment.Absent as absence:
        raise Skip(str(absence)) from None


def laid_out(bench):
    """A folder with the module as the wheel has it."""
    folder = bench.path("python")
    module = os.path.join(folder, "splash_video")
    for part in ("bin", "lib"):
        os.makedirs(os.path.join(module, part))
    for path in glob.glob(f"{SOURCE}/splash_video/*.py") + [f"{SOURCE}/splash_video/py.typed"]:
        shutil.copy(path, module)
    os.symlink(bench.splash, os.path.join(module, "bin", "splash"))
    os.symlink(os.path.join(bench.libraries, "libsplash.so.1"), os.path.join(module, "lib", "libsplash.so.1"))
    return folder


def module_passes_its_tests(bench):
    interpreter = python("numpy", "numpy")
    bench.run("env", f"PYTHONPATH={laid_out(bench)}", f"SPLASH_PYTHON_PAGE={PAGE}", "PYTHONDONTWRITEBYTECODE=1",
              interpreter, os.path.join(SOURCE, "tests", "test_splash_video.py"))


def module_has_types(bench):
    bench.run(python("mypy", "mypy"), "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", bench.path("mypy"),
              os.path.join(SOURCE, "splash_video"))


CASES = [module_passes_its_tests, module_has_types]
