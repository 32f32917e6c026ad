/// A pixel format as Video4Linux names it: four characters, such as `YUYV` or `MJPG`.
public struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Parses up to four ASCII characters, without trailing blanks, and "-BE" for the big-endian
  /// version of a format; nil for any other text.
  public init?(_ name: String) {
    let isBigEndian = name.hasSuffix("-BE")
    let bytes = Array(name.utf8.dropLast(isBigEndian ? 3 : 0))
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
      return nil
    }
    rawValue =
      (bytes + [0x20, 0x20, 0x20]).prefix(4).reversed()
      .reduce(0) { $0 << 8 | UInt32($1) } | (isBigEndian ? 1 << 31 : 0)
  }

  /// The four characters without trailing blanks, and "-BE" for the high bit, which marks the
  /// big-endian version of a format.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) & 0x7f }
    let name = String(decoding: bytes, as: UTF8.self)
    let end = name.lastIndex { $0 != " " }.map { name.index(after: $0) } ?? name.startIndex
    return name[..<end] + (rawValue >> 31 == 1 ? "-BE" : "")
  }
}

extension FourCC: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let code = FourCC(name) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(name)' is not a four-character code")
    }
    self = code
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
