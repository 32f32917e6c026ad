internal import Glibc

/// Reads whole files.
package enum WholeFile {
  /// The first bytes of a regular file, fewer if it is shorter; empty if it cannot be read.
  package static func start(of path: String, count: Int) -> [UInt8] {
    let descriptor = openForReading(path, O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    var start = [UInt8](repeating: 0, count: count)
    let length = read(descriptor, &start, count)
    return Array(start.prefix(max(0, length)))
  }

  /// All bytes of a regular file.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that it may have.
  ///   - flag: the option that allows more, for the error; nil if there is none.
  /// - Throws: `SplashError` of kind badInput if it cannot be read.
  package static func bytes(
    of name: String, limit: Int = .max, flag: String? = nil
  ) throws(SplashError) -> [UInt8] {
    let descriptor = openForReading(filePath(of: name))
    guard descriptor >= 0 else { throw unreadable(name, systemMessage(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(name, systemMessage(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(name, "it is no file") }
    let size = Int(status.st_size)
    guard size <= limit else {
      throw SplashError(
        .badInput, "\(name): a file of \(size) bytes is too large, more than \(limit)",
        remedy: flag.map { "allow it with \($0) \(size)" })
    }
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
    guard code == 0 else { throw unreadable(name, systemMessage(code)) }
    return bytes
  }

  private static func unreadable(_ name: String, _ cause: String) -> SplashError {
    SplashError(.badInput, "\(name): cannot read", cause: cause)
  }
}
