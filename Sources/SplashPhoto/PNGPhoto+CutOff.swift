extension PNGChunks {
  /// A file that is cut off within or after its samples, completed with an end; nil for a complete
  /// file, one that is cut off earlier, and an animation.
  static func completed(_ bytes: [UInt8]) -> [UInt8]? {
    var file = PNGChunks(bytes)
    guard file.chunks.count < most, file.chunks.last?.type != "IEND", file.data(of: "acTL") == nil
    else { return nil }
    let rest = bytes.dropFirst(mark.count + file.chunks.reduce(0) { $0 + $1.whole.count })
    if rest.count > 8, rest.dropFirst(4).starts(with: Array("IDAT".utf8)) {
      file.chunks.append(Chunk("IDAT", Array(rest.dropFirst(8))))
    }
    guard file.data(of: "IDAT") != nil else { return nil }
    file.chunks.append(Chunk("IEND", []))
    return file.bytes
  }
}

extension PNGPhoto {
  static let kind = StillDecoder.Kind.png

  static func completed(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    PNGChunks.completed(bytes)
  }
}

extension TIFFPhoto {
  static let kind = StillDecoder.Kind.tiff

  /// A file completed with black for missing strips: at most 16 bytes per pixel, and at most the
  /// allowed size of a file, since a strip may claim any place and length. Nil for a complete file.
  static func completed(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard let tiff = TIFFReader(bytes[...]) else { return nil }
    let directory = TIFFDirectory(tiff)
    let (width, height, offsets, lengths) = (256, 257, 273, 279)
    let ends = zip(directory.numbers(offsets), directory.numbers(lengths)).map { $0 + $1 }
    guard let end = ends.max(), end > bytes.count, end <= limit,
      let columns = directory.numbers(width).first, let rows = directory.numbers(height).first,
      (end - bytes.count) / 16 <= columns.multipliedReportingOverflow(by: rows).partialValue
    else { return nil }
    return bytes + [UInt8](repeating: 0, count: end - bytes.count)
  }
}

/// The readable part of a photo whose file is cut off; nil for a complete file, and if no part is
/// readable.
///
/// - Throws: `SplashError` of kind badInput if it would take too much memory.
func cutOffPhoto(
  _ name: String, _ bytes: [UInt8], as kind: any TaggedPhoto.Type, _ options: InputOptions
) throws(SplashError) -> StillSource? {
  guard let whole = kind.completed(bytes, limit: options.maxFile) else { return nil }
  try kind.check(name, whole, options)
  guard let picture = StillDecoder.picture(of: whole, kind.kind),
    let photo = try kind.init(name, whole, picture: picture, options: options)
  else { return nil }
  photo.tellLight(of: picture)
  return StillSource(
    name, picture, of: photo, orientation: photo.orientation,
    warning: "\(name): the photo is damaged (its file breaks off); what can be decoded was kept")
}
