import TestSupport

/// Several outputs of one run, each with its own view or look, match separate runs.
struct OutputLookTests {
  private let scratch = Scratch()

  private func splash(_ arguments: [String]) throws {
    try Command.splash(arguments + ["--quiet"]).checked()
  }

  /// A clip in which red moves through grey.
  private func film(_ frames: Int = 12) throws -> String {
    let file = scratch.path("film.mkv")
    try splash([
      "test:160x96@25", "--frames", "\(frames)", "--rest", "none", "-o", file, "-y", "--codec",
      "ffv1",
    ])
    return file
  }

  private func runHere(_ arguments: [String]) throws -> Command {
    try Command.run("env", ["-C", scratch.path("."), Command.splash.path] + arguments)
  }

  /// Frames, sound and tags of a file; Matroska's own identifiers are random.
  private func contents(_ name: String) throws -> String {
    let file = scratch.path(name)
    let packets = try Command.run(
      "ffmpeg", ["-v", "error", "-i", file, "-map", "0", "-c", "copy", "-f", "framemd5", "-"])
    let tags = try Command.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=codec_name,pix_fmt,profile:format_tags", file])
    try #require(packets.status == 0 && tags.status == 0, "\(packets.errors)\(tags.errors)")
    return packets.text + tags.text
  }

  /// Result, mask and cut-out of one run against three runs, packets and tags. (x264 with several
  /// threads makes other bits now and then.)
  private func compare(
    _ input: String, _ flags: [String], _ outputs: [(name: String, look: [String])]
  )
    throws
  {
    let together = outputs.flatMap { name, look in
      let options = stride(from: 0, to: look.count, by: 2).map {
        ":\(look[$0].dropFirst(2))=\(look[$0 + 1])"
      }
      return ["-o", scratch.path("one-\(name)") + options.joined()]
    }
    try splash([input] + flags + together)
    for (name, look) in outputs {
      try splash([input] + flags + look + ["-o", scratch.path("own-\(name)")])
      #expect(try contents("one-\(name)") == contents("own-\(name)"), "\(name) \(look)")
    }
  }

  @Test func eachOutputMatchesARunOfItsOwn() throws {
    try compare(
      film(), ["--hue", "blue:30", "--encoder-option", "threads=1"],
      [
        ("red.nut", []), ("mask.nut", ["--show", "mask"]),
        ("both.nut", ["--show", "side-by-side"]),
        ("cut.mov", ["--rest", "transparent"]),
        ("noir.nut", ["--rest", "noir:0.7", "--kept", "vivid=2"]),
        ("film.mp4", ["--rest", "blur=3:0.5", "--crf", "30", "--preset", "medium"]),
        ("web.webm", ["--rest", "solid=white", "--codec", "vp9"]),
      ])
  }

  @Test func timelinesStartFromTheLookOfEachOutput() throws {
    let timeline =
      #"[{"time": 0.1, "transition": 0.1, "settings": {"hues": ["red"]}}, {"time": 0.3, "settings": {"rest": ["dim=0.5"]}}]"#
    try compare(
      film(), ["--hue", "blue", "--timeline", timeline, "--fade-in", "0.1"],
      [
        ("a.nut", []), ("b.nut", ["--rest", "noir"]), ("mask.nut", ["--show", "mask"]),
      ])
  }

