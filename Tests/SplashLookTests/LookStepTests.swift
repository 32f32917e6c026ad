import SplashFilter
import TestSupport

/// Effects of looks on frames, through the library's face, against formulas in double precision.
struct LookStepTests {
  typealias Color = LookOracle.Color

  struct Case: Sendable, CustomStringConvertible {
    let look: String
    let formula: @Sendable (LookOracle, Color) -> Color
    var description: String { look }

    init(_ look: String, _ formula: @escaping @Sendable (LookOracle, Color) -> Color) {
      self.look = look
      self.formula = formula
    }
  }

  static let cases: [Case] = [
    Case("grey") { $0.grey($1) },
    Case("grey=60,30,10") { $0.mixer((0.6, 0.3, 0.1), $1) },
    Case("grey=-50,200,-50") { $0.mixer((-0.5, 2, -0.5), $1) },
    Case("grey=90,40,-20") { $0.mixer((0.9, 0.4, -0.2), $1) },
    Case("red-filter") { $0.mixer((1, 0, 0), $1) },
    Case("orange-filter") { $0.mixer((0.6, 0.4, 0), $1) },
    Case("green-filter") { $0.mixer((0, 1, 0), $1) },
    Case("grey=luminance") { $0.luminance($1) },
    Case("noir") { $0.noir($1) },
    Case("sepia") { $0.tint(154 / 255.0, 128 / 255.0, 99 / 255.0, 1, $1) },
    Case("tint=#2060c0:0.7") { $0.tint(32 / 255.0, 96 / 255.0, 192 / 255.0, 0.7, $1) },
    Case("tint=#f00") { $0.tint(1, 0, 0, 1, $1) },
    Case("fade=0.3") { $0.chroma(times: 0.3, $1) },
    Case("vivid=2.5") { $0.chroma(times: 2.5, $1) },
    Case("dim=0.35") { $0.dim(0.35, $1) },
    Case("contrast=1.7") { $0.contrast(1.7, $1) },
    Case("contrast=0") { $0.contrast(0, $1) },
    Case("gamma=2.2") { $0.gamma(2.2, $1) },
    Case("gamma=0.5") { $0.gamma(0.5, $1) },
    Case("solid=#203040") { oracle, _ in
      oracle.color(red: 32 / 255.0, green: 48 / 255.0, blue: 64 / 255.0)
    },
    // Folded into one pass, and in several.
    Case("fade=0.5+dim=0.5+contrast=1.2") {
      $0.contrast(1.2, $0.dim(0.5, $0.chroma(times: 0.5, $1)))
    },
    Case("noir+tint=#2060c0") { $0.tint(32 / 255.0, 96 / 255.0, 192 / 255.0, 1, $0.noir($1)) },
    Case("sepia+grey=60,30,10") {
      $0.mixer((0.6, 0.3, 0.1), $0.tint(154 / 255.0, 128 / 255.0, 99 / 255.0, 1, $1))
    },
    Case("none") { $1 },
    Case("duotone=#102040,#ffe0c0") {
      $0.duotone(
        $0.color(red: 16 / 255.0, green: 32 / 255.0, blue: 64 / 255.0),
        $0.color(red: 1, green: 224 / 255.0, blue: 192 / 255.0), $1)
    },
    Case("hue=120") { $0.hue(120, $1) },
    Case("hue=-45") { $0.hue(-45, $1) },
    Case("recolor=#00f") { $0.recolored($0.color(red: 0, green: 0, blue: 1), $1) },
    Case("recolor=#c08040") {
      $0.recolored($0.color(red: 192 / 255.0, green: 128 / 255.0, blue: 64 / 255.0), $1)
    },
    Case("recolor=#808080") { $0.grey($1) },
    Case("temperature=2500") { $0.temperature(2500, $1) },
    Case("temperature=12000") { $0.temperature(12000, $1) },
    Case("temperature=6504") { $0.temperature(6504, $1) },
    Case("posterize=5") { $0.posterized(5, $1) ?? (.nan, .nan, .nan) },
    Case("posterize=2") { $0.posterized(2, $1) ?? (.nan, .nan, .nan) },
    // At partial strength: folded, and drawn beside the frame.
    Case("noir:0.7") { $0.mixed(0.7, $0.noir($1), $1) },
    Case("grey:0.4") { $0.mixed(0.4, $0.grey($1), $1) },
    Case("red-filter:0.5") { $0.mixed(0.5, $0.mixer((1, 0, 0), $1), $1) },
    Case("vivid=2+grey=90,40,-20:0.3") { oracle, color in
      let vivid = oracle.chroma(times: 2, color)
      return oracle.mixed(0.3, oracle.mixer((0.9, 0.4, -0.2), vivid), vivid)
    },
    Case("sepia:0.5+grey=60,30,10:0.5") { oracle, color in
      let sepia = oracle.mixed(
        0.5, oracle.tint(154 / 255.0, 128 / 255.0, 99 / 255.0, 1, color), color)
      return oracle.mixed(0.5, oracle.mixer((0.6, 0.3, 0.1), sepia), sepia)
    },
    Case("solid=#203040:0.25") { oracle, color in
      oracle.mixed(0.25, oracle.color(red: 32 / 255.0, green: 48 / 255.0, blue: 64 / 255.0), color)
    },
    Case("hue=90:0.4") { $0.mixed(0.4, $0.hue(90, $1), $1) },
    Case("grey=luminance:0.8") { $0.mixed(0.8, $0.luminance($1), $1) },
  ]

