internal import Glibc

/// The path that a name stands for: itself, or what follows `file:`, as FFmpeg reads it.
package func filePath(of name: String) -> String {
  name.hasPrefix("file:") ? String(name.dropFirst(5)) : name
}

/// What makes two names one file. Only regular files have it: pipes and devices cannot be lost.
package struct FileIdentity: Codable, Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// - Parameter path: a file that may be absent; links are followed.
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

  /// The files that are read under an input's name, as far as they can be known beforehand: itself,
  /// what standard input reads, or all pictures of a numbered name.
  package static func files(of input: String) -> Set<FileIdentity> {
    if input == "-" { return Set([FileIdentity(descriptor: STDIN_FILENO)].compactMap(\.self)) }
    if let file = FileIdentity(path: filePath(of: input)) { return [file] }
    return Set((NumberedName(input)?.existing ?? []).compactMap(FileIdentity.init(path:)))
  }

  /// Those of several inputs.
  package static func files(of inputs: [String]) -> Set<FileIdentity> {
    Set(inputs.flatMap { files(of: $0) })
  }

  /// - Parameter folder: links are followed.
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

/// What the system says of `errno`, in words.
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
