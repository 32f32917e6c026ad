"""libsplash over NumPy arrays, by ctypes: calls let other threads of Python run."""
from __future__ import annotations

import ctypes
import difflib
import json
import os
import subprocess
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from ._command import FOLDER, PROGRAM, SplashError, _numpy, _order

if TYPE_CHECKING:
    import numpy

_LIST = 4  # SPLASH_KIND_LIST
# The command's names in its help, and libsplash's names of the same settings.
_EARLIER = {
    "hue-width": "threshold", "exclude": "drop", "despill": "defringe", "close-holes": "fill", "remove-specks": "clean",
    "smoothing": "stability"}


class _Image(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p), ("width", ctypes.c_int32), ("height", ctypes.c_int32), ("matrix", ctypes.c_int32),
        ("full_range", ctypes.c_int32), ("transfer", ctypes.c_int32), ("primaries", ctypes.c_int32),
        ("time", ctypes.c_double), ("data", ctypes.c_void_p * 4), ("stride", ctypes.c_ssize_t * 4)]


class _Readings(ctypes.Structure):
    _fields_ = [("gains", ctypes.c_double * 3), ("kept", ctypes.c_double), ("flicker", ctypes.c_double)]


class _Setting(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p), ("label", ctypes.c_char_p), ("help", ctypes.c_char_p), ("standard", ctypes.c_char_p),
        ("kind", ctypes.c_int32), ("whole", ctypes.c_int32), ("min", ctypes.c_double), ("max", ctypes.c_double),
        ("step", ctypes.c_double), ("unit", ctypes.c_char_p), ("choices", ctypes.c_void_p)]


class _Library:
    """libsplash, loaded when the first filter is made."""

    shared: Optional["_Library"] = None

    def __init__(self) -> None:
        self.c = ctypes.CDLL(os.path.join(FOLDER, "lib", "libsplash.so.1"))
        self.c.splash_filter_open.restype = ctypes.c_void_p
        self.c.splash_settings.restype = ctypes.POINTER(_Setting)
        count = ctypes.c_size_t()
        table = self.c.splash_settings(ctypes.byref(count))
        self.kinds = {table[index].name.decode(): table[index].kind for index in range(count.value)}


class _Handle:
    """A filter of the library, freed when nobody uses it any more: neither a `Filter` nor a call."""

    def __init__(self, library: _Library) -> None:
        self.c, self.address = library.c, ctypes.c_void_p(None)
        error = ctypes.create_string_buffer(1000)
        self.address = ctypes.c_void_p(self.c.splash_filter_open(None, error, ctypes.c_size_t(1000)))
        if not self.address:
            raise RuntimeError(error.value.decode())

    def __del__(self) -> None:
        self.c.splash_filter_close(self.address)

    def call(self, function: Any, *arguments: Any) -> None:
        error = ctypes.create_string_buffer(1000)
        if function(self.address, *arguments, error, ctypes.c_size_t(1000)):
            raise ValueError(error.value.decode())


class Pick(Dict[str, Any]):
    """What a spot looks like: what `splash pick --json` prints. `hue` is None for grey."""

    @property
    def hues(self) -> List[str]:
        """What keeps the spot, for `Filter(hue=...)`."""
        return [str(word) for word in self["flags"][1::2]]


