"""The Python module splash_video, laid out as in the wheel."""
import glob, os, shutil

from lib.tools import ROOT

SOURCE = os.path.join(ROOT, "Plugins", "python")


def laid_out(folder, splash, library):
    """Puts the module into a folder, with a built command (None for none) and libsplash."""
    module = os.path.join(folder, "splash_video")
    for part in ("bin", "lib"):
        os.makedirs(os.path.join(module, part))
    for path in glob.glob(f"{SOURCE}/splash_video/*.py") + [f"{SOURCE}/splash_video/py.typed"]:
        shutil.copy(path, module)
    if splash:
        os.symlink(splash, os.path.join(module, "bin", "splash"))
    os.symlink(library, os.path.join(module, "lib", "libsplash.so.1"))
    return folder
