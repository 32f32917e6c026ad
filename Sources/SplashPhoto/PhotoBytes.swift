internal import Glibc
internal import SplashCore

/// The bytes of photos' files.
enum PhotoBytes {
  /// Whether a regular file begins with some bytes; false for what cannot be read.
  static func begin(_ path: String, with mark: [UInt8]) -> Bool {
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    var start = [UInt8](repeating: 0, count: mark.count)
    return read(descriptor, &start, mark.count) == mark.count && start == mark
  }

  /// All bytes of a file.
  ///
  /// - Throws: `SplashError` of kind badInput when it cannot be read.
  static func load(_ name: String) throws(SplashError) -> [UInt8] {
    let descriptor = filePath(of: name).withPath { open($0, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw unreadable(name, errno) }
    let size = Int(status.st_size)
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let step = read(descriptor, buffer.baseAddress! + count, size - count)
        if step < 0, errno == EINTR { continue }
        if step < 0 { code = errno }
        guard step > 0 else { return }
        count += step
      }
    }
    guard code == 0 else { throw unreadable(name, code) }
    return bytes
  }

  private static func unreadable(_ name: String, _ code: Int32) -> SplashError {
    SplashError(.badInput, "\(name): cannot read", cause: systemMessage(code))
  }
}
