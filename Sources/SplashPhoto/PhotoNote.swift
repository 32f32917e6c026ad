internal import SplashCore
internal import SplashFFmpeg

/// The line that says how a photo was made: a comment of its own in JPEG (COM: ITU-T T.81, B.2.4.5),
/// a text chunk in PNG ("Comment" in iTXt: PNG 1.2, section 4.2.3.3), and a property of XMP elsewhere.
enum PhotoNote {
  /// The kinds of files that get theirs when they are finished, by their endings.
  static let endings = PhotoTags.carriers

  private static let comment: UInt8 = 0xfe
  private static let textMark = Array("Comment\0\0\0\0\0".utf8)

  /// A file with the line, in place of one that an earlier run left; all else is as it was.
  static func written(_ line: String, into file: [UInt8], ending: String) -> [UInt8] {
    if PNGPhoto.endings.contains(ending) { return written(line, intoPNG: file) }
    if JPEGPhoto.endings.contains(ending) { return written(line, intoJPEG: file) }
    let tags = PhotoTags(xmp: XMPNote.written(line, into: xmp(of: file)))
    return tags.written(into: file, ending: ending) ?? file
  }

  /// Of a WebP, a TIFF or a JPEG XL file.
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

  /// Behind the segments of programs, of which some say where others begin.
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

  /// The comments of a file, first ones first.
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

/// What a photo's comments say; nil for a file of a kind that has none.
///
/// - Throws: `SplashError` of kind badInput for a file that cannot be read.
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
