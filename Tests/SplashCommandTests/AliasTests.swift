import TestSupport

/// Settings with an earlier name: both names are accepted everywhere and mean the same.
struct AliasTests {
  /// A setting by its flag, its earlier flag, its key in JSON and what JSON may call it besides.
  struct Name: CustomTestStringConvertible {
    let flag, before, key, newKey, value, json: String
    var testDescription: String { flag }
  }

  private static let blue = #"[{"center": 200, "width": 9}]"#
  static let names = [
    Name(
      flag: "hue-width", before: "threshold", key: "threshold", newKey: "hueWidth", value: "31",
      json: "31"),
    Name(
      flag: "exclude", before: "drop", key: "drops", newKey: "exclude", value: "200:9", json: blue),
    Name(
      flag: "despill", before: "defringe", key: "defringe", newKey: "despill", value: "off",
      json: #""off""#),
    Name(
      flag: "close-holes", before: "fill", key: "fill", newKey: "closeHoles", value: "3",
      json: "3"),
    Name(
      flag: "remove-specks", before: "clean", key: "clean", newKey: "removeSpecks", value: "2",
      json: "2"),
    Name(
      flag: "smoothing", before: "stability", key: "stability", newKey: "smoothing", value: "0.25",
      json: "0.25"),
  ]

  private let scratch = Scratch()
  /// A red square on grey, with noise.
  private let film: String

  init() throws {
    film = scratch.path("film.mkv")
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=gray:s=64x48:r=10:d=0.4,drawbox=16:12:32:24:red:fill,noise=alls=30:allf=t",
      "-c:v", "ffv1", "-pix_fmt", "yuv420p", film)
  }

