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
    let stamp: Stamp
  }

  /// A file as it was written: which one it is, and when it changed last. What is written over, or
  /// takes the number of one that was removed, has another.
  private struct Stamp: Equatable {
    private let numbers: [Int]

    init?(_ status: stat) {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      numbers = [
        Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
        Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
        status.st_ctim.tv_nsec,
      ]
    }
  }

  private let files = Mutex<[File]>([])

  /// A file is complete.
  ///
  /// - Returns: whether it is there.
  func add(_ name: String, at path: String) -> Bool {
    var status = stat()
    guard path.withPath({ lstat($0, &status) }) == 0, let stamp = Stamp(status) else {
      return false
    }
    files.withLock { files in
      files.append(File(name: name, path: path, stamp: stamp))
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
    guard fstat(descriptor, &status) == 0, Stamp(status) == file.stamp else {
      close(descriptor)
      return nil
    }
    return Download(descriptor, size: Int(status.st_size), name: name, range: range)
  }
}
