internal import Glibc

/// Folders; names need not be UTF-8.
package enum Folder {
  /// Names in a folder without `.` and `..`, in byte order; nil if it cannot be read.
  package static func names(in path: String) -> [String]? {
    guard let listing = opened(path) else { return nil }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(path: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.pathBytes.lexicographicallyPrecedes($1.pathBytes) }
  }

  /// Whether a folder exists and can be read.
  package static func isThere(_ path: String) -> Bool {
    guard let listing = opened(path) else { return false }
    closedir(listing)
    return true
  }

  private static func opened(_ path: String) -> OpaquePointer? {
    (path.isEmpty ? "." : path).withPath { opendir($0) }
  }

  /// Creates a folder and missing parent folders.
  ///
  /// - Throws: `SplashError` of kind badInput if that is not permitted, or a file is in the way.
  package static func create(_ path: String) throws(SplashError) {
    guard !path.isEmpty, path.withPath({ mkdir($0, 0o777) }) != 0 else { return }
    var code = errno
    let above = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if code == ENOENT, !above.isEmpty {
      try create(above)
      code = path.withPath { mkdir($0, 0o777) } == 0 ? 0 : errno
    }
    var status = stat()
    let isThere = path.withPath { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard isThere else {
      throw SplashError(.badInput, "\(path): cannot make the folder", cause: systemMessage(code))
    }
  }
}

/// The real path of a file to be written, with all links resolved; the file need not exist.
package func destination(of path: String) -> String {
  var path = path
  // The most links that Linux follows.
  for _ in 0..<40 {
    if let real = path.withPath({ realpath($0, nil) }) {
      defer { free(real) }
      return String(path: real)
    }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = path.withPath { path in
      target.withUnsafeMutableBytes {
        readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard count > 0 else {
      guard !folder.isEmpty, folder != "/" else { return path }
      let name = path.dropFirst(folder.count)
      return destination(of: String(folder.dropLast())) + "/" + name
    }
    let link = String(pathBytes: target.prefix(count))
    path = link.hasPrefix("/") ? link : folder + link
  }
  return path
}

/// Distinguishes versions of a file.
package struct FileVersion: Codable, Equatable, Sendable {
  package let size: Int
  /// Time of the last change, in nanoseconds since 1970; wraps at 64 bits.
  package let time: Int

  /// Nil if there is no regular file; links are followed.
  package init?(path: String) {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    size = Int(status.st_size)
    time = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
  }
}

/// The kind of an entry in a folder.
package enum FolderEntry: Sendable {
  case file, folder, link, other

  /// Nil if there is no such entry; links are not followed.
  package init?(path: String) {
    var status = stat()
    guard path.withPath({ lstat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}
