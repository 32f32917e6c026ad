"""What the command is linked of: objects, those that name the folder they were built in, and the packages they come from."""
import json, os, re, subprocess

from lib.tools import ROOT


def listed(folder):
    """The objects of the command, built in `folder`."""
    with open(os.path.join(folder, "splash.product", "Objects.LinkFileList")) as file:
        return [line.strip().strip("'\"") for line in file if line.strip()]


def steps():
    """The build's own list of steps: what each reads, writes and calls."""
    with open(os.path.join(ROOT, ".build", "release.yaml")) as file:
        for step in file.read().split("\n\n"):
            parts = dict(re.findall(r"^    (inputs|outputs|args): (\[.*\])$", step, re.MULTILINE))
            if "outputs" in parts:
                yield {name: json.loads(text) for name, text in parts.items()}


def placeless(folder, target):
    """The objects, with those of C that name the tree's folder compiled once more into `target`, where they do not.

    Swift's name no folder once its debugging information is gone.
    """
    names = listed(folder)
    os.makedirs(target, exist_ok=True)
    suspects = {name for name in names if name.endswith(".c.o") and names_folder(name, target)}
    for step in steps():
        (made, *_) = step["outputs"]
        if made in suspects:
            new = os.path.join(target, f"{names.index(made)}.o")
            arguments = [new if word == made else word for word in step["args"]]
            subprocess.run([arguments[0], f"-ffile-prefix-map={ROOT}=.", *arguments[1:]], check=True)
            assert not names_folder(new, target), new
            names[names.index(made)] = new
            suspects.remove(made)
    assert not suspects, suspects
    return names


def names_folder(path, scratch):
    """Whether an object has the tree's folder beside its debugging information."""
    bare = os.path.join(scratch, "bare.o")
    subprocess.run(["objcopy", "-g", path, bare], check=True)
    with open(bare, "rb") as file:
        return ROOT.encode() in file.read()


def packages(folder):
    """The Swift packages that are linked: name, version and commit, from Package.resolved."""
    with open(os.path.join(ROOT, "Package.resolved")) as file:
        pins = {pin["location"].rsplit("/", 1)[-1].removesuffix(".git"): pin for pin in json.load(file)["pins"]}
    linked = set(listed(folder))
    found = set()
    for step in steps():
        if linked & set(step["outputs"]):
            found |= {match[1] for path in step.get("inputs", []) if (match := re.search(r"/(?:checkouts|vendor)/([^/]+)/", path))}
    return [(name, pins[name]["location"], pins[name]["state"]["version"], pins[name]["state"]["revision"])
            for name in sorted(found)]
