import Foundation
import SplashCore

/// A text file besides the outputs, named by a flag.
struct TextOutput {
  private let file: TextFile

  /// Creates the file; nil without a name.
  ///
  /// - Parameters:
  ///   - flag: the flag that names it, for errors.
  ///   - overwrite: whether an existing file may be replaced.
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

  /// Writes JSON and moves the file to its place.
  func write(_ json: some Collection<UInt8>) throws {
    try file.write(String(decoding: json, as: UTF8.self) + "\n")
  }
}
