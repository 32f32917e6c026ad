import ArgumentParser
import Foundation
import SplashCore
import SplashFilter

/// What the picture will look like: `SplashSettings` as flags.
struct LookOptions: ParsableArguments {
  @OptionGroup var fields: FieldOptions

  @Option(
    help: ArgumentHelp("Read look settings from JSON; flags win over it.", valueName: "FILE"),
    completion: .file(extensions: ["json"]))
  var settings: String?

  @Option(
    help: ArgumentHelp("Write the look settings as JSON.", valueName: "FILE"),
    completion: .file(extensions: ["json"]))
  var saveSettings: String?

  /// The settings that the file and the flags ask for, validated; of a file with keys those before
  /// the first.
  func resolve() throws -> SplashSettings { try resolveInTime().base }

  /// The same with the file's keys, whose settings go on from those.
  func resolveInTime() throws -> LookTimeline {
    let file = try settings.map(LookOptions.read)
    var look = file?.base ?? SplashSettings()
    for (field, words) in fields.given { try field.read(words, into: &look) }
    try look.validate()
    return try file?.rebased(on: look) ?? LookTimeline(base: look, entries: [])
  }

  private static func read(_ path: String) throws -> LookTimeline {
    let data = try bytes(of: path, flag: "--settings", like: "a file that --save-settings wrote")
    do {
      return try LookTimeline(document: data)
    } catch let error as SettingError {
      throw SplashError(.usage, "--settings \(path): \(error)")
    }
  }

  /// A file of JSON.
  static func bytes(of path: String, flag: String, like kind: String) throws -> Data {
    let data: Data
    let limit = 1 << 20
    guard path.fileKind != S_IFDIR else {
      throw SplashError(
        .badInput, "\(flag) \(path): it is a folder",
        remedy: "give \(kind)")
    }
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw SplashError(
        .badInput, "\(flag) \(path): cannot read", cause: systemMessage(errno),
        remedy: "give \(kind)")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do { data = try file.read(upToCount: limit + 1) ?? Data() } catch {
      throw SplashError(
        .badInput, "\(flag) \(path): cannot read", cause: error.localizedDescription)
    }
    guard data.count <= limit else {
      throw SplashError(
        .usage, "\(flag) \(path)", cause: "it is longer than a megabyte", remedy: "give \(kind)")
    }
    return data
  }
}

extension LookTimeline {
  /// The same keys behind other settings: what a key does not change is as it was before.
  fileprivate func rebased(on settings: SplashSettings) throws -> LookTimeline {
    guard !entries.isEmpty else { return try LookTimeline(base: settings, entries: []) }
    return try LookTimeline(json: json.utf8, base: settings)
  }
}
