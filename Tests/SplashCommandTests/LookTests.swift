import TestSupport

/// Looks through the command: transparency, backdrops, and looks that come and go in time.
struct LookTests {
  /// A moving lossless clip of 4:4:4, 20 frames in 2 seconds.
  private static func clip(_ scratch: Scratch) throws -> String {
    return try scratch.make(
      "clip.mkv", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=2", "-vf",
      "format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setparams=colorspace=bt709",
      "-c:v", "ffv1")
  }

  /// Without temporal smoothing, so that frames of two runs can be compared.
  private static let plain = [
    "-y", "--quiet", "--smoothing", "0", "--despeckle", "0", "--white-balance", "off",
  ]

  private static func splash(
    _ clip: String, _ output: String, codec: String? = "ffv1", _ flags: [String]
  ) throws {
    let run = try Command.splash(
      [clip, "-o", output] + (codec.map { ["--codec", $0] } ?? []) + plain + flags)
    try #require(run.status == 0, "\(flags): \(run.errors)")
  }

  private static func samples(_ clip: String, _ flags: [String], _ scratch: Scratch) throws
    -> [UInt8]
  {
    let output = scratch.path("result.mkv")
    try splash(clip, output, flags)
    return try Media(output).samples("yuv444p")
  }

  private static let size = 96 * 64 * 3

  private static func picture(_ samples: [UInt8], _ index: Int) -> ArraySlice<UInt8> {
    samples[(index * size)..<((index + 1) * size)]
  }

  /// The greatest distance of codes from the mix of two frames, by the share of the second.
  private static func worst(
    _ codes: some Collection<UInt8>, between first: some Collection<UInt8>,
    and second: some Collection<UInt8>, share: Double
  ) -> Double {
    zip(codes, zip(first, second)).map { code, ends in
      let meant = Double(ends.0) + share * (Double(ends.1) - Double(ends.0))
      return abs(Double(code) - meant)
    }.max() ?? 255
  }

  /// Alpha is the mask in every container that can hold it; bit for bit in lossless ones.
  @Test(
    arguments: [
      ("png", nil, 0), ("mkv", "ffv1", 0), ("nut", nil, 0), ("mov", "prores", 3), ("webp", nil, 4),
      ("webm", nil, 40),
    ] as [(String, String?, Int)])
  func alphaOfATransparentOutputIsTheMask(container: String, codec: String?, limit: Int) throws {
    let scratch = Scratch()
    let clip = try Self.clip(scratch)
    let output = scratch.path("out.\(container)")
    try Self.splash(
      clip, output, codec: codec, ["--rest", "transparent", "--frames", "1"])
    let mask = scratch.path("mask.mkv")
    try Self.splash(clip, mask, ["--show", "mask", "--rest", "solid=black", "--frames", "1"])
    // From the codes of limited range.
    let meant = try Media(mask).samples("yuv444p").prefix(96 * 64).map {
      (Double($0) - 16) * 255 / 219
    }
    let decoder = container == "webm" ? ["-c:v", "libvpx-vp9"] : []
    let run = try Command.run(
      "ffmpeg",
      ["-v", "error"] + decoder + [
        "-i", output, "-frames:v", "1", "-vf", "alphaextract,format=gray", "-f", "rawvideo", "-",
      ])
    let alpha = [UInt8](run.output)
    try #require(alpha.count == meant.count, "\(run.errors)")
    #expect(Set(alpha).count > 1)
    let worst = zip(alpha, meant).map { abs(Double($0) - $1) }.max()!
    #expect(worst <= Double(limit) + 0.7)
  }

