import ArgumentParser
import Foundation
import SplashCore

/// What people type who know `ffmpeg`, or who forget a dash: accepted where it can mean one thing
/// only, else an error that names the right flag.
enum ForeignFlags {
  private enum Meaning {
    case flag(String)
    /// What splash does anyway.
    case nothing
    case advice(String)
  }

  private static let table: [String: Meaning] = [
    "-i": .nothing, "--input": .nothing, "-n": .nothing, "-hide_banner": .nothing,
    "-ss": .flag("--start"), "--ss": .flag("--start"), "-t": .flag("--duration"),
    "-vframes": .flag("--frames"), "-frames:v": .flag("--frames"), "-re": .flag("--realtime"),
    "-c:v": .flag("--codec"), "-codec:v": .flag("--codec"), "-vcodec": .flag("--codec"),
    "-crf": .flag("--crf"), "-preset": .flag("--preset"), "-b:v": .flag("--bitrate"),
    "-pix_fmt": .flag("--pixel-format"), "-help": .flag("--help"), "-?": .flag("--help"),
    "-version": .flag("--version"), "-V": .flag("--version"),
    "--color": .flag("--hue"), "--colour": .flag("--hue"),
    "-color": .advice("write --hue, with two dashes"),
    "-to": .advice("say how long with --duration: --start 10 --duration 5"),
    "--to": .advice("say how long with --duration: --start 10 --duration 5"),
    "-f": .advice("write --format for the output, or --input-format for the input"),
    "-r": .advice("write --fps for a camera; files keep the times of their pictures"),
    "-s": .advice("write --size for a camera; files keep their size"),
    "-c": .advice("write --codec for the pictures; sound is carried along untouched"),
    "-b": .advice("write --bitrate for the pictures; sound is carried along untouched"),
    "-c:a": .advice("leave it out: sound is carried along"),
    "-acodec": .advice("leave it out: sound is carried along"),
    "-an": .advice("leave it out: sound is carried along"),
    "-map": .advice("leave it out: all streams are carried along"),
    "-vf": .advice("splash is the filter; pipe it for another: -o - | ffmpeg -i - …"),
    "-filter_complex": .advice("splash is the filter; pipe it for another: -o - | ffmpeg -i - …"),
    "-loglevel": .advice("write --quiet or --verbose"),
    "-v": .advice("write --quiet or --verbose"),
  ]

  /// The arguments in splash's own words.
  ///
  /// - Throws: `SplashError` of kind usage that names the right flag.
  static func translate(_ arguments: [String]) throws -> [String] {
    var translated: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return translated + [argument] + rest }
      switch table[argument] {
      case .flag("--start") where arguments.first == "pick": translated.append("--time")
      case .flag(let flag): translated.append(flag)
      case .nothing: break
      case .advice(let remedy):
        throw SplashError(.usage, argument, cause: "not a flag of splash", remedy: remedy)
      case nil:
        if let flag = translated.last, flag.hasPrefix("--"), !flag.contains("="),
          argument.firstMatch(of: /^-[.\d]/) != nil
        {
          // A value below zero, which the parser would take for a flag.
          translated[translated.count - 1] = "\(flag)=\(argument)"
        } else {
          translated += try separated(argument)
        }
      }
    }
    return translated
  }

  /// Splits `-ored.mp4`, and refuses `-hue`, which would be read as `-h -u -e`.
  private static func separated(_ argument: String) throws -> [String] {
    guard argument.count > 2, argument.hasPrefix("-"), !argument.hasPrefix("--"),
      argument != "-yo"
    else { return [argument] }
    let name = argument.dropFirst().prefix { $0 != "=" }
    let isOurs = ownFlags.contains { $0 == name }
    if !isOurs, let output = argument.wholeMatch(of: /-o=?(.+)/) { return ["-o", "\(output.1)"] }
    let help = argument.fileKind != nil ? "if it is a file: ./\(argument)" : "see splash --help"
    throw SplashError(
      .usage, argument, cause: isOurs ? "one dash too few" : "unknown flag",
      remedy: isOurs ? "write --\(name)" : help)
  }

  private static var ownFlags: Set<Substring> {
    let commands: [any ParsableCommand.Type] =
      [RunCommand.self] + Main.configuration.subcommands
    let help = commands.map { Main.helpMessage(for: $0) }.joined()
    return Set(help.matches(of: /--([a-z][a-z-]+)/).map(\.1))
  }
}
