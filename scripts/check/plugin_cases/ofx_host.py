"""A small host of OpenFX, after the published standard: it loads a plugin, describes it, makes instances and renders.

It is strict: what a plugin reads that was not set, or asks of the wrong thing, is a status other than 0, and what
is asked of it is written down in `asked`.
"""
import ctypes, itertools
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_void_p

OK, FAILED, UNKNOWN, BAD_HANDLE, BAD_INDEX, REPLY_DEFAULT = 0, 1, 3, 9, 10, 14
DEPTHS = {1: "OfxBitDepthByte", 2: "OfxBitDepthShort", 4: "OfxBitDepthFloat"}


class Plugin(ctypes.Structure):
    _fields_ = [("api", c_char_p), ("api_version", c_int), ("identifier", c_char_p), ("major", ctypes.c_uint),
                ("minor", ctypes.c_uint), ("set_host", CFUNCTYPE(None, c_void_p)),
                ("main", CFUNCTYPE(c_int, c_char_p, c_void_p, c_void_p, c_void_p))]


FETCH = CFUNCTYPE(c_void_p, c_void_p, c_char_p, c_int)


class HostStruct(ctypes.Structure):
    _fields_ = [("host", c_void_p), ("fetch", FETCH)]


class Properties(dict):
    """A set of properties: lists of values by name."""

    def __init__(self, **values):
        super().__init__({name: value if isinstance(value, list) else [value] for name, value in values.items()})


class Parameter:
    def __init__(self, kind, properties):
        self.kind, self.properties = kind, properties
        # The value at each time, in frames: a constant, or a function of the time.
        self.value = properties.get("OfxParamPropDefault", [""])[0]

    def at(self, time):
        return self.value(time) if callable(self.value) else self.value


class Effect:
    """A description, or an instance of it."""

    def __init__(self, properties):
        self.properties, self.parameters, self.clips = properties, {}, {}
        self.messages, self.last_message = [], None


class Clip:
    def __init__(self, properties):
        self.properties = properties
        # Images by their times.
        self.images = {}


