internal import Glibc

/// File names on Linux are bytes, and not all of them are UTF-8.
///
/// A byte that is not valid UTF-8 is kept in text as one scalar of the last private-use plane,
/// U+10FF00 plus the byte, and written back as that byte. Bytes that spell such a scalar themselves
/// are kept the same way, so that every name survives the round trip.
extension String {
  /// - Parameter bytes: a name as the system gives it.
  public init(pathBytes bytes: some Collection<UInt8>) {
    var scalars = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      var parser = Unicode.UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        let taken = rest.prefix(encoded.count)
        if escapes.contains(scalar.value) {
          scalars.append(contentsOf: taken.map(escape))
        } else {
          scalars.append(scalar)
        }
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        scalars.append(contentsOf: rest.prefix(length).map(escape))
        rest = rest.dropFirst(length)
      case .emptyInput: break
      }
    }
    self.init(scalars)
  }

  /// - Parameter path: a name as C has it, ended by a zero.
  package init(path: UnsafePointer<CChar>) {
    self.init(
      pathBytes: UnsafeBufferPointer(start: path, count: strlen(path)).map(UInt8.init(bitPattern:)))
  }

  /// The name as the system takes it.
  package var pathBytes: [UInt8] {
    unicodeScalars.flatMap { scalar in
      escapes.contains(scalar.value) ? [UInt8(scalar.value & 0xff)] : Array(UTF8.encode(scalar)!)
    }
  }

  /// Hands the name to a system call.
  package func withPath<Result>(
    _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    try (pathBytes + [0]).withUnsafeBufferPointer { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { try body($0.baseAddress!) }
    }
  }

  /// The text for people and for JSON: bytes that are not UTF-8 as `\xE9`.
  public var displayed: String {
    guard unicodeScalars.contains(where: { escapes.contains($0.value) }) else { return self }
    return unicodeScalars.map { scalar in
      guard escapes.contains(scalar.value) else { return String(scalar) }
      let digits = String(scalar.value & 0xff, radix: 16, uppercase: true)
      return "\\x" + digits
    }.joined()
  }

  /// The same for one line of a terminal: control characters and line ends as `\x0A`.
  public var displayedOnALine: String {
    displayed.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
      default: String(scalar)
      }
    }.joined()
  }
}

/// Scalars that stand for single bytes.
private let escapes: ClosedRange<UInt32> = 0x10ff80...0x10ffff

/// A path as a key: two names that Unicode takes for equal, composed and decomposed, are two files.
package struct PathKey: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ path: String) { bytes = Array(path.utf8) }
}

private func escape(_ byte: UInt8) -> Unicode.Scalar { Unicode.Scalar(0x10ff00 + UInt32(byte))! }
