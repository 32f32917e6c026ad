"""The command with all its libraries: as a tar, as a wheel and as an image."""
import os, shutil, subprocess

from lib.tools import output
from packaging import deb, deferred, licences, tree, wheels

FOLDER = os.path.join(tree.FOLDER, "bundle")


def loaders():
    """What the image needs beside: paths of what every system has of the libraries of C and C++."""
    lines = [line.split() for line in output("ldd", tree.DIRECT).splitlines()]
    paths = [word for words in lines for word in words if word.startswith("/")]
    return [path for path in paths if os.path.basename(path).startswith(deferred.SYSTEM)]


def make(beside=()):
    """The tree of the command, with every library that is not every system's in lib/splash. `beside` are paths of
    more libraries whose licences are to be listed."""
    tree.make(FOLDER, has_plugins=False, carries_libraries=True)
    found = deferred.libraries(tree.DIRECT)
    for name, path in found.items():
        target = os.path.join(FOLDER, "lib", "splash", name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(path, target)
        os.chmod(target, 0o755)
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", target], check=True)
    listed = {**found, **{os.path.basename(path): path for path in beside}}
    tree.materials(FOLDER, listed, are_carried=True)
    licences.write(os.path.join(FOLDER, "share", "splash", "licences"), listed)
    return FOLDER


def name():
    return f"splash-{tree.version()}-linux-{os.uname().machine}"


def tar():
    return [deb.packed(f"{name()}.tar.xz", make(), name())]


def wheel():
    return [wheels.make(make(), tree.library())]


def oci():
    """An image whose only files are the command's and the C library's, written as an archive of OCI."""
    root = os.path.join(tree.FOLDER, "image")
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(make(beside=loaders()), os.path.join(root, "usr"))
    for path in loaders():
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        shutil.copyfile(path, root + path)
        os.chmod(root + path, 0o755)
    certificates = "/etc/ssl/certs/ca-certificates.crt"
    if os.path.exists(certificates):
        os.makedirs(os.path.dirname(root + certificates))
        shutil.copyfile(certificates, root + certificates)
    for folder in ("tmp", "media"):
        os.makedirs(os.path.join(root, folder))
    os.chmod(os.path.join(root, "tmp"), 0o1777)
    target = os.path.join(tree.FOLDER, f"{name()}.oci.tar")
    store = os.path.join(tree.FOLDER, "store")
    buildah = ["buildah", "--root", store, "--runroot", f"{store}.run", "--storage-driver", "vfs"]
    container = output(*buildah, "from", "scratch").strip()
    subprocess.run([*buildah, "copy", "--quiet", container, root, "/"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*buildah, "config", "--entrypoint", '["/usr/bin/splash"]', "--workingdir", "/media",
                    "--label", f"org.opencontainers.image.version={tree.version()}",
                    "--label", f"org.opencontainers.image.licenses={licences.WHOLE}", container], check=True)
    if os.path.exists(target):
        os.remove(target)
    subprocess.run([*buildah, "commit", "--quiet", "--disable-compression=false", "--timestamp", tree.commit_time(),
                    container, f"oci-archive:{target}"], check=True, stdout=subprocess.DEVNULL)
    for folder in (root, store, f"{store}.run"):
        shutil.rmtree(folder)
    return [target]
