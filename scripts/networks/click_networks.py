"""MobileSAM's networks: the committed graphs with the weights of its file.

`scripts/trials/click-graphs` makes the graphs. Where they lack a tensor, its comment names it in the file.
"""
import lzma, os

from networks.any_size import GRAPH, replaced
from networks.protobuf import fields, message
from networks.torch_file import tensors

WEIGHTS, RAW, COMMENT = 5, 9, 12


def graph_path(part):
    return os.path.join(os.path.dirname(__file__), f"click-{part}.onnx.xz")


def click_network(part):
    """Makes one of the networks, `encoder` or `decoder`, of the bytes of mobile_sam.pt."""
    def made(data):
        values = tensors(data)

        def tensor(data):
            known = fields(data)
            name = next((value.decode() for number, value in known if number == COMMENT), None)
            return message(*known, (RAW, values[name])) if name else data

        with lzma.open(graph_path(part)) as file:
            return replaced(file.read(), GRAPH, lambda graph: replaced(graph, WEIGHTS, tensor))
    return made
