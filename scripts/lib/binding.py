"""libsplash from Python: splash.h by ctypes, over raw pictures as ffmpeg writes them."""
import array, ctypes, re


class Image(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p), ("width", ctypes.c_int32), ("height", ctypes.c_int32),
        ("matrix", ctypes.c_int32), ("full_range", ctypes.c_int32),
        ("transfer", ctypes.c_int32), ("primaries", ctypes.c_int32), ("time", ctypes.c_double),
        ("data", ctypes.c_void_p * 4), ("stride", ctypes.c_ssize_t * 4),
    ]


class Readings(ctypes.Structure):
    _fields_ = [("gains", ctypes.c_double * 3), ("kept", ctypes.c_double), ("flicker", ctypes.c_double)]


class Setting(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p), ("label", ctypes.c_char_p), ("help", ctypes.c_char_p),
        ("standard", ctypes.c_char_p), ("kind", ctypes.c_int32), ("whole", ctypes.c_int32),
        ("min", ctypes.c_double), ("max", ctypes.c_double), ("step", ctypes.c_double),
        ("unit", ctypes.c_char_p), ("choices", ctypes.POINTER(ctypes.c_char_p)),
    ]


def planes(name, width, height):
    """Bytes a row and rows of the planes of a raw picture."""
    if name in ("yuyv422", "uyvy422"):
        return [(4 * ((width + 1) // 2), height)]
    if name[:3] in ("rgb", "bgr"):
        return [((3 if name.endswith("24") else 4) * width, height)]
    size = 2 if re.search(r"p\d+le$|^p\d", name) else 1
    shape = re.search(r"4[0-9]{2}", name)
    if name.startswith("yuv") and shape:
        wide, high = {"420": (2, 2), "422": (2, 1), "440": (1, 2), "444": (1, 1)}[shape.group()]
        chroma = (size * -(-width // wide), -(-height // high))
        alpha = [(size * width, height)] if name.startswith("yuva") else []
        return [(size * width, height), chroma, chroma] + alpha
    shape = {"nv12": (2, 2), "nv16": (2, 1), "nv24": (1, 1), "p0": (2, 2), "p2": (2, 1), "p4": (1, 1)}
    wide, high = shape[name if name.startswith("nv") else name[:2]]
    return [(size * width, height), (2 * size * -(-width // wide), -(-height // high))]


PACKED = {"yuyv422": (0, 1, 3), "uyvy422": (1, 0, 2)}


def planar(name):
    """The planar format with the same samples."""
    if name in PACKED:
        return "yuv422p"
    shape = {"nv12": "420", "nv16": "422", "nv24": "444", "p0": "420", "p2": "422", "p4": "444"}
    if name.startswith("nv"):
        return f"yuv{shape[name]}p"
    return f"yuv{shape[name[:2]]}p{name[2:]}" if name.startswith("p") else name


def laid_out(raw, name, width, height):
    """A raw picture of an even width in planar(name), laid out as the format of that name."""
    if planar(name) == name:
        return raw
    parts, place = [], 0
    for row, rows in planes(planar(name), width, height):
        parts.append(raw[place:place + row * rows])
        place += row * rows
    if name in PACKED:
        first, u, v = PACKED[name]
        result = bytearray(2 * width * height)
        result[first::2], result[u::4], result[v::4] = parts
        return bytes(result)
    luma, cb, cr = (array.array("H" if name.startswith("p") else "B", part) for part in parts)
    chroma = cb + cr
    chroma[::2], chroma[1::2] = cb, cr
    samples = luma + chroma
    if name.startswith("p"):
        shift = 16 - int(name[2:4])
        samples = array.array("H", (sample << shift for sample in samples))
    return samples.tobytes()


class Refused(Exception):
    """What the library says where a call fails."""


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        self.c.splash_filter_open.restype = ctypes.c_void_p
        self.c.splash_version.restype = ctypes.c_char_p
        self.c.splash_formats.restype = ctypes.POINTER(ctypes.c_char_p)
        self.c.splash_settings.restype = ctypes.POINTER(Setting)

    def formats(self):
        names, index = self.c.splash_formats(), 0
        while names[index]:
            yield names[index].decode()
            index += 1

    def settings(self):
        count = ctypes.c_size_t()
        table = self.c.splash_settings(ctypes.byref(count))
        return [table[index] for index in range(count.value)]


class Filter:
    """A filter with settings by the names of their flags, or from JSON."""

    def __init__(self, library, settings=(), json=None):
        self.c = library.c
        self.handle = None
        error = ctypes.create_string_buffer(1000)
        handle = self.c.splash_filter_open(json, error, ctypes.c_size_t(len(error)))
        if not handle:
            raise Refused(error.value.decode())
        self.handle = ctypes.c_void_p(handle)
        for name, value in settings:
            self.set(name, value)

    def __del__(self):
        if self.handle:
            self.c.splash_filter_close(self.handle)

    def call(self, function, *arguments):
        error = ctypes.create_string_buffer(1000)
        if function(self.handle, *arguments, error, ctypes.c_size_t(len(error))):
            raise Refused(error.value.decode())

    def load(self, json):
        self.call(self.c.splash_filter_load, json)

    def set(self, name, value):
        self.call(self.c.splash_filter_set, name.encode(), value.encode())

    def set_length(self, seconds):
        self.c.splash_filter_set_length(self.handle, ctypes.c_double(seconds))

    def apply(self, picture, name, width, height, time=float("nan"), **other):
        """Splashes a raw picture, a bytearray, in place."""
        self.apply_image(self.image(picture, name, width, height, time, **other))

    def image(self, picture, name, width, height, time, **other):
        image = Image(format=name.encode(), width=width, height=height, time=time, **other)
        start = ctypes.addressof(ctypes.c_char.from_buffer(picture))
        for index, (row, rows) in enumerate(planes(name, width, height)):
            image.data[index], image.stride[index] = start, row
            start += row * rows
        return image

    def apply_image(self, image):
        self.call(self.c.splash_filter_apply, ctypes.byref(image))

    def mask(self, picture, name, width, height, time=float("nan")):
        """The mask of a raw picture, a bytearray, as bytes; rows have room of 5 bytes, which stays 0."""
        result = (ctypes.c_uint8 * ((width + 5) * height))()
        self.mask_image(self.image(picture, name, width, height, time), result, width + 5)
        return bytes(result)

    def mask_image(self, image, result, stride):
        self.call(self.c.splash_filter_mask, ctypes.byref(image), result, ctypes.c_ssize_t(stride))

    def readings(self):
        readings = Readings()
        self.c.splash_filter_read(self.handle, ctypes.byref(readings))
        return readings


def in_format(bench, name, width, height, **more):
    """A clip for a format, and what lays its raw pictures out as that format."""
    source = planar(name)
    size = sum(row * rows for row, rows in planes(source, width, height))

    def arranged(raw):
        return b"".join(laid_out(raw[place:place + size], name, width, height)
                        for place in range(0, len(raw), size))

    return bench.clip(source, width, height, **more), arranged


def splashed(library, raw, name, width, height, rate, settings, json=None, **tags):
    """A whole raw video through a new filter."""
    filter = Filter(library, settings, json)
    size = sum(row * rows for row, rows in planes(name, width, height))
    filter.set_length(len(raw) / size / rate)
    result = bytearray()
    for number in range(len(raw) // size):
        picture = bytearray(raw[number * size:(number + 1) * size])
        filter.apply(picture, name, width, height, number / rate, **tags)
        result += picture
    return bytes(result)
