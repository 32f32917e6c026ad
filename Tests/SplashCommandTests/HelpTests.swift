import Foundation
import TestSupport
import Testing

/// The help people read, compared whole. After a change on purpose, look at the new text and store
/// it:
/// `COLUMNS=80 splash --help > Tests/SplashCommandTests/Help/run.txt`, and so on.
struct HelpTests {
  @Test(arguments: [
    "run", "preview", "devices", "colors", "looks", "presets", "subjects", "models", "pick", "join",
    "tune", "send", "service", "bench",
    "licences",
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

  @Test func everyOptionOfThePagesIsInTheHelp() throws {
    let help = try [
      "--help", "pick", "join", "tune", "devices", "colors", "looks", "presets", "subjects",
      "models", "send", "service",
      "bench", "licences",
    ].map {
      try Command.splash($0, "--help").text
    }.joined()
    let lines = Repository.pages.flatMap { $0.split(separator: "\n") }
    for line in lines where line.hasPrefix("splash ") {
      for word in line.split(separator: " ") where word.hasPrefix("--") {
        let option = word.prefix { $0 == "-" || $0.isLetter }
        #expect(help.contains(option), "\(option) in: \(line)")
      }
    }
  }

  @Test func theVersionIsTheChangelogs() throws {
    let line = try #require(Command.splash("--version").lines.first)
    let version = try #require(line.firstMatch(of: /^splash (\S+)/)?.1)
    let changes = try String(contentsOfFile: Repository.path("CHANGELOG.md"), encoding: .utf8)
    #expect(changes.contains("## \(version)"))
  }

  @Test func theVersionNamesWhatIsThereAtRunTime() throws {
    let line = try #require(Command.splash("--version").lines.first)
    let ffmpeg = try #require(Command.run("ffmpeg", ["-version"]).lines.first)
    let version = try #require(ffmpeg.firstMatch(of: /^ffmpeg version (\S+)/)?.1)
    #expect(line.contains("(FFmpeg \(version), Swift 6."), "\(line)")
    let set = try #require(line.firstMatch(of: /, (\w+)\)$/)?.1)
    let run = try Command.splash("test:", "--frames", "1", "-o", "null", "--cpu", String(set))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Command.splash("pick", "--version").text == line + "\n")
  }

  @Test func licencesNameWhatItIsLinkedOf() throws {
    let run = try Command.splash("licences")
    #expect(run.status == 0, "\(run.errors)")
    let pins = try String(contentsOfFile: Repository.path("Package.resolved"), encoding: .utf8)
    for pin in pins.matches(of: /"identity" : "([^"]*)"/) where !pin.1.contains("docc") {
      #expect(run.lines.contains { $0.hasPrefix(pin.1 + " ") }, "\(pin.1)")
    }
    #expect(run.text.firstMatch(of: /FFmpeg \S+ +L?GPL version/) != nil, "\(run.text)")
    let path = "Sources/SplashCore/Documentation.docc/Licences.md"
    let article = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    for line in run.lines.dropFirst().prefix(while: { !$0.hasPrefix("FFmpeg") }) {
      let (name, licence) = (line.prefix(28), line.dropFirst(28))
      let row = "| \(name.trimmingCharacters(in: .whitespaces)) | \(licence) |"
      #expect(article.contains(row), "\(row)")
    }
  }
}
