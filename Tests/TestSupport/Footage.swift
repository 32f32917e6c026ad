public import Foundation

/// The project's own files.
public enum Repository {
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  public static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  /// The pages whose commands run as written: the README and the articles for its readers.
  public static let pages: [String] = {
    let readme = try? String(contentsOfFile: path("README.md"), encoding: .utf8)
    return [readme ?? "", examples] + ["Tutorials", "Troubleshooting"].map(article)
  }()

  /// The article whose commands run on the project's clips.
  public static let examples = article("Examples")

  private static func article(_ name: String) -> String {
    let file = path("Sources/SplashCore/Documentation.docc/\(name).md")
    return (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
  }
}

/// Real clips, which are not part of the project: an addition to what FFmpeg makes, from the folder
/// that
/// `SPLASH_FOOTAGE` names.
public enum Footage {
  private static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["SPLASH_FOOTAGE"] else {
      print("tests: made clips only; SPLASH_FOOTAGE names no folder of real ones")
      return nil
    }
    return URL(fileURLWithPath: path)
  }()

  /// The `cases` whose clip is there: none without real footage.
  public static func adding<Case>(_ cases: [Case], named name: (Case) -> String) -> [Case] {
    cases.filter { path(name($0)) != nil }
  }

  /// The `names` that are there.
  public static func adding(_ names: [String]) -> [String] { adding(names) { $0 } }

  /// The path of a real clip; nil where it is absent.
  static func path(_ name: String) -> String? {
    guard let path = folder?.appendingPathComponent(name).path else { return nil }
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}

/// Clips by name, made by FFmpeg or filmed.
public enum Clips {
  /// The path of a clip: made now if FFmpeg can, else one of real footage.
  public static func path(_ name: String) throws -> String {
    if let recipe = MadeClip.all[name] { return try kitchen.path(name, recipe) }
    guard let path = Footage.path(name) else { throw Failure(text: "no clip \(name)") }
    return path
  }

  struct Failure: Error {
    var text: String
  }

  private static let kitchen = Kitchen()

  /// Makes each clip once, and deletes all at the end of the process.
  private final class Kitchen: Sendable {
    // Recursive, since clips are made from others.
    private let lock = NSRecursiveLock()
    private let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("splash-clips-\(ProcessInfo.processInfo.processIdentifier)")

    init() {
      atexit { try? FileManager.default.removeItem(at: Clips.kitchen.folder) }
    }

    func path(_ name: String, _ recipe: MadeClip) throws -> String {
      lock.lock()
      defer { lock.unlock() }
      let file = folder.appendingPathComponent(name)
      if FileManager.default.fileExists(atPath: file.path) { return file.path }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Under another name until it is complete, so that a failed clip is not used.
      let half = folder.appendingPathComponent("half-\(name)")
      try recipe.make(half.path)
      try FileManager.default.moveItem(at: half, to: file)
      return file.path
    }
  }
}
