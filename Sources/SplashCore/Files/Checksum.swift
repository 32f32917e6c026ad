internal import CFFmpeg
internal import Foundation
internal import Glibc

/// Computes the SHA-256 of bytes that arrive in pieces.
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

  /// The checksum in hexadecimal digits; `add` must not be called afterwards.
  package func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(sum, &digest)
    return digest.map { String(format: "%02x", $0) }.joined()
  }
}

/// The SHA-256 of a file in hexadecimal digits.
///
/// - Throws: `SplashError` of kind badInput if the file cannot be read.
package func sha256(ofFile path: String) throws(SplashError) -> String {
  let file = try OpenFile(path)
  let sum = Checksum()
  while case let piece = try file.read(1 << 16), !piece.isEmpty { sum.add(piece) }
  return sum.finish()
}

/// A fingerprint of a video file: the SHA-256 of its size, its first and last MiB, and 64 pieces of
/// 64 KiB at equal distances between, so that a part of the index is covered wherever it is. All
/// versions of splash must choose the same bytes.
///
/// - Returns: nil if it is not a regular file.
/// - Throws: `SplashError` of kind badInput if it cannot be read.
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

  /// Reads the next bytes, or those at an offset; fewer only at the end of the file.
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
