internal import CFFmpeg

/// Reads numbers in the TIFF structure of Exif and multi-picture segments: directories of
/// twelve-byte entries (TIFF 6.0, section 2).
struct TIFFReader {
  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  /// - Parameter bytes: from the byte order mark on; without one the result is nil.
  init?(_ bytes: ArraySlice<UInt8>) {
    switch bytes.prefix(4) {
    case [0x49, 0x49, 0x2a, 0]: isLittleEndian = true
    case [0x4d, 0x4d, 0, 0x2a]: isLittleEndian = false
    default: return nil
    }
    self.bytes = bytes
  }

  /// Bytes from the byte order mark to the end.
  var count: Int { bytes.count }

  /// A number of `count` bytes at an offset from the byte order mark; nil beyond the end.
  func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    let digits = bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + count)]
    return (isLittleEndian ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads `count` bytes at an offset as numbers of `parts` bytes, and returns them little-endian;
  /// nil beyond the end.
  func numbers(at offset: Int, count: Int, parts: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset + count <= bytes.count else { return nil }
    let found = bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + count)]
    guard !isLittleEndian, parts > 1 else { return Array(found) }
    return stride(from: found.startIndex, to: found.endIndex, by: parts).flatMap {
      found[$0..<$0 + parts].reversed()
    }
  }

  /// A number in the structure's byte order.
  func digits(_ number: Int, bytes count: Int) -> [UInt8] {
    let digits = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return isLittleEndian ? digits : digits.reversed()
  }

  /// The offset of the field that points to the second directory.
  var next: Int? {
    guard let start = number(at: 4, bytes: 4), let count = number(at: start, bytes: 2) else {
      return nil
    }
    return start + 2 + 12 * count
  }

  /// The offset of the value field of a tag in a directory; nil stands for the first directory.
  func value(of tag: Int, in directory: Int? = nil) -> Int? {
    guard let start = directory ?? number(at: 4, bytes: 4), let count = number(at: start, bytes: 2)
    else {
      return nil
    }
    return (0..<count).map { start + 2 + 12 * $0 }.first { number(at: $0, bytes: 2) == tag }
      .map { $0 + 8 }
  }
}

/// How the photo is turned, as Exif's orientation (Exif 2.3, tag 274): 1…8; 1 without the tag.
///
/// - Parameter exif: from the byte order mark on.
func exifOrientation(_ exif: [UInt8]?) -> Int {
  guard let tiff = exif.flatMap({ TIFFReader($0[...]) }), let value = tiff.value(of: 274),
    let orientation = tiff.number(at: value, bytes: 2)
  else { return 1 }
  return (1...8).contains(orientation) ? orientation : 1
}

/// The same Exif for an upright photo: orientation 1, and no second directory, whose thumbnail is
/// not upright.
func uprightExif(_ exif: [UInt8]) -> [UInt8] {
  guard let tiff = TIFFReader(exif[...]) else { return exif }
  var result = exif
  if let value = tiff.value(of: 274), tiff.number(at: value, bytes: 2) != nil {
    result.replaceSubrange(value..<value + 2, with: tiff.digits(1, bytes: 2))
  }
  if let next = tiff.next, tiff.number(at: next, bytes: 4) != nil {
    result.replaceSubrange(next..<next + 4, with: tiff.digits(0, bytes: 4))
  }
  return result
}

/// The same Exif with the size of a result, if it has a size (Exif 2.3, tags 40962 and 40963 of
/// Exif's own directory).
func sizedExif(_ exif: [UInt8], width: Int, height: Int) -> [UInt8] {
  guard let tiff = TIFFReader(exif[...]), let place = tiff.value(of: 34665),
    let directory = tiff.number(at: place, bytes: 4)
  else { return exif }
  var result = exif
  for (tag, length) in [(40962, width), (40963, height)] {
    // A 16-bit or 32-bit number (types 3 and 4).
    guard let value = tiff.value(of: tag, in: directory),
      let type = tiff.number(at: value - 6, bytes: 2), type == 3 || type == 4,
      tiff.number(at: value, bytes: 4) != nil
    else { continue }
    let size = type == 3 ? 2 : 4
    result.replaceSubrange(value..<value + size, with: tiff.digits(length, bytes: size))
  }
  return result
}
