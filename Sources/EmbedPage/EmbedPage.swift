import Foundation
import PackagePlugin

/// Builds the text files of a target's folder Page into the program, as `PageText.files`: texts by
/// names of files.
///
/// SwiftPM's own `embedInCode` writes arrays of numbers, on which the compiler takes more than a
/// hundred times as long as on strings.
@main
struct EmbedPage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = try FileManager.default.contentsOfDirectory(
      at: target.directoryURL.appending(path: "Page"), includingPropertiesForKeys: nil
    ).filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "PageText.swift")
    return [
      .buildCommand(
        displayName: "Writing PageText.swift", executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: ["-ec", Self.program, output.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }

  /// Usage: OUTPUT FILE...
  static let program = ####"""
    output=$0
    {
      echo 'enum PageText { static let files: [String: String] = ['
      for file; do
        printf '"%s": ###"""\n' "${file##*/}"
        cat "$file"
        printf '\n"""###,\n'
      done
      echo ']}'
    } >"$output"
    """####
}
