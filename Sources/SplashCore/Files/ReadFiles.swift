internal import Synchronization

/// Files that are read through another one: a list, a playlist, an address that names files. For as
/// long as this object lives no output of the process takes the place of one of them, whichever was
/// opened first.
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

  /// Takes in a file, or those that an address of FFmpeg's protocols names; nothing for others.
  ///
  /// - Parameter name: a path, plain or behind `file:`, or `concat:A|B`, `cache:A`, `async:A`,
  ///   `crypto:A`, `subfile,…:A`, in each other as well.
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

  /// Whether somebody in the process reads a file through another one.
  static func contains(_ file: FileIdentity) -> Bool { all.withLock { $0[file] != nil } }
}