  private func splash(_ arguments: [String]) throws -> Command {
    try Command.run(
      "env", ["XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path] + arguments)
  }

  /// The settings that a run saves; the run must print nothing.
  private func saved(_ arguments: String...) throws -> String {
    let file = scratch.path("saved.json")
    let run = try splash(
      [
        film, "--frames", "1", "-o", "null", "-y", "--save-settings", file, "--no-progress",
        "--hue", "0",
      ] + arguments)
    try #require(run.status == 0, "\(arguments): \(run.errors)")
    #expect(!run.errors.contains("warning"), "\(run.errors)")
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  private func put(_ text: String, in name: String) throws -> String {
    let path = scratch.path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func value(_ document: String, _ key: String) throws -> NSObject? {
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    return object?[key] as? NSObject
  }

  @Test(arguments: names.sampled(3)) func commandLineTakesOldAndNewNames(name: Name) throws {
    let (now, before) = (["--\(name.flag)", name.value], ["--\(name.before)", name.value])
    let document = try saved(now[0], now[1])
    #expect(try saved(before[0], before[1]) == document)
    #expect(try saved("\(before[0])=\(before[1])") == document)
    #expect(try document != saved() && value(document, name.key) != nil)
    // Files are written with the key that earlier versions read.
    if name.newKey != name.key { #expect(try value(document, name.newKey) == nil) }
  }

  @Test(arguments: names.sampled(3)) func settingsFilesTakeOldAndNewNames(name: Name) throws {
    let document = try saved("--\(name.flag)", name.value)
    for key in Set([name.key, name.newKey]) {
      let text = #"{"\#(key)": \#(name.json)}"#
      #expect(try saved("--settings", put(text, in: "look.json")) == document, "\(key)")
      _ = try put(text, in: "splash/presets/look.json")
      #expect(try saved("--use", "look") == document, "\(key)")
    }
    for flag in [name.flag, name.before] {
      let config = try put(#"{"\#(flag)": "\#(name.value)"}"#, in: "splash/config.json")
      #expect(try saved() == document, "\(flag)")
      // A flag wins over its default, whichever name each has.
      let other = name.key == "defringe" ? "on" : name.key == "drops" ? "90:9" : "1"
      #expect(try saved("--\(name.before)", other) == saved("--\(name.flag)", other, "--no-config"))
      try FileManager.default.removeItem(atPath: config)
    }
    if name.newKey != name.key {
      let both = try put(
        #"{"\#(name.key)": \#(name.json), "\#(name.newKey)": \#(name.json)}"#, in: "both.json")
      let run = try splash(["test:", "-o", "null", "--settings", both])
      #expect(run.status == 64 && run.errors.contains("the same as \(name.key)"), "\(run.errors)")
    }
  }

  @Test(arguments: names.sampled(3)) func timelinesTakeOldAndNewNamesAndWriteOne(name: Name) throws
  {
    func timelines(_ key: String) -> [String] {
      let settings = #"{"\#(key)": \#(name.json), "keep": ["object@0.5,0.5"]}"#
      return [
        #"[{"time": 0.01, "settings": \#(settings)}]"#,
        #"{"every": 0.01, "until": 0.05, "cycle": [{"rest": ["sepia"]}, \#(settings)]}"#,
      ]
    }
    for (before, now) in zip(timelines(name.key), timelines(name.newKey)) {
      let document = try saved("--timeline", before)
      #expect(document.contains("object@"))
      #expect(
        try saved("--timeline", now.replacing("object@", with: "color@")) == document, "\(now)")
    }
  }

  @Test func controlSocketTakesOldAndNewNames() throws {
    func settings(after orders: [String]) throws -> String {
      let run = try SteeredRun()
      let sent = try Command.splash(["send", run.socket] + orders)
      #expect(sent.status == 0 && sent.errors.isEmpty, "\(orders): \(sent.errors)")
      let document = try run.send("settings").text
      #expect(run.stop() == 0)
      return document
    }
    let document = try settings(after: Self.names.map { "\($0.flag)=\($0.value)" })
    #expect(try settings(after: Self.names.map { "\($0.before)=\($0.value)" }) == document)
    let parts = Self.names.map { #""\#($0.newKey)": \#($0.json)"# }.joined(separator: ", ")
    #expect(try settings(after: ["{\(parts)}"]) == document)
    #expect(try value(document, "threshold") == NSNumber(value: 31))
  }

  private func pictures(_ arguments: [String], _ suffix: String = "") throws -> Data {
    let output = scratch.path("out.nut")
    let run = try splash(
      [
        film, "-y", "-o", output + suffix, "--quiet",
      ] + arguments)
    try #require(run.status == 0, "\(run.errors)")
    return try Data(of: output)
  }

  @Test func oldAndNewNamesMakeTheSameFrames() throws {
    let look = ["--hue", "0", "--hue", "240", "--rest", "solid=white", "--feather", "3"]
    func all(_ flag: (Name) -> String) -> [String] {
      Self.names.flatMap { ["--" + flag($0), $0.value] }
    }
    let splashed = try pictures(look + all(\.flag))
    #expect(try pictures(look + all(\.before)) == splashed)
    #expect(try pictures(look) != splashed)
    let standing = try ["object", "color"].map {
      try pictures(["--keep", "\($0)@0.5,0.5", "--rest", "noir"])
    }
    #expect(standing[0] == standing[1])
  }

  @Test func outputOptionsTakeOldAndNewNames() throws {
    let look = ["--hue", "red", "--rest", "solid=white", "--feather", "3"]
    let plain = try pictures(look + ["--despill", "off"])
    #expect(try pictures(look, ":despill=off") == plain)
    #expect(try pictures(look, ":defringe=off") == plain)
    let twice = try splash(["test:", "-o", "a.nut:despill=off:defringe=on"])
    #expect(twice.status == 64 && twice.errors.contains("given twice"), "\(twice.errors)")
  }

  @Test func oldAndNewNameCountAsOneFlagGivenTwice() throws {
    for name in Self.names where name.key != "drops" {
      let other = name.key == "defringe" ? "on" : "1"
      let (now, before) = ("--\(name.flag)", "--\(name.before)")
      #expect(try saved(now, other, before, name.value) == saved(now, other, now, name.value))
      #expect(try saved(before, name.value, now, other) == saved(now, name.value, now, other))
    }
    #expect(
      try saved("--exclude", "90:5", "--drop", "200:5")
        == saved("--exclude", "90:5", "--exclude", "200:5"))
  }

  @Test func regionsTakeBothNamesAndAreWrittenByTheOld() throws {
    for place in ["0.5,0.5@0", "32,24"] {
      let document = try saved("--keep", "object@\(place)")
      #expect(try saved("--keep", "color@\(place)") == document)
      #expect(document.contains("object@") && !document.contains("color@"))
      let file = try put(document.replacing("object@", with: "color@"), in: "look.json")
      #expect(try saved("--settings", file) == document)
      let window = try saved("--within", "follow=object@\(place):box=0.3,0.5,0.2,0.2")
      #expect(try saved("--within", "follow=color@\(place):box=0.3,0.5,0.2,0.2") == window)
      #expect(window.contains("follow=object@"))
    }
  }

  @Test func messagesNameFlagsByTheirNewNames() throws {
    for (words, answer) in [
      (["--threshold", "x"], "--hue-width x: "), (["--drop", "qwerty"], "--exclude qwerty: "),
      (["--fill", "-1"], "--close-holes -1: "), (["--drop"], "--exclude: no value"),
      (["--treshold", "3"], "did you mean --hue-width?"),
      (["--stabilty", "1"], "did you mean --smoothing?"),
      (["--hue-widht", "3"], "did you mean --hue-width?"),
      (["--tolerance", "3"], "--hue-width"), (["--keep", "object@x"], "write color@X,Y"),
    ] {
      let run = try splash(["test:", "-o", "null"] + words)
      #expect(run.status == 64 && run.errors.contains(answer), "\(run.errors)")
    }
    _ = try put(#"{"treshold": 3}"#, in: "splash/config.json")
    let run = try splash(["test:", "-o", "null"])
    #expect(run.errors.contains("did you mean hue-width?"), "\(run.errors)")
  }

  @Test func helpShowsOnlyTheNewNames() throws {
    for command in [
      ["--help-all"], ["help", "color"], ["help", "keep"], ["help", "edge"],
      ["tune", "--help"], ["preview", "--help"], ["looks", "--help"],
    ] {
      let help = try splash(command).text
      for name in Self.names {
        #expect(!help.contains("--\(name.before) "), "\(command): \(name.before)")
      }
      #expect(!help.contains("object@"))
    }
  }
}
