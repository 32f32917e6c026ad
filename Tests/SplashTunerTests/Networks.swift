import TestSupport

/// Networks on this machine.
enum Networks {
  /// All that `scripts/models` fetches.
  static let areThere = (try? Command.splash("models").status) == 0
  static let absence: Comment = "scripts/models fetches what this needs"

  /// A folder with all networks except those whose names begin with `prefix`.
  static func folder(without prefix: String, in scratch: Scratch) throws -> String {
    let line = try Command.splash("models").output.prefix { $0 != UInt8(ascii: "\n") }
    let source = String(decoding: line.dropFirst("AI models in ".utf8.count), as: UTF8.self)
    let folder = scratch.path("networks")
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: source) where !name.hasPrefix(prefix) {
      try files.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: "\(source)/\(name)")
    }
    return folder
  }
}
