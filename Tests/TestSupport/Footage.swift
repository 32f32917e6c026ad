public import Foundation
public import Testing

/// The project's own files.
public enum Repository {
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  public static func path(_ name: String) -> String { root.appendingPathComponent(name).path }
}

/// The real clips, which are not part of the project: `SPLASH_FOOTAGE`, or `../shared/footage`.
public enum Footage {
  public static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["SPLASH_FOOTAGE"] {
      return URL(fileURLWithPath: path)
    }
    return Repository.root.deletingLastPathComponent().appendingPathComponent("shared/footage")
  }()

  public static var isPresent: Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("README.md").path)
  }

  /// Why a test is skipped where the clips are absent.
  public static let absence: Comment = "needs the real clips in SPLASH_FOOTAGE or ../shared/footage"

  public static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
