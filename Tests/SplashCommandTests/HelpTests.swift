import Foundation
import TestSupport

/// The help people read, compared whole. After a change on purpose, look at the new text and store
/// it:
/// `COLUMNS=80 splash --help-all > Tests/SplashCommandTests/Help/run.txt`, and so on;
/// `splash --help` is short.txt, `splash help color` topic-color.txt.
struct HelpTests {
  static let topics = [
    "color", "keep", "look", "edge", "output", "shape", "camera", "time", "batch",
  ]

  @Test(arguments: [
    "run", "preview", "devices", "colors", "looks", "presets", "subjects", "models", "pick", "join",
    "tune", "send", "service", "bench",
    "licences",
  ])
  func helpMatchesTheStoredText(subcommand: String) throws {
    let arguments = subcommand == "run" ? ["--help-all"] : [subcommand, "--help"]
    let run = try Command.run(
      "env", ["COLUMNS=80", Command.splash.path] + arguments)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let stored = Repository.path("Tests/SplashCommandTests/Help/\(subcommand).txt")
    #expect(try run.text == String(contentsOfFile: stored, encoding: .utf8))
  }

  private func help(_ arguments: String...) throws -> String {
    let run = try Command.run("env", ["COLUMNS=80", Command.splash.path] + arguments)
    try #require(run.status == 0 && run.errors.isEmpty, "\(arguments): \(run.errors)")
    return run.text
  }

  private func stored(_ name: String) throws -> String {
    try String(
      contentsOfFile: Repository.path("Tests/SplashCommandTests/Help/\(name).txt"), encoding: .utf8)
  }

  private func fits(_ page: String) -> Bool {
    page.split(separator: "\n").allSatisfy { $0.count <= 80 }
  }

  private func flags(_ page: String) -> [String] {
    page.matches(of: /^  (?:-\w, )?--([a-z][a-z-]*)/.anchorsMatchLineEndings()).map { String($0.1) }
  }

