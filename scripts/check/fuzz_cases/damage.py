"""Damage to files: anywhere, and in the fields of structures whose checksums and lengths stay right."""
import struct

from lib import formats

CHUNKS = [b"\0" * 4, b"\xff" * 4, b"\x7f\xff\xff\xff", b"\x80\0\0\0", b"\0\0\0\1", b"\0\0\1\xb3", b"moov",
          b"trak", b"stsd", b"stsz", b"\x1a\x45\xdf\xa3", b"\xff\xd8\xff\xc0", b"RIFF", b"W99999 H99999 "]
NUMBERS = [0, 1, 2, 3, 4, 7, 8, 15, 16, 63, 64, 100, 127, 128, 255, 256, 4095, 0x7fff, 0x8000, 0xffff,
           0x10000, 0x7fffffff, 0x80000000, 0xffffffff]
WORDS = ["NaN", "Infinity", "-1", "1e999", "0", "1e-320", "999999999999999999999", "null", "true", '""', "[]",
         "{}", "\u0000", "\ufeff", "🟥" * 50, "[" * 2000, "DOMAIN_MIN", "LUT_3D_SIZE", "LUT_1D_SIZE", "red", "-0"]


def anywhere(data, dice):
    """A few random wounds: flipped bits, foreign words, missing and doubled parts."""
    data = bytearray(data)

    # Headers matter most, so half of the damage goes to the first and last kilobytes.
    def place():
        if dice.random() < 0.5 and len(data) > 4096:
            return dice.choice((dice.randrange(2048), len(data) - 1 - dice.randrange(2048)))
        return dice.randrange(len(data))

    for _ in range(1 << dice.randrange(7)):
        if len(data) < 16:
            break
        at, kind = place(), dice.randrange(7)
        if kind <= 2:
            data[at] ^= 1 << dice.randrange(8)
        elif kind == 3:
            chunk = dice.choice(CHUNKS)
            data[at:at + len(chunk)] = chunk
        elif kind == 4:
            del data[at:at + dice.choice((1, 4, 100, 5000))]
        elif kind == 5:
            data[at:at] = data[at:at + dice.choice((1, 4, 188, 5000))]
        else:
            data[at:at + 8] = dice.randbytes(8)
    if dice.random() < 0.1:
        del data[dice.randrange(len(data)):]
    return bytes(data)


def field(data, dice, order=">"):
    """A number of one, two or four bytes becomes another one."""
    if not data:
        return data
    size = dice.choice((1, 1, 2, 4))
    at = dice.randrange(len(data))
    value = dice.choice(NUMBERS) & (256 ** size - 1)
    return (data[:at] + struct.pack(order + {1: "B", 2: "H", 4: "I"}[size], value) + data[at + size:])[:max(
        len(data), 1)]


def reordered(parts, dice):
    """Parts of which one is missing, doubled, many times there, or elsewhere."""
    parts = list(parts)
    at = dice.randrange(len(parts))
    kind = dice.randrange(4)
    if kind == 0:
        del parts[at]
    elif kind == 1:
        parts.insert(dice.randrange(len(parts)), parts[at])
    elif kind == 2:
        parts[at:at] = [parts[at]] * dice.choice((2, 10, 300))
    else:
        parts.insert(dice.randrange(len(parts)), parts.pop(at))
    return parts


def parted(dice, parts, joined, wound):
    """Wounds to the parts of a file, each (name, data)."""
    for _ in range(1 << dice.randrange(4)):
        if not parts:
            break
        if dice.random() < 0.3:
            parts = reordered(parts, dice)
        else:
            at = dice.randrange(len(parts))
            parts = parts[:at] + [(parts[at][0], wound(*parts[at]))] + parts[at + 1:]
    return joined(parts)


def tiff(data, dice):
    """Entries of a directory: tags, types, counts, values and where they lie."""
    if data[:2] not in (b"II", b"MM") or len(data) < 10:
        return field(data, dice)
    data = bytearray(data)
    places, order = formats.tiff_entries(data)
    for _ in range(1 << dice.randrange(3)):
        if not places or dice.random() < 0.2:
            at = dice.randrange(4, 8)
            data[at:at + 4] = struct.pack(order + "I", dice.choice(NUMBERS))
            data = data[:max(len(data), 10)]
            continue
        at, kind = dice.choice(places), dice.randrange(5)
        if kind == 0:
            data[at:at + 2] = struct.pack(order + "H", dice.choice((254, 256, 257, 258, 259, 262, 273, 274, 277, 278,
                279, 284, 317, 320, 322, 330, 338, 339, 347, 34665, 34853, 40965, 34675, 700, 65535)))
        elif kind == 1:
            data[at + 2:at + 4] = struct.pack(order + "H", dice.randrange(20))
        elif kind == 2:
            data[at + 4:at + 8] = struct.pack(order + "I", dice.choice(NUMBERS))
        elif kind == 3:
            value = dice.choice(NUMBERS + [dice.randrange(len(data)), 8, at, at - 2])
            data[at + 8:at + 12] = struct.pack(order + "I", value & 0xffffffff)
        else:
            data[at + 8:at + 10] = struct.pack(order + "H", dice.choice(NUMBERS) & 0xffff)
    return bytes(data)


