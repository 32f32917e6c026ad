import TestSupport

/// The options by which `--resume` and `splash join` know whether a result is up to date: the key
/// of a result in `.splash-ledger` changes with each option that changes results, and with no
/// other. Every option of the help is in one of these lists.
struct OptionKeyTests {
  private struct Option {
    var words: [String]
    /// Options that it needs to have an effect; the run it is compared with has them too.
    var with: [String] = []
    var kind = "mkv"
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., with: [String] = [], kind: String = "mkv") {
      (self.words, self.with, self.kind) = (words, with, kind)
    }
  }

  private static let changing: [Option] = [
    Option("--input-format", "matroska"), Option("--matrix", "bt601"), Option("--range", "full"),
    Option("--exr-colors", "acescg"),
    Option("--allow-protocols", "file"), Option("--start", "0.1"), Option("--keep-start"),
    Option("--duration", "0.2"), Option("--end", "0.2"), Option("--cut", "0..0.1"),
    Option("--frames", "2"), Option("--no-audio"), Option("--no-subtitles"), Option("--no-tags"),
    Option("--fps", "5"), Option("--format", "nut"), Option("--codec", "mpeg4"),
    Option("--crf", "30"), Option("--quality", "50", kind: "jpg"), Option("--preset", "fast"),
    Option("--bitrate", "1M"), Option("--encoder-option", "g=2"),
    Option("--pixel-format", "yuv420p"), Option("--loop", "3", kind: "gif"),
    Option("--skip-unsupported"), Option("--crop", "1:1"), Option("--rotate", "90"),
    Option("--mirror"), Option("--scale", "50%"), Option("--sdr"), Option("--hue", "blue"),
    Option("--exclude", "orange"), Option("--keep", "box=0,0,0.5,1"),
    Option("--within", "box=0,0,0.5,1"), Option("--without", "box=0,0,0.5,1"),
    Option("--paint", "stroke=0.1,0.5,0.5"),
    Option("--hue-width", "30"), Option("--softness", "20"), Option("--saturation", "0.3..1"),
    Option("--value", "0.2..1"), Option("--gate-softness", "0.2"), Option("--chroma-floor", "0.1"),
    Option("--white-balance", "off"), Option("--like", "in.jpg"),
    Option("--balance-time", "2"), Option("--lock-balance"),
    Option("--balance-output"), Option("--smoothing", "0.2"), Option("--despeckle", "2"),
    Option("--close-holes", "1"), Option("--remove-specks", "1"), Option("--whole", "0.5"),
    Option("--grow", "1"),
    Option("--shrink", "1"),
    Option("--smooth", "1"), Option("--feather", "1"), Option("--edge", "0.2..0.8"),
    Option("--invert"), Option("--rest", "noir"), Option("--kept", "fade=0.5"),
    Option("--despill", "off"), Option("--fade-in", "1"), Option("--fade-out", "1"),
    Option("--show", "mask"), Option("--use", "noir-red"), Option("--settings", "settings.json"),
    Option("--subject-every", "2"),
    Option("--timeline", #"[{"time": 0.1, "settings": {"threshold": 40}}]"#),
    Option("--from", "0.1"), Option("--until", "0.2"),
    Option("--fade", "0.1", with: ["--from", "0.1"]),
    Option("--no-note"), Option("--hardware", "vaapi"),
  ]

  /// The options for a custom network.
  private static let subject = ["--keep", "subject", "--subject-model", "network.onnx"]
  private static let depth = ["--keep", "near=0.5", "--depth-model", "network.onnx"]
  private static let changingSubjects = [
    Option("--subject-model", "other.onnx", with: subject),
    Option("--subject-form", "mean=0.5,0.5,0.5", with: subject),
    Option("--depth-model", "other.onnx", with: depth),
    Option("--depth-form", "invert", with: depth),
  ]

  private static let neutral = [
    Option("--max-pixels", "1000000"), Option("--max-file", "2G"), Option("--timeout", "10"),
    Option("--no-config"), Option("--recursive"), Option("--jobs", "2"), Option("--resume"),
    Option("--file-timeout", "1min"), Option("--report", "report.jsonl"), Option("--overwrite"),
    Option("--allow-files", "/"), Option("--save-settings", "saved.json"),
    Option("--subject-threads", "1"), Option("--budget", "30"), Option("--quiet"),
    Option("--verbose"), Option("--no-progress"), Option("--progress", "json"),
    Option("--cpu", "reference"), Option("--always"),
  ]

  /// Options that cannot be combined with `--resume`, or that tests have no files for.
  private static let others: Set = [
    // Of one input: they are refused for several.
    "realtime", "part", "max-size", "control-socket", "transition", "stats", "stats-json",
    "enforce-budget",
    // Of cameras.
    "size", "camera-format", "lock-camera", "control", "reconnect", "delay",
    // The run itself.
    "output", "watch", "version", "help", "help-all",
    // Networks and their runtime that not every machine has.
    "person-network", "thing-models", "onnxruntime",
  ]

  private let scratch = Scratch()

  init() throws {
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.4", "-c:v", "libx264", scratch.path("in.mkv"))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", scratch.path("in.jpg"))
    let settings = URL(fileURLWithPath: scratch.path("settings.json"))
    try Data(#"{"threshold": 33}"#.utf8).write(to: settings)
    try MadeNetwork.write(to: scratch.path("network.onnx"))
    try MadeNetwork.write(to: scratch.path("other.onnx"), weights: [0, 1, 0])
  }

  /// The key of a result of these options.
  private func key(_ words: [String], kind: String) throws -> String {
    let folder = "out-\(UUID().uuidString)"
    let input = kind == "jpg" ? "in.jpg" : "in.mkv"
    let run = try Command.run(
      "env",
      [
        "-C", scratch.folder.path, Command.splash.path, input, "-o", "\(folder)/{name}.\(kind)",
      ] + words)
    try #require(run.status == 0, "\(words): \(run.errors)")
    let ledger = try String(
      contentsOfFile: scratch.path("\(folder)/.splash-ledger"), encoding: .utf8)
    return String(try #require(ledger.matches(of: /"key":"(\w+)"/).last?.1))
  }

  /// Those that change the key.
  private func changing(_ options: [Option]) throws -> [String] {
    var plain: [[String]: String] = [:]
    return try options.filter { option in
      let way = option.with + [option.kind]
      let before = try plain[way] ?? key(option.with, kind: option.kind)
      plain[way] = before
      return try key(option.with + option.words, kind: option.kind) != before
    }.map(\.testDescription)
  }

  @Test func optionsThatChangeResultsChangeTheResultKey() throws {
    #expect(try changing(Self.changing) == Self.changing.map(\.testDescription))
  }

  @Test(.enabled(if: MadeNetwork.runtime != nil, "needs ONNX Runtime"))
  func networkOptionsChangeTheResultKey() throws {
    #expect(try changing(Self.changingSubjects) == Self.changingSubjects.map(\.testDescription))
  }

  @Test func neutralOptionsDoNotChangeTheResultKey() throws {
    #expect(try changing(Self.neutral) == [])
  }

  @Test func everyOptionIsListedForTheResultKey() throws {
    let help = try Command.splash("--help-all").text
    let flags = help.matches(of: /^  (?:-\w, )?--([a-z][a-z-]*)/.anchorsMatchLineEndings())
      .map { String($0.1) }
    let lists = [Self.changing, Self.changingSubjects, Self.neutral]
    let judged = lists.joined().map { String($0.words[0].dropFirst(2)) } + Self.others
    #expect(flags.count > 100 && judged.count == Set(judged).count)
    #expect(Set(flags).symmetricDifference(judged).sorted() == [])
  }
}
