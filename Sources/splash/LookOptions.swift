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

  /// The settings that the file and the flags ask for, validated.
  func resolve() throws -> SplashSettings {
    var look = try settings.map(LookOptions.read) ?? SplashSettings()
    for (field, words) in fields.given { try field.read(words, into: &look) }
    try look.validate()
    return look
  }

  private static func read(_ path: String) throws -> SplashSettings {
    let data = try bytes(of: path, flag: "--settings", like: "a file that --save-settings wrote")
    do {
      return try SplashSettings(json: data)
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
