"""What runs the command `splash`."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, List, Optional, Union

if TYPE_CHECKING:
    import numpy

FOLDER = os.path.dirname(os.path.abspath(__file__))
#: The path of the command.
PROGRAM = os.path.join(FOLDER, "bin", "splash")


class SplashError(subprocess.CalledProcessError):
    """The command failed. As text it is the command's line: what failed, on which file, why, what to do.

    returncode: 1 for what went wrong on the way, 2 for input that cannot be read, 64 for a wrong setting.
    """

    def __str__(self) -> str:
        said = self.stderr or b""
        lines = (said if isinstance(said, str) else said.decode(errors="replace")).strip().splitlines()
        return lines[-1] if lines else f"splash ended with status {self.returncode}"


def run(*arguments: Union[str, int, float, "os.PathLike[str]"],
        progress: Optional[Callable[[Dict[str, Any]], object]] = None,
        **options: Any) -> "subprocess.CompletedProcess[Any]":
    """Runs the command to its end.

    arguments: what a shell would pass, as text, numbers or paths.
    progress: called twice a second and at the end with a dictionary: `picture` (done), `total` and `remaining` (seconds;
        None where nobody knows), `time` (seconds of the result), `rate` (pictures a second) and `elapsed` (seconds); of
        several inputs with `files`, `done`, `failed`, `share`, `elapsed` and `remaining`. What it raises ends the run.
    options: those of `subprocess.run`, with `progress` those of `subprocess.Popen` but `stderr`. `check=False` takes
        failures as they come.

    Returns `subprocess.CompletedProcess`; with `progress` its `stderr` is what the command said, as text.
    Raises `SplashError` for an exit status other than 0.
    """
    command = [PROGRAM, *(os.fspath(each) if isinstance(each, os.PathLike) else str(each) for each in arguments)]
    check = options.pop("check", True)
    if progress is None:
        done = subprocess.run(command, check=False, **options)
    else:
        done = _followed([*command, "--progress", "json"], progress, options)
    if check and done.returncode:
        raise SplashError(done.returncode, command, done.stdout, done.stderr)
    return done


def _followed(command: List[str], progress: Callable[[Dict[str, Any]], object],
              options: Dict[str, Any]) -> "subprocess.CompletedProcess[Any]":
    said = []
    with subprocess.Popen(command, stderr=subprocess.PIPE, **options) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                line = line if isinstance(line, str) else line.decode(errors="replace")
                if not line.startswith("{"):
                    said.append(line)
                elif not line.startswith('{"summary"'):
                    progress(json.loads(line))
        except BaseException:
            process.terminate()
            raise
    return subprocess.CompletedProcess(command, process.returncode, None, "".join(said))


def frames(path: Union[str, "os.PathLike[str]"], *, order: str = "rgb",
           **settings: Any) -> Generator["numpy.ndarray", None, None]:
    """Reads a film or photo and splashes it, picture by picture.

    path: a file or address, or `test:` for a moving pattern.
    order: of a pixel's colors: "rgb", or "bgr" as OpenCV has them.
    settings: options of the command: `hue="red"`, `rest=["dim", "blur"]`, `start="0:10"`, `scale="50%"`, `show="mask"`. A `_` at
        the end is not part of the name.

    Yields arrays of H x W x 3 of uint8, each with memory of its own. The command reads ahead by a few pictures, and ends when
    the iterator is closed or dropped. Raises `SplashError` in place of the next picture, `ImportError` without NumPy.
    """
    _order(order)
    words = []
    for name, value in settings.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            words += [flag] if each is True else [] if each is None or each is False else [flag, str(each)]
    command = [PROGRAM, os.fspath(path), *words, "-o", "-", "--format", "image2pipe", "--codec", "ppm",
               "--pixel-format", "rgb24", "--quiet"]
    return _pictures(_numpy("frames"), command, order == "bgr")


def _pictures(np: Any, command: List[str], turned: bool) -> Generator["numpy.ndarray", None, None]:
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said)
        try:
            pipe = process.stdout
            assert pipe is not None
            while pipe.readline() == b"P6\n":
                width, height = map(int, pipe.readline().split())
                pipe.readline()
                picture = np.empty((height, width, 3), np.uint8)
                if pipe.readinto(picture.data.cast("B")) < picture.nbytes:  # type: ignore[attr-defined]
                    break
                yield np.ascontiguousarray(picture[..., ::-1]) if turned else picture
            if process.wait():
                said.seek(0)
                raise SplashError(process.returncode, command, None, said.read())
        finally:
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


def _numpy(what: str) -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError(f"splash_video.{what} needs NumPy: pip install numpy") from None
    return numpy


def _order(order: str) -> None:
    if order not in ("rgb", "bgr"):
        raise ValueError(f"order {order!r}: give 'rgb' or 'bgr'")
