/// The line that says how splash made a photo: a comment segment in JPEG (COM: ITU-T T.81,
/// B.2.4.5), a text chunk in PNG ("Comment" in iTXt: PNG 1.2, section 4.2.3.3), and an XMP property
/// in other formats.
enum PhotoNote {
  /// File endings of formats into which the line is written after encoding.
  static let endings = PhotoTags.carriers

  private static let comment: UInt8 = 0xfe
  private static let textMark = Array("Comment\0\0\0\0\0".utf8)

  /// A file with the line, replacing that of an earlier run; the rest is unchanged.
  static func written(_ line: String, into file: [UInt8], ending: String) -> [UInt8] {
    if PNGPhoto.endings.contains(ending) { return written(line, intoPNG: file) }
    if JPEGPhoto.endings.contains(ending) { return written(line, intoJPEG: file) }
    let tags = PhotoTags(xmp: XMPNote.written(line, into: xmp(of: file)))
    return tags.written(into: file, ending: ending) ?? file
  }

  /// The XMP of a WebP, TIFF or JPEG XL file.
  private static func xmp(of file: [UInt8]) -> [UInt8]? {
    if JXLPicture.suits(Array(file.prefix(16))) { return JXLPhoto.xmp(of: file) }
    if let chunks = WebPChunks(file) { return PhotoTags(webp: chunks).xmp }
    return TIFFReader(file[...]).flatMap { PhotoTags(tiff: TIFFDirectory($0)).xmp }
  }

  private static func written(_ line: String, intoPNG file: [UInt8]) -> [UInt8] {
    var chunks = PNGChunks(file)
    chunks.chunks.removeAll { chunk in text(of: chunk).map(isNote) ?? false }
    chunks.insert("iTXt", textMark + line.utf8)
    return chunks.bytes
  }

  /// Inserts the line after application segments, since some of these contain offsets.
  private static func written(_ line: String, intoJPEG file: [UInt8]) -> [UInt8] {
    let length = 2 + line.utf8.count
    guard length <= 0xffff else { return file }
    let others = Array(JPEGSegments(file).drop { (0xe0...0xef).contains($0.marker) })
    guard let first = others.first else { return file }
    let place = first.data.lowerBound - 4
    var end = place
    for segment in others.prefix(while: { $0.marker == comment && isNote(file[$0.data]) }) {
      end = segment.data.upperBound
    }
    let note = [0xff, comment, UInt8(length >> 8), UInt8(length & 0xff)] + Array(line.utf8)
    var bytes = file
    bytes.replaceSubrange(place..<end, with: note)
    MultiPictureIndex(file)?.move(in: &bytes, growth: note.count - (end - place))
    return bytes
  }

  /// The comments of a file, in order.
  ///
  /// - Throws: `SplashError` of kind badInput for a HEIC or AVIF photo that cannot be read.
  static func comments(of file: [UInt8], _ name: String) throws -> [String] {
    let start = Array(file.prefix(16))
    func texts(_ parts: [ArraySlice<UInt8>]) -> [String] {
      parts.map { String(decoding: $0, as: UTF8.self) }
    }
    if PNGPhoto.suits(start) { return texts(PNGChunks(file).chunks.compactMap { text(of: $0) }) }
    if file.starts(with: [0xff, 0xd8, 0xff]) {
      return texts(JPEGSegments(file).filter { $0.marker == comment }.map { file[$0.data] })
    }
    let xmp =
      HEIFPicture.suits(start)
      ? try HEIFPicture(name, file, options: InputOptions()).tags.xmp : xmp(of: file)
    return xmp.flatMap { XMPNote.line(in: $0) }.map { [$0] } ?? []
  }

  private static func text(of chunk: PNGChunks.Chunk) -> ArraySlice<UInt8>? {
    guard chunk.type == "iTXt", chunk.data.starts(with: textMark) else { return nil }
    return chunk.data.dropFirst(textMark.count)
  }

  private static func isNote(_ text: ArraySlice<UInt8>) -> Bool { isNoteLine(text) }
}

/// The comments of a photo; nil if its format has none.
///
/// - Throws: `SplashError` of kind badInput if the file cannot be read.
package func photoComments(of path: String) throws -> [String]? {
  let start = WholeFile.start(of: path, count: 16)
  guard
    PNGPhoto.suits(start) || JPEGPhoto.suits(path, start) || WebPPhoto.suits(start)
      || TIFFPhoto.suits(start) || HEIFPicture.suits(start) || JXLPicture.suits(start)
  else { return nil }
  let bytes = try WholeFile.bytes(
    of: path, limit: InputOptions().maxFile, flag: "\(option: "maxFile")")
  return try PhotoNote.comments(of: bytes, path)
}
