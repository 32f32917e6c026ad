internal import Glibc
internal import SplashCore
internal import Synchronization

/// The files that were exported to their ends, which browsers may fetch; the last ones.
final class FinishedExports: Sendable {
  /// Of more than that the oldest are forgotten.
  private static let limit = 64

  private struct File {
    let name: String
    let path: String
    let identity: FileIdentity
  }

  private let files = Mutex<[File]>([])

  /// A file is complete.
  ///
  /// - Returns: whether it is there.
  func add(_ name: String, at path: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    files.withLock { files in
      files.append(File(name: name, path: path, identity: identity))
      if files.count > Self.limit { files.removeFirst() }
    }
    return true
  }

  /// Opens one by its name, if it is still the file that was written.
  ///
  /// - Returns: nil for any other name and any other file.
  func open(_ name: String, range: String?) -> Download? {
    guard let file = files.withLock({ $0.last { $0.name == name } }) else { return nil }
    let descriptor = file.path.withPath {
      Glibc.open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      FileIdentity(descriptor: descriptor) == file.identity
    else {
      close(descriptor)
      return nil
    }
    return Download(descriptor, size: Int(status.st_size), name: name, range: range)
  }
}
