internal import CFFmpeg

/// The chunks of a PNG file (PNG 1.2, section 3).
struct PNGChunks {
  struct Chunk {
    var type: String
    /// All bytes, with length, type and checksum.
    var whole: ArraySlice<UInt8>

    var data: ArraySlice<UInt8> { whole.dropFirst(8).dropLast(4) }
  }

  static let mark: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  var chunks: [Chunk] = []

  /// More chunks than any encoder writes. Each takes more memory than its twelve bytes.
  static let most = 1 << 18

  /// Reads chunks up to the end, or to where the file is cut off; at most `most`.
  init(_ bytes: [UInt8]) {
    var rest = bytes.dropFirst(Self.mark.count)
    while rest.count >= 12, chunks.count < Self.most {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= rest.count - 12 else { return }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      chunks.append(Chunk(type: type, whole: rest.prefix(12 + length)))
      rest = rest.dropFirst(12 + length)
      if type == "IEND" { return }
    }
  }

  /// The same chunks with an empty placeholder for the samples, copied so that the file's memory
  /// can be freed.
  var withoutSamples: PNGChunks {
    var result = self
    let start = chunks.firstIndex { $0.type == "IDAT" } ?? chunks.endIndex
    result.chunks = chunks.indices.filter { chunks[$0].type != "IDAT" || $0 == start }.map {
      Chunk(type: chunks[$0].type, whole: $0 == start ? [] : ArraySlice(Array(chunks[$0].whole)))
    }
    return result
  }

  var bytes: [UInt8] { Self.mark + chunks.flatMap(\.whole) }

  func data(of type: String) -> ArraySlice<UInt8>? { chunks.first { $0.type == type }?.data }

  /// Inserts a chunk before the samples.
  mutating func insert(_ type: String, _ data: [UInt8]) {
    let place = chunks.firstIndex { $0.type == "IDAT" } ?? chunks.endIndex
    chunks.insert(Chunk(type, data), at: place)
  }

  /// Chunks that define the image.
  fileprivate static let picture: Set<String> = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]
  /// Chunks that depend on how samples are stored.
  fileprivate static let samples: Set<String> = ["bKGD", "hIST", "sBIT", "acTL", "fcTL", "fdAT"]

  /// The same image with all other chunks of another file, before and after the samples as in that
  /// file.
  func taking(over other: PNGChunks) -> PNGChunks {
    let start = other.chunks.firstIndex { $0.type == "IDAT" } ?? other.chunks.endIndex
    let own = chunks.filter { Self.picture.contains($0.type) }
    var result = self
    result.chunks = Array(own.prefix(1))
    result.chunks += other.chunks[..<start].filter(\.isTag)
    result.chunks += own.dropFirst().dropLast()
    result.chunks += other.chunks[start...].filter(\.isTag)
    result.chunks += own.suffix(1)
    return result
  }
}

extension PNGChunks.Chunk {
  /// Whether the chunk stays valid if the samples change.
  var isTag: Bool { !PNGChunks.picture.contains(type) && !PNGChunks.samples.contains(type) }

  /// A new chunk with length and checksum.
  init(_ type: String, _ data: [UInt8]) {
    func word(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) } }
    let body = Array(type.utf8) + data
    // The checksum of IEEE 802.3 (PNG 1.2, section 3.4).
    let table = av_crc_get_table(AV_CRC_32_IEEE_LE)
    let checksum = av_crc(table, .max, body, body.count) ^ .max
    self.init(type: type, whole: (word(UInt32(data.count)) + body + word(checksum))[...])
  }
}
