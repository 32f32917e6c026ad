/// The index of the pictures that lie one behind another in a file (CIPA DC-007, Multi-Picture
/// Format): previews of a camera, a gain map, the other eye.
struct MultiPictureIndex {
  private struct Entry {
    /// Offset of the entry's sixteen bytes in the structure.
    var place: Int
    var kind: Int
    var size: Int
    /// From the byte order mark; 0 for the first picture.
    var offset: Int
  }

  /// Where the structure begins in the file.
  private let start: Int
  private let end: Int
  private let tiff: TIFFReader
  private let entries: [Entry]

  /// Nil for a file without an index.
  init?(_ bytes: [UInt8]) {
    let mark = Array("MPF\0".utf8)
    guard
      let segment = JPEGSegments(bytes).first(where: {
        $0.marker == 0xe2 && bytes[$0.data].starts(with: mark)
      }), let tiff = TIFFReader(bytes[segment.data].dropFirst(4)),
      let value = tiff.value(of: 0xb002), let list = tiff.number(at: value, bytes: 4),
      let count = tiff.number(at: value - 4, bytes: 4), count <= 16 * 0xffff
    else { return nil }
    start = segment.data.lowerBound + 4
    end = bytes.count
    self.tiff = tiff
    entries = (0..<count / 16).compactMap { index in
      let place = list + 16 * index
      guard let kind = tiff.number(at: place, bytes: 4),
        tiff.number(at: place + 15, bytes: 1) != nil
      else { return nil }
      return Entry(
        place: place, kind: kind & 0xffffff, size: tiff.number(at: place + 4, bytes: 4)!,
        offset: tiff.number(at: place + 8, bytes: 4)!)
    }
  }

  /// Where those pictures lie that are smaller versions of the first one: "Large Thumbnail" in two
  /// sizes.
  var previews: [Range<Int>] {
    entries.filter { $0.kind & 0xff0000 == 0x010000 && $0.offset > 0 }.compactMap { entry in
      let first = start + entry.offset
      return first + entry.size <= end ? first..<first + entry.size : nil
    }
  }

  /// Says where the pictures are now.
  ///
  /// - Parameters:
  ///   - bytes: a new version of the file, which ends with the same bytes behind its first picture.
  ///   - growth: by how much that picture is longer than it was.
  func move(in bytes: inout [UInt8], growth: Int) {
    guard let moved = MultiPictureIndex(bytes) else { return }
    func put(_ number: Int, at offset: Int) {
      // The index that is found need not be the same one in a damaged file.
      guard moved.tiff.number(at: offset, bytes: 4) != nil else { return }
      bytes.replaceSubrange(
        moved.start + offset..<moved.start + offset + 4, with: tiff.digits(number, bytes: 4))
    }
    for entry in entries {
      if entry.offset == 0 {
        put(entry.size + growth, at: entry.place + 4)
      } else {
        put(entry.offset + growth - (moved.start - start), at: entry.place + 8)
      }
    }
  }
}
