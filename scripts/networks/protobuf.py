"""The wire format of protocol buffers, as far as ONNX files need it: fields to bytes, and bytes to fields.

A field is (number, value): an int is a varint, bytes are bytes (text, or a message).
https://protobuf.dev/programming-guides/encoding/
"""
import struct


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def message(*fields):
    """Bytes of a message; text, and messages as lists of fields, are taken too."""
    out = bytearray()
    for number, value in fields:
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
            continue
        if isinstance(value, str):
            value = value.encode()
        elif isinstance(value, list):
            value = message(*value)
        out += varint(number << 3 | 2) + varint(len(value)) + value
    return bytes(out)


def fields(data):
    """The fields of a message without fixed-size ones, which ONNX keeps for attributes."""
    at, found = 0, []

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 0:
            found.append((key >> 3, number()))
        elif key & 7 == 2:
            length = number()
            found.append((key >> 3, bytes(data[at:at + length])))
            at += length
        else:
            raise ValueError(f"field {key >> 3} of wire type {key & 7}")
    return found


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)
