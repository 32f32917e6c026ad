import SplashFilter
import TestSupport

/// Looks that depend on the place of a pixel or on its neighbors, against their formulas.
struct PlaceLookTests {
  /// Settings that keep nothing.
  private static func settings(_ look: String) throws -> SplashSettings {
    var settings = SplashSettings()
    settings.rest = try LookStep.steps(look)
    settings.whiteBalance = .off
    settings.chromaFloor = 1
    settings.gateSoftness = 0
    settings.saturation = Interval(0, 0)
    settings.hues = [HueRange(center: 0)]
    return settings
  }

  private static func samples(_ width: Int, _ height: Int, depth: Int = 8)
    -> [(y: Int, cb: Int, cr: Int)]
  {
    var random = SeededGenerator(seed: 11)
    return (0..<width * height).map { _ in PixelMood.random.sample(depth: depth, using: &random) }
  }

  private static let coding = ColorCoding(matrix: .bt709, range: .limited)

  /// The result of a look on samples, at a time in seconds.
  private static func drawn(
    _ look: String, _ samples: [(y: Int, cb: Int, cr: Int)], _ width: Int,
    format: String = "yuv444p", at times: [Double] = [0]
  ) throws -> [[[Int]]] {
    let filter = try Splash(settings: settings(look))
    return try times.map { time in
      var frame = try Frame(samples, width, format, coding, time: time)
      try filter.apply(to: &frame, StageClock())
      return frame.withPlanes { planes in
        (0..<3).map { plane in
          samples.indices.map { planes.code(plane, $0 % width, $0 / width) }
        }
      }!
    }
  }

  /// By the distance from the middle, in planes of every component.
  @Test(arguments: ["vignette=0.7", "vignette"])
  func vignetteMatchesItsFormula(look: String) throws {
    let (width, height, amount) = (67, 40, look == "vignette" ? 0.5 : 0.7)
    let samples = Self.samples(width, height)
    let made = try Self.drawn(look, samples, width)[0]
    var worst = 0.0
    for (index, sample) in samples.enumerated() {
      let (x, y) = (Double(index % width) + 0.5, Double(index / width) + 0.5)
      let (u, v) = (x - Double(width) / 2, y - Double(height) / 2)
      let r2 = (u * u + v * v) * 4 / Double(width * width + height * height)
      let far = min(max((r2 - 0.1) / 0.9, 0), 1)
      let light = 1 - amount * far * far * (3 - 2 * far)
      for (plane, code, base) in [(0, sample.y, 16.0), (1, sample.cb, 128), (2, sample.cr, 128)] {
        let meant = max(0, base + (Double(code) - base) * light)
        worst = max(worst, abs(Double(made[plane][index]) - meant))
      }
    }
    #expect(worst <= 0.51)
  }

  /// The same at the same time, different at another; of its strength, with the frame as its mean;
  /// none in black and white, and none in chroma.
  @Test func grainMatchesItsFormula() throws {
    let (width, height) = (200, 150)
    let samples = (0..<width * height).map { index -> (y: Int, cb: Int, cr: Int) in
      ([126, 16, 235, 70][index % 4], 90, 170)
    }
    let made = try Self.drawn("grain=0.5", samples, width, at: [0, 1, 2])
    let again = try Self.drawn("grain=0.5", samples, width, at: [0, 1, 2])
    let isSame = made == again
    #expect(isSame)
    #expect(made[0][0] != made[1][0] && made[1][0] != made[2][0])
    for (kind, level) in [(126, 110.0 / 219), (16, 0), (235, 1), (70, 54.0 / 219)] {
      let codes = samples.indices.filter { samples[$0].y == kind }.map { Double(made[1][0][$0]) }
      let mean = codes.reduce(0, +) / Double(codes.count)
      let variance =
        codes.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(codes.count)
      let meant = 0.5 * 0.1 * 219 * 4 * level * (1 - level)
      #expect(abs(mean - Double(kind)) <= 0.35, "\(kind)")
      #expect(abs(variance.squareRoot() - meant) <= 0.05 * meant + 0.05, "\(kind)")
    }
    let isChromaKept = made[1][1].allSatisfy { $0 == 90 } && made[1][2].allSatisfy { $0 == 170 }
    #expect(isChromaKept)
  }

  /// The mean of each block, also of blocks cut off by the edge, in 8 bits and more.
  @Test(arguments: ["pixelate=10", "pixelate", "pixelate=0", "pixelate=50"], [8, 10])
  func pixelateBlocksAreMeans(look: String, depth: Int) throws {
    let (width, height) = (67, 90)
    let size = ["pixelate=10": 9, "pixelate": 3, "pixelate=0": 1, "pixelate=50": 45][look]!
    let samples = Self.samples(width, height, depth: depth)
    let format = depth == 8 ? "yuv444p" : "yuv444p10le"
    let made = try Self.drawn(look, samples, width, format: format)[0]
    var worst = 0.0
    for top in stride(from: 0, to: height, by: size) {
      for left in stride(from: 0, to: width, by: size) {
        let block = (top..<min(top + size, height)).flatMap { y in
          (left..<min(left + size, width)).map { y * width + $0 }
        }
        for (plane, code) in [\(y: Int, cb: Int, cr: Int).y, \.cb, \.cr].enumerated() {
          let sum = block.reduce(0) { $0 + samples[$1][keyPath: code] }
          let mean = Double(sum) / Double(block.count)
          worst = max(worst, block.map { abs(Double(made[plane][$0]) - mean) }.max()!)
        }
      }
    }
    #expect(worst <= 0.5)
  }

