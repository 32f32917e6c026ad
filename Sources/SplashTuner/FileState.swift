/// Identity of a file, which differs from that of another file with the same name, even one of
/// equal size and times.
struct FileState: Equatable {
  private let version: FileVersion
  private let identity: FileIdentity?

  /// Nil where there is no regular file; links are followed.
  init?(path: String) {
    guard let version = FileVersion(path: path) else { return nil }
    (self.version, identity) = (version, FileIdentity(path: path))
  }
}
