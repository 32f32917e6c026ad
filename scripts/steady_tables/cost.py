"""What the light and the mask cost, in copies of the picture: the C kernels alone, through ctypes."""
import ctypes, os, time

import numpy as np

from lib.tools import ROOT

from .bench import CLIPS, FOOTAGE, HAS_FOOTAGE, ffmpeg, run


class Plane(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("stride", ctypes.c_ssize_t), ("width", ctypes.c_int32),
                ("height", ctypes.c_int32)]


class Picture(ctypes.Structure):
    _fields_ = [("format", ctypes.c_uint8 * 5), ("width", ctypes.c_int32), ("height", ctypes.c_int32)]
    _fields_ += [(name, kind) for plane in ("luma", "cb", "cr", "out_cb", "out_cr", "out_luma")
                 for name, kind in ((plane, ctypes.c_void_p), (plane + "_stride", ctypes.c_ssize_t))]
    _fields_ += [("unpack", ctypes.c_bool), ("mask", ctypes.c_void_p),
                 ("mask_stride", ctypes.c_ssize_t)]


class Hue(ctypes.Structure):
    _fields_ = [("center", ctypes.c_double), ("width", ctypes.c_double), ("softness", ctypes.c_double),
                ("drop", ctypes.c_bool), ("has_saturation", ctypes.c_bool),
                ("has_value", ctypes.c_bool), ("own", ctypes.c_double * 4)]


class Rule(ctypes.Structure):
    _fields_ = [("kr", ctypes.c_double), ("kb", ctypes.c_double), ("depth", ctypes.c_int32),
                ("full_range", ctypes.c_bool), ("gains", ctypes.c_double * 3),
                ("hues", ctypes.POINTER(Hue)), ("hue_count", ctypes.c_int32),
                ("saturation", ctypes.c_double * 2), ("value", ctypes.c_double * 2),
                ("gate_softness", ctypes.c_double), ("chroma_floor", ctypes.c_double),
                ("invert", ctypes.c_bool)]


class Area(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("x", "y", "width", "height")]


class Step(ctypes.Structure):
    _fields_ = [(name, Plane) for name in ("mask", "last", "result", "guide", "smoothed")]


class Work(ctypes.Structure):
    _fields_ = [("key", ctypes.c_void_p), ("source", ctypes.c_void_p), ("target", ctypes.c_void_p),
                ("steadies", ctypes.c_bool), ("how", ctypes.c_uint8 * 3), ("step", Step),
                ("despeckle", ctypes.c_int32), ("clean", Plane)]


class Room(ctypes.Structure):
    """Any large struct that a function returns."""
    _fields_ = [("bytes", ctypes.c_uint8 * 16384)]


def build_kernels(folder):
    library, sources = os.path.join(folder, "kernels.so"), os.path.join(ROOT, "Shaders-CPU")
    files = [os.path.join(sources, n) for n in sorted(os.listdir(sources)) if n.endswith(".c")]
    run("clang", "-std=c17", "-O2", "-shared", "-fPIC", "-I", os.path.join(sources, "include"), *files,
        "-o", library)
    code = ctypes.CDLL(library)
    code.splash_dsp_init.restype = code.splash_mask_dsp_init.restype = Room
    code.splash_key_init.restype = code.splash_light_init.restype = Room
    return code


def aligned(rows, columns, data=None):
    """A plane of bytes on a multiple of 64."""
    memory = np.zeros(rows * columns + 64, np.uint8)
    start = -memory.ctypes.data % 64
    memory = memory[start:start + rows * columns].reshape(rows, columns)
    if data is not None:
        memory[:] = data
    return memory


def as_plane(memory):
    return Plane(memory.ctypes.data, memory.shape[1], memory.shape[1], memory.shape[0])


