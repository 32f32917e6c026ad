import Foundation
import Glibc
import SplashTuner

/// The named looks: those of splash, and the user's own, which are settings files in a folder.
enum PresetShelf {
  /// Folder of the user's own presets.
  static var folder: String { userFolder + "/presets" }

  /// `splash` in `XDG_CONFIG_HOME`, or else in the user's `.config`.
  static var userFolder: String {
    let named = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
    return (named.hasPrefix("/") ? named : NSHomeDirectory() + "/.config") + "/splash"
  }

  /// Names of the user's own presets.
  static var ownNames: [String] {
    (Folder.names(in: folder) ?? []).filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(5)) }.filter(isName)
  }

  /// Whether a word can be the name of a preset, and so of a file.
  static func isName(_ word: String) -> Bool {
    (1...64).contains(word.unicodeScalars.count) && !word.hasPrefix("-")
      && word.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }

  /// - Throws: `SplashError` of kind usage for a word that cannot be a name.
  static func checked(_ name: String) throws -> String {
    guard isName(name) else {
      throw SplashError(
        .usage, "preset '\(name)': not a name for one",
        remedy: "use letters, digits, - and _, 64 at most")
    }
    return name
  }

  static func path(of name: String) -> String { "\(folder)/\(name).json" }

  /// The file of a preset; nil for one of splash's.
  ///
  /// - Throws: `SplashError` of kind usage that suggests the nearest name where there is no such
  ///   preset.
  static func file(of name: String) throws -> String? {
    let file = path(of: try checked(name))
    if file.fileKind != nil { return file }
    let names = Preset.shipped.map(\.name)
    if names.contains(name) { return nil }
    let near = nearest(to: name, among: ownNames + names)
    throw SplashError(
      .usage, "preset \(name)", cause: "there is none of that name",
      remedy: near.map { "did you mean \($0)?" } ?? "splash presets lists those that there are")
  }

  /// The look of a name. Presets in the user's own folder may name any file: they were checked when
  /// they were saved, or the user put them there.
  static func look(_ name: String) throws -> LookTimeline {
    if let file = try file(of: name) {
      return try LookOptions.read(file, flag: "preset \(name):").look
    }
    let preset = Preset.shipped.first { $0.name == name }!
    return try LookTimeline(document: preset.document.utf8)
  }

  /// Saves a look under a name.
  ///
  /// - Parameter overwrite: whether an existing preset may be replaced.
  static func save(_ look: LookTimeline, as name: String, overwrite: Bool) throws {
    let isShipped = Preset.shipped.contains { $0.name == name }
    guard try overwrite || !(isShipped || path(of: checked(name)).fileKind != nil) else {
      throw SplashError(
        .badInput, "preset \(name)", cause: isShipped ? "it comes with splash" : "it exists",
        remedy: "choose another name, or -y to put yours in its place")
    }
    try Folder.create(folder)
    try TextFile(path(of: checked(name)), overwrite: overwrite, inputs: [])
      .write(look.document + "\n")
  }

  /// The presets for the tuner's page.
  static var store: PresetStore {
    PresetStore(
      list: {
        let own = ownNames
        return own.map { .init(name: $0, isOwn: true) }
          + Preset.shipped.filter { !own.contains($0.name) }.map {
            .init(name: $0.name, isOwn: false)
          }
      },
      look: { try look($0) }, save: { try save($0, as: $1, overwrite: $2) },
      remove: { try remove($0) })
  }

  /// Removes one of the user's own presets.
  static func remove(_ name: String) throws {
    guard let file = try file(of: name) else {
      throw SplashError(
        .usage, "preset \(name)", cause: "it comes with splash",
        remedy: "only your own can be removed, those in \(folder)")
    }
    guard file.withPath({ unlink($0) }) == 0 else {
      throw SplashError(.badInput, "\(file): cannot remove", cause: systemMessage(errno))
    }
  }
}

/// The word that is most similar to another, ignoring case; nil where no word is similar.
///
/// The distance counts letters that differ, are missing, are superfluous or are swapped with their
/// neighbors: at most a third of the letters, and no more than three.
func nearest(to word: String, among words: [String]) -> String? {
  let letters = Array(word.lowercased().unicodeScalars)
  guard letters.count <= 64 else { return nil }
  let distances = words.map {
    ($0, editDistance(letters, Array($0.lowercased().unicodeScalars)))
  }
  let best = distances.min { $0.1 < $1.1 }
  return best.flatMap { $0.1 <= min(3, max(1, letters.count / 3)) ? $0.0 : nil }
}

/// The flag most similar to a word, both without dashes; a former name of a flag stands for that
/// flag.
func nearestFlag(to word: String, among flags: [String]) -> String? {
  let near = nearest(to: word, among: flags + SettingField.all.flatMap(\.aliases))
  return near.map { SettingField.flagged($0)?.flag ?? $0 }
}
