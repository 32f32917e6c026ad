import TestSupport

/// Words that users write and read: names in JSON, flags of other programs, lines on a
/// terminal.
struct WordsTests {
  private let scratch = Scratch()

  /// Names mean the same in JSON and in flags, also in a timeline.
  @Test func colorNamesInJSONMeanTheSameAsInFlags() throws {
    let json =
      #"{"hues":["green","200:15"],"drops":["skin"],"saturation":"0.3..1","rest":["none"]}"#
    let file = try scratch.write(json, to: "look.json")
    let flags = [
      "--hue", "green", "--hue", "200:15", "--exclude", "skin", "--saturation", "0.3..1", "--rest",
      "none",
    ]
    func saved(_ name: String, _ arguments: [String]) throws -> String {
      let path = scratch.path(name)
      try Command.splash(
        ["test:64x48", "-o", "null", "--frames", "1", "--save-settings", path] + arguments
      ).checked()
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    #expect(try saved("a.json", ["--settings", file]) == saved("b.json", flags))
    let runs = try [
      ["--timeline", #" [{"time": 0, "settings": \#(json)}]"#], flags,
    ].map {
      try Command.splash(["test:64x48", "-o", "-", "--frames", "3", "--quiet"] + $0)
    }
    #expect(runs[0].status == 0, "\(runs[0].errors)")
    #expect(runs[0].output == runs[1].output)
  }

  @Test(arguments: [
    ("--preview", "ffplay"), ("--height=2", "--scale"), ("--speed", "--preset"),
    ("--background", "--rest image=FILE"), ("--blur", "--rest blur=2"), ("--sepia", "--rest sepia"),
    ("--red", "--hue red"), ("--person", "--keep person"), ("--mask", "--show mask"),
    ("--tolerance", "--hue-width"),
  ])
  func flagsOfOtherProgramsAreAnsweredWithOurs(flag: String, answer: String) throws {
    let run = try Command.splash("test:", flag, "-o", "null")
    #expect(run.status == 64)
    #expect(run.errors.contains(answer) && !run.errors.contains("did you mean"), "\(run.errors)")
  }

  @Test func colorFlagMeansHue() throws {
    let runs = try ["--color=blue", "--hue=blue"].map {
      try Command.splash("test:64x48", $0, "--frames", "2", "-o", "-", "--quiet")
    }
    #expect(runs[0].status == 0 && runs[0].output == runs[1].output, "\(runs[0].errors)")
  }

  /// Text that cannot be printed is an error, but not for a reader that closes the pipe.
  @Test(arguments: [
    "colors", "colors --json", "looks", "pick test: --at 9,9", "--help", "tune --help", "--version",
    "devices --json",
  ])
  func fullStandardOutputIsAnErrorAndAClosedOneIsNot(words: String) throws {
    let full = try Command.run(
      "bash", ["-c", "'\(Command.splash.path)' \(words) >/dev/full"])
    #expect(full.status == 1 && full.errors.hasPrefix("splash: standard output: cannot write"))
    #expect(full.errors.split(separator: "\n").count == 1)
    let gone = try Command.run(
      "bash", ["-c", "'\(Command.splash.path)' \(words) | true; echo ${PIPESTATUS[0]}"])
    #expect(gone.lines == ["0"] && gone.errors.isEmpty, "\(gone.errors)")
  }

  /// A file name cannot break a line into two.
  @Test func fileNamesCannotForgeOutputLines() throws {
    let output = scratch.path("a\nsplash: all is well\u{1b}[2J.mkv")
    let run = try Command.splash("test:64x48", "--frames", "2", "-o", output)
    #expect(run.status == 0)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.errors.contains(#"a\x0Asplash: all is well\x1B[2J.mkv"#), "\(run.errors)")
    #expect(!run.errors.unicodeScalars.contains("\u{1b}"))
  }

  /// The hint names no color where there is none, and none that was selected or excluded.
  @Test(arguments: [
    (filter: "format=gray", look: ["--hue", "red"], hint: "0.0 % of the frame kept"),
    ("hue=s=0", ["--hue", "red"], "--show mask shows"),
    ("null", ["--hue", "red,s=0.99..1"], "no other color"),
    ("null", ["--hue", "green", "--exclude", "0:40"], "no other color"),
    ("null", ["--hue", "green"], "much of --hue"),
    ("null", ["--hue", "green", "--keep", "box=0,0,1px,1px"], "kept less than 0.001 %"),
  ])
  func hintNamesOnlyUnusedColors(filter: String, look: [String], hint: String) throws {
    let clip = try scratch.make(
      "clip.mkv", "-f", "lavfi", "-i", "color=0xc05050:s=3840x2160:r=5:d=0.6", "-vf", filter,
      "-c:v", "ffv1")
    let run = try Command.splash([clip, "-o", "null", "--white-balance", "off"] + look).checked()
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  /// Hues are excluded before the mask is inverted, so excluded colors are kept then.
  @Test func invertKeepsExcludedColors() throws {
    let clip = try scratch.greyBesideRed(160, 96, rate: 5, seconds: 0.2)
    func mask(_ arguments: String...) throws -> [UInt8] {
      let look = [
        "--white-balance", "off", "--close-holes", "0", "--remove-specks", "0", "--hue", "340..120",
      ]
      return try #require(ShownMasks(of: clip, look + arguments, in: scratch).masks.first)
    }
    let (red, none) = (try mask(), try mask("--exclude", "red"))
    #expect(red.contains(219) && Set(none) == [0])
    #expect(try Set(mask("--exclude", "red", "--invert")) == [219])
    #expect(try mask("--invert") == red.map { 219 - $0 })
  }

  // MARK: - What the specification lists

  private static func specification() throws -> String {
    try String(contentsOfFile: Repository.path("Specification.md"), encoding: .utf8)
  }

  @Test func everySubcommandIsSpecified() throws {
    let help = try Command.splash("--help").text
    let list = try #require(
      help.firstMatch(of: #/Subcommands: run \(this, and the default\), ([^.]*)\./#))
    let names = list.1.split { !$0.isLetter }.map(String.init)
    #expect(names.contains("looks") && names.contains("join"))
    let specification = try Self.specification()
    for name in names {
      #expect(specification.contains("\nsplash \(name) "), "\(name)")
      #expect(try Command.splash(name, "--help").status == 0)
    }
    // Lines of its list, no prose.
    let lines = specification.matches(of: #/\nsplash ([a-z]+) [\[A-Z]/#).map { String($0.1) }
    #expect(Set(lines).isSubset(of: names), "\(lines)")
  }

  /// Every key that `--stats-json` writes stands in the specification's example, and no other.
  @Test func reportKeysMatchTheSpecification() throws {
    let json = scratch.path("stats.json")
    try Command.splash(
      "test:64x48@30", "--frames", "8", "--realtime", "--hue", "3:1", "-o", "null", "--stats-json",
      json
    ).checked()
    func keys(_ value: Any) -> Set<String> {
      switch value {
      case let object as [String: Any]:
        object.reduce(into: Set(object.keys)) { $0.formUnion(keys($1.value)) }
      case let list as [Any]: list.reduce(into: []) { $0.formUnion(keys($1)) }
      default: []
      }
    }
    let written = keys(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: json))))
    let example = try #require(
      try Self.specification().firstMatch(of: #/```json\n(\{"version"[^`]*)```/#))
    let specified = Set(example.1.matches(of: #/"(\w+)":/#).map { String($0.1) })
    let stages = Set([
      "read", "decode", "convert", "balance", "splash", "encode", "write", "subject",
    ])
    // Keys that some reports have: lost objects, a hint where next to nothing was kept, the delay
    // of frames, and the decoder of a clip.
    let sometimes: Set = [
      "name", "seconds", "reason", "hint", "latency", "lost", "written", "output", "delay",
      "limit_ms", "now_ms", "mean_ms", "decoder",
    ]
    #expect(written.subtracting(stages).subtracting(specified) == [])
    #expect(specified.subtracting(stages).subtracting(written).subtracting(sometimes) == [])
  }
}
