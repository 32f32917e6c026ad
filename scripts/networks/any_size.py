"""Makes an ONNX network of one picture size take pictures of any."""
from networks.protobuf import fields, message

GRAPH, INPUT, OUTPUT, VALUE_INFO = 7, 11, 12, 13


def replaced(data, number, change):
    """A message with its fields of a number changed."""
    return message(*[(n, change(value) if n == number else value) for n, value in fields(data)])


def any_size(data):
    """Names for height and width of all inputs and outputs, and no sizes of what lies between."""

    def shape(data):
        sizes = fields(data)
        return message(*[
            (1, [(2, name)]) if name else size
            for size, name in zip(sizes, [None, None, "height", "width"], strict=True)])

    def value(data):
        return replaced(data, 2, lambda kind: replaced(
            kind, 1, lambda tensor: replaced(tensor, 2, shape)))

    def graph(data):
        return message(*[(n, value(v) if n in (INPUT, OUTPUT) else v)
                         for n, v in fields(data) if n != VALUE_INFO])

    return replaced(data, GRAPH, graph)
