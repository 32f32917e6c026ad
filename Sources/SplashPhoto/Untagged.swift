// The metadata that photos keep if the user wants no tags: those that affect the display, which are
// the color profile and the orientation.

extension PhotoTags {
  func taken(by options: InputOptions) -> PhotoTags { options.takesTags ? self : untagged }

  private var untagged: PhotoTags {
    PhotoTags(exif: Self.exif(turning: exifOrientation(exif)), xmp: nil, profile: profile)
  }

  /// Without Exif that has only an orientation, since the image is upright now.
  var withoutTurn: PhotoTags {
    var tags = self
    if exif == Self.exif(turning: exifOrientation(exif)) { tags.exif = nil }
    return tags
  }

  /// Exif that has only an orientation; nil for an upright photo.
  fileprivate static func exif(turning orientation: Int) -> [UInt8]? {
    orientation == 1
      ? nil : TIFFDirectory(entries: [.init(274, type: 3, [UInt8(orientation), 0])]).file
  }
}

extension PNGChunks {
  /// Chunks that say how samples are displayed.
  private static let shown: Set<String> = [
    "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "mDCv", "cLLI", "cLLi", "pHYs", "sTER",
  ]

  func taken(by options: InputOptions) -> PNGChunks {
    guard !options.takesTags else { return self }
    var result = self
    result.chunks.removeAll { $0.isTag && !Self.shown.contains($0.type) }
    let exif = data(of: "eXIf").map(Array.init)
    if let turn = PhotoTags.exif(turning: exifOrientation(exif)) { result.insert("eXIf", turn) }
    return result
  }
}

extension JPEGFile {
  /// A file without comments, without application segments except JFIF's, Adobe's and the color
  /// profile's, and without data after the image.
  static func taken(_ bytes: [UInt8], by options: InputOptions) -> [UInt8] {
    guard !options.takesTags else { return bytes }
    var result: [UInt8] = [0xff, 0xd8]
    var (place, isInScan) = (2, false)
    var turn = PhotoTags.exif(turning: exifOrientation(PhotoTags(jpeg: bytes).exif))
    while let next = nextMarker(in: bytes, from: place) {
      if isInScan { result += bytes[place..<next] }
      let marker = bytes[next + 1]
      guard marker != 0xd9, next + 4 <= bytes.count else {
        return result + bytes[next..<min(next + 2, bytes.count)]
      }
      let end = min(bytes.count, next + 2 + (Int(bytes[next + 2]) << 8 | Int(bytes[next + 3])))
      guard end >= next + 4 else { return result }
      let data = bytes[next + 4..<end]
      // JFIF's own segment must come first.
      if marker != 0xe0, let exif = turn.take() {
        result += PhotoTags(exif: exif).segments
      }
      if isShown(marker, data) { result += bytes[next..<end] }
      (place, isInScan) = (end, marker == 0xda)
    }
    return result + bytes[min(place, bytes.count)...]
  }

  /// The next marker that is not part of samples (ITU-T T.81, B.1.1.2 and B.1.1.5).
  private static func nextMarker(in bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xff, ![0, 0xff].contains(bytes[place + 1]),
        !(0xd0...0xd7 ~= bytes[place + 1])
      {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Whether a segment affects the display.
  private static func isShown(_ marker: UInt8, _ data: ArraySlice<UInt8>) -> Bool {
    switch marker {
    case 0xe0: data.starts(with: "JFIF\0".utf8)
    case 0xe2: data.starts(with: "ICC_PROFILE\0".utf8)
    case 0xee: data.starts(with: "Adobe".utf8)
    default: !(0xe1...0xef ~= marker) && marker != 0xfe
    }
  }
}