  @Test(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
  func networkMasksAreSharedByAllOutputs() throws {
    let network = scratch.path("red.onnx")
    try MadeNetwork.write(to: network, shape: [1, 3, 0, 0], weights: [1, 0, 0])
    try compare(
      film(), ["--keep", "subject", "--subject-model", network, "--subject-every", "2"],
      [
        ("red.nut", []), ("mask.nut", ["--show", "mask"]),
        ("cut.mov", ["--rest", "transparent"]), ("blur.nut", ["--rest", "blur"]),
      ])
  }

  @Test func regionsObjectsAndCropApplyToAllOutputs() throws {
    try compare(
      film(),
      [
        "--keep", "color@0.1,0.2@0.2", "--hue", "red:30", "--crop", "follow:1:1", "--scale", "64",
      ],
      [("red.nut", []), ("mask.nut", ["--show", "mask"]), ("sepia.nut", ["--rest", "sepia"])])
  }

  @Test func photosCanHaveSeveralOutputs() throws {
    let photo = scratch.path("photo.png")
    try splash(["test:64x48", "--frames", "1", "--rest", "none", "-o", photo])
    try compare(
      photo, [],
      [("red.png", []), ("cut.png", ["--rest", "transparent"]), ("mask.png", ["--show", "mask"])])
  }

  @Test func partsWithSeveralOutputsMatchSeparateRuns() throws {
    let file = scratch.path("long.mp4")
    try splash([
      "test:160x96@25", "--frames", "60", "--rest", "none", "-o", file, "--encoder-option", "g=20",
    ])
    try compare(
      file, ["--part", "2/3", "--encoder-option", "threads=1"],
      [("red.mkv", []), ("mask.mkv", ["--show", "mask", "--crf", "10"])])
  }

  @Test func outputFolderTakesOptions() throws {
    let folder = scratch.path("out") + "/"
    let film = try film()
    try splash([film, "-o", folder + ":show=mask:codec=ffv1"])
    try splash([film, "--show", "mask", "--codec", "ffv1", "-o", scratch.path("own.mkv")])
    #expect(try contents("out/film.mkv") == contents("own.mkv"))
  }

  @Test(arguments: ["a:b=c.nut", "./a:b.nut", #"a\:show=c.nut"#])
  func outputNameMayContainAColon(name: String) throws {
    try runHere(["test:64x48", "--frames", "1", "--quiet", "-o", name]).checked()
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("."))
    #expect(names.contains(name.replacing("\\", with: "").replacing("./", with: "")), "\(names)")
  }

  @Test(arguments: [
    ("a.mkv:shwo=mask", "not an option"), ("a.mkv:show", "no value"), ("a.mkv:show=", "no value"),
    ("a.mkv:", "not an option"), ("a.mkv:=mask", "not an option"),
    ("a.mkv:show=mask:show=mask", "twice"), ("a.mkv:show=masks", "--show"),
    ("a.mkv:rest=nior", "--rest"), ("a.mkv:crf=low", "not a number"), ("a.mkv:crf=99", "range"),
    ("a.mkv:crf=20:bitrate=4M", "exclude"), (":show=mask", "empty"),
    ("a.mp4:rest=transparent", "transparen"),
  ])
  func invalidOutputOptionsAreRefusedInOneLine(output: String, words: String) throws {
    let run = try runHere(["test:64x48", "--frames", "1", "-o", output, "-o", "null"])
    #expect(run.status == 64, "\(output): \(run.status)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path(".")).isEmpty)
  }

  @Test func steeringRefusesLooksOfSingleOutputs() throws {
    for words in [["--control-socket", scratch.path("s")], ["tune"]] {
      let arguments = words == ["tune"] ? ["tune", "test:"] : ["test:"] + words
      let run = try Command.splash(arguments + ["-o", scratch.path("a.mkv") + ":show=mask"])
      #expect(run.status == 64, "\(run.errors)")
    }
  }

  @Test func standardOutputTakesOptions() throws {
    let arguments = ["test:64x48", "--frames", "2", "--quiet"]
    let mask = try Command.splash(arguments + ["-o", "-:show=mask:format=nut", "-o", "null"])
    let alone = try Command.splash(arguments + ["--show", "mask", "--format", "nut", "-o", "-"])
    #expect(
      mask.status == 0 && mask.output == alone.output && !mask.output.isEmpty, "\(mask.errors)")
  }

  /// No output replaces an old file when one of them fails.
  @Test func failureOfOneOutputKeepsOldFiles() throws {
    let (good, bad) = (scratch.path("a.nut"), "/dev/full")
    try "old".write(toFile: good, atomically: true, encoding: .utf8)
    let run = try Command.splash(
      "test:64x48", "--frames", "99", "-y", "--quiet", "-o", good + ":rest=sepia", "-o",
      bad + ":show=mask:format=nut")
    #expect(run.status == 1, "\(run.errors)")
    #expect(try String(contentsOfFile: good, encoding: .utf8) == "old")
  }

  @Test func outputsThatCoincideAreRefused() throws {
    let input = try film()
    for outputs in [
      [scratch.path("a.nut"), scratch.path("a.nut") + ":show=mask"],
      [scratch.path("b.nut"), input + ":show=mask"],
    ] {
      let run = try Command.splash([input, "-y", "--quiet"] + outputs.flatMap { ["-o", $0] })
      #expect(run.status == 2, "\(run.status) \(run.errors)")
    }
  }
}
