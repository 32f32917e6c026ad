/// The index of images that follow one another in a file (CIPA DC-007, Multi-Picture Format):
/// previews, a gain map, the other image of a stereo pair.
struct MultiPictureIndex {
  private struct Entry {
    /// Offset of the sixteen-byte entry in the structure.
    var place: Int
    var kind: Int
    var size: Int
    /// Counted from the byte order mark; 0 for the first image.
    var offset: Int
  }

  /// The structure's offset in the file.
  private let start: Int
  private let end: Int
  private let tiff: TIFFReader
  private let entries: [Entry]

  /// Nil if the file has no index.
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

  /// The ranges of smaller versions of the first image: "Large Thumbnail" in two sizes.
  var previews: [Range<Int>] {
    entries.filter { $0.kind & 0xff0000 == 0x010000 && $0.offset > 0 }.compactMap { entry in
      let first = start + entry.offset
      return first + entry.size <= end ? first..<first + entry.size : nil
    }
  }

  /// The ranges of all images but the first.
  var others: [Range<Int>] {
    entries.filter { $0.offset > 0 }.compactMap { entry in
      let first = start + entry.offset
      return first + entry.size <= end ? first..<first + entry.size : nil
    }
  }

  /// Updates the places of the images.
  ///
  /// - Parameters:
  ///   - bytes: a new version of the file, which ends with the same images after the first one.
  ///   - growth: the growth of the first image in bytes.
  ///   - others: old places and growths of other images whose length has changed.
  func move(in bytes: inout [UInt8], growth: Int, others: [(place: Int, growth: Int)] = []) {
    guard let moved = MultiPictureIndex(bytes) else { return }
    func put(_ number: Int, at offset: Int) {
      // In a damaged file the index found now may be another one.
      guard moved.tiff.number(at: offset, bytes: 4) != nil else { return }
      bytes.replaceSubrange(
        moved.start + offset..<moved.start + offset + 4, with: tiff.digits(number, bytes: 4))
    }
    for entry in entries {
      guard entry.offset > 0 else {
        put(entry.size + growth, at: entry.place + 4)
        continue
      }
      let place = start + entry.offset
      let before = others.filter { $0.place < place }.reduce(growth) { $0 + $1.growth }
      put(entry.offset + before - (moved.start - start), at: entry.place + 8)
      if let own = others.first(where: { $0.place == place }) {
        put(entry.size + own.growth, at: entry.place + 4)
      }
    }
  }

  /// A segment with an index of two images, to be inserted into the first.
  ///
  /// - Parameters:
  ///   - place: the offset of the segment in the file.
  ///   - sizes: of the first image without the segment, and of the second, which follows directly.
  static func segment(at place: Int, sizes: (first: Int, second: Int)) -> [UInt8] {
    func index(_ first: Int, _ second: Int) -> [UInt8] {
      // "Baseline MP Primary Image", and an image of undefined type.
      let pictures = [[0x030000, sizes.first + first, 0, 0], [0, sizes.second, second, 0]].joined()
      let directory = TIFFDirectory(entries: [
        .init(0xb000, type: 7, Array("0100".utf8)), .init(0xb001, longs: [2]),
        .init(0xb002, type: 7, TIFFDirectory.Entry(0, longs: Array(pictures)).bytes!),
      ])
      return JPEGSegments.segment(0xe2, Array("MPF\0".utf8) + directory.file)
    }
    let length = index(0, 0).count
    // Offsets count from the byte order mark, which follows the marker, the length and "MPF".
    return index(length, sizes.first + length - place - 8)
  }
}
