"""What an installation has, laid out like /usr: the command, its manual and completions, library, plugins."""
import os, re, shutil, subprocess, sys

from lib.tools import ROOT, built_splash, output
from packaging import completions, deferred, objects, sbom
from packaging.commands import subcommands
from packaging.manual import manual

FOLDER = os.path.join(ROOT, ".build", "packages")
# The command linked directly with all its libraries, which shows its dependencies.
DIRECT = os.path.join(FOLDER, "command")
PKG_CONFIG = ["libavformat", "libavcodec", "libswscale", "libswresample", "libavutil", "libwebpmux", "libwebpdemux",
              "libwebp", "zlib", "libheif", "libjxl", "libjxl_threads", "lcms2"]
# Swift's own linker: those of the releases treat Swift's sections differently, and some have no relro. The libraries of
# Foundation; SwiftPM renames the program's main function.
SWIFT = ["-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections"]
LINKER = ["--defsym=main=splash_main", "--gc-sections", "-s", "-T", os.path.join(os.path.dirname(__file__), "placeless.ld")]


def version():
    with open(os.path.join(ROOT, "Sources", "SplashBase", "Version.swift")) as file:
        return re.search(r'splashVersion = "(.*)"', file.read()).group(1)


def commit_time():
    """When what is packaged was changed last, in seconds: packages of the same source have the same times."""
    stated = os.environ.get("SOURCE_DATE_EPOCH")
    return stated or output("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()


def linked(target, *inputs):
    """The command with its Swift runtime inside, from the objects of the usual build and `inputs`."""
    listing = os.path.join(FOLDER, "objects.list")
    with open(listing, "w") as file:
        file.writelines(f"'{name}'\n" for name in objects.placeless(os.path.dirname(built_splash()), os.path.join(FOLDER, "placeless")))
    done = subprocess.run(
        ["swiftc", "-static-stdlib", "-use-ld=lld", "-emit-executable", f"@{listing}", "-o", target, *inputs, *SWIFT,
         *(part for word in LINKER for part in ("-Xlinker", word))], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"package: cannot link\n{done.stdout}{done.stderr}")


def link(target, is_direct, carries_libraries):
    """Links the command twice: as DIRECT, and as `target`, which opens its libraries when it calls them, unless it
    `is_direct`, as on processors that deferred.c does not know."""
    for path in (DIRECT, target):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    libraries = [*output("pkg-config", "--libs", *PKG_CONFIG).split(), "-lv4lconvert", "-ljpeg"]
    place = ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/splash"] if carries_libraries else []
    linked(DIRECT, *libraries)
    if deferred.IS_POSSIBLE and not is_direct:
        stubs = os.path.join(FOLDER, "deferred.o")
        deferred.stubs(DIRECT, stubs)
        libraries = [stubs]
    linked(target, *libraries, *place)


def plugins(*kinds):
    """Makes libsplash and plugins of these kinds, all by default; where they are, laid out like /usr."""
    done = subprocess.run([os.path.join(ROOT, "scripts", "plugins"), *kinds], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()[-1]


def library():
    """The path of libsplash."""
    return os.path.join(plugins("library"), "lib", output("gcc", "-print-multiarch").strip(), "libsplash.so.1")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def materials(folder, libraries, are_carried):
    """What the command is made of: Swift packages, and libraries that are carried or asked of the system."""
    write(os.path.join(folder, "share", "splash", "sbom.spdx.json"), sbom.document(
        version(), commit_time(), os.path.dirname(built_splash()), libraries, are_carried))


def desktop(folder, built):
    """What file managers show of the command, and for installations in /usr the unit of services."""
    source = os.path.join(ROOT, "Plugins", "desktop")
    for name, place in (("splash.desktop", "applications"),
                        ("io.github.splash_video.splash.metainfo.xml", "metainfo"),
                        ("splash.svg", "icons/hicolor/scalable/apps")):
        target = os.path.join(folder, "share", place)
        os.makedirs(target)
        shutil.copy(os.path.join(source, name), target)
    write(f"{folder}/lib/systemd/user/splash@.service", output(built, "service", "template"))


def make(folder, is_direct=False, has_plugins=True, carries_libraries=False):
    """Makes the tree anew in `folder`; its path."""
    built = built_splash()
    shutil.rmtree(folder, ignore_errors=True)
    if has_plugins:
        shutil.copytree(plugins(), folder, symlinks=True)
    link(os.path.join(folder, "bin", "splash"), is_direct, carries_libraries)
    commands = subcommands(built)
    share = os.path.join(folder, "share")
    shutil.copytree(os.path.join(ROOT, "scripts", "networks"), f"{share}/splash/fetch/networks",
                    ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(os.path.join(ROOT, "scripts", "models"), f"{share}/splash/fetch/models")
    write(f"{share}/man/man1/splash.1", manual(commands, version()))
    write(f"{share}/bash-completion/completions/splash", completions.bash(commands))
    write(f"{share}/zsh/vendor-completions/_splash", completions.zsh(commands))
    write(f"{share}/fish/vendor_completions.d/splash.fish", completions.fish(commands))
    if not carries_libraries:
        materials(folder, deferred.libraries(DIRECT), are_carried=False)
        desktop(folder, built)
    return folder
