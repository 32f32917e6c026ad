import TestSupport

/// `splash pick`, judged by ffmpeg's pixels and a second formula for the hue.
struct PickTests {
  struct Report: Decodable {
    var hue: Double?
    var gate_hue: Double?
    var turned_far: Bool?
    var saturation, value, spread: Double
    var rgb: [Double]
    var hex: String
    var count, width, height: Int
    var flags: [String]
  }

  @discardableResult
  private func pick(_ arguments: String...) throws -> Report {
    let run = try Command.splash(["pick"] + arguments + ["--json"]).checked()
    return try JSONDecoder().decode(Report.self, from: run.output)
  }

  /// Hue of the mean R'G'B' of a rectangle in ffmpeg's pixels, by `atan2`, converted
  /// to hexagon degrees.
  private func hue(of path: String, x: Int, y: Int, width: Int, height: Int) throws -> Double {
    let bytes = [UInt8](
      try Command.run(
        "ffmpeg",
        [
          "-v", "error", "-i", path, "-frames:v", "1", "-vf", "crop=\(width):\(height):\(x):\(y)",
          "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
        ]
      ).output)
    var sums = [0.0, 0.0, 0.0]
    for (index, byte) in bytes.enumerated() { sums[index % 3] += Double(byte) }
    let (red, green, blue) = (sums[0], sums[1], sums[2])
    let (largest, smallest) = (max(red, green, blue), min(red, green, blue))
    let sextant =
      largest == red
      ? (green - blue, 0.0) : largest == green ? (blue - red, 2.0) : (red - green, 4.0)
    return ((sextant.1 + sextant.0 / (largest - smallest)) * 60 + 360)
      .truncatingRemainder(dividingBy: 360)
  }

  private func distance(_ one: Double, _ two: Double) -> Double {
    abs((one - two + 540).truncatingRemainder(dividingBy: 360) - 180)
  }

  /// The pattern's balls are 30 degrees apart, four in a row.
  @Test(arguments: Array(0..<12).sampled(4))
  func pickedTestPatternBallsHaveTheirHues(ball: Int) throws {
    let column = (Double(ball % 4) + 0.5) / 4 * 100
    let row = (Double(ball / 4) + 0.5) / 3 * 100
    let report = try pick("test:1280x720", "--at", "\(column)%,\(row)%")
    #expect(distance(try #require(report.hue), Double(ball) * 30) < 2)
    #expect(abs(report.saturation - 0.85) < 0.03)
    #expect(report.count >= 25)
  }

  private static let photos = ["bedspread", "chair"].flatMap { name in
    ["corrected", "tungsten"].map { "photos/card-\(name)-\($0).png" }
  }

