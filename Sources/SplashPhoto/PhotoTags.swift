internal import CFFmpeg

/// Metadata of a photo's file that all photo formats can hold.
struct PhotoTags: Sendable {
  /// Exif, from the byte order mark on.
  var exif: [UInt8]?
  var xmp: [UInt8]?
  /// The ICC profile.
  var profile: [UInt8]?

  /// The names of existing tags, for people.
  var names: [String] {
    [("Exif", exif), ("XMP", xmp), ("color profile", profile)].filter { $0.1 != nil }.map(\.0)
  }

  /// Without empty tags.
  var withoutEmpty: PhotoTags {
    func filled(_ tag: [UInt8]?) -> [UInt8]? { tag?.isEmpty == true ? nil : tag }
    return PhotoTags(exif: filled(exif), xmp: filled(xmp), profile: filled(profile))
  }

  /// Tags for a file that contains only the image as displayed: without thumbnails of the source,
  /// and without companions.
  ///
  /// - Parameter hasGainMap: whether a gain map is kept.
  func alone(hasGainMap: Bool = false) -> PhotoTags {
    var tags = withoutTurn
    tags.exif = tags.exif.map(uprightExif)
    tags.xmp = xmp.map { XMPCompanions.removed(gainMap: !hasGainMap, film: true, from: $0) }
    return tags
  }
}

// MARK: - Tags in each format

extension PhotoTags {
  private static let exifMark = Array("Exif\0\0".utf8)
  private static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let profileMark = Array("ICC_PROFILE\0".utf8)
  private static let pngXMPMark = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)

  /// The tags of a JPEG file (Exif 2.3, section 4.7; XMP part 3, section 1.1.3; ICC.1:2010, B.4).
  init(jpeg bytes: [UInt8]) {
    var profile: [UInt8] = []
    for segment in JPEGSegments(bytes) {
      let data = bytes[segment.data]
      switch segment.marker {
      case 0xe1 where data.starts(with: Self.exifMark): exif = exif ?? Array(data.dropFirst(6))
      case 0xe1 where data.starts(with: Self.xmpMark):
        xmp = xmp ?? Array(data.dropFirst(Self.xmpMark.count))
      // The segments are in order; two bytes with their numbers come first.
      case 0xe2 where data.starts(with: Self.profileMark):
        profile += data.dropFirst(Self.profileMark.count + 2)
      default: break
      }
    }
    self.profile = profile
    self = withoutEmpty
  }

  /// Sets the length of the gain map in the XMP of a JPEG file.
  static func setGainMapLength(_ length: Int, inJPEG file: inout [UInt8]) {
    let xmp = JPEGSegments(file).first {
      $0.marker == 0xe1 && file[$0.data].starts(with: Self.xmpMark)
    }
    guard let segment = xmp?.data else { return }
    let packet = Array(file[segment].dropFirst(xmpMark.count))
    let new = xmpMark + XMPCompanions.with(gainMapLength: length, in: packet)
    guard new.count + 2 <= 0xffff else { return }
    file.replaceSubrange(
      segment.lowerBound - 4..<segment.upperBound, with: JPEGSegments.segment(0xe1, new))
  }

  /// The tags of a PNG file; FFmpeg decodes its profile with the image.
  init(png chunks: PNGChunks, picture: borrowing Frame) {
    exif = chunks.data(of: "eXIf").map(Array.init)
    xmp = chunks.chunks.first { $0.type == "iTXt" && $0.data.starts(with: Self.pngXMPMark) }
      .map { Array($0.data.dropFirst(Self.pngXMPMark.count)) }
    profile = picture.colorProfile
    self = withoutEmpty
  }

  /// The tags of a WebP file.
  init(webp chunks: borrowing WebPChunks) {
    // Some writers put JPEG's Exif mark before it.
    exif = chunks["EXIF"].map {
      $0.starts(with: Self.exifMark) ? Array($0.dropFirst(Self.exifMark.count)) : $0
    }
    xmp = chunks["XMP "]
    profile = chunks["ICCP"]
    self = withoutEmpty
  }

  /// File endings of formats that can take over tags.
  static let carriers = JPEGPhoto.endings.union(PNGPhoto.endings).union(WebPPhoto.endings)
    .union(TIFFPhoto.endings).union(JXLPhoto.endings)

  /// Tags that fit into a format: a JPEG segment holds at most 65535 bytes.
  func fitting(ending: String) -> PhotoTags {
    guard JPEGPhoto.endings.contains(ending) else { return self }
    func fit(_ tag: [UInt8]?, _ mark: [UInt8]) -> [UInt8]? {
      tag.flatMap { 2 + mark.count + $0.count <= 65535 ? $0 : nil }
    }
    return PhotoTags(
      exif: fit(exif, Self.exifMark), xmp: fit(xmp, Self.xmpMark), profile: profile)
  }

  /// Exif and XMP as segments of a JPEG file.
  var segments: [UInt8] {
    func segment(_ mark: [UInt8], _ tag: [UInt8]?) -> [UInt8] {
      tag.map { JPEGSegments.segment(0xe1, mark + $0) } ?? []
    }
    return segment(Self.exifMark, exif) + segment(Self.xmpMark, xmp)
  }

  /// A new file with these tags. In JPEG, PNG and JPEG XL, FFmpeg has already written the color
  /// profile.
  func written(into file: [UInt8], ending: String) -> [UInt8]? {
    switch ending {
    case _ where JPEGPhoto.endings.contains(ending):
      // JFIF requires its own segment to come first.
      let first = JPEGSegments(file).first { _ in true }
      let place = first.map { $0.marker == 0xe0 ? $0.data.upperBound : 2 } ?? 2
      return Array(file[..<place]) + segments + Array(file[place...])
    case _ where PNGPhoto.endings.contains(ending):
      var chunks = PNGChunks(file)
      if let xmp { chunks.insert("iTXt", Self.pngXMPMark + xmp) }
      if let exif { chunks.insert("eXIf", exif) }
      return chunks.bytes
    case _ where TIFFPhoto.endings.contains(ending):
      return TIFFDirectory(entries: entries).written(into: file)
    case _ where JXLPhoto.endings.contains(ending): return JXLPhoto.file(file, with: self)
    default:
      guard let chunks = WebPChunks(file) else { return nil }
      for (name, tag) in [("ICCP", profile), ("EXIF", exif), ("XMP ", xmp)] {
        if let tag, !chunks.set(name, to: tag) { return nil }
      }
      return chunks.file
    }
  }
}

extension Frame {
  /// The color profile in the frame's side data; nil if there is none.
  var colorProfile: [UInt8]? {
    guard let data = av_frame_get_side_data(av, AV_FRAME_DATA_ICC_PROFILE) else { return nil }
    return Array(UnsafeBufferPointer(start: data.pointee.data, count: Int(data.pointee.size)))
  }

  /// Sets or removes the color profile in the frame's side data.
  func setColorProfile(_ profile: [UInt8]?) {
    av_frame_remove_side_data(av, AV_FRAME_DATA_ICC_PROFILE)
    guard let profile else { return }
    guard let data = av_frame_new_side_data(av, AV_FRAME_DATA_ICC_PROFILE, profile.count) else {
      fatalError("out of memory")
    }
    data.pointee.data.update(from: profile, count: profile.count)
  }
}
