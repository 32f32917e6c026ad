import Foundation
import SplashCore

/// A file of text beside a run, as a flag names it.
struct TextOutput {
  private let file: TextFile

  /// Claims the file; nil without a name.
  ///
  /// - Parameters:
  ///   - flag: the flag that names it, for errors.
  ///   - overwrite: whether a file of that name may be replaced.
  init?(_ name: String?, flag: String, overwrite: Bool, inputs: [String], outputs: [String] = [])
    throws
  {
    guard let name else { return nil }
    guard name != "-" else {
      throw SplashError(
        .usage, "\(flag) -", cause: "it takes a file", remedy: "name one, such as /dev/stderr")
    }
    file = try TextFile(name, overwrite: overwrite, inputs: inputs)
    if let output = outputs.first(where: file.isSame) {
      throw SplashError(
        .usage, "\(flag) \(name)", cause: "it is the output \(output)",
        remedy: "choose another name")
    }
  }

  var isReplaceable: Bool { file.isReplaceable }

  /// Writes JSON, and puts the file in its place.
  func write(_ json: some Collection<UInt8>) throws {
    try file.write(String(decoding: json, as: UTF8.self) + "\n")
  }
}