class Host:
    def __init__(self, path, has_lasting_messages=True, string_animation=1):
        self.asked, self.objects, self.numbers = [], {}, itertools.count(0x1000, 0x10)
        self.has_lasting_messages = has_lasting_messages
        # Texts that the plugin was given; they must stay alive.
        self.texts = []
        self.properties = Properties(
            OfxPropName="test", OfxParamHostPropSupportsStringAnimation=string_animation,
            OfxParamHostPropSupportsBooleanAnimation=1, OfxParamHostPropSupportsChoiceAnimation=1)
        self.suites = {name: self.table(functions) for name, functions in self.functions().items()}
        self.struct = HostStruct(self.handle(self.properties), FETCH(self.fetch))
        library = ctypes.CDLL(path)
        library.OfxGetPlugin.restype = POINTER(Plugin)
        assert library.OfxGetNumberOfPlugins() == 1 and not library.OfxGetPlugin(1)
        self.plugin = library.OfxGetPlugin(0).contents
        self.plugin.set_host(ctypes.addressof(self.struct))

    # Handles: numbers that stand for objects.

    def handle(self, thing):
        number = next((number for number, other in self.objects.items() if other is thing), None)
        if number is None:
            number = next(self.numbers)
            self.objects[number] = thing
        return number

    def fetch(self, host, name, version):
        key = (name.decode(), version)
        self.asked.append(key)
        if key == ("OfxMessageSuite", 2) and not self.has_lasting_messages:
            return None
        return ctypes.addressof(self.suites[key]) if key in self.suites else None

    @staticmethod
    def table(functions):
        """A struct of functions; those that nobody is to call are None."""
        return (c_void_p * len(functions))(*(ctypes.cast(function, c_void_p) if function else None
                                             for function in functions))

    def functions(self):
        kept = self.kept = []

        def function(body, *kinds):
            def safe(*arguments):
                try:
                    return body(*arguments)
                except (KeyError, AttributeError, TypeError) as error:
                    self.asked.append(f"{body.__name__}: {error!r}")
                    return BAD_HANDLE
            kept.append(CFUNCTYPE(c_int, *kinds)(safe))
            return kept[-1]

        def setter(convert):
            def set_property(handle, name, index, value):
                values = self.objects[handle].setdefault(name.decode(), [])
                values.extend([None] * (index + 1 - len(values)))
                values[index] = convert(value)
                return OK
            return set_property

        def getter(store):
            def get_property(handle, name, index, address):
                values = self.objects[handle].get(name.decode())
                if values is None or index >= len(values):
                    return UNKNOWN if values is None else BAD_INDEX
                store(address, values[index])
                return OK
            return get_property

        def store_text(address, value):
            self.texts.append(ctypes.create_string_buffer(value.encode()))
            address[0] = ctypes.addressof(self.texts[-1])

        def store(address, value):
            address[0] = value

        def set_doubles(handle, name, count, values):
            self.objects[handle][name.decode()] = [values[index] for index in range(count)]
            return OK

        def get_ints(handle, name, count, values):
            found = self.objects[handle].get(name.decode())
            if found is None or len(found) < count:
                return UNKNOWN
            for index in range(count):
                values[index] = found[index]
            return OK

        place = [c_void_p, c_char_p, c_int]
        properties = [
            function(setter(lambda value: value), *place, c_void_p), function(setter(bytes.decode), *place, c_char_p),
            function(setter(float), *place, c_double), function(setter(int), *place, c_int), None, None,
            function(set_doubles, *place, POINTER(c_double)), None,
            function(getter(store), *place, POINTER(c_void_p)), function(getter(store_text), *place, POINTER(c_void_p)),
            function(getter(store), *place, POINTER(c_double)), function(getter(store), *place, POINTER(c_int)),
            None, None, None, function(get_ints, *place, POINTER(c_int)), None, None]

        def define(handle, kind, name, address):
            assert name.decode() not in self.objects[handle].parameters
            made = Properties()
            self.objects[handle].parameters[name.decode()] = (kind.decode(), made)
            address[0] = self.handle(made)
            return OK

        def parameter(handle, name, address, properties):
            found = self.objects[handle].parameters.get(name.decode())
            if found is None:
                return UNKNOWN
            address[0] = self.handle(found)
            return OK

        def value_at(handle, time, address):
            found = self.objects[handle]
            value = found.at(time)
            if found.kind == "OfxParamTypeString":
                store_text(ctypes.cast(address, POINTER(c_void_p)), value)
            else:
                kind = c_double if found.kind == "OfxParamTypeDouble" else c_int
                ctypes.cast(address, POINTER(kind))[0] = value
            return OK

        parameters = [function(define, c_void_p, c_char_p, c_char_p, POINTER(c_void_p)),
                      function(parameter, c_void_p, c_char_p, POINTER(c_void_p), c_void_p), None, None, None,
                      function(value_at, c_void_p, c_double, c_void_p), *[None] * 12]

        def give(pick):
            def give_handle(handle, address):
                address[0] = self.handle(pick(self.objects[handle]))
                return OK
            return give_handle

        def clip_define(handle, name, address):
            made = self.objects[handle].clips[name.decode()] = Clip(Properties())
            address[0] = self.handle(made.properties)
            return OK

        def clip_handle(handle, name, address, properties):
            found = self.objects[handle].clips[name.decode()]
            address[0] = self.handle(found)
            if properties:
                properties[0] = self.handle(found.properties)
            return OK

        def clip_image(handle, time, region, address):
            found = self.objects[handle].images.get(time)
            if found is None:
                return FAILED
            self.asked.append("image")
            address[0] = self.handle(found)
            return OK

        def release(handle):
            self.objects[handle]
            self.asked.append("release")
            return OK

        def region(handle, time, corners):
            corners[0], corners[1], corners[2], corners[3] = map(float, self.objects[handle].images[time]["OfxImagePropBounds"])
            return OK

        effects = [function(give(lambda effect: effect.properties), c_void_p, POINTER(c_void_p)),
                   function(give(lambda effect: effect), c_void_p, POINTER(c_void_p)),
                   function(clip_define, c_void_p, c_char_p, POINTER(c_void_p)),
                   function(clip_handle, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)), None,
                   function(clip_image, c_void_p, c_double, c_void_p, POINTER(c_void_p)), function(release, c_void_p),
                   function(region, c_void_p, c_double, POINTER(c_double)), function(lambda handle: 0, c_void_p),
                   None, None, None, None]

        def say(handle, kind, name, format, text):
            assert format == b"%s", format
            self.objects[handle].last_message = text.decode()
            self.objects[handle].messages.append(text.decode())
            return OK

        def clear(handle):
            self.objects[handle].last_message = None
            return OK

        message = function(say, c_void_p, c_char_p, c_char_p, c_char_p, c_char_p)
        return {("OfxPropertySuite", 1): properties, ("OfxParameterSuite", 1): parameters,
                ("OfxImageEffectSuite", 1): effects, ("OfxMessageSuite", 1): [message],
                ("OfxMessageSuite", 2): [message, message, function(clear, c_void_p)]}

    # Functions of the host.

    def act(self, action, effect=None, inside=None, outside=None):
        return self.plugin.main(action.encode(), effect and self.handle(effect), inside is not None and self.handle(inside) or None,
                                outside is not None and self.handle(outside) or None)

    def described(self, context="OfxImageEffectContextFilter"):
        effect = Effect(Properties())
        assert self.act("OfxActionDescribe", effect) == OK
        status = self.act("OfxImageEffectActionDescribeInContext", effect, Properties(OfxImageEffectPropContext=context))
        assert status == OK, status
        return effect

    def instance(self, description, rate=25.0, **values):
        """An instance with values of parameters by their names."""
        effect = Effect(Properties())
        effect.parameters = {name: Parameter(*each) for name, each in description.parameters.items()}
        effect.clips = {name: Clip(Properties(OfxImageEffectPropFrameRate=rate)) for name in description.clips}
        for name, value in values.items():
            effect.parameters[name].value = value
        assert self.act("OfxActionCreateInstance", effect) == OK
        return effect

    def end(self, effect):
        assert self.act("OfxActionDestroyInstance", effect) == OK

    def render(self, effect, time, picture, window=None):
        """What an effect makes of a picture, and the status."""
        target = picture.empty()
        effect.clips["Source"].images = {time: picture.properties()}
        effect.clips["Output"].images = {time: target.properties()}
        status = self.act("OfxImageEffectActionRender", effect, Properties(
            OfxPropTime=time, OfxImageEffectPropRenderWindow=window or picture.bounds,
            OfxImageEffectPropRenderScale=[1.0, 1.0], OfxImageEffectPropFieldToRender="OfxImageFieldNone"))
        return target.rows(), status


