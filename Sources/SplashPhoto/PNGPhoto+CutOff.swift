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
