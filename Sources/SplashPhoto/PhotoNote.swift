internal import SplashCore
internal import SplashFFmpeg

/// The line that says how a photo was made: a comment of its own in JPEG (COM: ITU-T T.81, B.2.4.5),
/// a text chunk in PNG ("Comment" in iTXt: PNG 1.2, section 4.2.3.3).
enum PhotoNote {
  /// The kinds of files that can hold one, by their endings.
  static let endings = JPEGPhoto.endings.union(PNGPhoto.endings)

  private static let comment: UInt8 = 0xfe
  private static let textMark = Array("Comment\0\0\0\0\0".utf8)

  /// A file with the line, in place of one that an earlier run left; all else is as it was.
  static func written(_ line: String, into file: [UInt8], ending: String) -> [UInt8] {
    PNGPhoto.endings.contains(ending)
      ? written(line, intoPNG: file) : written(line, intoJPEG: file)
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
    var bytes = Array(file[..<place] + note + file[end...])
    MultiPictureIndex(file)?.move(in: &bytes, growth: note.count - (end - place))
    return bytes
  }

  /// The comments of a file, first ones first; nil for a file of another kind.
  static func comments(of file: [UInt8]) -> [ArraySlice<UInt8>]? {
    if PNGPhoto.suits(Array(file.prefix(16))) {
      return PNGChunks(file).chunks.compactMap { text(of: $0) }
    }
    guard file.starts(with: [0xff, 0xd8, 0xff]) else { return nil }
    return JPEGSegments(file).filter { $0.marker == comment }.map { file[$0.data] }
  }

  private static func text(of chunk: PNGChunks.Chunk) -> ArraySlice<UInt8>? {
    guard chunk.type == "iTXt", chunk.data.starts(with: textMark) else { return nil }
    return chunk.data.dropFirst(textMark.count)
  }

  private static func isNote(_ text: ArraySlice<UInt8>) -> Bool { isNoteLine(text) }
}

/// What a photo's comments say; nil for a file that is no JPEG or PNG.
///
/// - Throws: `SplashError` of kind badInput for a file that cannot be read.
package func photoComments(of path: String) throws -> [String]? {
  let start = WholeFile.start(of: path, count: 16)
  guard PNGPhoto.suits(start) || JPEGPhoto.suits(path, start) else { return nil }
  let bytes = try WholeFile.bytes(of: path, limit: InputOptions().maxFile, flag: "--max-file")
  return PhotoNote.comments(of: bytes)?.map { String(decoding: $0, as: UTF8.self) }
}
