internal import Glibc

/// The path in a name: the name itself, or the part after `file:`, as FFmpeg reads it.
package func filePath(of name: String) -> String {
  name.hasPrefix("file:") ? String(name.dropFirst(5)) : name
}

/// Identifies a file whatever its name. Only for regular files: writing to pipes and devices loses
/// none.
package struct FileIdentity: Codable, Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// - Parameter path: a file that need not exist; links are followed.
  package init?(path: String) {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The files read for an input name, as far as known beforehand: the file itself, the file behind
  /// standard input, or all images of a numbered name.
  package static func files(of input: String) -> Set<FileIdentity> {
    if input == "-" { return Set([FileIdentity(descriptor: STDIN_FILENO)].compactMap(\.self)) }
    if let file = FileIdentity(path: filePath(of: input)) { return [file] }
    return Set((NumberedName(input)?.existing ?? []).compactMap(FileIdentity.init(path:)))
  }

  /// The files read for several inputs.
  package static func files(of inputs: [String]) -> Set<FileIdentity> {
    Set(inputs.flatMap { files(of: $0) })
  }

  /// - Parameter folder: a path; links are followed.
  package init?(folder: String) {
    var status = stat()
    guard (folder.isEmpty ? "." : folder).withPath({ stat($0, &status) }) == 0 else { return nil }
    self.init(status, kind: S_IFDIR)
  }

  private init?(_ status: stat, kind: mode_t = S_IFREG) {
    guard status.st_mode & S_IFMT == kind else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// The system's message for an `errno`.
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
