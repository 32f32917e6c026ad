internal import CFFmpeg
internal import Foundation
internal import Glibc

/// The SHA-256 of bytes that come piece by piece.
package final class Checksum {
  private let sum: OpaquePointer

  package init() {
    guard let sum = av_sha_alloc() else { fatalError("out of memory") }
    self.sum = sum
    av_sha_init(sum, 256)
  }

  deinit { av_free(UnsafeMutableRawPointer(sum)) }

  package func add(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    av_sha_update(sum, bytes, bytes.count)
  }

  /// All of it in hexadecimal digits; nothing can be added any more.
  package func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(sum, &digest)
    return digest.map { String(format: "%02x", $0) }.joined()
  }
}

/// The SHA-256 of a file in hexadecimal digits.
///
/// - Throws: `SplashError` of kind badInput when it cannot be read.
package func sha256(ofFile path: String) throws(SplashError) -> String {
  let file = try OpenFile(path)
  let sum = Checksum()
  while case let piece = try file.read(1 << 16), !piece.isEmpty { sum.add(piece) }
  return sum.finish()
}

/// What a film is known by: the SHA-256 of its size, its first and last MiB, and 64 pieces of 64
/// KiB at equal distances between, so that wherever an index stands some of it counts. Bytes are
/// the same for every version of what reads them.
///
/// - Returns: nil for what is no regular file.
/// - Throws: `SplashError` of kind badInput when it cannot be read.
package func filmDigest(of name: String) throws(SplashError) -> String? {
  let path = filePath(of: name)
  guard let size = FileVersion(path: path)?.size else { return nil }
  let file = try OpenFile(path)
  let sum = Checksum()
  sum.add("\(size) ".utf8)
  let (end, piece) = (1 << 20, 1 << 16)
  sum.add(try file.read(end, at: 0))
  for number in 1...64 where size > 2 * end {
    sum.add(try file.read(piece, at: end + (size - 2 * end) / 65 * number))
  }
  sum.add(try file.read(end, at: max(0, size - end)))
  return sum.finish()
}

private final class OpenFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(SplashError) {
    self.path = path
    descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.unreadable(path) }
  }

  deinit { close(descriptor) }

  private static func unreadable(_ path: String) -> SplashError {
    SplashError(.badInput, "\(path): cannot read", cause: systemMessage(errno))
  }

  /// The next bytes, or those at a place: fewer only at the end.
  func read(_ count: Int, at place: Int? = nil) throws(SplashError) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let step = buffer.withUnsafeMutableBytes { bytes in
        let rest = bytes.baseAddress! + filled
        return place.map { pread(descriptor, rest, count - filled, $0 + filled) }
          ?? Glibc.read(descriptor, rest, count - filled)
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw Self.unreadable(path) }
      if step == 0 { break }
      filled += step
    }
    return buffer[..<filled]
  }
}
