internal import CFFmpeg

/// The image in a JPEG photo by which HDR screens brighten it (ISO 21496-1, and the earlier Ultra
/// HDR of Google). A map with color would color the grey parts of a result.
struct GainMap {
  private let map: JPEGPhoto

  /// The mark of ISO 21496-1 in an APP2 segment, which the photo itself has too.
  static let mark = "urn:iso:std:iso:ts:21496:-1"

  /// Nil if the bytes are not a gain map.
  init?(_ bytes: [UInt8]) {
    guard Self.isMarked(bytes),
      let map = try? JPEGPhoto("a gain map", bytes, options: InputOptions())
    else { return nil }
    self.map = map
  }

  /// Whether a JPEG file is marked as a gain map, or as a photo with one.
  static func isMarked(_ bytes: [UInt8]) -> Bool {
    let marks = ["http://ns.adobe.com/hdr-gain-map/1.0/", mark].map { Array($0.utf8) }
    return JPEGSegments(bytes).contains { segment in
      guard segment.marker == 0xe1 || segment.marker == 0xe2 else { return false }
      return marks.contains { bytes[segment.data].firstRange(of: $0) != nil }
    }
  }

  /// The file of the map in a photo's file; nil if there is none.
  static func file(in photo: [UInt8]) -> [UInt8]? {
    guard isMarked(photo) else { return nil }
    if let index = MultiPictureIndex(photo) {
      return index.others.lazy.map { Array(photo[$0]) }.first(where: isMarked)
    }
    guard let end = JPEGFile.length(photo[...]) else { return nil }
    return pictures(in: photo[end...]).lazy.map { Array(photo[$0]) }.first(where: isMarked)
  }

  /// The ranges of complete JPEG images that follow one another.
  private static func pictures(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    var (pictures, place): ([Range<Int>], Int) = ([], bytes.startIndex)
    while place < bytes.endIndex {
      // Writers put zeros between images.
      if bytes[place] == 0 {
        place += 1
        continue
      }
      guard bytes[place...].starts(with: [0xff, 0xd8, 0xff]),
        let length = JPEGFile.length(bytes[place...])
      else { break }
      pictures.append(place..<place + length)
      place += length
    }
    return pictures
  }

  /// The data after a photo, with gain maps turned grey where the result is.
  ///
  /// A map is padded with zeros to its old length; if it becomes longer, the data after it move.
  static func greyed(_ bytes: ArraySlice<UInt8>, where result: borrowing Frame) throws -> Behind {
    var (behind, place) = (Behind(), bytes.startIndex)
    for picture in pictures(in: bytes) {
      let old = Array(bytes[picture])
      guard let map = GainMap(old), map.hasColor else { continue }
      var new = try map.greyed(where: result)
      if new.count > old.count {
        behind.growths.append((picture.lowerBound, new.count - old.count))
        behind.lengthOfMap = new.count
      }
      new += [UInt8](repeating: 0, count: max(0, old.count - new.count))
      behind.bytes += bytes[place..<picture.lowerBound] + new
      place = picture.upperBound
    }
    behind.bytes += bytes[place...]
    return behind
  }

  /// The data after a photo.
  struct Behind {
    var bytes: [UInt8] = []
    /// Images that became longer, by their old places.
    var growths: [(place: Int, growth: Int)] = []
    /// The length of the gain map, if it became longer.
    var lengthOfMap: Int?
  }

  private var hasColor: Bool { !map.picture.format.isGrey }

  /// The map reshaped like a result, and grey where the result is.
  ///
  /// - Parameter shape: applies the result's crop, turn and scale to the map.
  func shaped(
    where result: borrowing Frame, shape: ReshapedPhoto.Shape
  ) throws -> [UInt8] {
    let whole = hasColor ? try ycc() : Frame(sharing: map.picture)
    let part = try shape(whole, result)
    let picture = hasColor ? try grey(part, where: result) : part
    return try JPEGFile.encoded(picture, like: map.bytes, quality: nil, name: map.name)
  }

  /// A photo followed by a gain map, with an index that says where the map is.
  static func joined(_ photo: [UInt8], _ map: [UInt8]) -> [UInt8] {
    let place = JPEGSegments(photo).first { !(0xe0...0xe1).contains($0.marker) }
      .map { $0.data.lowerBound - 4 }
    guard let place else { return photo }
    // The minimum version of ISO 21496-1 and the written one (annex C).
    let text = Array("\(mark)\0".utf8) + [0, 0, 0, 0]
    let isMarked = JPEGSegments(map).contains {
      $0.marker == 0xe2 && map[$0.data].starts(with: Array(mark.utf8))
    }
    let segment = isMarked ? JPEGSegments.segment(0xe2, text) : []
    let index = MultiPictureIndex.segment(
      at: place + segment.count, sizes: (photo.count + segment.count, map.count))
    return Array(photo[..<place]) + segment + index + Array(photo[place...]) + map
  }

  /// The map's file with its own luma, and with its chroma only where the result has color.
  private func greyed(where result: borrowing Frame) throws -> [UInt8] {
    let picture = try grey(ycc(), where: result)
    if map.hasRoom(for: picture) { return try map.recoded(as: picture, bytes: map.bytes).bytes }
    return try JPEGFile.encoded(picture, like: map.bytes, quality: nil, name: map.name)
  }

  private func ycc() throws -> Frame {
    guard map.picture.format.isRGB else { return Frame(sharing: map.picture) }
    return try Scaler().convert(
      map.picture, to: PixelFormat(AV_PIX_FMT_YUV444P), width: map.picture.width,
      height: map.picture.height, range: .full, matrix: .bt601)
  }

  /// A Y'CbCr map, with neutral chroma where the result is grey.
  private func grey(_ map: borrowing Frame, where result: borrowing Frame) throws -> Frame {
    let grey = Frame(copying: map)
    let format = grey.format
    let small = try Scaler().convert(
      result, to: PixelFormat(AV_PIX_FMT_YUV444P), width: grey.width, height: grey.height,
      range: .full, matrix: .bt601)
    let (across, down) = (format.log2ChromaWidth, format.log2ChromaHeight)
    let (width, height) = (grey.width, grey.height)
    grey.withMutablePlanes { planes in
      small.withPlanes { small in
        for y in 0..<(height + (1 << down) - 1) >> down {
          let line = min(y << down, height - 1)
          let (cb, cr) = (small.row(line, ofPlane: 1), small.row(line, ofPlane: 2))
          let (mapCb, mapCr) = (planes.row(y, ofPlane: 1), planes.row(y, ofPlane: 2))
          for x in 0..<(width + (1 << across) - 1) >> across {
            let column = min(x << across, width - 1)
            // Differences of a code or two are rounding.
            guard abs(Int(cb[column]) - 128) <= 2, abs(Int(cr[column]) - 128) <= 2 else { continue }
            (mapCb[x], mapCr[x]) = (128, 128)
          }
        }
      }
    }
    return grey
  }
}
