import ArgumentParser
import Foundation
import SplashFFmpeg

/// Prints the licences of splash and of the software that it contains.
struct LicencesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "licences",
    abstract: "List the licences of splash and of the libraries that come with it.",
    aliases: ["licenses"])

  private static let swift = "Apache-2.0 WITH Swift-exception"
  /// What the command is linked of, by SPDX names.
  private static let parts = [
    ("splash", "MIT"), ("Swift runtime, Foundation", swift), ("ICU in Foundation", "Unicode-3.0"),
    ("swift-argument-parser", swift), ("swift-atomics", swift), ("swift-collections", swift),
    ("swift-nio", "Apache-2.0"), ("swift-numerics", swift), ("swift-system", swift),
    ("hdrhistogram-swift", "Apache-2.0"), ("counts of color names, c3", "BSD-3-Clause"),
  ]

  func run() throws {
    for (name, licence) in Self.parts { try printOutput(Self.line(name, licence)) }
    try printOutput(Self.line("FFmpeg \(FFmpegLibraries.version)", FFmpegLibraries.licence))
    guard let folder = Installation.shared("licences") else { return }
    let list = folder.appendingPathComponent("README")
    let text: String
    do { text = try String(contentsOf: list, encoding: .utf8) } catch {
      throw SplashError(
        .badInput, list.path, cause: error.localizedDescription, remedy: "install splash anew")
    }
    try printOutput("\n" + text.trimmingCharacters(in: .newlines))
  }

  private static func line(_ name: String, _ licence: String) -> String {
    name.padding(toLength: max(28, name.count + 1), withPad: " ", startingAt: 0) + licence
  }
}