class Picture:
    """Samples in a host's memory, given and told as rows from above; `gap` bytes lie between rows."""

    def __init__(self, rows, width, channels=4, sample=1, is_upward=True, gap=0, premultiplied=False, origin=(0, 0)):
        self.width, self.height, self.channels, self.sample = width, len(rows), channels, sample
        self.is_upward, self.gap, self.premultiplied = is_upward, gap, premultiplied
        self.bounds = [origin[0], origin[1], origin[0] + width, origin[1] + len(rows)]
        self.length = width * channels * sample
        self.step = self.length + gap
        filled = [row.ljust(self.step, b"\xa5") for row in (reversed(rows) if is_upward else rows)]
        self.memory = ctypes.create_string_buffer(b"".join(filled), self.step * self.height)

    def empty(self):
        return Picture([b"\xa5" * self.length] * self.height, self.width, self.channels, self.sample, self.is_upward, self.gap,
                       self.premultiplied, self.bounds[:2])

    def properties(self):
        # The lowest row comes first, or last where rows go down.
        first = 0 if self.is_upward else self.step * (self.height - 1)
        alpha = "Premultiplied" if self.premultiplied else "UnPremultiplied"
        return Properties(
            OfxImagePropData=ctypes.addressof(self.memory) + first,
            OfxImagePropRowBytes=self.step if self.is_upward else -self.step, OfxImagePropBounds=self.bounds,
            OfxImageEffectPropPixelDepth=DEPTHS[self.sample],
            OfxImageEffectPropComponents="OfxImageComponentRGBA" if self.channels == 4 else "OfxImageComponentRGB",
            OfxImageEffectPropPreMultiplication=f"OfxImageAlpha{alpha}")

    def rows(self):
        raw = self.memory.raw
        rows = [raw[place:place + self.length] for place in range(0, len(raw), self.step)]
        for place in range(self.length, len(raw), self.step):
            assert raw[place:place + self.gap] == b"\xa5" * self.gap, "bytes between rows were written"
        return rows[::-1] if self.is_upward else rows
