"""Reads tables of a FlatBuffers file, as TensorFlow Lite stores its models.

https://flatbuffers.dev/internals/
"""
import struct


class Table:
    """A table; its fields go by their numbers in the schema."""

    def __init__(self, data, place):
        self._data, self._place = data, place
        self._vtable = place - self._number("<i", place)

    @staticmethod
    def root(data):
        return Table(data, struct.unpack_from("<I", data)[0])

    def _number(self, code, place):
        return struct.unpack_from(code, self._data, place)[0]

    def _field(self, index):
        if 4 + 2 * index >= self._number("<H", self._vtable):
            return 0
        offset = self._number("<H", self._vtable + 4 + 2 * index)
        return offset and self._place + offset

    def number(self, index, code="<i"):
        """A number; 0 where it is left out."""
        place = self._field(index)
        return self._number(code, place) if place else 0

    def byte(self, index):
        return self.number(index, "<b")

    def _follow(self, place):
        return place + self._number("<I", place)

    def table(self, index):
        return Table(self._data, self._follow(self._field(index)))

    def _vector(self, index):
        place = self._field(index)
        if not place:
            return 0, 0
        place = self._follow(place)
        return place + 4, self._number("<I", place)

    def numbers(self, index):
        place, count = self._vector(index)
        return list(struct.unpack_from(f"<{count}i", self._data, place))

    def bytes(self, index):
        place, count = self._vector(index)
        return bytes(self._data[place:place + count])

    def tables(self, index):
        place, count = self._vector(index)
        return [Table(self._data, self._follow(place + 4 * i)) for i in range(count)]
