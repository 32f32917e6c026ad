import Foundation

/// What was installed beside the command, or lies beside it in the tree it was built in.
enum Installation {
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  /// A file or folder of `share/splash`; nil where there is none.
  static func shared(_ name: String) -> URL? {
    existing(
      program.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("share/splash/\(name)"))
  }

  /// A script of the tree that the command was built in; nil where it was built elsewhere.
  static func script(_ name: String) -> URL? {
    var folder = program
    while folder.lastPathComponent != ".build" {
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
    return existing(folder.deletingLastPathComponent().appendingPathComponent("scripts/\(name)"))
  }

  private static func existing(_ place: URL) -> URL? {
    FileManager.default.fileExists(atPath: place.path) ? place : nil
  }
}
