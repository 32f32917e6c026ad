"""The module splash_video, laid out as in the wheel with the built command and library, by its own tests."""
import os

from lib import environment
from lib.module import SOURCE, laid_out
from lib.tools import ROOT
from .bench import Skip

PAGE = os.path.join(ROOT, "Sources", "SplashCore", "Documentation.docc", "Python.md")


def python(need, module):
    """A Python that has a package of the index."""
    try:
        return environment.made(f"python-{need}", {module: need})
    except environment.Absent as absence:
        raise Skip(str(absence)) from None


def module_passes_its_tests(bench):
    interpreter = python("numpy", "numpy")
    library = os.path.join(bench.libraries, "libsplash.so.1")
    bench.run("env", f"PYTHONPATH={laid_out(bench.path('python'), bench.splash, library)}", f"SPLASH_PYTHON_PAGE={PAGE}", "PYTHONDONTWRITEBYTECODE=1",
              interpreter, os.path.join(SOURCE, "tests", "test_splash_video.py"))


def module_has_types(bench):
    bench.run(python("mypy", "mypy"), "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", bench.path("mypy"),
              os.path.join(SOURCE, "splash_video"))