def jpeg(data, dice):
    """Segments: tables with zeros, sizes, samplings, what Exif and indexes of pictures say."""
    segments, rest = formats.jpeg_segments(data)

    def wound(mark, content):
        if mark == 0xe1 and content[:6] == b"Exif\0\0":
            return content[:6] + tiff(content[6:], dice)
        if mark == 0xe2 and content[:4] == b"MPF\0":
            return content[:4] + tiff(content[4:], dice)
        if mark == 0xdb and dice.random() < 0.3:
            return content[:1] + bytes(len(content) - 1)
        if 0xe0 <= mark <= 0xef and dice.random() < 0.3:
            # Images nested in images.
            start = jpeg(data, dice) if len(data) < 30000 and dice.random() < 0.5 else b"\xff\xd8\xff\xe0\0\x04" * 500
            return (content[:dice.randrange(1 + len(content))] + start)[:65533]
        return field(content, dice)

    def joined(parts):
        return formats.jpeg([(mark, content[:65533]) for mark, content in parts], rest)

    result = parted(dice, segments, joined, wound)
    return anywhere(result, dice) if dice.random() < 0.2 else result


def png(data, dice):
    """Chunks, with the checksums of what became of them."""
    def wound(kind, content):
        if kind == b"eXIf":
            return tiff(content, dice)
        if kind == b"IHDR" and len(content) == 13 and dice.random() < 0.5:
            depth, color = dice.choice((1, 2, 4, 8, 16)), dice.choice((0, 2, 3, 4, 6))
            return content[:8] + bytes([depth, color]) + content[10:]
        return field(content, dice)

    chunks = formats.png_chunks(data)
    more = dice.choice(([], [(b"iCCP", b"p\0\0" + formats.deflated(dice.choice((100, 1 << 20, 64 << 20))))],
                        [(b"acTL", struct.pack(">II", dice.choice(NUMBERS), 0))],
                        [(b"tRNS", dice.randbytes(6))], [(b"PLTE", dice.randbytes(30))]))
    return parted(dice, chunks[:1] + more + chunks[1:], formats.png, wound)


def webp(data, dice):
    """Chunks of the container, and the first bytes of what is coded."""
    def wound(kind, content):
        if kind == b"EXIF":
            return tiff(content, dice)
        if kind == b"VP8X" and dice.random() < 0.5:
            return bytes([dice.randrange(256)]) + content[1:]
        if kind in (b"VP8 ", b"VP8L", b"ALPH", b"ANMF"):
            return field(content[:64], dice, "<") + content[64:] if dice.random() < 0.7 else anywhere(
                content, dice) if len(content) > 16 else content
        return field(content, dice, "<")

    return parted(dice, formats.riff_chunks(data), formats.riff, wound)


def text(data, dice):
    """Words of a table or of JSON become other ones, lines come and go."""
    words = data.decode("utf-8", "replace")
    for _ in range(1 << dice.randrange(4)):
        at = dice.randrange(1 + len(words))
        kind = dice.randrange(4)
        if kind == 0:
            words = words[:at] + dice.choice(WORDS) + words[at:]
        elif kind == 1:
            end = at + dice.randrange(12)
            words = words[:at] + str(dice.choice(NUMBERS)) + words[end:]
        elif kind == 2:
            end = at + dice.choice((1, 10, 200))
            words = words[:at] + words[end:]
        else:
            end = at + dice.choice((1, 10, 200))
            words = words[:at] + words[at:end] * dice.choice((2, 50)) + words[end:]
    return words.encode()


def any_structure(data, dice):
    """The damage that a file's kind has."""
    starts = ((b"\xff\xd8", jpeg), (formats.PNG_MARK, png), (b"II*\0", tiff), (b"MM\0*", tiff), (b"RIFF", webp))
    for start, damage in starts:
        if data.startswith(start) and (start != b"RIFF" or data[8:12] == b"WEBP"):
            return damage(data, dice)
    return anywhere(data, dice)
