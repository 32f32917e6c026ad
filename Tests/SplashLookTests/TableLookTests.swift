import SplashFilter
import TestSupport

/// LUTs and blur, through the library's face and the command's.
struct TableLookTests {
  /// A random cube or curves, as text.
  private static func cube(_ size: Int, isCube: Bool, seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let points = isCube ? size * size * size : size
    let lines = (0..<points).map { _ in
      (0..<3).map { _ in "\(Double.random(in: 0...1, using: &random))" }.joined(separator: " ")
    }
    return "# made by chance\nTITLE \"a table\"\nLUT_\(isCube ? 3 : 1)D_SIZE \(size)\n\n"
      + lines.joined(separator: "\r\n") + "\n"
  }

  private static func settings(_ look: String) throws -> SplashSettings {
    var settings = SplashSettings()
    settings.rest = try LookStep.steps(look)
    // No pixel has both no saturation and full chroma, so nothing is kept.
    (settings.chromaFloor, settings.saturation, settings.gateSoftness) = (1, Interval(0, 0), 0)
    settings.hues = [HueRange(center: 0)]
    settings.whiteBalance = .off
    return settings
  }

  /// FFmpeg's `lut3d` and `lut1d` on the same R'G'B' in 16 bits, turned into codes in double
  /// precision: within one code, for lattices of several sizes and curves, 8 and 10 bits.
  @Test(arguments: [(2, true), (5, true), (33, true), (64, true), (2, false), (17, false)])
  func lutsMatchFFmpegsWithinOneCode(size: Int, isCube: Bool) throws {
    let scratch = Scratch()
    let file = try scratch.write(
      Self.cube(size, isCube: isCube, seed: UInt64(size)), to: "table.cube")
    for (bits, suffix) in [(8, ""), (10, "10le")] {
      var oracle = LookOracle()
      oracle.bits = bits
      let (width, height) = (96, 64)
      var random = SeededGenerator(seed: 6)
      let samples = (0..<width * height).map { index in
        PixelMood.allCases[index % PixelMood.allCases.count].sample(depth: bits, using: &random)
      }
      let input = samples.map { oracle.shownRGB(oracle.color($0)) }
      var raw = Data()
      for channel in [\(red: Double, green: Double, blue: Double).green, \.blue, \.red] {
        for color in input {
          let code = UInt16((color[keyPath: channel] * 65535).rounded())
          raw.append(contentsOf: [UInt8(code & 255), UInt8(code >> 8)])
        }
      }
      let filter = isCube ? "lut3d=\(file):interp=tetrahedral" : "lut1d=\(file):interp=linear"
      let format = ["-f", "rawvideo", "-pix_fmt", "gbrp16le", "-s", "\(width)x\(height)"]
      let run = try Command.ffmpeg(
        format + ["-i", "-", "-vf", filter] + format + ["-"], input: raw)
      let output = [UInt8](run.output)
      func channel(_ plane: Int, _ index: Int) -> Double {
        let at = 2 * (plane * width * height + index)
        // FFmpeg truncates.
        return (Double(output[at]) + 256 * Double(output[at + 1]) + 0.5) / 65535
      }
      var frame = try Frame(
        samples, width, "yuv444p" + suffix, ColorCoding(matrix: .bt709, range: .limited))
      try Splash(settings: Self.settings("lut=\(file)")).apply(to: &frame, StageClock())
      var worst = 0.0
      _ = frame.withPlanes { planes in
        for index in samples.indices {
          let meant = oracle.codes(
            oracle.color(
              red: channel(2, index), green: channel(0, index), blue: channel(1, index)))
          let (x, y) = (index % width, index / width)
          worst = max(
            worst, abs(Double(planes.code(0, x, y)) - meant.y),
            abs(Double(planes.code(1, x, y)) - meant.cb),
            abs(Double(planes.code(2, x, y)) - meant.cr))
        }
      }
      #expect(worst < Double(1 << (bits - 8)), "\(bits) bits")
    }
  }