class Chain:
    """A number of pictures and results in turn, as a decoder's pool gives them, and what the filter
    does with each."""

    def __init__(self, code, content, pictures, width=1920, height=1080):
        self.pictures = pictures
        self.code, rows, columns = code, height // 2, width // 2
        split = [content[0], content[1], content[2]]
        sizes = [(height, width), (rows, columns), (rows, columns)]
        self.sources = [[aligned(*s, d) for s, d in zip(sizes, split)] for _ in range(self.pictures)]
        self.results = [[aligned(*s) for s in sizes] for _ in range(self.pictures)]
        self.planes = [aligned(rows, columns) for _ in range(6)]
        mask, last, result, guide, smoothed, clean = map(as_plane, self.planes)
        self.step, self.clean = Step(mask, last, result, guide, smoothed), clean
        self.area = Area(0, 0, columns, rows)
        self.hues = (Hue * 6)(*[Hue(60 * i, 20, 10) for i in range(6)])
        self.rule = Rule(kr=.2126, kb=.0722, depth=8, gains=(1.05, 1, .95), hues=self.hues,
                         hue_count=6, saturation=(.2, .9), value=(.1, .95), gate_softness=.1,
                         chroma_floor=.04)
        self.key = code.splash_key_init(ctypes.byref(self.rule))
        self.looks = [[self.picture(s, r, m) for m in (mask.data, clean.data)]
                      for s, r in zip(self.sources, self.results)]

    def picture(self, source, result, mask):
        p = Picture((0, 8, 0, 1, 1), source[0].shape[1], source[0].shape[0])
        for names, planes in ((("luma", "cb", "cr"), source), (("out_luma", "out_cb", "out_cr"), result)):
            for name, plane in zip(names, planes):
                setattr(p, name, plane.ctypes.data)
                setattr(p, name + "_stride", plane.shape[1])
        p.mask, p.mask_stride = mask, self.planes[0].shape[1]
        return p

    def copy(self, k):
        for source, result in zip(self.sources[k], self.results[k]):
            ctypes.memmove(result.ctypes.data, source.ctypes.data, source.nbytes)

    def light(self, k):
        self.code.splash_light_init(ctypes.byref(self.rule), ctypes.byref(self.looks[k][0]), self.area)

    def work(self, k, tables, stability, despeckle):
        how = (ctypes.c_uint8 * 3)(*stability)
        work = Work(ctypes.addressof(self.key), ctypes.addressof(self.looks[k][0]),
                    ctypes.addressof(self.looks[k][1]), despeckle >= 0, how, self.step,
                    max(despeckle, 0), self.clean)
        self.code.splash_mask_run(*map(ctypes.byref, tables), ctypes.byref(work))


def cost(bench):
    print("\nCost of one 1080p 4:2:0 picture on one thread: six hues with every gate, gray-world,\n"
          "stability 0.5, despeckle 1; medians of 400 rounds, over 8 pictures in turn (they come from\n"
          "memory, as from a decoder) and over one again and again (it stays in the cache)")
    code = build_kernels(bench.folder)
    generator = np.random.default_rng(1)
    contents = {"noise": [generator.integers(0, 256, s, np.uint8)
                          for s in ((1080, 1920), (540, 960), (540, 960))]}
    if HAS_FOOTAGE:
        raw = np.frombuffer(ffmpeg("-i", os.path.join(FOOTAGE, CLIPS["cups"][0]), "-frames:v", "1",
                                   "-vf", "scale=1920:1080", "-f", "rawvideo", "-pix_fmt", "yuv420p",
                                   "-"), np.uint8)
        contents["cups"] = [raw[:2073600].reshape(1080, 1920), raw[2073600:2592000].reshape(540, 960),
                            raw[2592000:].reshape(540, 960)]
    print(f"{'':18}{'copy ms':>9}{'light ms':>9}{'masks ms':>9}{'sum ms':>9}{'copies':>9}")
    for content, pictures in ((c, n) for c in contents for n in (8, 1)):
        chain = Chain(code, contents[content], pictures)
        for name, flag in (("sse2", 2), ("avx2", 4), ("avx512", 8)):
            if not code.splash_cpu_detect() & flag:
                print(f"{content + ' x' + str(pictures) + ', ' + name:18} not on this machine")
                continue
            tables = code.splash_dsp_init(flag), code.splash_mask_dsp_init(flag)
            parts = [chain.copy, chain.light, lambda k: chain.work(k, tables, (23, 4, 32), 1)]
            times = np.zeros((400, len(parts)))
            for turn in range(len(times)):
                for i, part in enumerate(parts):
                    start = time.perf_counter_ns()
                    part(turn % chain.pictures)
                    times[turn, i] = time.perf_counter_ns() - start
            median = np.median(times, 0) / 1e6
            total = median[1:].sum()
            print(f"{content + ' x' + str(pictures) + ', ' + name:18}"
                  + "".join(f"{t:9.3f}" for t in (*median, total))
                  + f"{total / median[0]:9.1f}", flush=True)
