"""The Debian packages: what is in each, and how a tree becomes a .deb."""
import gzip, hashlib, os, shutil, subprocess

from lib.tools import ROOT, output

MAINTAINER = "The splash contributors <maintainers@users.noreply.github.com>"
DESCRIPTION = ("splash keeps the colors you choose in a video and turns the rest grey,\n"
               "without touching the brightness.")


class Tree:
    """A package that is being put together."""

    def __init__(self, folder, name, section, title, more, version, date):
        self.folder, self.name, self.version = os.path.join(folder, name), name, version
        self.section, self.title, self.more, self.date = section, title, more, date
        self.depends, self.suggests, self.control_files, self.programs = [], [], {}, []
        shutil.rmtree(self.folder, ignore_errors=True)
        self.text(f"usr/share/doc/{name}/copyright", copyright_text())
        self.text(f"usr/share/doc/{name}/changelog.gz", changelog(version, date))

    def place(self, path):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
        return path

    def text(self, path, text):
        data = text.encode()
        with open(self.place(path), "wb") as file:
            file.write(gzip.compress(data, 9, mtime=0) if path.endswith(".gz") else data)
        os.chmod(self.place(path), 0o644)

    def copy(self, source, path, is_code=False):
        """A file; of code, what it needs is asked for later."""
        target = self.place(path)
        shutil.copyfile(source, target)
        os.chmod(target, 0o755 if path.startswith("usr/bin") else 0o644)
        if is_code:
            subprocess.run(["strip", "--strip-unneeded", "--remove-section=.comment",
                            "--remove-section=.note", target], check=True)
            self.programs.append(target)

    def link(self, path, target):
        os.symlink(target, self.place(path))

    def needed(self, scratch, libraries):
        """The packages that the code in this one needs, as dpkg-shlibdeps finds them."""
        if not self.programs:
            return []
        os.makedirs(os.path.join(scratch, "debian"), exist_ok=True)
        with open(os.path.join(scratch, "debian", "control"), "w") as file:
            file.write(f"Source: splash\n\nPackage: {self.name}\nArchitecture: any\n")
        with open(os.path.join(scratch, "debian", "shlibs.local"), "w") as file:
            file.write(f"libsplash 1 libsplash1 (>= {self.version})\n")
        line = subprocess.run(
            ["dpkg-shlibdeps", "-O", f"-l{libraries}", "--warnings=0", *self.programs], cwd=scratch,
            check=True, capture_output=True, text=True).stdout
        return [line.split("=", 1)[1].strip()]

    def finish(self, scratch, libraries):
        """Writes the .deb beside the trees; where it is."""
        architecture = output("dpkg", "--print-architecture").strip()
        depends = ", ".join(self.depends + self.needed(scratch, libraries))
        sums, size = [], 0
        for folder, folders, names in os.walk(self.folder):
            folders.sort()
            os.chmod(folder, 0o755)
            for name in sorted(names):
                path = os.path.join(folder, name)
                if os.path.islink(path):
                    continue
                with open(path, "rb") as file:
                    data = file.read()
                size += -(-len(data) // 1024)
                sums.append(f"{hashlib.md5(data).hexdigest()}  {os.path.relpath(path, self.folder)}\n")
        body = "\n".join(" " + line for line in (DESCRIPTION + "\n" + self.more).splitlines())
        control = (
            f"Package: {self.name}\nSource: splash\nVersion: {self.version}\n"
            f"Architecture: {architecture}\nMaintainer: {MAINTAINER}\nInstalled-Size: {size}\n"
            + (f"Depends: {depends}\n" if depends else "")
            + (f"Suggests: {', '.join(self.suggests)}\n" if self.suggests else "")
            + f"Section: {self.section}\nPriority: optional\n"
            f"Description: {self.title}\n{body}\n")
        self.text("DEBIAN/control", control.replace("Source: splash\n", "") if self.name == "splash" else control)
        self.text("DEBIAN/md5sums", "".join(sums))
        for name, text in self.control_files.items():
            self.text(f"DEBIAN/{name}", text)
        target = os.path.join(os.path.dirname(self.folder), f"{self.name}_{self.version}_{architecture}.deb")
        environment = dict(os.environ, SOURCE_DATE_EPOCH=self.date)
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", self.folder, target],
                       check=True, stdout=subprocess.DEVNULL, env=environment)
        return target


def copyright_text():
    with open(os.path.join(ROOT, "LICENSE")) as file:
        title, holder, *rest = [line for line in file.read().split("\n\n")]
    text = "\n\n".join(rest).rstrip()
    body = "\n".join(" " + (line or ".") for line in text.split("\n"))
    return ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
            f"Upstream-Name: splash\n\nFiles: *\n{holder.strip()}\nLicense: MIT\n{body}\n".replace(
                "\nCopyright (c)", "\nCopyright:"))


def changelog(version, date):
    stamp = output("date", "-R", "-d", f"@{date}").strip()
    return (f"splash ({version}) unstable; urgency=medium\n\n  * What changed is in CHANGELOG.md of the sources.\n"
            f"\n -- {MAINTAINER}  {stamp}\n")
