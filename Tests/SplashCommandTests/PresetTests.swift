import TestSupport

/// Named looks, and a user's own defaults.
struct PresetTests {
  private let scratch = Scratch()

  /// Runs splash with a configuration folder of its own.
  private func splash(_ arguments: String...) throws -> Command {
    try Command.run(
      "env", ["XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path] + arguments)
  }

  private func configure(_ text: String) throws -> String {
    let folder = try scratch.makeFolder("splash")
    try text.write(toFile: folder + "/config.json", atomically: true, encoding: .utf8)
    return folder + "/config.json"
  }

  /// The frames of a run as a checksum.
  private func digest(_ arguments: String...) throws -> Data {
    let run = try Command.run(
      "env",
      [
        "XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path, "test:96x64", "--frames",
        "2",
      ]
        + ["-o", "-", "--quiet"] + arguments
    ).checked()
    return run.output
  }

  @Test func shippedPresetsAreListedAndCanBeUsed() throws {
    let list = try splash("presets")
    #expect(list.status == 0 && list.lines.count >= 10)
    for line in list.lines {
      let name = String(line.prefix { $0 != " " })
      let shown = try splash("presets", "show", name).checked()
      #expect(shown.text.contains("\"rest\""))
    }
    let plain = try digest("--hue", "red", "--rest", "noir")
    #expect(try digest("--use", "noir-red") == plain)
    #expect(try digest("--use", "noir-red", "--rest", "grey") == digest("--hue", "red"))
  }

  @Test func ownPresetsAreKeptUntilRemoved() throws {
    #expect(try splash("presets", "save", "dusk", "--hue", "blue", "--rest", "sepia").status == 0)
    #expect(try splash("presets").lines[0].hasPrefix("dusk "))
    let used = try digest("--use", "dusk")
    #expect(try used == digest("--hue", "blue", "--rest", "sepia"))
    let file = scratch.path("evening.json")
    #expect(try splash("presets", "export", "dusk", file).status == 0)
    #expect(try splash("presets", "export", "dusk", file).status == 2)
    #expect(try digest("--settings", file) == used)
    #expect(try splash("presets", "import", file).status == 0)
    #expect(try digest("--use", "evening") == used)
    #expect(try splash("presets", "save", "again", file).status == 0)
    let taken = try splash("presets", "save", "dusk", "--hue", "red")
    #expect(taken.status == 2 && taken.errors.contains("-y"), "\(taken.errors)")
    #expect(try splash("presets", "save", "dusk", "--hue", "red", "-y").status == 0)
    #expect(try digest("--use", "dusk") == digest("--hue", "red"))
    for name in ["dusk", "evening", "again"] {
      #expect(try splash("presets", "remove", name).status == 0)
    }
    #expect(try splash("presets").text == Command.splash("presets").text)
  }

  @Test func presetsKeepTheirTimeline() throws {
    let file = scratch.path("late.json")
    try #"{"hues": ["red"], "timeline": [{"time": 0.02, "settings": {"rest": ["noir"]}}]}"#
      .write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try splash("presets", "import", file).status == 0)
    #expect(try digest("--use", "late") == digest("--settings", file))
  }

  @Test func invalidPresetNamesAreRefused() throws {
    for name in ["../up", "a/b", "", ".hidden", "a b"] {
      let run = try splash("presets", "save", name, "--hue", "red")
      #expect(run.status == 64 && run.errors.contains("letters, digits"), "\(run.errors)")
    }
    let near = try splash("test:", "-o", "null", "--use", "nior-red")
    #expect(near.status == 64 && near.errors.contains("did you mean noir-red?"), "\(near.errors)")
    let shipped = try splash("presets", "remove", "noir-red")
    #expect(shipped.status == 64 && shipped.errors.contains("comes with splash"))
    let encoder = try splash("test:", "-o", "null", "--preset", "noir-red")
    #expect(encoder.status == 64 && encoder.errors.contains("--use noir-red"), "\(encoder.errors)")
    let both = try splash("test:", "-o", "null", "--use", "noir-red", "--settings", "x.json")
    #expect(both.status == 64 && both.errors.contains("exclude each other"), "\(both.errors)")
  }

  @Test func configuredDefaultsYieldToFlags() throws {
    let blue = try digest("--hue", "blue", "--rest", "noir")
    let (noir, red) = (try digest("--use", "noir-red"), try digest())
    _ = try configure(
      #"{"hue": ["blue"], "rest": "noir", "crf": 18, "quality": 9, "threshold": 20}"#)
    #expect(try digest() == blue)
    #expect(try digest("--no-config") == red)
    #expect(try digest("--hue", "red") == noir)
    #expect(try digest("--use", "noir-red") == noir)
    let film = scratch.path("film.mp4")
    let said = try splash("test:64x48", "-o", film, "--frames", "1", "--verbose").checked()
    #expect(
      said.errors.contains("config.json: --crf=18 --hue=blue --rest=noir --hue-width=20"),
      "\(said.errors)")
    let other = try splash(
      "test:64x48", "-o", film, "-y", "--frames", "1", "--verbose", "--bitrate", "1M")
    #expect(other.status == 0 && !other.errors.contains("--crf"), "\(other.errors)")
    // Both flags in a word, as well.
    let joined = try splash("test:64x48", "-yo", film, "--frames", "1", "--verbose")
    #expect(joined.errors.contains("config.json: --crf=18 --hue"), "\(joined.errors)")
    let picture = scratch.path("picture.png")
    try Command.splash("test:64x48", "--frames", "1", "-o", picture, "--quiet")
    for ending in ["jpg", "heic"] {
      // Reported before libheif is asked, which cannot write it everywhere.
      let said = try splash(picture, "-o", scratch.path("photo.\(ending)"), "--verbose").errors
      #expect(said.contains("config.json: --hue=blue --quality=9 --rest=noir"), "\(said)")
    }
    // Commands without these flags have no use for them.
    #expect(try splash("colors").status == 0)
    #expect(try splash("pick", "test:", "--at", "3,3").status == 0)
  }

  @Test(arguments: [
    (#"{"rset": "noir"}"#, ["'rset'", "did you mean rest?"]),
    (#"{"rest": "nior"}"#, ["--rest nior"]), (#"{"scale": "x"}"#, ["--scale x", "1080p"]),
    (#"{"jobs": "many"}"#, ["--jobs many"]),
    (#"{"mirror": 1}"#, ["'mirror'", "true or false"]),
    (#"{"rest": true}"#, ["'rest'"]), ("[1]", ["not an object"]), ("{", ["not an object"]),
    (#"{"no-config": true}"#, ["'no-config'"]),
  ]) func invalidDefaultsAreNamed(text: String, names: [String]) throws {
    let file = try configure(text)
    let run = try splash("test:", "-o", "null", "--frames", "1")
    #expect(run.status == 64, "\(run.errors)")
    for name in names + [file] { #expect(run.errors.contains(name), "\(run.errors)") }
    #expect(run.errors.split(separator: "\n").count == 1)
    // Commands that use none of the defaults still work.
    for word in ["--version", "presets"] {
      let other = try splash(word)
      #expect(other.status == 0 && other.errors.isEmpty, "\(other.errors)")
    }
  }
}
