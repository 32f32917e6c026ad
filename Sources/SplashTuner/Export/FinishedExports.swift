internal import Glibc
internal import SplashCore
internal import Synchronization

/// The last complete exports, which browsers may download.
final class FinishedExports: Sendable {
  /// Maximum number of exports; the oldest are dropped.
  private static let limit = 64

  private struct File {
    let name: String
    let path: String
    let stamp: Stamp
  }

  /// Identity and change time of the written file. A file that was overwritten, or that reuses the
  /// number of a removed one, has another stamp.
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

  /// Adds a complete file.
  ///
  /// - Returns: the size of the file in bytes; nil if it does not exist.
  func add(_ name: String, at path: String) -> Int? {
    var status = stat()
    guard path.withPath({ lstat($0, &status) }) == 0, let stamp = Stamp(status) else {
      return nil
    }
    files.withLock { files in
      files.append(File(name: name, path: path, stamp: stamp))
      if files.count > Self.limit { files.removeFirst() }
    }
    return Int(status.st_size)
  }

  /// Opens a file by its name, if it is still the one that was written.
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
