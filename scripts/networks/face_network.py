"""Makes CenterFace, as its packages have it for ten small pictures at a time, take one picture of any size."""
from networks.any_size import GRAPH, INPUT, OUTPUT, replaced
from networks.protobuf import fields, message

PICTURE, NAME, TYPE = "input.1", 1, 2


def face_network(data):
    """One picture, and names for its sides: those of outputs are others, since they are a quarter as long."""

    def shape(data, names):
        planes = fields(data)[1]
        return message((1, [(1, 1)]), planes, *[(1, [(2, name)]) for name in names])

    def value(data, names):
        return replaced(data, TYPE, lambda kind: replaced(
            kind, 1, lambda tensor: replaced(tensor, 2, lambda old: shape(old, names))))

    def graph(data):
        for number, port in fields(data):
            if number == INPUT:
                # The weights are inputs as well, for users with other weights; constants are faster.
                if dict(fields(port))[NAME] == PICTURE.encode():
                    yield number, value(port, ["height", "width"])
            else:
                yield number, value(port, ["rows", "columns"]) if number == OUTPUT else port

    return replaced(data, GRAPH, lambda data: message(*graph(data)))
