import TestSupport

/// Shaded balls and people before a plain ground, which networks recognize.
struct BallFilm: Sendable {
  static let (width, height) = (640.0, 360.0)

  struct Ball: Sendable {
    var x, y, radius: Double

    /// Whether a subject has the ball's place, to a fifth of the radius, and its area, to 15 %.
    func isLike(_ subject: SubjectList.Subject) -> Bool {
      let (left, top) = (subject.box[0] * BallFilm.width, subject.box[1] * BallFilm.height)
      let (wide, high) = (subject.box[2] * BallFilm.width, subject.box[3] * BallFilm.height)
      let area = Double.pi * radius * radius
      let share = subject.share * BallFilm.width * BallFilm.height
      return abs(left + wide / 2 - x) < radius / 5 && abs(top + high / 2 - y) < radius / 5
        && abs(share - area) < 0.15 * area
    }

    /// The share of the ball that a mask of chroma samples keeps.
    func kept(_ mask: [UInt8]) -> Double {
      var (sum, count) = (0, 0)
      for row in 0..<Int(BallFilm.height / 2) {
        for column in 0..<Int(BallFilm.width / 2)
        where hypot(2 * Double(column) + 1 - x, 2 * Double(row) + 1 - y) < radius {
          sum += Int(mask[row * Int(BallFilm.width / 2) + column])
          count += 1
        }
      }
      return Double(sum) / Double(219 * count)
    }
  }

  /// An ellipse with soft light from the upper left.
  private struct Shape {
    var x, y, width, height: Double
    var color: SIMD3<Double>
    var tilt = 0.0
    /// The share of light that reaches every part.
    var ambient = 0.55

    /// The shape's color at a place, laid over `ground`.
    func over(_ ground: SIMD3<Double>, _ x: Double, _ y: Double) -> SIMD3<Double> {
      let (right, down) = (x - self.x, y - self.y)
      let u = (right * cos(tilt) + down * sin(tilt)) / width
      let v = (down * cos(tilt) - right * sin(tilt)) / height
      let distance = hypot(u, v)
      let cover = min(max((1 - distance) * min(width, height) + 0.5, 0), 1)
      guard cover > 0 else { return ground }
      let front = max(0, 1 - distance * distance).squareRoot()
      let light = (1 - ambient) * (0.7 * front - 0.4 * u - 0.5 * v)
      return ground * (1 - cover) + color * min(max(ambient + light, 0.15), 1.2) * cover
    }
  }

  var pictures: Int
  /// Balls of a frame; those in front last.
  var balls: @Sendable (Int) -> [Ball]
  /// The middles of people who stand behind them.
  var people: [Double] = []

  private static let colors: [SIMD3<Double>] = [
    SIMD3(210, 40, 35), SIMD3(60, 150, 60), SIMD3(50, 80, 190),
  ]

  private static func person(_ x: Double) -> [Shape] {
    let (skin, hair) = (SIMD3<Double>(225, 170, 140), SIMD3<Double>(60, 40, 30))
    let (shirt, trousers) = (SIMD3<Double>(60, 90, 160), SIMD3<Double>(50, 50, 60))
    return [
      Shape(x: x - 14, y: 265, width: 15, height: 75, color: trousers),
      Shape(x: x + 16, y: 265, width: 15, height: 75, color: trousers),
      Shape(x: x - 44, y: 140, width: 12, height: 60, color: shirt, tilt: 0.15),
      Shape(x: x + 46, y: 140, width: 12, height: 60, color: shirt, tilt: -0.15),
      Shape(x: x - 52, y: 200, width: 9, height: 11, color: skin),
      Shape(x: x + 54, y: 200, width: 9, height: 11, color: skin),
      Shape(x: x, y: 150, width: 40, height: 72, color: shirt),
      Shape(x: x, y: 81, width: 11, height: 16, color: skin),
      Shape(x: x, y: 41, width: 27, height: 28, color: hair),
      Shape(x: x, y: 51, width: 22, height: 28, color: skin),
      Shape(x: x - 8, y: 47, width: 3, height: 2, color: hair),
      Shape(x: x + 8, y: 47, width: 3, height: 2, color: hair),
      Shape(x: x, y: 65, width: 7, height: 2, color: SIMD3(170, 60, 60)),
    ]
  }

  /// The clip without loss.
  func clip(in scratch: Scratch) throws -> String {
    let (width, height) = (Int(Self.width), Int(Self.height))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * width * height * pictures)
    for picture in 0..<pictures {
      let shapes =
        people.flatMap(Self.person)
        + balls(picture).enumerated().map { index, ball in
          Shape(
            x: ball.x, y: ball.y, width: ball.radius, height: ball.radius,
            color: Self.colors[index % 3], ambient: 0.35)
        }
      for row in 0..<height {
        let y = Double(row) + 0.5
        let ground = SIMD3<Double>(150, 140, 125) + 30 * y / Self.height
        for column in 0..<width {
          let color = shapes.reduce(ground) { $1.over($0, Double(column) + 0.5, y) }
          for channel in 0..<3 { bytes.append(UInt8(min(max(color[channel], 0), 255))) }
        }
      }
    }
    let path = scratch.path("balls.mov")
    try Command.ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(width)x\(height)", "-r", "10", "-i", "-",
        "-vf",
        "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace=bt709:range=tv",
        "-c:v", "ffv1", "-strict", "-2", path,
      ], input: Data(bytes))
    return path
  }
}
