internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

/// The picture behind a JPEG photo by which screens for HDR brighten it (ISO 21496-1, and Google's
/// Ultra HDR, which came before it). In color it gives color back to what is grey.
struct GainMap {
  private let map: JPEGPhoto

  /// The mark of ISO 21496-1 in a segment of its own (APP2), which the photo has too.
  static let mark = "urn:iso:std:iso:ts:21496:-1"

  /// Nil for bytes that are no such picture.
  init?(_ bytes: [UInt8]) {
    guard Self.isMarked(bytes),
      let map = try? JPEGPhoto("a gain map", bytes, options: InputOptions())
    else { return nil }
    self.map = map
  }

  /// Whether a JPEG file says that it is such a picture, or a photo that has one.
  static func isMarked(_ bytes: [UInt8]) -> Bool {
    let marks = ["http://ns.adobe.com/hdr-gain-map/1.0/", mark].map { Array($0.utf8) }
    return JPEGSegments(bytes).contains { segment in
      guard segment.marker == 0xe1 || segment.marker == 0xe2 else { return false }
      return marks.contains { bytes[segment.data].firstRange(of: $0) != nil }
    }
  }

  /// The file of the map behind a photo; nil for none.
  static func file(in photo: [UInt8]) -> [UInt8]? {
    guard isMarked(photo) else { return nil }
    if let index = MultiPictureIndex(photo) {
      return index.others.lazy.map { Array(photo[$0]) }.first(where: isMarked)
    }
    guard let end = JPEGFile.length(photo[...]) else { return nil }
    return pictures(in: photo[end...]).lazy.map { Array(photo[$0]) }.first(where: isMarked)
  }

  /// Where whole pictures lie that follow one another.
  private static func pictures(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    var (pictures, place): ([Range<Int>], Int) = ([], bytes.startIndex)
    while place < bytes.endIndex {
      // Writers put zeros between pictures.
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

  /// What lies behind a photo, with gain maps that are grey where a result is.
  ///
  /// A map is as long as it was, with zeros behind it, or longer, and what follows moves.
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

  /// What lies behind a photo.
  struct Behind {
    var bytes: [UInt8] = []
    /// Pictures that are longer than they were, by where they began.
    var growths: [(place: Int, growth: Int)] = []
    /// Of a gain map that is longer than it was.
    var lengthOfMap: Int?
  }

  private var hasColor: Bool { !map.picture.format.isGrey }

  /// A map of another shape, grey where a result of that shape is.
  ///
  /// - Parameter shape: makes the one of the other.
  func shaped(
    where result: borrowing Frame, shape: ReshapedPhoto.Shape
  ) throws -> [UInt8] {
    let whole = hasColor ? try ycc() : Frame(sharing: map.picture)
    let part = try shape(whole, result)
    let picture = hasColor ? try grey(part, where: result) : part
    return try JPEGFile.encoded(picture, like: map.bytes, quality: nil, name: map.name)
  }

  /// A photo with a map behind it, and what tells where that is.
  static func joined(_ photo: [UInt8], _ map: [UInt8]) -> [UInt8] {
    let place = JPEGSegments(photo).first { !(0xe0...0xe1).contains($0.marker) }
      .map { $0.data.lowerBound - 4 }
    guard let place else { return photo }
    // The version of ISO 21496-1 that is read and the one that is written (its annex C).
    let text = Array("\(mark)\0".utf8) + [0, 0, 0, 0]
    let isMarked = JPEGSegments(map).contains {
      $0.marker == 0xe2 && map[$0.data].starts(with: Array(mark.utf8))
    }
    let segment = isMarked ? JPEGSegments.segment(0xe2, text) : []
    let index = MultiPictureIndex.segment(
      at: place + segment.count, sizes: (photo.count + segment.count, map.count))
    return photo[..<place] + segment + index + photo[place...] + map
  }

  /// The map's file with its luma, and its chroma where the result has some.
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

  /// A map in Y'CbCr without the chroma of what has none in the result.
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
            // A code or two are rounding.
            guard abs(Int(cb[column]) - 128) <= 2, abs(Int(cr[column]) - 128) <= 2 else { continue }
            (mapCb[x], mapCr[x]) = (128, 128)
          }
        }
      }
    }
    return grey
  }
}
