import TestSupport

/// Files that an input names and a run reads through it are inputs as well: no output overwrites
/// them.
struct ReadThroughTests {
  private let scratch = Scratch()

  /// Three short clips, and files that name them: `list.ffconcat`, `list.m3u8`.
  private func make() throws -> [String] {
    let films = try (0..<3).map { number in
      try scratch.make(
        "\(number).ts", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264",
        "-preset", "ultrafast", "-output_ts_offset", "\(number)")
    }
    try scratch.write(
      "ffconcat version 1.0\nfile 0.ts\nfile '1.ts'\n  file \(films[2])\n", to: "list.ffconcat")
    let segments = (0..<3).map { "#EXTINF:1,\n\($0).ts\n" }.joined()
    try scratch.write(
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(segments)#EXT-X-ENDLIST\n", to: "list.m3u8")
    return films
  }

  @Test(
    arguments: ["list.ffconcat", "list.m3u8", "concat:", "cache:", "async:"], [0, 2])
  func filesThatAnInputNamesAreNotOverwritten(way: String, number: Int) throws {
    let films = try make()
    let input =
      switch way {
      case "concat:": way + films.joined(separator: "|")
      case "cache:", "async:": way + films[number]
      default: scratch.path(way)
      }
    let before = try films.map { try Data(of: $0) }
    let link = scratch.path("link.ts")
    try FileManager.default.linkItem(atPath: films[number], toPath: link)
    for arguments in [
      ["-o", films[number]], ["-o", link], ["-o", "null", "--stats-json", films[number]],
    ] {
      let run = try Command.splash([input, "--allow-protocols", "file", "-y"] + arguments)
      #expect(run.status == 2, "\(arguments): \(run.errors)")
      #expect(run.errors.contains("this run reads"), "\(run.errors)")
    }
    #expect(try films.map { try Data(of: $0) } == before)
    // The run itself is a good one.
    try Command.splash(
      input, "--allow-protocols", "file", "-o", scratch.path("good.mkv")
    ).checked()
  }

  @Test func configurationThatWasReadIsNotOverwritten() throws {
    let folder = try scratch.makeFolder("splash")
    let config = folder + "/config.json"
    try #"{"threshold": 30}"#.write(toFile: config, atomically: false, encoding: .utf8)
    for flag in ["--save-settings", "--stats-json"] {
      let run = try Command.run(
        "env",
        [
          "XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path, "test:64x48", "--frames",
          "2", "-o", "null", flag, config, "-y",
        ])
      #expect(run.status == 2 && run.errors.contains("this run reads"), "\(run.errors)")
    }
    #expect(try String(contentsOfFile: config, encoding: .utf8) == #"{"threshold": 30}"#)
  }
}
