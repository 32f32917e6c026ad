internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

/// The picture behind a JPEG photo by which screens for HDR brighten it (ISO 21496-1, and Google's
/// Ultra HDR, which came before it). In color it gives color back to what is grey.
struct GainMap {
  private let map: JPEGPhoto

  /// Nil for bytes that are no such picture, or one without color.
  private init?(_ bytes: [UInt8]) {
    let marks = ["http://ns.adobe.com/hdr-gain-map/1.0/", "urn:iso:std:iso:ts:21496:-1"]
    let isMarked = JPEGSegments(bytes).contains { segment in
      let text = String(decoding: bytes[segment.data], as: UTF8.self)
      return marks.contains { text.contains($0) }
    }
    guard isMarked, let map = try? JPEGPhoto("a gain map", bytes, options: InputOptions()),
      !map.picture.format.isGrey, !map.picture.format.isRGB
    else { return nil }
    self.map = map
  }

  /// What lies behind a photo, as long as it was, with gain maps that are grey where a result is.
  static func greyed(_ bytes: ArraySlice<UInt8>, where result: borrowing Frame) throws -> [UInt8] {
    var all = Array(bytes)
    var place = 0
    while place < all.count {
      // Writers put zeros between pictures.
      if all[place] == 0 {
        place += 1
        continue
      }
      guard all[place...].starts(with: [0xff, 0xd8, 0xff]),
        let length = JPEGFile.length(all[place...])
      else { break }
      let range = place..<place + length
      if let new = try GainMap(Array(all[range]))?.greyed(where: result), new.count <= length {
        all.replaceSubrange(range, with: new + [UInt8](repeating: 0, count: length - new.count))
      }
      place += length
    }
    return all
  }

  /// The map's file with its luma, and its chroma where the result has some.
  private func greyed(where result: borrowing Frame) throws -> [UInt8] {
    let grey = Frame(copying: map.picture)
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
    return try map.recoded(as: grey, bytes: map.bytes).bytes
  }
}
