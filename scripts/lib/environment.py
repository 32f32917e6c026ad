"""Gives a script packages of the Python package index, in an environment that git ignores."""
import importlib.util, os, subprocess, sys, venv

from lib.tools import ROOT


def enter(script, needs):
    """Goes on where the modules are; starts the script anew in an environment with them where they are not.

    needs: what pip installs for each module.
    """
    if all(importlib.util.find_spec(name) for name in needs):
        return
    home = os.path.join(ROOT, ".build", f"{script}-venv")
    python = os.path.join(home, "bin", "python")
    if sys.executable == python or os.environ.get("VIRTUAL_ENV") == home:
        sys.exit(f"{script}: pip could not install " + ", ".join(needs))
    if not os.path.exists(python):
        venv.create(home, with_pip=True)
        subprocess.run([os.path.join(home, "bin", "pip"), "install", "-q", *needs.values()], check=True)
    os.execve(python, [python] + sys.argv, {**os.environ, "VIRTUAL_ENV": home})
