"""Converts MediaPipe's selfie segmentation from TensorFlow Lite to ONNX.

Weights become 32-bit floats; inside samples lie plane by plane (NCHW), at both ends as in the original
(NHWC). The schema, by number of field: tensorflow/compiler/mlir/lite/schema/schema.fbs; the messages:
onnx/onnx.proto. Whatever operator or option the two networks do not have is an error.
"""
import struct

from networks.flatbuffer import Table
from networks.protobuf import floats, message

FLOAT = 1  # TensorProto.FLOAT
CUSTOM = 32


class Tensor:
    """Numbers in a shape, in rows."""

    def __init__(self, shape, values):
        self.shape, self.values = shape, values

    def transposed(self, *order):
        steps = [1] * len(self.shape)
        for i in reversed(range(len(self.shape) - 1)):
            steps[i] = steps[i + 1] * self.shape[i + 1]
        places = [0]
        for axis in order:
            places = [at + i * steps[axis] for at in places for i in range(self.shape[axis])]
        return Tensor([self.shape[axis] for axis in order], [self.values[at] for at in places])


def attribute(name, value):
    if isinstance(value, list):
        return (5, [(1, name)] + [(8, number) for number in value] + [(20, 7)])
    if isinstance(value, str):
        return (5, [(1, name), (4, value), (20, 3)])
    return (5, [(1, name), (3, value), (20, 2)])


def value_info(name, shape):
    sizes = [(1, [(1, size)]) for size in shape]
    return [(1, name), (2, [(1, [(1, FLOAT), (2, sizes)])])]


def same_padding(size, kernel, stride):
    """Samples before and after that make ceil(size / stride) of them."""
    whole = max((-(-size // stride) - 1) * stride + kernel - size, 0)
    return whole // 2, whole - whole // 2


class Conversion:
    def __init__(self, data):
        model = Table.root(data)
        self.graph = model.tables(2)[0]
        self.tensors, self.buffers = self.graph.tables(0), model.tables(4)
        self.codes = [max(c.byte(0), c.number(3)) for c in model.tables(1)]
        self.nodes, self.weights = [], []
        self.names, self.constants = {}, {}

    def shape(self, index):
        return self.tensors[index].numbers(0)

    def constant(self, index):
        if index not in self.constants:
            tensor = self.tensors[index]
            data = self.buffers[tensor.number(2, "<I")].bytes(0)
            code, size = {0: ("f", 4), 1: ("e", 2), 2: ("i", 4)}[tensor.byte(1)]
            values = list(struct.unpack(f"<{len(data) // size}{code}", data))
            self.constants[index] = Tensor(self.shape(index), values)
        return self.constants[index]

    def weight(self, tensor):
        name = f"w{len(self.weights)}"
        sizes = [(1, size) for size in tensor.shape]
        self.weights.append(
            (5, sizes + [(2, FLOAT), (8, name), (9, floats(tensor.values))]))
        return name

    def emit(self, kind, inputs, output, **attributes):
        self.nodes.append(
            (1, [(1, name) for name in inputs] + [(2, output), (4, kind)]
             + [attribute(name, value) for name, value in attributes.items()]))

    def convert(self):
        given, made = self.graph.numbers(1)[0], self.graph.numbers(2)[0]
        self.names[given] = "planes"
        self.emit("Transpose", ["input"], "planes", perm=[0, 3, 1, 2])
        for operator in self.graph.tables(3):
            self.operator(operator)
        self.emit("Transpose", [self.names[made]], "mask", perm=[0, 2, 3, 1])
        graph = self.nodes + [(2, "person")] + self.weights + [
            (11, value_info("input", self.shape(given))), (12, value_info("mask", self.shape(made)))]
        return message((1, 8), (2, "splash"), (7, graph), (8, [(2, 14)]))

    def operator(self, operator):
        code = self.codes[operator.number(0, "<I")]
        inputs, output = operator.numbers(1), operator.numbers(2)[0]
        name = f"t{output}"

        def emit(kind, sources, **attributes):
            self.emit(kind, sources, name, **attributes)
            self.names[output] = name

        first = self.names.get(inputs[0])
        if code == 6:  # DEQUANTIZE: half floats
            self.constants[output] = self.constant(inputs[0])
        elif code in (3, 4):  # CONV_2D, DEPTHWISE_CONV_2D
            self.convolve(operator, code == 4, inputs, emit)
        elif code == CUSTOM:  # Convolution2DTransposeBias, stride 2
            weights = self.constant(inputs[1]).transposed(3, 0, 1, 2)
            emit("ConvTranspose", [first, self.weight(weights), self.weight(self.constant(inputs[2]))],
                 strides=[2, 2])
        elif code in (0, 18):  # ADD, MUL
            assert operator.table(4).byte(0) == 0, "an activation"
            emit("Add" if code == 0 else "Mul", [self.operand(i) for i in inputs])
        elif code in (1, 40):  # AVERAGE_POOL_2D, MEAN, both over the whole plane
            assert self.shape(output)[1:3] == [1, 1] or len(self.shape(output)) == 2, "a small window"
            emit("GlobalAveragePool", [first])
        elif code == 23:  # RESIZE_BILINEAR
            options = operator.table(4)
            mode = ("align_corners" if options.byte(2) else
                    "half_pixel" if options.byte(3) else "asymmetric")
            (_, h, w, _), (_, height, width, _) = self.shape(inputs[0]), self.shape(output)
            scale = self.weight(Tensor([4], [1, 1, height / h, width / w]))
            emit("Resize", [first, "", scale], mode="linear", coordinate_transformation_mode=mode)
        else:
            kind = {14: "Sigmoid", 19: "Relu", 22: "Identity", 117: "HardSwish"}[code]
            emit(kind, [first])

    def convolve(self, operator, is_depthwise, inputs, emit):
        options = operator.table(4)
        assert options.byte(4 if is_depthwise else 3) == 0, "an activation"
        weights = self.constant(inputs[1])
        # [1, h, w, c] or [out, h, w, in] to [out, in, h, w]
        weights = weights.transposed(*((3, 0, 1, 2) if is_depthwise else (0, 3, 1, 2)))
        strides = [options.number(2), options.number(1)]
        pads = [0] * 4
        if options.byte(0) == 0:  # SAME
            for axis in (0, 1):
                pads[axis], pads[axis + 2] = same_padding(
                    self.shape(inputs[0])[1 + axis], weights.shape[2 + axis], strides[axis])
        emit("Conv", [self.names[inputs[0]], self.weight(weights), self.weight(self.constant(inputs[2]))],
             strides=strides, pads=pads, group=weights.shape[0] if is_depthwise else 1)

    def operand(self, index):
        if index in self.names:
            return self.names[index]
        constant = self.constant(index)
        if len(constant.shape) == 4:
            constant = constant.transposed(0, 3, 1, 2)
        elif len(constant.values) > 1:
            constant = Tensor([1, len(constant.values), 1, 1], constant.values)
        return self.weight(constant)


def person_network(data):
    """Bytes of a .tflite file to bytes of an .onnx file."""
    return Conversion(data).convert()
