internal import Foundation
internal import Glibc

/// The key to the tuner's page.
struct TunerKey: Equatable, Sendable {
  /// The secret: 128 bits in the printed address, and from then on in a cookie.
  let token: String
  /// The folder in the page's address, 64 bits. Browsers send a cookie to all ports of a host, also
  /// to servers of other users; its path, which they do not know, prevents that.
  let place: String

  init() {
    token = Self.random() + Self.random()
    place = Self.random()
  }

  /// The key of the login session, so that an open page connects again to a restarted tuner. It is
  /// stored in `XDG_RUNTIME_DIR` for the user alone; without such a folder the key is a new one.
  static func ofSession() -> TunerKey {
    let fresh = TunerKey()
    let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
    guard let descriptor = openPrivate(folder, O_DIRECTORY) else { return fresh }
    close(descriptor)
    let path = folder + "/splash-tuner-key"
    if let old = TunerKey(path: path) { return old }
    fresh.store(path)
    return fresh
  }

  private init?(path: String) {
    guard let descriptor = Self.openPrivate(path, O_NONBLOCK) else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    guard text.utf8.count == 48, text.allSatisfy(\.isHexDigit) else { return nil }
    (token, place) = (String(text.prefix(32)), String(text.suffix(16)))
  }

  private func store(_ path: String) {
    let beside = "\(path).\(getpid())"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let text = Array((token + place).utf8)
    let isWritten = write(descriptor, text, text.count) == text.count
    close(descriptor)
    if !isWritten || rename(beside, path) != 0 { unlink(beside) }
  }

  /// Opens a file or folder that belongs to the user and is closed to all others; links are not
  /// followed.
  private static func openPrivate(_ path: String, _ flags: Int32) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o77 == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// 64 bits from the system's generator.
  private static func random() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