  /// Identity LUTs, of every level of Hald CLUT and with a larger domain than the colors, leave
  /// colors within a code; so does any LUT at strength zero, wherever its
  /// are.
  @Test func identityLUTsChangeNothing() throws {
    let scratch = Scratch()
    var looks: [String] = []
    for level in [2, 4, 8] {
      let file = scratch.path("hald\(level).png")
      try Command.ffmpeg(
        "-f", "lavfi", "-i", "haldclutsrc=\(level)", "-frames:v", "1", file)
      looks.append("lut=\(file)")
    }
    // A grey one: the green of each color.
    let grey = scratch.path("grey.png")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "haldclutsrc=4", "-frames:v", "1", "-vf",
      "extractplanes=g", grey)
    looks.append("lut=\(grey):0")
    // 12 bits, red slowest.
    let mesh = scratch.path("mesh.3DL")
    let points = (0..<17).map { $0 * 4095 / 16 }
    let colors = points.flatMap { red in
      points.flatMap { green in points.map { "\(red) \(green) \($0)" } }
    }
    let side = (0..<17).map { "\(min($0 * 64, 1023))" }.joined(separator: " ")
    try "3DMESH\nMesh 4 12\n# made\n\(side)\r\n\(colors.joined(separator: "\n"))\nLUT8\ngamma 1.0\n"
      .write(toFile: mesh, atomically: true, encoding: .utf8)
    looks.append("lut=\(mesh)")
    let wide = scratch.path("wide.cube")
    let lines = (0..<27).map { index in
      [index % 3, index / 3 % 3, index / 9].map { "\(min($0, 1))" }
        .joined(separator: "\t")
    }
    try "LUT_3D_SIZE 3\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 2 2 2\n\(lines.joined(separator: "\n"))"
      .write(toFile: wide, atomically: true, encoding: .utf8)
    looks += ["lut=\(wide)"]
    let marked = try scratch.write(
      ("\u{FEFF}" + String(contentsOfFile: wide, encoding: .utf8)), to: "marked.cube")
    looks += ["lut=\(marked)"]
    let wild = try scratch.write(Self.cube(3, isCube: true, seed: 1), to: "wild+a:b.cube")
    looks += ["lut=\(wild):0"]
    let far = try scratch.write(
      "DOMAIN_MIN -3 -9 -2\nDOMAIN_MAX 5 3 4\n\(Self.cube(3, isCube: true, seed: 2))",
      to: "far.cube")
    looks += ["lut=\(far):0"]
    // Displayable colors; others come back clipped.
    let clip = try scratch.make(
      "colors.mkv", "-f", "lavfi", "-i", "testsrc2=s=128x96", "-frames:v", "1", "-vf",
      "format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setparams=colorspace=bt709",
      "-c:v", "ffv1")
    let source = try Media(clip).samples("yuv444p")
    for look in looks {
      let result = scratch.path("result.mkv")
      try Command.splash(
        clip, "-o", result, "-y", "--quiet", "--codec", "ffv1", "--chroma-floor", "1",
        "--saturation", "0..0", "--gate-softness", "0", "--hue", "0", "--rest",
        look
      ).checked()
      let codes = try Media(result).samples("yuv444p")
      let worst = zip(source, codes).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(worst <= 1, "\(look)")
      #expect(codes.count == source.count)
    }
  }

  /// Each error is one line, before any work.
  @Test(arguments: [
    ("LUT_3D_SIZE 1000\n", "line 1: 1000 is no size from 2 to 256"),
    ("LUT_1D_SIZE 65537\n", "line 1: 65537 is no size from 2 to 65536"),
    ("LUT_3D_SIZE 1\n0 0 0\n", "line 1: 1 is no size"),
    ("LUT_3D_SIZE 2\n0 0 0\n", "1 color in place of 8"),
    ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1\n", "line 4: more than 2 colors"),
    ("LUT_1D_SIZE 2\n0 0 nan\n1 1 1\n", "line 2: a number that is not finite"),
    ("LUT_1D_SIZE 2\n0 0 0\ninf 1 1\n", "line 3: a number that is not finite"),
    ("LUT_1D_SIZE 2\n0 0\n1 1 1\n", "line 2: not 3 numbers"),
    ("LUT_1D_SIZE 2\n0 0 0 0\n1 1 1\n", "line 2: more than 3 numbers"),
    ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n", "line 2: a second size"),
    ("0 0 0\n", "line 1: colors before LUT_1D_SIZE"),
    ("LUT_1D_SIZE 2\nDOMAIN_MIN 1 1 1\n0 0 0\n1 1 1\n", "DOMAIN_MIN is not below"),
    ("hello\n", "line 1: hello is no word"),
    ("", "there is no LUT_1D_SIZE or LUT_3D_SIZE"),
  ])
  func brokenCubeLUTsAreRefused(text: String, cause: String) throws {
    let scratch = Scratch()
    let (file, output) = (scratch.path("broken.cube"), scratch.path("out.y4m"))
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let run = try Command.splash(
      "test:64x48", "--frames", "1", "-o", output, "--rest", "lut=\(file)")
    #expect(run.status == 2)
    #expect(run.errors.contains(file) && run.errors.contains(cause), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(arguments: [
    ("", "there are no numbers"), ("0 1023\n1 2\n", "a line of 2 numbers"),
    ("0 1023\n0 0 0\n", "1 color in place of 8"),
    ("0 1023\n" + String(repeating: "0 0 0\n", count: 9), "more than 8 colors"),
    ("0 900 1023\n" + String(repeating: "0 0 0\n", count: 27), "not evenly spaced"),
    ("5\n", "1 points along a side"), ("0 99999\n0 0 0\n", "99999 is no whole number"),
    ("0 1023\n0 0 0\n0 -1 0\n", "-1 is no whole number"),
    ("0 1023\n0.5 0 0\n", "0.5 is no whole number"),
  ])
  func broken3DLFilesAreRefused(text: String, cause: String) throws {
    let scratch = Scratch()
    let file = try scratch.write(text, to: "broken.3dl")
    let run = try Command.splash(
      "test:64x48", "--frames", "1", "-o", "null", "--rest", "lut=\(file)")
    #expect(run.status == 2)
    #expect(run.errors.contains(file) && run.errors.contains(cause), "\(run.errors)")
  }

  @Test func filesThatAreNoLUTsAreRefused() throws {
    let scratch = Scratch()
    let picture = try scratch.make(
      "picture.png", "-f", "lavfi", "-i", "testsrc2=s=100x100", "-frames:v", "1")
    for (file, cause) in [
      (scratch.path("none.cube"), "No such file"), (scratch.folder.path + "/.cube", "No such file"),
      (picture, "not a Hald CLUT"), (scratch.path("none.png"), "No such file"),
    ] {
      let run = try Command.splash(
        "test:64x48", "--frames", "1", "-o", "null", "--rest", "lut=\(file)")
      #expect(run.status == 2 && run.errors.contains(cause), "\(run.errors)")
    }
  }

  /// Blur in every component within a code of its formula in double precision, with and without the
  /// box approximation of all sizes, at the frame's edges too.
  @Test(arguments: [0.0, 0.3, 1, 1.6, 3, 6, 11, 20])
  func blurMatchesItsFormula(percent: Double) throws {
    let (width, height) = (97, 150)
    for (bits, suffix) in [(8, ""), (10, "10le")] {
      var random = SeededGenerator(seed: 3)
      // Large patches and noise.
      let samples = (0..<width * height).map { index -> (y: Int, cb: Int, cr: Int) in
        let noise = PixelMood.random.sample(depth: bits, using: &random)
        let patch = (index % width / 30 + index / width / 40) % 2 * ((1 << bits) - 1)
        return index % 3 == 0 ? noise : (patch, (1 << bits) - 1 - patch, patch)
      }
      var frame = try Frame(
        samples, width, "yuv444p" + suffix, ColorCoding(matrix: .bt709, range: .limited))
      try Splash(settings: Self.settings("blur=\(percent)")).apply(to: &frame, StageClock())
      for (plane, channel) in [\(y: Int, cb: Int, cr: Int).y, \.cb, \.cr].enumerated() {
        let rows = (0..<height).map { y in
          (0..<width).map { Double(samples[y * width + $0][keyPath: channel]) }
        }
        let meant = LookOracle.blurred(rows, deviation: percent / 100 * Double(height))
        let worst = frame.withPlanes { planes in
          (0..<width * height).map {
            abs(Double(planes.code(plane, $0 % width, $0 / width)) - meant[$0 / width][$0 % width])
          }.max()!
        }!
        #expect(worst <= Double(1 << (bits - 8)), "plane \(plane), \(bits) bits")
      }
    }
  }

  /// The selection does not shine into a blurred background, nor the background into a blurred
  /// selection: each by its formula with weights in double precision, mixed by the mask, and close
  /// to a Gaussian of these weights.
  @Test(arguments: [0.0, 0.5, 2, 5, 15], ["--rest", "--kept"])
  func blurMixesOnlyItsOwnSideOfTheMask(percent: Double, side: String) throws {
    let scratch = Scratch()
    let (width, height) = (150, 110)
    let clip = scratch.path("clip.mkv")
    // Red discs with soft edges over stripes.
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=black:s=\(width)x\(height),format=gbrp", "-vf",
      "geq=r='max(40+30*sin(X/9),255*clip((30-hypot(mod(X,75)-37,Y-50))/8,0,1))':"
        + "g='(90+80*sin(Y/7))*clip((hypot(mod(X,75)-37,Y-50)-26)/4,0,1)':"
        + "b='(120+100*sin(X/5))*clip((hypot(mod(X,75)-37,Y-50)-26)/4,0,1)',"
        + "scale=out_color_matrix=bt709:out_range=pc,format=yuv444p",
      "-frames:v", "1", "-c:v", "ffv1", clip)
    let plain = [
      "--hue", "0", "--range", "full", "--matrix", "bt709", "--white-balance", "off", "--smoothing",
      "0", "--despeckle", "0", "--close-holes", "0", "--remove-specks", "0", "-y", "--quiet",
      "--codec", "ffv1",
      "--despill", "off",
    ]
    func planes(_ flags: [String]) throws -> [[[Double]]] {
      let output = scratch.path("out.mkv")
      try Command.splash([clip, "-o", output] + plain + flags).checked()
      let samples = try Media(output).samples("yuv444p")
      return (0..<3).map { plane in
        (0..<height).map { y in
          (0..<width).map { Double(samples[(plane * height + y) * width + $0]) }
        }
      }
    }
    let shares = try planes(["--show", "mask"])[0].map { $0.map { $0 / 255 } }
    let source = try planes(["--rest", "none"])
    #expect(shares.joined().contains(0) && shares.joined().contains(1))
    let other = side == "--rest" ? "--kept" : "--rest"
    let result = try planes([side, "blur=\(percent)", other, "none"])
    let own = side == "--rest" ? shares.map { $0.map { 1 - $0 } } : shares
    let deviation = percent / 100 * Double(height)
    var (worst, away, halo) = (0.0, 0.0, 0.0)
    for plane in 0..<3 {
      let meant = LookOracle.blurred(source[plane], weights: own, deviation: deviation)
      let truth = LookOracle.trulyBlurred(
        source[plane], weights: own, deviation: max(deviation, 0.01))
      let plain = LookOracle.blurred(source[plane], deviation: deviation)
      for y in 0..<height {
        for x in 0..<width {
          func laid(_ code: Double) -> Double {
            code + (1 - own[y][x]) * (source[plane][y][x] - code)
          }
          worst = max(worst, abs(result[plane][y][x] - laid(meant[y][x])))
          away += abs(result[plane][y][x] - laid(truth[y][x]))
          halo = max(halo, abs(result[plane][y][x] - laid(plain[y][x])))
        }
      }
    }
    #expect(worst <= 1)
    let mean = away / Double(3 * width * height)
    #expect(mean <= (percent > 5 ? 3 : 1), "a true Gaussian is \(mean) codes away in the mean")
    #expect(percent < 2 || halo > 20)
  }
}
