"""Functions of libraries that are opened when the first of them is called: see deferred.c."""
import os, platform, subprocess

from lib.tools import output

IS_POSSIBLE = platform.machine() == "x86_64"
# Libraries that every distribution with the GNU C library has.
SYSTEM = ("linux-vdso", "ld-linux", "libc.so", "libm.so", "libdl.so", "librt.so", "libpthread.so", "libresolv.so",
          "libstdc++.so", "libgcc_s.so")


def libraries(program, only_its_own=False):
    """The libraries that a program is linked with, and those that they are linked with: name and path."""
    lines = [line.split() for line in output("ldd", program).splitlines()]
    found = {words[0]: words[2] for words in lines if len(words) > 2 and not words[0].startswith(SYSTEM)}
    if not only_its_own:
        return found
    own = [line.split("[")[1].rstrip("]") for line in output("readelf", "-dW", program).splitlines()
           if "(NEEDED)" in line]
    return {name: found[name] for name in own if name in found}


def symbols(path, is_defined):
    """Kinds and names of the dynamic symbols that a file has, or wants."""
    for line in output("readelf", "--dyn-syms", "-W", path).splitlines():
        words = line.split()
        if len(words) > 7 and words[0][:-1].isdigit() and (words[6] != "UND") == is_defined:
            yield words[3], words[7].split("@")[0]


def stubs(program, target):
    """Compiles into `target` what stands for the functions that `program` has from libraries."""
    wanted = dict((name, kind) for kind, name in symbols(program, False))
    entries = []
    for library, path in libraries(program, only_its_own=True).items():
        for kind, name in symbols(path, True):
            if name in wanted:
                assert kind in ("FUNC", "IFUNC"), f"{name} of {library} is no function"
                entries.append((library, name))
                del wanted[name]
    listing = os.path.splitext(target)[0] + ".h"
    with open(listing, "w") as file:
        file.writelines(f'EACH("{library}", {name}, {number})\n' for number, (library, name) in enumerate(entries))
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "deferred.c")
    subprocess.run(["gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-fcf-protection=none",
                    f'-DLIST="{listing}"', "-c", source, "-o", target], check=True)