  /// Every colored patch of cards in neutral and in warm light, within 2 degrees.
  @Test(arguments: ["card.png", "card-tungsten.png"] + Footage.adding(photos))
  func pickedCardPatchesHaveTheirHues(photo: String) throws {
    let path = try Clips.path(photo)
    let patches = photo.contains("/") ? CardPhoto.patches(photo) : Card.middles
    try #require(patches.count == 18)
    var worst = 0.0
    for (x, y) in patches {
      let report = try pick(path, "--at", "\(x),\(y)", "--radius", "8")
      let truth = try hue(of: path, x: x - 8, y: y - 8, width: 17, height: 17)
      let error = distance(try #require(report.hue), truth)
      worst = max(worst, error)
      #expect(error < 2, "\(photo) at \(x),\(y): \(report.hue ?? -1) for \(truth)")
    }
    print("pick \(photo): \(patches.count) patches, worst error \(worst) degrees")
  }

  @Test func pickWarnsIfTheBalanceShiftsAHueFar() throws {
    for (gains, isFar) in [("0.5,1,2", true), ("1.02,1,0.98", false)] {
      let arguments = ["test:1280x720", "--at", "37.5%,16.7%", "--white-balance", "gains=\(gains)"]
      let run = try Command.splash(["pick"] + arguments + ["--json"])
      let report = try JSONDecoder().decode(Report.self, from: run.output)
      let turn = distance(try #require(report.hue), try #require(report.gate_hue))
      #expect(report.turned_far == isFar && (turn > 20) == isFar, "\(turn)")
      let text = try Command.splash(["pick"] + arguments).text
      #expect(text.contains("--white-balance off") == isFar, "\(text)")
    }
  }

  /// A spot without hue is selected by its value: greys of the card, and nothing lighter, darker or
  /// colored.
  @Test func pickedGreysAreKeptByTheirValue() throws {
    let report = try pick("test:1280x720", "--at", "1,1")
    #expect(report.hue == nil && report.flags.count == 2)
    let text = try Command.splash("pick", "test:", "--at", "1,1")
    #expect(text.text.contains("the spot is grey") && text.text.contains("s=0.."))
    let path = try Clips.path("card.jpg")
    // White, two greys, and black: the lowest row, whose first patch is 18.
    func middle(_ index: Int) -> (x: Int, y: Int) {
      (Card.middles[index % 6].x, Card.middles[0].y + 85 * (index / 6))
    }
    for index in [18, 20, 21, 23] {
      let (left, top) = middle(index)
      let report = try pick(path, "--at", "\(left),\(top)")
      let shown = try Command.splash(
        [path, "-o", "-", "--format", "rawvideo", "--pixel-format", "gray", "--quiet"]
          + ["--show", "mask"] + report.flags)
      let mask = [UInt8](shown.output)
      let width = try #require(Int(Media(path).probe("v:0", "stream=width").first ?? ""))
      for other in 0..<24 {
        let code = mask[middle(other).y * width + middle(other).x]
        if other == index { #expect(code > 200, "\(index)") }
        if other < 18 || abs(other - index) > 2 { #expect(code < 60, "\(index) at \(other)") }
      }
    }
  }

  /// The picked spot is selected: nine tenths of it or more stay unchanged, with the printed
  /// flag alone.
  @Test func pickedFlagKeepsTheSpot() throws {
    let path = try Clips.path("card.jpg")
    // The raspberry red patch.
    let (left, top) = Card.middles[8]
    let report = try pick(path, "--at", "\(left),\(top)")
    let kept = try Command.splash(
      [path, "-o", "-", "--format", "rawvideo", "--pixel-format", "yuv444p", "--quiet"]
        + report.flags
    ).checked()
    let source = try Media(path).samples("yuvj444p")
    let result = [UInt8](kept.output)
    try #require(source.count == result.count)
    let (width, height) = (report.width, report.height)
    var lost = 0
    for plane in 1...2 {
      for y in top - 4...top + 4 {
        for x in left - 4...left + 4 {
          let place = plane * width * height + y * width + x
          if abs(Int(source[place]) - Int(result[place])) > 12 { lost += 1 }
        }
      }
    }
    #expect(lost <= 16, "\(lost) of 162 samples changed")
  }

  /// Places are those of the displayed frame: ffmpeg rotates it upright by itself.
  @Test(arguments: [90, 180, 270])
  func pickInARotatedClipIsAsDisplayed(angle: Int) throws {
    let scratch = Scratch()
    let (plain, turned) = (scratch.path("plain.mp4"), scratch.path("turned.mp4"))
    try Command.splash(
      "test:640x480", "--frames", "2", "--hue", "0:180", "--saturation", "0..1", "--value", "0..1",
      "--chroma-floor", "0", "-o", plain, "--quiet")
    try #require(try Media(plain).copyTurned(by: angle, to: turned))
    // Half a row of balls down, and the first and third columns, whichever way it is rotated.
    for place in [0.125, 0.625] {
      let isUpright = angle == 180
      let (width, height) = isUpright ? (640, 480) : (480, 640)
      let x = isUpright ? Int(place * 640) : 80
      let y = isUpright ? 80 : Int(place * 640)
      let report = try pick(turned, "--at", "\(x),\(y)")
      #expect(report.width == width && report.height == height)
      let truth = try hue(of: turned, x: x - 4, y: y - 4, width: 9, height: 9)
      #expect(distance(try #require(report.hue), truth) < 2, "turned by \(angle) at \(x),\(y)")
    }
  }

  @Test func invalidPickPlacesAreRefused() throws {
    for (place, name) in [
      ("1280,0", "0 to 1279"), ("0,720", "0 to 719"), ("5", "--at"), ("a,b", "--at"),
      ("-1,5", "outside"),
      ("101%,5", "outside"), ("nan,1", "--at"),
    ] {
      let run = try Command.splash("pick", "test:1280x720", "--at=\(place)")
      #expect(run.status == 64, "\(place)")
      #expect(run.errors.contains(name), "\(run.errors)")
    }
    #expect(try Command.splash("pick", "test:", "--at", "1,1", "--radius", "-1").status == 64)
    #expect(try Command.splash("pick", "test:").status == 64)
    #expect(try Command.splash("pick", "no-such.mp4", "--at", "1,1").status == 2)
  }
}
