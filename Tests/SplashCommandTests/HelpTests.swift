import Foundation
import TestSupport
import Testing

/// The help people read, compared whole. After a change on purpose, look at the new text and store
/// it:
/// `COLUMNS=80 splash --help > Tests/SplashCommandTests/Help/run.txt`, and so on.
struct HelpTests {
  @Test(arguments: [
    "run", "devices", "colors", "looks", "subjects", "models", "pick", "join", "tune", "bench",
  ])
  func helpIsWhatItWas(subcommand: String) throws {
    let arguments = subcommand == "run" ? ["--help"] : [subcommand, "--help"]
    let run = try Command.run(
      "env", ["COLUMNS=80", Command.splash.path] + arguments)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let stored = Repository.path("Tests/SplashCommandTests/Help/\(subcommand).txt")
    #expect(try run.text == String(contentsOfFile: stored, encoding: .utf8))
  }

  @Test func everyOptionOfTheReadmeIsInTheHelp() throws {
    let help = try [
      "--help", "pick", "join", "tune", "devices", "colors", "looks", "subjects", "models", "bench",
    ].map {
      try Command.splash($0, "--help").text
    }.joined()
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    for line in readme.split(separator: "\n") where line.hasPrefix("splash ") {
      for word in line.split(separator: " ") where word.hasPrefix("--") {
        let option = word.prefix { $0 == "-" || $0.isLetter }
        #expect(help.contains(option), "\(option) in: \(line)")
      }
    }
  }

  @Test func theVersionIsTheChangelogs() throws {
    let version = try #require(Command.splash("--version").lines.first)
    let changes = try String(contentsOfFile: Repository.path("CHANGELOG.md"), encoding: .utf8)
    #expect(changes.contains("## \(version)"))
  }
}