class Filter:
    """Keeps colors in the pictures of a video, which it takes in order.

    Masks are steadied from picture to picture and the light is followed, so that each video, and each photo, wants a filter of
    its own. Any thread may call it, also at once: a picture waits for the one before it, and other threads of Python run meanwhile.
    It is the filter of the command, in 12 bits: kept colors stay bit for bit.

    order: of a pixel's colors: "rgb", or "bgr" as OpenCV has them.
    settings: as of the command: `hue="red"`, `hue=["red", "200:15"]`, `rest="sepia"`, `white_balance="off"`,
        `smoothing=0.8`, `balance_output=True`. By default red is kept and the rest grey.

    Raises `TypeError` for a setting that there is not, `ValueError` for a wrong value, `ImportError` without NumPy.
    """

    def __init__(self, *, order: str = "rgb", **settings: Any) -> None:
        _order(order)
        self._np, self._order = _numpy("Filter"), order
        library = _Library.shared = _Library.shared or _Library()
        self._kinds = library.kinds
        self._handle: Optional[_Handle] = _Handle(library)
        self.set(**settings)

    def set(self, **settings: Any) -> None:
        """Changes settings from the next picture on; None leaves one as it is. Raises as the class does."""
        handle = self._opened()
        for name, value in settings.items():
            flag = name.rstrip("_").replace("_", "-")
            flag = _EARLIER.get(flag, flag)
            if flag not in self._kinds:
                near = difflib.get_close_matches(flag, [*_EARLIER, *self._kinds], 1, 0.5)
                hint = f"did you mean {near[0].replace('-', '_')}?" if near else "splash --help lists them"
                raise TypeError(f"splash_video.Filter has no setting {name}; {hint}")
            if value is None:
                continue
            if isinstance(value, bool):
                value = "on" if value else "off"
            if self._kinds[flag] == _LIST:
                value = "".join(f"{word}\n" for word in (value if isinstance(value, (list, tuple)) else [value]))
            handle.call(handle.c.splash_filter_set, flag.encode(), str(value).encode())

    def __call__(self, array: "numpy.ndarray", out: Optional["numpy.ndarray"] = None, *, mask: bool = False,
                 time: Optional[float] = None) -> "numpy.ndarray":
        """Splashes the next picture.

        array: H x W x 3 or 4 of uint8, up to 65535 a side; the fourth is alpha, which stays.
        out: where the result goes, of the same shape; `array` itself for a change in place. The bytes of a row have to lie
            side by side. None for a new array.
        mask: gives the mask in place of the result: H x W of uint8, 0 for what is not kept to 255 for what is.
        time: when the picture is seen, in seconds; None for 30 a second.

        Returns `out`, or the new array. Raises `TypeError` for no array of uint8, `ValueError` for another shape, an `out`
        that cannot be written to, and a closed filter.
        """
        np, handle = self._np, self._opened()
        array = _picture(np, array)
        shape = array.shape[:2] if mask else array.shape
        if out is not None:
            if not isinstance(out, np.ndarray) or out.dtype != np.uint8:
                raise TypeError("out is no array of uint8")
            if out.shape != shape:
                raise ValueError(f"out has shape {out.shape}: give {shape}")
            if not out.flags.writeable or not _has_rows(out):
                raise ValueError("out cannot be written to row by row: give a writable array in C order")
        if mask:
            source = array if _has_rows(array) else np.ascontiguousarray(array)
            out = np.empty(shape, np.uint8) if out is None else out
            handle.call(handle.c.splash_filter_mask, ctypes.byref(self._image(source, time)),
                        ctypes.c_void_p(out.ctypes.data), ctypes.c_ssize_t(out.strides[0]))
            return out
        if out is None:
            out = np.array(array, order="C")
        elif out is not array:
            np.copyto(out, array)
        handle.call(handle.c.splash_filter_apply, ctypes.byref(self._image(out, time)))
        return out

    def _image(self, array: "numpy.ndarray", time: Optional[float]) -> _Image:
        image = _Image(format=_format(self._order, array).encode(), width=array.shape[1], height=array.shape[0],
                       time=float("nan") if time is None else time)
        image.data[0], image.stride[0] = array.ctypes.data, array.strides[0]
        return image

    @staticmethod
    def pick(array: "numpy.ndarray", x: int, y: int, *, radius: int = 4, order: str = "rgb",
             white_balance: str = "auto") -> Pick:
        """Samples a spot of a picture, by the command: its color, and the hues that keep it.

        array: as of a call. x, y: the middle, in pixels from the upper left corner. radius: half the side of the spot, less half
            a pixel. white_balance: the balance that the hues are meant for.

        Returns what `splash pick --json` prints; `Filter(hue=Filter.pick(picture, 640, 360).hues)` keeps it. Raises as a
        call does, and `SplashError` for a spot outside.
        """
        _order(order)
        array = _picture(_numpy("Filter"), array)
        height, width = array.shape[:2]
        if not (0 <= x < width and 0 <= y < height):
            raise ValueError(f"spot {x}, {y} is outside of the frame of {width}x{height}")
        pixels = array[..., :3] if order == "rgb" else array[..., 2::-1]
        done = subprocess.run(
            [PROGRAM, "pick", "-", "--at", f"{x},{y}", "--radius", str(radius), "--white-balance", white_balance, "--json"],
            input=b"P6\n%d %d\n255\n" % (width, height) + pixels.tobytes(), capture_output=True)
        if done.returncode:
            raise SplashError(done.returncode, done.args, done.stdout, done.stderr)
        return Pick(json.loads(done.stdout))

    def readings(self) -> Dict[str, Any]:
        """What the pictures gave: `gains` of red, green and blue by which the last one was balanced, the mean share that was
        `kept`, and the mean share of the mask that changed from picture to picture, `flicker`; NaN before there are any."""
        handle, readings = self._opened(), _Readings()
        handle.c.splash_filter_read(handle.address, ctypes.byref(readings))
        return {"gains": tuple(readings.gains), "kept": readings.kept, "flicker": readings.flicker}

    def close(self) -> None:
        """Frees what the filter holds, once calls that still run have ended. It happens by itself when the filter is dropped."""
        self._handle = None

    def __enter__(self) -> "Filter":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opened(self) -> _Handle:
        handle = self._handle
        if handle is None:
            raise ValueError("the filter is closed")
        return handle


def _picture(np: Any, given: Any) -> "numpy.ndarray":
    """An array that is a picture, or what has one, as Pillow's images."""
    array: "numpy.ndarray" = np.asarray(given)
    if array.dtype != np.uint8:
        raise TypeError(f"a picture of {array.dtype}: give uint8")
    if array.ndim != 3 or array.shape[2] not in (3, 4):
        raise ValueError(f"a picture of shape {array.shape}: give height x width x 3, or 4 with alpha")
    return array


def _has_rows(array: "numpy.ndarray") -> bool:
    """Whether the bytes of each row lie side by side, and rows one below the other."""
    row = array.nbytes // max(len(array), 1)
    return array[:1].flags.c_contiguous and (len(array) < 2 or array.strides[0] >= row)


def _format(order: str, array: "numpy.ndarray") -> str:
    return {"rgb": ("rgb24", "rgba"), "bgr": ("bgr24", "bgra")}[order][array.shape[2] - 3]
