import TestSupport

/// `--like`: colors are selected under the light of another frame.
struct AnchoredLightTests {
  private let scratch = Scratch()
  private let plain, warm: String

  /// Half a second of a street at dusk, and the same under a warmer light.
  init() throws {
    let street = Repository.path("film/street.mp4")
    plain = try scratch.make(
      "plain.mkv", "-i", street, "-t", "0.5", "-an", "-vf", "scale=320:-2,format=gbrp",
      "-c:v", "ffv1")
    warm = try scratch.make(
      "warm.mkv", "-i", plain, "-vf", "colorchannelmixer=rr=1.25:bb=0.7", "-c:v", "ffv1")
  }

  private func mask(_ clip: String, _ options: String...) throws -> [Bool] {
    let run = try Command.splash(
      [
        clip, "-o", "-", "--format", "rawvideo", "--pixel-format", "gray", "--show", "mask",
        "--quiet", "--hue", "blue",
      ] + options
    ).checked()
    return run.output.map { $0 > 127 }
  }

  private func overlap(_ a: [Bool], _ b: [Bool]) -> Double {
    let both = zip(a, b).count { $0 && $1 }
    return Double(both) / Double(zip(a, b).count { $0 || $1 })
  }

  @Test func selectionStaysUnderAnotherLight() throws {
    let truth = try mask(plain, "--like", plain)
    #expect(truth.contains(true))
    #expect(overlap(truth, try mask(warm, "--like", plain)) > 0.8)
  }

  /// A time means a frame of a clip, and saved settings hold its colors without naming a file.
  @Test func savedSettingsHoldTheFramesColors() throws {
    let saved = scratch.path("saved.json")
    let first = try mask(warm, "--like", plain + "@0.2", "--save-settings", saved)
    let text = try String(contentsOfFile: saved, encoding: .utf8)
    #expect(text.contains("like=") && !text.contains("plain.mkv"))
    #expect(try mask(warm, "--settings", saved) == first)
  }

  @Test(arguments: [
    (["--like", "-"], "standard input can be read once only"),
    (["--like", "missing.jpg"], "missing.jpg"),
    (["--like", "clip@soon"], "not a time"),
    (
      ["--like", Repository.path("film/still.mp4"), "--white-balance", "off"],
      "both say what the light is"
    ),
    (["--white-balance", "like=AAAA"], "not 64 × 64 codes as base64"),
  ])
  func unusableFramesAreRefused(options: [String], cause: String) throws {
    let run = try Command.splash(["test:64x64", "-o", "null", "--frames", "1"] + options)
    #expect(run.status == 64 || run.status == 2, "\(run.errors)")
    #expect(run.errors.contains(cause), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  /// With `-y` too, and where a time stands behind its name.
  @Test(arguments: ["", "@0.2"]) func frameIsNotOverwritten(time: String) throws {
    let before = try Data(of: plain)
    let run = try Command.splash(warm, "-o", plain, "-y", "--like", plain + time)
    #expect(run.status != 0)
    #expect(run.errors.contains("would overwrite a file that this run reads"), "\(run.errors)")
    #expect(try Data(of: plain) == before)
  }

  @Test func blackFramesAreRefused() throws {
    let black = try scratch.make("black.png", "-f", "lavfi", "-i", "color=black", "-frames:v", "1")
    let run = try Command.splash("test:64x64", "-o", "null", "--like", black)
    #expect(run.status != 0)
    #expect(run.errors.contains("black or white all over"), "\(run.errors)")
  }

  @Test func pickNamesItsFrame() throws {
    let run = try Command.splash("pick", plain, "--at", "50%,50%", "--time", "0.2").checked()
    let text = String(decoding: run.output, as: UTF8.self)
    #expect(text.contains("--like \(plain)@0.2"), "\(text)")
  }
}
