"""What the engines' tests share: the film, the command, daemons, and machines that die."""
import os, re, signal, subprocess, time

from lib.film import OPTIONS, digests, problems
from lib.tools import ROOT

PARTS = 6
PAGES = [f"Sources/SplashCore/Documentation.docc/{name}.md" for name in ("Cluster", "Tutorials")]


class Skip(Exception):
    """Why this machine cannot run an engine."""


def wait_for(what, condition, seconds=60, process=None):
    """Waits for something that has to come while a process runs; a machine that is busy may take its time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := condition():
            return result
        if process and process.poll() is not None:
            raise RuntimeError(f"{what} did not come: {process.communicate()[0]}")
        time.sleep(0.2)
    raise RuntimeError(f"{what} did not come in {seconds} s")


def processes():
    """All there are: their parents and their command lines."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            with open(f"/proc/{name}/cmdline") as file:
                found[int(name)] = (parent, file.read().replace("\0", " ").strip())
        except OSError:
            pass
    return found


def kill_trees(roots):
    """Kills processes and all below them at once, as a power cut does."""
    known, doomed = processes(), set(roots)
    while more := {pid for pid, (parent, _) in known.items() if parent in doomed} - doomed:
        doomed |= more
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in doomed:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
    return doomed


class Bench:
    def __init__(self, folder, engine, splash, film, whole):
        self.folder = os.path.join(folder, engine)
        os.makedirs(self.folder, mode=0o755)
        self.engine, self.splash, self.film, self.whole = engine, splash, film, whole
        self.daemons, self.environment = [], dict(os.environ)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text, mode=0o644):
        with open(self.path(name), "w") as file:
            file.write(text)
        os.chmod(self.path(name), mode)
        return self.path(name)

    def daemon(self, *command):
        """Starts one that stays in the foreground; its number."""
        with open(self.path("daemons.log"), "a") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       env=self.environment, start_new_session=True)
        self.daemons.append(process)
        return process.pid

    def end(self):
        kill_trees([process.pid for process in self.daemons])
        for process in self.daemons:
            process.wait()

    def cluster(self, *arguments):
        """Starts scripts/cluster."""
        return subprocess.Popen(
            [os.path.join(ROOT, "scripts/cluster"), self.engine, "--splash", self.splash, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment,
            # Shells make their background commands ignore this signal.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def film_in_parts(self, output, *arguments):
        return self.cluster(self.film, "--parts", str(PARTS), "-o", output, *arguments, "--", *OPTIONS)

    def done(self, output):
        """How many parts of a film are."""
        work = output + ".work"
        return len([name for name in os.listdir(work) if name.endswith(".done")]) if os.path.isdir(work) else 0

    def growing(self, output):
        """Whether a part of a film is being made."""
        work = output + ".work"
        return os.path.isdir(work) and any(name.startswith("new-") for name in os.listdir(work))

    def judged(self, what, process, output):
        """A row: the film after an engine has run to its end."""
        text, _ = process.communicate(timeout=3600)
        if process.returncode or not os.path.exists(output):
            return what, [f"status {process.returncode}: {text}"]
        found, line = problems(self.whole, output)
        if os.path.exists(output + ".work"):
            found.append("its work folder is still there")
        return f"{what}: {line}", found

    def list_with_a_bad_file(self):
        """A row: five clips and a text, two files to a task."""
        names = []
        for number in range(5):
            names.append(self.path(f"clip-{number}.mkv"))
            subprocess.run([self.splash, "test:320x180", "--frames", "10", "-o", names[-1], "--quiet"], check=True)
        names.insert(3, self.write("text.mkv", "no video"))
        output = self.path("results")
        process = self.cluster("--list", self.write("list", "".join(name + "\n" for name in names)), "-o", output,
                               "--per-task", "2")
        text, _ = process.communicate(timeout=600)
        made = sorted(name for _, _, files in os.walk(output) for name in files if name.startswith("clip"))
        found = [] if len(made) == 5 else [f"{len(made)} results: {text}"]
        if process.returncode != 1 or "text.mkv" not in text:
            found.append(f"status {process.returncode}, without the reason: {text}")
        return f"a list of six files, one of them none: {len(made)} results, status {process.returncode}", found

    def list_that_changed(self):
        """A row: a list of those files that fails, and has other names in it when the same command begins again."""
        names = [self.path("clip-0.mkv"), self.path("clip-1.mkv")]
        output, statuses = self.path("changed"), []
        for listed in ([names[0], self.path("text.mkv")], names[::-1]):
            path = self.write("changing", "".join(name + "\n" for name in listed))
            process = self.cluster("--list", path, "-o", output, "--per-task", "1")
            text, _ = process.communicate(timeout=600)
            statuses.append(process.returncode)
        found = [] if statuses == [1, 0] else [f"statuses {statuses}: {text}"]
        for number, name in enumerate(names[::-1], 1):
            if not os.path.exists(os.path.join(output, str(number), os.path.basename(name))):
                found.append(f"task {number} did not do {name}")
        return "a list that changed begins anew", found

    def page_commands(self):
        """Rows: what pages say about this engine, line by line as it stands, on files by the names that are in it."""
        folder = self.path("page")
        for name in ("films", "archive"):
            os.makedirs(os.path.join(folder, name))
        os.symlink(os.path.join(ROOT, "scripts"), os.path.join(folder, "scripts"))
        for name in ("film.mp4", "films/a.mp4"):
            os.symlink(self.film, os.path.join(folder, name))
        for number in range(3):
            clip = os.path.join(folder, f"archive/{number}.mp4")
            subprocess.run([self.splash, "test:320x180", "--frames", "10", "-o", clip, "--quiet"], check=True)
        path = os.path.dirname(self.splash) + ":" + self.environment["PATH"]
        for line in self.lines_of_pages():
            run = subprocess.run(["bash", "-c", line], cwd=folder, env={**self.environment, "PATH": path},
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3600)
            found = [f"status {run.returncode}: {run.stdout}"] if run.returncode else []
            if not found and (output := re.search(r"-o (\S+)", line)):
                found = self.incomplete(os.path.join(folder, output[1]))
            yield f"as a page says: {line}", found

    def lines_of_pages(self):
        """The lines of code of pages that run with this engine."""
        for page in PAGES:
            with open(os.path.join(ROOT, page), encoding="utf-8") as file:
                blocks = re.findall(r"^```\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)
            for line in "".join(blocks).splitlines():
                if line.startswith(("find ", f"scripts/cluster {self.engine} ")):
                    yield line

    def incomplete(self, output):
        """What is missing of a film, or of the three results of a list."""
        if os.path.isdir(output):
            made = [name for _, _, files in os.walk(output) for name in files if name.endswith(".mp4")]
            return [] if len(made) == 3 else [f"{len(made)} results of 3"]
        pictures, all_of_it = len(digests(output)), len(digests(self.film))
        return [] if pictures == all_of_it else [f"{pictures} pictures of {all_of_it}"]
