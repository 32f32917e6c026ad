internal import Glibc

/// Reads the lines that a client sends, of bounded length.
final class LineReader {
  /// Maximum bytes of a line, without its end.
  static let limit = 65536
  private let descriptor: Int32
  private var line: [UInt8] = []
  /// The present line is too long, and the client was told; the rest of it is skipped.
  private var isSkipping = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Answers each line until the client is gone or reads no answer. Empty lines get none.
  func forEach(_ answer: ([UInt8]) -> [UInt8]) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return
      }
      for piece in chunk[..<count].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
      ).enumerated() {
        if piece.offset > 0, !end(answer) { return }
        guard add(piece.element) else { return }
      }
    }
  }

  /// - Returns: false where the client reads no answer.
  private func add(_ piece: ArraySlice<UInt8>) -> Bool {
    if isSkipping { return true }
    guard line.count + piece.count <= Self.limit else {
      (line, isSkipping) = ([], true)
      return send(
        ControlAnswer(error: "the line has more than \(Self.limit) bytes; give less at once").line,
        to: descriptor)
    }
    line += piece
    return true
  }

  /// Answers the complete line. Returns false where the client reads no answer.
  private func end(_ answer: ([UInt8]) -> [UInt8]) -> Bool {
    defer { (line, isSkipping) = ([], false) }
    let isEmpty = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    return isSkipping || isEmpty || send(answer(line), to: descriptor)
  }
}