  /// No pixel has both no saturation and full chroma, so nothing is kept.
  private static func settings(rest: String = "grey", kept: String = "none") throws
    -> SplashSettings
  {
    try SplashSettings(
      json: """
        {"rest": "\(rest)", "kept": "\(kept)", "chromaFloor": 1, "gateSoftness": 0,
         "saturation": {"min": 0, "max": 0}, "hues": [{"center": 0}], "whiteBalance": "off"}
        """.utf8)
  }

  /// Every step at 4:4:4 within one code, on samples of all kinds, in 8, 10 and 12 bits, of every
  /// matrix and range.
  @Test(arguments: cases)
  func everyLookStepMatchesItsFormula(_ step: Case) throws {
    var oracle = LookOracle()
    for (bits, suffix) in [(8, ""), (10, "10le"), (12, "12le")] {
      for (matrix, isFull) in [(ColorMatrix.bt709, false), (.bt601, true), (.bt2020, false)] {
        (oracle.bits, oracle.isFullRange, oracle.kr, oracle.kb) = (
          bits, isFull, matrix.kr, matrix.kb
        )
        for mood in PixelMood.allCases {
          let (width, height) = (67, 40)
          var random = SeededGenerator(seed: 9)
          let samples = (0..<width * height).map { _ in mood.sample(depth: bits, using: &random) }
          let coding = ColorCoding(matrix: matrix, range: isFull ? .full : .limited)
          var frame = try Frame(samples, width, "yuv444p" + suffix, coding)
          try Splash(settings: Self.settings(rest: step.look)).apply(to: &frame, StageClock())
          var worst = 0.0
          _ = frame.withPlanes { planes in
            for (index, sample) in samples.enumerated() {
              let (x, y) = (index % width, index / width)
              let color = step.formula(oracle, oracle.color(sample))
              guard color.y.isFinite else { continue }
              let meant = oracle.codes(color)
              worst = max(
                worst, abs(Double(planes.code(0, x, y)) - meant.y),
                abs(Double(planes.code(1, x, y)) - meant.cb),
                abs(Double(planes.code(2, x, y)) - meant.cr))
            }
          }
          // A code of 8 bits.
          #expect(worst <= Double(1 << (bits - 8)), "\(mood) \(bits) bits \(matrix) \(isFull)")
        }
      }
    }
  }

  /// Steps that change only colors, also at partial strength, leave luma unchanged.
  @Test(arguments: [
    "recolor=blue", "hue=77", "recolor=tan:0.4+hue=-20:0.5", "vivid=4+hue=10+sepia",
  ])
  func colorOnlyStepsKeepLumaBitForBit(look: String) throws {
    let coding = ColorCoding(matrix: .bt709, range: .limited)
    for (bits, format) in [(8, "yuv444p"), (10, "yuv444p10le")] {
      var random = SeededGenerator(seed: 6)
      let samples = (0..<64 * 48).map { _ in PixelMood.random.sample(depth: bits, using: &random) }
      for kept in ["none", look] {
        var settings = try Self.settings(rest: look, kept: kept)
        settings.invert = kept != "none"
        var frame = try Frame(samples, 64, format, coding)
        try Splash(settings: settings).apply(to: &frame, StageClock())
        let isSame = frame.withPlanes { planes in
          samples.indices.allSatisfy { planes.code(0, $0 % 64, $0 / 64) == samples[$0].y }
        }
        #expect(isSame == true)
      }
    }
  }

