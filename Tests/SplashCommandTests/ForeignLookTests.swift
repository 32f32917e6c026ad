import TestSupport

/// Looks from other people, as a settings file, a timeline or a clip's note: which files they may
/// make the command read.
struct ForeignLookTests {
  private let scratch = Scratch()

  init() throws {
    for folder in ["theirs/below", "mine"] {
      try scratch.makeFolder(folder)
    }
    for picture in ["theirs/a.png", "theirs/below/b.png", "mine/secret.png"] {
      try Command.ffmpeg(
        "-f", "lavfi", "-i", "color=red:size=64x48", "-frames:v", "1", scratch.path(picture))
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("theirs/link.png"), withDestinationPath: scratch.path("mine/secret.png"))
  }

  private func look(_ file: String) -> String { "{\"rest\": [\"image=\(file)\"]}" }

  private func write(_ text: String, to name: String) throws -> String {
    let path = try scratch.write(text, to: name)
    return path
  }

  private func film(_ file: String) throws -> String {
    let path = scratch.path("theirs/film.mkv")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1", "-metadata",
      "comment=splash 1.0 \(look(file))", path)
    return path
  }

  private func splash(_ arguments: String...) throws -> Command {
    try Command.run(
      "env",
      ["XDG_CONFIG_HOME=\(scratch.path("home"))", Command.splash.path] + arguments)
  }

  private func run(_ more: String...) throws -> Command {
    try Command.splash(["test:64x48", "--frames", "1", "-o", "null", "--quiet"] + more)
  }

  private func expectRefusal(_ run: Command, _ name: String) {
    #expect(run.status == 64 && run.errors.contains("cannot read \(name)"), "\(run.errors)")
    #expect(run.errors.contains("--allow-files"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test func settingsFileMayNameFilesBesideAndBelowIt() throws {
    for name in ["theirs/a.png", "theirs/below/b.png"] {
      let file = try write(look(scratch.path(name)), to: "theirs/a.json")
      try run("--settings", file).checked()
    }
  }

  @Test(arguments: [
    "mine/secret.png", "theirs/link.png", "theirs/../mine/secret.png", "theirs/none.png",
  ])
  func settingsFileMayNotNameFilesElsewhere(name: String) throws {
    let path = scratch.path(name)
    let file = try write(look(path), to: "theirs/a.json")
    expectRefusal(try run("--settings", file), path)
    let keys = try write("[{\"time\": 0, \"settings\": \(look(path))}]", to: "theirs/keys.json")
    expectRefusal(try run("--timeline", keys), path)
    expectRefusal(try splash("presets", "import", file), path)
  }

  @Test(arguments: ["http://127.0.0.1:9/a.png", "/dev/video0", "pipewire:x", "-", "concat:a|b"])
  func settingsFileMayNotNameURLsOrDevices(name: String) throws {
    let file = try write(look(name), to: "theirs/a.json")
    expectRefusal(try run("--settings", file), name)
    expectRefusal(try run("--settings", try film(name), "--allow-files", "/dev"), name)
  }

  @Test func noteOfAClipMayNotNameFiles() throws {
    for name in ["theirs/a.png", "mine/secret.png"] {
      let path = scratch.path(name)
      expectRefusal(try run("--settings", try film(path)), path)
    }
  }

  @Test func filesThatTheUserAllowsAreRead() throws {
    let secret = scratch.path("mine/secret.png")
    for file in [try film(secret), try write(look(secret), to: "theirs/a.json")] {
      for more in [["--allow-files", scratch.path("mine")], ["--rest", "image=\(secret)"]] {
        try run("--settings", file, more[0], more[1]).checked()
      }
    }
  }

  @Test func ownPresetMayNameFilesAnywhere() throws {
    let secret = scratch.path("mine/secret.png")
    try splash("presets", "save", "own", "--rest", "image=\(secret)").checked()
    try splash("test:64x48", "--frames", "1", "-o", "null", "--use", "own").checked()
  }

  @Test func timelineFileMayNotReadTimesElsewhere() throws {
    let times = try write("0.5\n", to: "mine/times.txt")
    let list = "[{\"at\": \"\(times)\", \"settings\": {\"hues\": [\"blue\"]}}]"
    expectRefusal(try run("--timeline", try write(list, to: "theirs/keys.json")), times)
    #expect(try run("--timeline", list).status == 0)
  }
}
