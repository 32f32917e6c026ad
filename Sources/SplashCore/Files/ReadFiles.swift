internal import Synchronization

/// Files that are read by way of another one: a list, a playlist, or an address that names files.
/// While this object exists, no output of the process replaces one of them, whichever was opened
/// first.
package final class ReadFiles: Sendable {
  private static let all = Mutex<[FileIdentity: Int]>([:])
  private let own = Mutex<Set<FileIdentity>>([])

  package init() {}

  deinit {
    let own = own.withLock { $0 }
    Self.all.withLock { all in
      for file in own { all[file] = all[file]! > 1 ? all[file]! - 1 : nil }
    }
  }

  /// Adds a file, or those that an address of FFmpeg's protocols names; ignores other addresses.
  ///
  /// - Parameter name: a path, with or without `file:`, or `concat:A|B`, `cache:A`, `async:A`,
  ///   `crypto:A`, `subfile,…:A`, which may be nested.
  package func add(named name: String) {
    if name.hasPrefix("concat:") {
      for part in name.dropFirst(7).split(separator: "|") { add(named: String(part)) }
    } else if let inner = name.wholeMatch(of: /(?:cache:|async:|crypto[:+]|subfile[^:]*:)(.+)/)?.1 {
      add(named: String(inner))
    } else if let file = FileIdentity(path: filePath(of: name)),
      own.withLock({ $0.insert(file).inserted })
    {
      Self.all.withLock { $0[file, default: 0] += 1 }
    }
  }

  /// Whether the process reads a file by way of another one.
  static func contains(_ file: FileIdentity) -> Bool { all.withLock { $0[file] != nil } }
}