  /// A step of strength zero, or too small to matter, leaves the frame unchanged bit for bit.
  @Test(arguments: [
    "grey", "grey=luminance", "grey=60,30,10", "grey=300,300,300", "red-filter", "noir", "sepia",
    "duotone=#123,#fed", "hue=120", "recolor=blue", "temperature=3000", "posterize", "blur",
    "bokeh",
    "pixelate", "bloom", "vignette", "grain", "solid=teal", "dream", "comic",
  ])
  func strengthZeroChangesNothing(step: String) throws {
    let coding = ColorCoding(matrix: .bt709, range: .limited)
    var random = SeededGenerator(seed: 5)
    let samples = (0..<64 * 48).map { _ in PixelMood.random.sample(depth: 8, using: &random) }
    for amount in ["0", "1e-30"] {
      var frame = try Frame(samples, 64, "yuv444p", coding)
      let settings = try Self.settings(rest: "\(step):\(amount)+\(step):0")
      try Splash(settings: settings).apply(to: &frame, StageClock())
      let isSame = frame.withPlanes { planes in
        samples.enumerated().allSatisfy { index, sample in
          [sample.y, sample.cb, sample.cr].enumerated().allSatisfy {
            planes.code($0, index % 64, index / 64) == $1
          }
        }
      }
      #expect(isSame == true, "\(amount)")
    }
  }

  /// Where several passes leave luma unchanged, later ones see the input's luma, on both sides.
  @Test func laterPassesSeeTheInputsLuma() throws {
    let look = "hue=10+sepia"
    var random = SeededGenerator(seed: 8)
    let samples = (0..<64 * 48).map { _ in PixelMood.random.sample(depth: 8, using: &random) }
    let oracle = LookOracle()
    for isKept in [false, true] {
      var settings = try Self.settings(rest: isKept ? "grey" : look, kept: isKept ? look : "none")
      settings.invert = isKept
      var frame = try Frame(samples, 64, "yuv444p", ColorCoding(matrix: .bt709, range: .limited))
      try Splash(settings: settings).apply(to: &frame, StageClock())
      let worst = frame.withPlanes { planes in
        samples.indices.map { index in
          let meant = oracle.codes(
            oracle.tint(154 / 255.0, 128 / 255.0, 99 / 255.0, 1, oracle.color(samples[index])))
          return abs(Double(planes.code(1, index % 64, index / 64)) - meant.cb)
        }.max()!
      }!
      #expect(worst <= 1)
    }
  }

  /// With everything kept, the kept look covers the frame, and the rest look is not visible.
  @Test(arguments: cases.prefix(14))
  func keptLookMatchesTheRestLook(_ step: Case) throws {
    var random = SeededGenerator(seed: 4)
    let samples = (0..<64 * 48).map { _ in PixelMood.random.sample(depth: 8, using: &random) }
    let coding = ColorCoding(matrix: .bt709, range: .limited)
    var codes: [[Int]] = []
    for isKept in [false, true] {
      var settings = try Self.settings(
        rest: isKept ? "solid=white" : step.look, kept: isKept ? step.look : "solid=white")
      settings.invert = isKept
      var frame = try Frame(samples, 64, "yuv444p", coding)
      try Splash(settings: settings).apply(to: &frame, StageClock())
      codes.append(
        frame.withPlanes { planes in
          samples.indices.flatMap { index in
            (0..<3).map { planes.code($0, index % 64, index / 64) }
          }
        }!)
    }
    let isSame = codes[0] == codes[1]
    #expect(isSame)
  }
}

extension Frame {
  /// A 4:4:4 frame of samples, row after row.
  init(
    _ samples: [(y: Int, cb: Int, cr: Int)], _ width: Int, _ format: String, _ coding: ColorCoding,
    time: Double? = nil
  ) throws {
    try self.init(
      width: width, height: samples.count / width, pixelFormat: format, time: time, coding: coding
    ) { target in
      for (index, sample) in samples.enumerated() {
        for (plane, code) in [sample.y, sample.cb, sample.cr].enumerated() {
          let row = target.row(index / width, ofPlane: plane)
          if format == "yuv444p" {
            row[index % width] = UInt8(code)
          } else {
            row[2 * (index % width)] = UInt8(code & 255)
            row[2 * (index % width) + 1] = UInt8(code >> 8)
          }
        }
      }
    }
  }
}
