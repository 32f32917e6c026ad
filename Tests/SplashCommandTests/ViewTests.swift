import TestSupport

/// `--show`, `--balance-output` and the warnings, for every pixel layout and odd sizes.
struct ViewTests {
  private let scratch = Scratch()

  /// A small colorful clip without loss; NUT stores no color tags, so it is BT.601.
  private func clip(_ format: String, _ size: String) throws -> String {
    let path = scratch.path("\(format)-\(size).nut")
    try Command.run(
      "ffmpeg",
      [
        // The pattern itself has even sizes only.
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=80x48:rate=25", "-frames:v", "3",
        "-vf",
        "format=gbrp,crop=\(size.replacing("x", with: ":")):0:0,scale=out_color_matrix=bt601:out_range=tv",
        "-pix_fmt", format, "-c:v", "rawvideo", path,
      ]
    ).checked()
    try #require(
      try Media(path).probe("v:0", "stream=width,height") == [size.replacing("x", with: ",")])
    return path
  }

  /// Luma of all frames as 16-bit numbers, and their width and height.
  private func luma(_ path: String) throws -> (samples: [UInt16], width: Int, height: Int) {
    let media = Media(path)
    let size = try media.probe("v:0", "stream=width,height")[0].split(separator: ",").map {
      Int($0)!
    }
    let bytes = try media.samples("yuv444p16le")
    let count = size[0] * size[1]
    let words = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    let luma = stride(from: 0, to: words.count - 3 * count + 1, by: 3 * count).flatMap {
      words[$0..<$0 + count]
    }
    return (luma, size[0], size[1])
  }

  private func splash(_ path: String, _ options: [String]) throws -> String {
    let out = scratch.path("\(UUID().uuidString).nut")
    try Command.splash([path, "-o", out, "--codec", "rawvideo", "--quiet"] + options).checked()
    return out
  }

  private static let layouts = [
    ("yuv420p", "66x34"), ("yuv420p", "67x35"), ("nv12", "66x34"), ("yuv422p", "67x35"),
    ("yuv444p", "67x35"), ("yuv420p10le", "67x35"), ("yuyv422", "66x34"), ("uyvy422", "66x34"),
  ]

  @Test(arguments: layouts)
  func sideBySideShowsSourceLeftAndResultRight(format: String, size: String) throws {
    let source = try clip(format, size)
    let (expected, width, height) = try luma(source)
    let (found, wide, high) = try luma(splash(source, ["--show", "side-by-side"]))
    #expect(high == height)
    #expect(wide == 2 * width || wide == 2 * (width + 1))
    let rows = 0..<(found.count / wide)
    #expect(rows.count == expected.count / width)
    for start in [0, wide / 2] {
      let half = rows.flatMap { found[($0 * wide + start)..<($0 * wide + start + width)] }
      let isSame = half == expected
      #expect(isSame, "from column \(start)")
    }
  }

  /// Phones store frames rotated; side by side is as displayed.
  @Test(arguments: [90, 180, 270], [(66, 34), (67, 35)])
  func sideBySideOfARotatedClipLiesAsDisplayed(angle: Int, size: (width: Int, height: Int)) throws {
    let plain = try scratch.make(
      "plain.mov", "-i", try clip("yuv420p", "\(size.width)x\(size.height)"), "-c:v",
      "ffv1")
    let (turned, out) = (scratch.path("turned.mov"), scratch.path("out.mov"))
    try #require(try Media(plain).copyTurned(by: angle, to: turned))
    try Command.splash(
      turned, "-o", out, "--codec", "ffv1", "--quiet", "--show", "side-by-side", "--hue", "red:10",
      "--exclude", "red:40"
    ).checked()

    let (width, height) =
      angle == 180 ? (size.width, size.height) : (size.height, size.width)
    let (wide, high) = (2 * (width + width % 2), height)
    let source = try Media(turned).samples("yuv444p", frames: 1, asDisplayed: true)
    let found = try Media(out).samples("yuv444p", frames: 1, asDisplayed: true)
    try #require(source.count == 3 * width * height && found.count == 3 * wide * high)
    for left in [0, wide / 2] {
      // The column that makes an odd half even lies on either side of it, by the rotation.
      let isSame = (0...width % 2).contains { spare in
        (0..<height).allSatisfy { y in
          found[(y * wide + left + spare)...].prefix(width) == source[(y * width)...].prefix(width)
        }
      }
      #expect(isSame, "from column \(left)")
    }
    let cb = found[(wide * high)..<(2 * wide * high)]
    let colorful = cb.indices.filter { abs(Int(cb[$0]) - 128) > 8 }
    // The source is on the left, and nothing of the result has color.
    #expect(colorful.count > width * height / 10)
    #expect(colorful.allSatisfy { ($0 - cb.startIndex) % wide < wide / 2 + 2 })
  }

  @Test(arguments: [("nv12", "yuv420p"), ("yuyv422", "yuv422p"), ("uyvy422", "yuv422p")])
  func maskDoesNotDependOnThePixelLayout(format: String, planar: String) throws {
    let options = ["--show", "mask", "--hue", "green:40"]
    let source = try clip(planar, "66x34")
    let same = try scratch.make(
      "\(format).nut", "-i", source, "-pix_fmt", format, "-c:v", "rawvideo")
    let expected = try luma(splash(source, options)).samples
    let found = try luma(splash(same, options)).samples
    #expect(expected.contains { $0 > 55000 } && expected.contains { $0 < 4200 })
    let isSame = found == expected
    #expect(isSame)
  }

  /// Luma of each pixel from R'G'B' of its own luma and the chroma that covers it, balanced and
  /// clipped to 0…1: where halved chroma meets a line of luma, codes may lie outside.
  @Test(arguments: layouts, [[1, 1, 1], [1.2, 0.9, 0.7]])
  func lumaOfBalancedFramesFollowsTheFormula(
    layout: (format: String, size: String), gains: [Double]
  ) throws {
    let source = try clip(layout.format, layout.size)
    let listed = gains.map { "\($0)" }.joined(separator: ",")
    let balanced = try splash(
      source, ["--white-balance", "gains=\(listed)", "--hue", "0:180", "--balance-output"])
    let planar = ["nv12": "yuv420p", "yuyv422": "yuv422p", "uyvy422": "yuv422p"]
    let format = planar[layout.format] ?? layout.format
    let size = layout.size.split(separator: "x").compactMap { Int($0) }
    var oracle = Oracle()
    (oracle.kr, oracle.kb) = (0.299, 0.114)
    oracle.bits = format.hasSuffix("10le") ? 10 : 8
    oracle.gains = (gains[0], gains[1], gains[2])
    let before = PlanarVideo(
      try Media(source).samples(format), width: size[0], height: size[1],
      log2Width: format.contains("444") ? 0 : 1, log2Height: format.contains("420") ? 1 : 0,
      bits: oracle.bits)
    let after = PlanarVideo(
      try Media(balanced).samples(format), width: size[0], height: size[1],
      log2Width: before.log2Width, log2Height: before.log2Height, bits: oracle.bits)
    try #require(before.frames == 3 && after.frames == 3)
    var worst = 0.0
    for place in 0..<(3 * size[0] * size[1]) {
      let (frame, row) = (place / (size[0] * size[1]), place / size[0] % size[1])
      let (y, cb, cr) = before.pixel(frame, row, place % size[0])
      let found = after.pixel(frame, row, place % size[0]).y
      worst = max(worst, abs(found - oracle.balancedCodes(y, cb, cr).y))
    }
    #expect(worst < 1)
  }

  @Test func gainsBrightenBalancedOutputOnly() throws {
    let source = try clip("yuv420p", "66x34")
    func mean(_ path: String) throws -> Double {
      let luma = try luma(path).samples
      return luma.reduce(0) { $0 + Double($1) } / Double(luma.count)
    }
    let plain = try mean(splash(source, ["--white-balance", "gains=1,2,1"]))
    #expect(try abs(plain - mean(source)) < 1)
    let bright = try mean(splash(source, ["--white-balance", "gains=1,2,1", "--balance-output"]))
    #expect(bright > plain * 1.1)
  }

  @Test(arguments: [
    (["--hue", "red:175"], "covers the whole color wheel"),
    (["--hue", "0:10", "--exclude", "0:40"], "--exclude excludes all of it"),
    (["--hue", "0,s=0..0", "--gate-softness", "0.01"], "stay below --chroma-floor"),
    (["--hue", "0,s=0..1", "--chroma-floor", "0"], "selects noise on grey"),
    (["--saturation", "0.5..1"], "every selected color has its own"),
    (["--hue", "red:20", "--hue-width", "30"], "every selected color has its own"),
    (["--white-balance", "off", "--balance-output"], "--balance-output has no effect"),
    (["--white-balance", "off", "--lock-balance"], "--lock-balance has no effect"),
  ])
  func uselessSettingsAreWarnedOfInOneLine(options: [String], words: String) throws {
    let run = try Command.splash(
      ["test:64x48@25", "--frames", "2", "-o", "null", "--no-progress"] + options)
    #expect(run.status == 0)
    let warnings = run.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(warnings.count == 1 && warnings[0].contains(words), "\(run.errors)")
  }

  @Test func ordinarySettingsGetNoWarning() throws {
    let run = try Command.splash(
      "test:64x48@25", "--frames", "2", "-o", "null", "--hue", "red", "--hue", "200:25",
      "--exclude",
      "10:5")
    #expect(run.status == 0 && !run.errors.isEmpty, "\(run.status) \(run.errors)")
    #expect(!run.errors.contains("warning"), "\(run.errors)")
  }
}
