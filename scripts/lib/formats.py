"""The structures of photos' files, taken apart and put together, for damage that a checksum does not tell."""
import struct, zlib

PNG_MARK = b"\x89PNG\r\n\x1a\n"


def png(chunks):
    """A PNG file of (type, data)."""
    return PNG_MARK + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks)


def png_chunks(data):
    found, place = [], len(PNG_MARK)
    while place + 12 <= len(data):
        length = struct.unpack_from(">I", data, place)[0]
        found.append((data[place + 4:place + 8], data[place + 8:place + 8 + length]))
        place += 12 + length
    return found


def blank_png(width, height, *more, depth=8, color=2):
    """A black picture with more chunks before its samples, made without holding it in memory."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    pack, row = zlib.compressobj(9), bytes(1 + (width * samples * depth + 7) // 8)
    body = b"".join(pack.compress(row) for _ in range(height)) + pack.flush()
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    palette = [(b"PLTE", bytes(range(48)))] if color == 3 else []
    return png([(b"IHDR", head), *palette, *more, (b"IDAT", body), (b"IEND", b"")])


def deflated(size):
    """So many zeros, deflated a piece at a time."""
    pack, piece = zlib.compressobj(9), bytes(1 << 20)
    return b"".join(pack.compress(piece[:min(len(piece), size - at)])
                    for at in range(0, size, len(piece))) + pack.flush()


def jpeg(segments, rest):
    """A JPEG file of (marker, data) and what follows from its first scan on."""
    return b"\xff\xd8" + b"".join(
        b"\xff" + bytes([mark]) + struct.pack(">H", len(data) + 2) + data for mark, data in segments) + rest


def jpeg_segments(data):
    """The segments before the first scan, and the rest."""
    found, place = [], 2
    while place + 4 <= len(data) and data[place] == 0xff and data[place + 1] != 0xda:
        length = struct.unpack_from(">H", data, place + 2)[0]
        found.append((data[place + 1], data[place + 4:place + 2 + length]))
        place += 2 + length
    return found, data[place:]


def riff(chunks):
    """A WebP file of (type, data)."""
    body = b"WEBP" + b"".join(kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
                              for kind, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def riff_chunks(data):
    found, place = [], 12
    while place + 8 <= len(data):
        length = struct.unpack_from("<I", data, place + 4)[0]
        found.append((data[place:place + 4], data[place + 8:place + 8 + length]))
        place += 8 + length + length % 2
    return found


def tiff_entries(data):
    """Places of the entries of the first directory of a TIFF structure, and its byte order."""
    order = "<" if data[:2] == b"II" else ">"
    start = struct.unpack_from(order + "I", data, 4)[0]
    if start + 2 > len(data):
        return [], order
    count = struct.unpack_from(order + "H", data, start)[0]
    return [at for at in range(start + 2, start + 2 + 12 * count, 12) if at + 12 <= len(data)], order
