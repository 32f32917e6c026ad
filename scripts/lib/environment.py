"""Gives a script packages of the Python package index, in an environment that git ignores."""
import importlib.util, os, shutil, subprocess, sys, venv

from lib.tools import ROOT


class Absent(SystemExit):
    """Packages that could not be installed; ends a script that does not go on without them."""


def enter(script, needs):
    """Goes on where the modules are; starts the script anew in an environment with them where they are not.

    needs: what pip installs for each module. Throws Absent where it cannot.
    """
    if all(importlib.util.find_spec(name) for name in needs):
        return
    home, python = places(script)
    if sys.executable == python or os.environ.get("VIRTUAL_ENV") == home:
        raise absence(script, needs)
    made(script, needs)
    os.execve(python, [python] + sys.argv, {**os.environ, "VIRTUAL_ENV": home})


def made(script, needs):
    """The Python of an environment that has the modules. Arguments and what it throws are as of enter."""
    home, python = places(script)
    if not os.path.exists(python):
        try:
            venv.create(home, with_pip=True)
            subprocess.run([os.path.join(home, "bin", "pip"), "install", "-q", *needs.values()], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            shutil.rmtree(home, ignore_errors=True)
            raise absence(script, needs) from None
    return python


def places(script):
    home = os.path.join(ROOT, ".build", f"{script}-venv")
    return home, os.path.join(home, "bin", "python")


def absence(script, needs):
    return Absent(f"{script}: pip could not install " + ", ".join(needs))