  @Test(arguments: ["out.mp4", "out.y4m", "out.jpg"])
  func outputsWithoutAlphaAreRefused(name: String) throws {
    let scratch = Scratch()
    let output = scratch.path(name)
    let run = try Command.splash(
      "test:64x48", "--frames", "1", "-o", output, "--rest", "transparent")
    #expect(run.status == 64 && run.errors.contains("transparency"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  /// A transparent background, laid over a picture by FFmpeg, matches a backdrop of that picture.
  @Test func backdropMatchesTransparencyOverThatPicture() throws {
    let scratch = Scratch()
    let clip = try Self.clip(scratch)
    let back = try scratch.make(
      "back.png", "-f", "lavfi", "-i", "mandelbrot=s=96x64", "-frames:v", "1", "-pix_fmt",
      "rgb24")
    let direct = try Self.samples(clip, ["--rest", "image=\(back)"], scratch)
    // The backdrop alone: nothing is selected.
    let backdrop = scratch.path("back.mkv")
    try Self.splash(
      clip, backdrop,
      [
        "--rest", "image=\(back)", "--chroma-floor", "1", "--saturation", "0..0",
        "--gate-softness", "0", "--hue", "0",
      ])
    let front = scratch.path("front.mkv")
    try Self.splash(clip, front, ["--rest", "transparent"])
    let run = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-i", backdrop, "-i", front, "-filter_complex", "overlay=format=yuv444",
        "-f", "rawvideo", "-pix_fmt", "yuv444p", "-",
      ])
    let laid = [UInt8](run.output)
    try #require(laid.count == direct.count, "\(run.errors)")
    let worst = zip(laid, direct).map { abs(Int($0) - Int($1)) }.max()!
    #expect(worst <= 1)
    // The backdrop is that picture.
    let codes = try Media(backdrop).samples("rgb24", frames: 1)
    let meant = try Media(back).samples("rgb24")
    let mean = zip(codes, meant).map { abs(Int($0) - Int($1)) }.reduce(0, +) / meant.count
    #expect(mean <= 3)
  }

  /// A picture of another shape covers the frame, is shown whole on black, or is stretched to it.
  @Test(arguments: ["", ",fit=contain", ",fit=stretch"])
  func backdropIsFittedToTheFrame(fit: String) throws {
    let scratch = Scratch()
    let clip = try Self.clip(scratch)
    let back = scratch.path("back.png")
    // A tall picture: white, with a grey band at each end.
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=white:s=64x128,drawbox=0:0:64:20:0x808080:fill,drawbox=0:108:64:20:0x808080:fill",
      "-frames:v", "1", "-pix_fmt", "rgb24", back)
    let codes = try Self.samples(
      clip,
      [
        "--rest", "image=\(back)\(fit)", "--chroma-floor", "1", "--saturation", "0..0",
        "--gate-softness", "0", "--hue", "0", "--frames", "1",
      ], scratch)
    func grey(_ x: Int, _ y: Int) -> Int { Int(codes[y * 96 + x]) }
    // Left, in the middle, and at the upper end.
    let meant =
      switch fit {
      case "": (235, 235, 235)
      case ",fit=contain": (16, 235, 126)
      default: (235, 235, 126)
      }
    #expect(abs(grey(10, 32) - meant.0) <= 3)
    #expect(abs(grey(48, 32) - meant.1) <= 3)
    #expect(abs(grey(48, 3) - meant.2) <= 3)
  }

  /// A picture behind a rotated clip stands upright, in pixels that are turned (.mkv) and in those
  /// that are not (.mov).
  @Test(
    arguments: pairs(["cups-rot90.mov", "cups-rot180-vfr.mp4"], ["mkv", "mov"]).sampled(2))
  func backdropOfARotatedClipStandsUpright(name: String, ending: String) throws {
    let scratch = Scratch()
    let back = scratch.path("back.png")
    // Four corners, each of another color.
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=0x202020:s=64x64,drawbox=0:0:32:32:0xc0c0c0:fill,"
        + "drawbox=32:0:32:32:0x808080:fill,drawbox=0:32:32:32:0x505050:fill",
      "-frames:v", "1", "-pix_fmt", "rgb24", back)
    let output = scratch.path("out.\(ending)")
    try Self.splash(
      Clips.path(name), output, codec: "libx264",
      [
        "--rest", "image=\(back)", "--chroma-floor", "1", "--saturation", "0..0",
        "--gate-softness", "0", "--hue", "0", "--crf", "4", "--frames", "1",
      ])
    let media = Media(output)
    let samples = try media.samples("gray", frames: 1, asDisplayed: true)
    let isPortrait = name.contains("rot90")
    let (width, height) = isPortrait ? (360, 640) : (640, 360)
    try #require(samples.count == width * height)
    for (x, y, grey) in [(1, 1, 0xc0), (3, 1, 0x80), (1, 3, 0x50), (3, 3, 0x20)] {
      let sample = Int(samples[y * height / 4 * width + x * width / 4])
      #expect(abs(sample - grey) < 8, "at \(x)/4, \(y)/4: \(sample), not \(grey)")
    }
  }

  /// The first frame is the source's, then the effect comes, stays, and goes.
  @Test(arguments: ["grey", "noir"])
  func effectFadesInAndOut(look: String) throws {
    let scratch = Scratch()
    let clip = try Self.clip(scratch)
    let source = try Media(clip).samples("yuv444p")
    let plain = try Self.samples(clip, ["--rest", look], scratch)
    let faded = try Self.samples(
      clip, ["--rest", look, "--fade-in", "0.5", "--fade-out", "1"], scratch)
    for index in 0..<20 {
      let time = Double(index) / 10
      let strength = min(1, time / 0.5, (2 - time) / 1)
      let worst = Self.worst(
        Self.picture(faded, index), between: Self.picture(source, index),
        and: Self.picture(plain, index), share: strength)
      #expect(worst <= (strength == 0 || strength == 1 ? 0 : 1), "picture \(index)")
    }
    // In a part of the clip, the end is the end of the part.
    let part = ["--rest", look, "--start", "1"]
    let (whole, fading) = (
      try Self.samples(clip, part, scratch),
      try Self.samples(clip, part + ["--fade-out", "0.5"], scratch)
    )
    for index in 0..<10 {
      let isSame = Self.picture(fading, index) == Self.picture(whole, index)
      #expect(isSame == (index <= 5), "picture \(index) of the part")
    }
  }

  /// Numbers are interpolated, a hue from 350 to 10 through 0; other looks are crossfaded; and a
  /// second run, with the list in place of its file, gives the same bits.
  @Test func timelinesInterpolateNumbersAndCrossfadeLooks() throws {
    let scratch = Scratch()
    let clip = try Self.clip(scratch)
    let file = scratch.path("timeline.json")
    func hue(_ center: Double) -> String {
      "\"hues\": [{\"center\": \(center), \"width\": 20, \"softness\": 10}]"
    }
    let text = """
      [{"time": 0.5, "transition": 0.5, "settings": {\(hue(10)), "rest": ["dim=0.2"]}},
       {"time": 1.2, "transition": 0.4, "settings": {"rest": ["noir"]}}]
      """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let start = ["--hue", "350:20:10", "--rest", "dim=0.8"]
    let moving = try Self.samples(clip, start + ["--timeline", file], scratch)
    let again = try Self.samples(clip, start + ["--timeline", text], scratch)
    let isSame = moving == again
    #expect(isSame)
    for index in 0..<20 {
      let time = Double(index) / 10
      let glided = min(max((time - 0.5) / 0.5, 0), 1)
      let center = (350 + 20 * glided).truncatingRemainder(dividingBy: 360)
      let dim = 0.8 - 0.6 * glided
      let hue = ["--hue", "\(center):20:10"]
      let first = try Self.samples(clip, hue + ["--rest", "dim=\(dim)"], scratch)
      let second = try Self.samples(clip, hue + ["--rest", "noir"], scratch)
      let crossed = min(max((time - 1.2) / 0.4, 0), 1)
      let worst = Self.worst(
        Self.picture(moving, index), between: Self.picture(first, index),
        and: Self.picture(second, index), share: crossed)
      #expect(worst <= (crossed == 0 || crossed == 1 ? 0 : 1), "picture \(index)")
    }
  }

  /// The LUT's strength is interpolated in each frame, beside another step that is interpolated.
  @Test(arguments: [0.2, 0.9])
  func lutStrengthIsInterpolated(end: Double) throws {
    let scratch = Scratch()
    let (clip, table) = (try Self.clip(scratch), scratch.path("table.cube"))
    let levels = ["1", "0.5", "0"]
    let points = (0..<27).map { (index: Int) -> String in
      "\(levels[index % 3]) \(levels[index / 3 % 3]) 0.5"
    }
    try "LUT_3D_SIZE 3\n\(points.joined(separator: "\n"))\n".write(
      toFile: table, atomically: true, encoding: .utf8)
    let keys = """
      [{"time": 0.5, "transition": 1, "settings": {"rest": ["dim=0.2", "lut=\(table):\(end)"]}}]
      """
    let moving = try Self.samples(
      clip, ["--rest", "dim=0.8+lut=\(table):0.2", "--timeline", keys], scratch)
    for index in stride(from: 2, to: 20, by: 4) {
      let share = min(max(Double(index) / 10 - 0.5, 0), 1)
      let (dim, amount) = (0.8 - 0.6 * share, 0.2 + (end - 0.2) * share)
      let plain = try Self.samples(clip, ["--rest", "dim=\(dim)+lut=\(table):\(amount)"], scratch)
      let meant = Self.picture(plain, index)
      let worst = Self.worst(Self.picture(moving, index), between: meant, and: meant, share: 0)
      #expect(worst <= 1, "picture \(index)")
    }
  }

  /// Both looks of a crossfade track the selection, and a lost object is reported once.
  @Test func objectLostInACrossfadeIsReportedOnce() throws {
    let scratch = Scratch()
    let film = try #require(DiscFilm.films.first { $0.cut == 20 && $0.seed == 0 })
    let run = try Command.splash(
      film.clip(in: scratch), "-o", "null", "--keep", film.name("object"), "--timeline",
      #"[{"time": 1.5, "transition": 1, "settings": {"rest": ["noir"]}}]"#)
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("lost at 2 s") } == 1, "\(run.errors)")
  }

  /// A pipe may never be written to, and its bytes cannot be read twice.
  @Test(arguments: [["--rest", "image="], ["--rest", "lut="], ["--keep", "mask="]])
  func pipesAreRefusedAsLookFiles(words: [String]) throws {
    let scratch = Scratch()
    let (pipe, link) = (scratch.path("pipe.cube"), scratch.path("link.cube"))
    try #require(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
    for name in [pipe, link] {
      let run = try Command.run(
        "timeout",
        ["20", Command.splash.path, "test:64x48", "-o", "null", words[0], words[1] + name])
      #expect(run.status == 2 && run.errors.contains("no regular file"), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("{", "not JSON"), ("{}", "an object in place of a list"),
    ("[{\"settings\": {}}]", "[0].time: missing"),
    ("[{\"time\": 1, \"settings\": {\"rest\": [\"foo\"]}}]", "foo"),
    ("[{\"time\": 2}, {\"time\": 1}]", "[1].time 1: before the end of the entry before"),
    ("[{\"time\": 1, \"when\": 1}]", "'when': unknown"),
    (
      "[{\"time\": 1, \"settings\": {\"show\": \"mask\"}}]",
      "show mask: it is fixed for the whole run"
    ),
  ])
  func brokenTimelinesAreRefused(text: String, cause: String) throws {
    let scratch = Scratch()
    let file = try scratch.write(text, to: "timeline.json")
    let run = try Command.splash("test:64x48", "--frames", "1", "-o", "null", "--timeline", file)
    #expect(run.status == 64 && run.errors.contains(cause), "\(run.errors)")
  }

  /// The list has a line for each, and the sheet a tile for each that needs no file.
  @Test func looksAreListedAndShownInASheet() throws {
    let scratch = Scratch()
    let list = try Command.splash("looks").lines
    for look in ["grey", "noir", "sepia", "tint=", "lut=", "blur[=", "transparent"] {
      #expect(list.contains { $0.hasPrefix(look) })
    }
    let sheet = scratch.path("sheet.png")
    let run = try Command.splash("looks", "test:320x240", "-o", sheet).checked()
    let size = try Media(sheet).probe("v:0", "stream=width,height")
    #expect(size == ["1920,\(360 * run.lines.count)"])
    #expect(try Command.splash("looks", "test:320x240", "--sheet", sheet).status != 0)
  }
}
