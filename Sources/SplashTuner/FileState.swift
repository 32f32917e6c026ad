internal import SplashCore

/// What tells a file from another one that has taken its name: also one that is as large, with its
/// times.
struct FileState: Equatable {
  private let version: FileVersion
  private let identity: FileIdentity?

  /// Nil where there is no regular file; links are followed.
  init?(path: String) {
    guard let version = FileVersion(path: path) else { return nil }
    (self.version, identity) = (version, FileIdentity(path: path))
  }
}
