internal import Foundation
internal import Glibc
internal import NIOHTTP1

/// An exported file on its way to a browser: all of it, or a part.
final class Download: Sendable {
  let status: HTTPResponseStatus
  let headers: [(name: String, value: String)]
  /// Number of bytes to send.
  let length: Int
  private let descriptor: Int32
  private let offset: Int

  /// Bytes read at a time.
  private static let piece = 256 << 10

  /// - Parameters:
  ///   - file: an open file; closed at the end.
  ///   - name: its name for the browser.
  ///   - range: the browser's `Range` header.
  init(_ file: Int32, size: Int, name: String, range: String?) {
    descriptor = file
    let asked = range.flatMap { Self.part($0, of: size) }
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    let written = name.addingPercentEncoding(withAllowedCharacters: plain) ?? "export"
    var headers = [
      ("Content-Type", "application/octet-stream"), ("Accept-Ranges", "bytes"),
      ("Content-Disposition", "attachment; filename*=UTF-8''\(written)"),
    ]
    switch asked {
    case nil: (status, offset, length) = (.ok, 0, size)
    case .some(let part) where part.isEmpty:
      (status, offset, length) = (.rangeNotSatisfiable, 0, 0)
      headers.append(("Content-Range", "bytes */\(size)"))
    case .some(let part):
      (status, offset, length) = (.partialContent, part.lowerBound, part.count)
      headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"))
    }
    self.headers = headers
  }

  deinit { close(descriptor) }

  /// The bytes of a single range (RFC 9110, 14.1.2); empty where there are none.
  ///
  /// - Returns: nil for anything but a single range, which is ignored.
  static func part(_ header: String, of size: Int) -> Range<Int>? {
    guard let match = header.wholeMatch(of: /bytes=(\d{0,15})-(\d{0,15})/) else { return nil }
    switch (Int(match.1), Int(match.2)) {
    case (let first?, let last?) where last >= first:
      return first < size ? first..<min(last + 1, size) : 0..<0
    case (let first?, nil) where match.2.isEmpty: return first < size ? first..<size : 0..<0
    case (nil, let last?) where match.1.isEmpty: return max(0, size - last)..<size
    default: return nil
    }
  }

  /// The next bytes after `count`; empty at the end, and nil where the file cannot be read. Slow.
  func bytes(behind count: Int) -> [UInt8]? {
    let wanted = min(Self.piece, length - count)
    guard wanted > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, wanted, off_t(offset + count)))
    }
    return bytes.isEmpty ? nil : bytes
  }
}