  /// Values above 0.6, blurred and laid over the frame.
  @Test func bloomMatchesItsFormula() throws {
    let (width, height) = (67, 90)
    let oracle = LookOracle()
    var samples = Self.samples(width, height).map {
      ($0.y / 4 + 30, 128, 128) as (y: Int, cb: Int, cr: Int)
    }
    for y in 30..<50 { for x in 20..<40 { samples[y * width + x] = (225, 118, 140) } }
    let made = try Self.drawn("bloom=0.7", samples, width)[0]
    let light = samples.map { sample -> (y: Double, cb: Double, cr: Double) in
      let shown = oracle.shownRGB(oracle.color(sample))
      func bright(_ x: Double) -> Double { max(0, (x - 0.6) / 0.4) }
      return oracle.color(
        red: bright(shown.red), green: bright(shown.green), blue: bright(shown.blue))
    }
    func blurred(_ part: KeyPath<(y: Double, cb: Double, cr: Double), Double>) -> [Double] {
      let rows = (0..<height).map { y in
        (0..<width).map { light[y * width + $0][keyPath: part] }
      }
      return LookOracle.blurred(rows, deviation: 0.025 * Double(height)).flatMap(\.self)
    }
    let (y, cb, cr) = (blurred(\.y), blurred(\.cb), blurred(\.cr))
    var worst = 0.0
    for (index, sample) in samples.enumerated() {
      let own = oracle.color(sample)
      let share = 1 - 0.7 * y[index]
      let meant = oracle.codes(
        (
          own.y * share + 0.7 * y[index], own.cb * share + 0.7 * cb[index],
          own.cr * share + 0.7 * cr[index]
        ))
      worst = max(
        worst, abs(Double(made[0][index]) - meant.y), abs(Double(made[1][index]) - meant.cb),
        abs(Double(made[2][index]) - meant.cr))
    }
    #expect(worst <= 2)
  }

  /// A look of several steps at partial strength is a mix of the frame and the full look, also as
  /// the kept look.
  @Test(arguments: ["dream", "sin-city", "comic"])
  func namedLooksEqualTheirSteps(name: String) throws {
    let (width, height) = (64, 48)
    let samples = Self.samples(width, height)
    let form = try #require(LookForm.all.first { $0.name == name })
    let steps = try #require(form.sentence.split(separator: ": ").last)
    let whole = try Self.drawn(name, samples, width)[0]
    let spelled = try Self.drawn(String(steps), samples, width)[0]
    let isSame = whole == spelled
    #expect(isSame)
    let half = try Self.drawn("\(name):0.6", samples, width)[0]
    var worst = 0.0
    for (index, sample) in samples.enumerated() {
      for (plane, code) in [sample.y, sample.cb, sample.cr].enumerated() {
        let meant = Double(code) + 0.6 * Double(whole[plane][index] - code)
        worst = max(worst, abs(Double(half[plane][index]) - meant))
      }
    }
    #expect(worst <= 0.6)
  }

  /// For odd sizes in every layout, every instruction set gives the bits of the reference.
  @Test(arguments: [
    "blur=3", "pixelate=4", "hue=70", "recolor=teal", "temperature=4000", "posterize=4", "bloom",
    "vignette", "grain", "dream:0.5", "duotone=#008,#fe8", "noir:0.4",
  ])
  func instructionSetsGiveTheSameLook(look: String) throws {
    for format in ["yuv420p", "yuv444p10le", "nv12", "yuv422p", "yuyv422"] {
      let width = format == "yuyv422" ? 322 : 131
      var results: [[UInt8]] = []
      for set in InstructionSet.available {
        var settings = SplashSettings()
        settings.rest = try LookStep.steps(look)
        settings.kept = try LookStep.steps(look)
        settings.hues = [HueRange(center: 200)]
        var random = SeededGenerator(seed: 5)
        var frame = try Frame(width: width, height: 75, pixelFormat: format) { target in
          let isDeep = target.view.format.depth > 8
          for plane in 0..<target.view.format.planeCount {
            for y in 0..<target.view.size(ofPlane: plane).rows {
              let row = target.row(y, ofPlane: plane)
              for x in 0..<row.count {
                row[x] =
                  isDeep && x % 2 == 1
                  ? .random(in: 0...3, using: &random)
                  : .random(in: 0...255, using: &random)
              }
            }
          }
        }
        try Splash(settings: settings, instructionSet: set).apply(to: &frame, StageClock())
        results.append(
          frame.withPlanes { planes in
            (0..<planes.format.planeCount).flatMap { plane in
              (0..<planes.size(ofPlane: plane).rows).flatMap { planes.row($0, ofPlane: plane) }
            }
          }!)
      }
      let isSame = results.allSatisfy { $0 == results[0] }
      #expect(isSame && results.count > 1, "\(format)")
    }
  }
}
