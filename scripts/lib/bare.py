#!/usr/bin/env python3
"""Bare systems of Debian and Ubuntu in folders, made by mmdebstrap from the archive that this machine installs from.

Ubuntu's archive is looked for beside Debian's, and the other way round, as many mirrors have it.

usage: scripts/lib/bare.py [--release NAME] FOLDER [PACKAGE...]

FOLDER becomes such a system, of this machine's release or of the one named, with the packages; one that is there
stays as it is. Needs root and mmdebstrap.
"""
import os, re, shutil, subprocess, sys

UBUNTU = ("jammy", "noble", "plucky", "questing", "resolute")


def os_release():
    with open("/etc/os-release") as file:
        return dict(line.rstrip().replace('"', "").split("=", 1) for line in file if "=" in line)


def archive():
    """Where this machine's packages come from, up to the distribution's name."""
    for folder, _, names in os.walk("/etc/apt"):
        for name in names:
            if name.endswith((".list", ".sources")):
                with open(os.path.join(folder, name)) as file:
                    found = re.search(r"^[^#\n]*?(https?://\S+?)/(debian|ubuntu)/?\s", file.read(), re.M)
                if found:
                    return found[1]
    return "http://deb.debian.org"


def mirror(release):
    return f"{archive()}/{'ubuntu' if release in UBUNTU else 'debian'}"


def sources(release):
    if release not in UBUNTU:
        return [f"deb {mirror(release)} {release} main"]
    # Debian has no package of Ubuntu's keys; these systems are only temporary.
    return [f"deb [trusted=yes] {mirror(release)} {suite} main universe" for suite in (release, release + "-updates")]


def make(release, root, packages=(), options=(), more=(), variant="minbase", log=None):
    """None, or why there is no such system in `root`, of its archive and `more` of them.

    What mmdebstrap says goes to the file `log`.
    """
    if os.path.exists(root):
        return None
    partial, log = root + ".partial", log or root + ".log"
    shutil.rmtree(partial, ignore_errors=True)
    os.makedirs(os.path.dirname(root), exist_ok=True)
    with open(log, "w") as file:
        failed = subprocess.run(
            ["mmdebstrap", f"--variant={variant}", "--include=" + ",".join(["apt", *packages]),
             "--aptopt=Acquire::Check-Valid-Until \"false\"", *options, release, partial, *sources(release), *more],
            stdout=file, stderr=file).returncode
    if failed:
        shutil.rmtree(partial, ignore_errors=True)
        with open(log, errors="replace") as file:
            said = [line.strip() for line in file if line.strip()]
        errors = [line for line in said if line.startswith("E:")] or said[-1:] or ["nothing was said"]
        return f"no system of {release}: {errors[0]}"
    os.rename(partial, root)
    return None


def main():
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from lib.tools import arguments
    chosen = arguments(__doc__, "folder", "packages*", release=None)
    release = chosen.release or os_release()["VERSION_CODENAME"]
    sys.exit(make(release, os.path.realpath(chosen.folder), chosen.packages))


if __name__ == "__main__":
    main()