  /// The words of a page from a line that begins with a label to the next label or heading.
  private func sentence(of label: String, in page: String) throws -> String {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(label) })
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
    return ([lines[start]] + rest).joined(separator: " ").split(separator: " ")
      .joined(separator: " ")
  }

  @Test func shortHelpFitsOnTwoScreens() throws {
    let page = try help("--help")
    #expect(try page == stored("short"))
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 61 && fits(page))
    for line in ["-h", "help", "run --help", "help run", "a.mp4 --hue red -h"] {
      let words = line.split(separator: " ").map(String.init)
      let run = try Command.splash(words)
      #expect(run.status == 0 && run.text == page, "\(words)")
    }
    #expect((12...20).contains(flags(page).count))
    for topic in Self.topics + ["all", "recipes"] {
      #expect(page.contains("\n  \(topic) "), "\(topic)")
    }
  }

  @Test func helpOfAllOptionsHasThreeSpellings() throws {
    let page = try help("--help-all")
    #expect(flags(page).count > 100)
    #expect(try help("help", "all") == page)
    #expect(try help("run", "--help-all") == page)
    #expect(try help("help", "pick") == help("pick", "--help"))
    #expect(try help("pick", "--help-all") == help("pick", "--help"))
    #expect(try help("help", "service", "install") == help("service", "install", "--help"))
  }

  @Test(arguments: topics) func helpTopicHasThreeCommandsAndKnownOptions(topic: String) throws {
    let (page, all) = (try help("help", topic), try help("--help-all"))
    #expect(try page == stored("topic-\(topic)"))
    #expect(fits(page))
    #expect(page.matches(of: /^  splash\b/.anchorsMatchLineEndings()).count == 3)
    // Options with a table are explained in other words.
    for match in page.matches(of: /^  (?:-\w, )?--[a-z].*$/.anchorsMatchLineEndings()) {
      let label = String(match.0.prefix(26))
      let told = try sentence(of: label, in: page)
      guard !told.contains("see the table below") else { continue }
      #expect(try told == sentence(of: label, in: all), "\(label)")
    }
  }

  @Test func everyOptionIsInAHelpTopic() throws {
    let told = try Self.topics.flatMap { try flags(help("help", $0)) }
    let missing = try Set(flags(help("--help-all"))).subtracting(told)
    #expect(missing == ["version", "help", "help-all"])
  }

  @Test func helpListsColorsLooksAndRegionsInTables() throws {
    func table(_ topic: String, _ title: String) throws -> String {
      String(try help("help", topic).components(separatedBy: "\n\(title):\n")[1])
    }
    let colors = try table("color", "COLORS").split { " \n".contains($0) }.map(String.init)
    for line in try Command.splash("colors").lines {
      #expect(colors.contains(String(line.prefix { $0 != " " })))
    }
    let looks = "\n" + (try table("look", "LOOKS"))
    for line in try Command.splash("looks").lines {
      #expect(looks.contains("\n  " + line.prefix { $0 != " " }), "\(line)")
    }
    let regions = try table("keep", "REGIONS")
    let said = try sentence(of: "  --keep ", in: help("--help-all"))
    for name in said.matches(of: /\b([a-z]+)(?=[=@]|, (?:face|subject|or mask))/).map(\.1) {
      #expect(regions.contains(name), "\(name)")
    }
    #expect(regions.hasPrefix("  thing@"))
  }

  @Test func helpFindsWords() throws {
    for (word, answers) in [
      ("feather", ["--feather <N>", "splash help edge has more of its kind."]),
      ("threshold", ["--hue-width <DEG>"]),
      ("--crf", ["Constant quality"]), ("umbrella", ["RECIPES:", "color@0.1,0.6@2"]),
      ("turquoise", ["COLORS:", "turquoise"]), ("sepia", ["LOOKS:", "  sepia"]),
      ("fade", ["--fade <TIME>", "--fade-in <S>", "--fade-out <S>"]),
      ("size", ["--size <WxH>"]), ("tv", ["TOPICS:", "splash help output"]),
      ("specks", ["TOPICS:", "splash help edge", "--remove-specks"]), ("recipes", ["ONE COLOR"]),
    ] {
      let page = try help("help", word)
      for answer in answers { #expect(page.contains(answer), "\(word): \(page)") }
    }
    for (word, answer) in [
      ("colr", "splash: no topic 'colr': did you mean color?\n"),
      ("treshold", "splash: no topic 'treshold': did you mean hue-width?\n"),
      ("qqqqqqqq", "topics are color, keep,"),
    ] {
      let run = try Command.splash("help", word)
      #expect(run.status == 64 && run.errors.contains(answer), "\(run.errors)")
    }
  }

  @Test func everyOptionInThePagesIsInTheHelp() throws {
    let help = try [
      "--help-all", "pick", "join", "tune", "devices", "colors", "looks", "presets", "subjects",
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

  @Test func versionIsInTheChangelog() throws {
    let line = try #require(Command.splash("--version").lines.first)
    let version = try #require(line.firstMatch(of: /^splash (\S+)/)?.1)
    let changes = try String(contentsOfFile: Repository.path("CHANGELOG.md"), encoding: .utf8)
    #expect(changes.contains("## \(version)"))
  }

  @Test func versionNamesFFmpegSwiftAndInstructionSet() throws {
    let line = try #require(Command.splash("--version").lines.first)
    let ffmpeg = try #require(Command.run("ffmpeg", ["-version"]).lines.first)
    let version = try #require(ffmpeg.firstMatch(of: /^ffmpeg version (\S+)/)?.1)
    #expect(line.contains("(FFmpeg \(version), Swift 6."), "\(line)")
    let set = try #require(line.firstMatch(of: /, (\w+)\)$/)?.1)
    try Command.splash("test:", "--frames", "1", "-o", "null", "--cpu", String(set)).checked()
    #expect(try Command.splash("pick", "--version").text == line + "\n")
  }

  @Test func licencesNameEveryLinkedPackage() throws {
    let run = try Command.splash("licences").checked()
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

  /// The words that completions offer are in the parser's description of itself.
  @Test(arguments: [
    ("show", "mask"), ("rest", "noir"), ("white-balance", "auto"), ("hue", "mustard"),
    ("exclude", "skin"), ("matrix", "bt709"), ("person-network", "outline"),
  ])
  func valuesAreOfferedByCompletions(flag: String, value: String) throws {
    let description = try JSONSerialization.jsonObject(
      with: Data(Command.splash("--experimental-dump-help").text.utf8))
    /// All objects in a value that satisfy a condition.
    func objects(_ value: Any, where isWanted: ([String: Any]) -> Bool) -> [[String: Any]] {
      if let list = value as? [Any] { return list.flatMap { objects($0, where: isWanted) } }
      guard let object = value as? [String: Any] else { return [] }
      let inner = object.values.flatMap { objects($0, where: isWanted) }
      return isWanted(object) ? [object] + inner : inner
    }
    let options = objects(description) {
      ($0["preferredName"] as? [String: Any])?["name"] as? String == flag
    }
    try #require(!options.isEmpty)
    for option in options {
      let list = (option["completionKind"] as? [String: Any])?["list"] as? [String: Any]
      #expect((list?["values"] as? [String])?.contains(value) == true)
    }
  }
}
