import Foundation

/// Files installed with the command, or found in the source tree that it was built in.
enum Installation {
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  /// A file or folder of `share/splash`; nil where it does not exist.
  static func shared(_ name: String) -> URL? {
    existing(
      program.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("share/splash/\(name)"))
  }

  /// A script of the source tree; nil where the command was built elsewhere.
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
