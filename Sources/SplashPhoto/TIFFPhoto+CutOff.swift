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
