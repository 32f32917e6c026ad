import TestSupport

/// Discs of one color on grey with known paths, to test tracking.
struct DiscFilm: Sendable, CustomTestStringConvertible {
  static let (width, height) = (320, 192)
  static let rate = 10.0
  static let (red, green): ((cb: UInt8, cr: UInt8), (cb: UInt8, cr: UInt8)) = ((100, 220), (60, 60))

  struct Disc: Sendable {
    var x, y, radius: Double
    /// False for a grey disc that hides objects.
    var isColored = true
  }

  var testDescription: String
  var pictures = 40
  /// The frame at which the object is named.
  var seed = 0
  /// The frame with which another shot begins.
  var cut: Int?
  /// Discs of each frame, those in front last. The first is the object, and at `seed` alone.
  var discs: @Sendable (Int) -> [Disc]

  static let films = [
    DiscFilm(testDescription: "they meet and part again") { picture in
      let way = Double(abs(picture - 20)) * 4
      return [Disc(x: 136 - way, y: 96, radius: 24), Disc(x: 184 + way, y: 96, radius: 24)]
    },
    DiscFilm(testDescription: "it crosses behind another") { picture in
      let way = Double(picture) * 6
      return [Disc(x: 40 + way, y: 90, radius: 24), Disc(x: 280 - way, y: 100, radius: 24)]
    },
    DiscFilm(testDescription: "it passes before one that stands") { picture in
      [Disc(x: 160, y: 92, radius: 28), Disc(x: 30 + Double(picture) * 7, y: 104, radius: 28)]
    },
    DiscFilm(testDescription: "it goes behind something grey") { picture in
      [
        Disc(x: 40 + Double(picture) * 6, y: 96, radius: 20),
        Disc(x: 280, y: 30, radius: 20),
        Disc(x: 150, y: 96, radius: 30, isColored: false),
      ]
    },
    DiscFilm(testDescription: "three are shuffled") { picture in
      let turn = Double(picture) * .pi / 20
      return [
        Disc(x: 160 + 90 * cos(turn), y: 96 + 40 * sin(turn), radius: 22),
        Disc(x: 160, y: 96, radius: 22),
        Disc(x: 160 - 90 * cos(turn), y: 96 - 40 * sin(turn), radius: 22),
      ]
    },
    DiscFilm(testDescription: "another shot begins", cut: 20) { picture in
      picture < 20
        ? [Disc(x: 60 + Double(picture) * 2, y: 96, radius: 24), Disc(x: 240, y: 96, radius: 24)]
        : [Disc(x: 110, y: 96, radius: 24), Disc(x: 250, y: 60, radius: 24)]
    },
    DiscFilm(testDescription: "it is named where another shot begins", seed: 20, cut: 20) {
      picture in
      picture < 20
        ? [Disc(x: 60 + Double(picture) * 2, y: 96, radius: 24), Disc(x: 240, y: 96, radius: 24)]
        : [Disc(x: 110, y: 96, radius: 24), Disc(x: 250, y: 60, radius: 24)]
    },
    DiscFilm(testDescription: "it is named in the middle", seed: 25) { picture in
      let way = Double(picture) * 6
      return [Disc(x: 40 + way, y: 90, radius: 24), Disc(x: 280 - way, y: 100, radius: 24)]
    },
    DiscFilm(testDescription: "it is named after a cut", seed: 30, cut: 20) { picture in
      picture < 20
        ? [Disc(x: 60 + Double(picture) * 2, y: 96, radius: 24), Disc(x: 240, y: 96, radius: 24)]
        : [Disc(x: 110, y: 96, radius: 24), Disc(x: 250, y: 60, radius: 24)]
    },
  ]

  /// The film with the object named at a frame.
  func named(at picture: Int) -> DiscFilm {
    var film = self
    film.seed = picture
    return film
  }

  /// The disc that is seen at each chroma sample; -1 for none.
  static func seen(_ discs: [Disc]) -> [Int] {
    (0..<width / 2 * height / 2).map { index in
      let (x, y) = (Double(index % (width / 2)) * 2 + 1, Double(index / (width / 2)) * 2 + 1)
      return discs.lastIndex {
        ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) < $0.radius * $0.radius
      } ?? -1
    }
  }

  /// Pixels of a mask on the first disc and elsewhere, in chroma samples.
  struct Score {
    /// Selected pixels of the disc, and elsewhere.
    var own, other: Int
    /// Visible pixels of the disc, and its area without cover.
    var whole: Int
    var area: Double
    /// Whether no other disc is near.
    var isAlone: Bool
  }

  func score(_ mask: [UInt8], of picture: Int) -> Score {
    let discs = discs(picture)
    let seen = Self.seen(discs)
    let kept = mask.map { $0 > 110 }
    let isAlone = discs.dropFirst().allSatisfy {
      let apart = ($0.x - discs[0].x, $0.y - discs[0].y)
      let reach = $0.radius + discs[0].radius + 8
      return apart.0 * apart.0 + apart.1 * apart.1 > reach * reach
    }
    return Score(
      own: zip(kept, seen).count { $0.0 && $0.1 == 0 },
      other: zip(kept, seen).count { $0.0 && $0.1 != 0 }, whole: seen.count { $0 == 0 },
      area: Double.pi * discs[0].radius * discs[0].radius / 4, isAlone: isAlone)
  }

  /// The clip without loss.
  ///
  /// - Parameters:
  ///   - angle: how far players turn it; nil for not at all.
  ///   - color: Cb and Cr of colored discs.
  func clip(
    in scratch: Scratch, turned angle: Int? = nil, color: (cb: UInt8, cr: UInt8) = red
  ) throws -> String {
    var bytes: [UInt8] = []
    for picture in 0..<pictures {
      let discs = discs(picture)
      let seen = Self.seen(discs)
      let ground: UInt8 = picture < cut ?? .max ? 180 : 60
      let isColored = seen.map { $0 >= 0 && discs[$0].isColored }
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let index = y / 2 * (Self.width / 2) + x / 2
          bytes.append(isColored[index] ? 80 : seen[index] >= 0 ? 120 : ground)
        }
      }
      bytes += isColored.map { $0 ? color.cb : 128 }
      bytes += isColored.map { $0 ? color.cr : 128 }
    }
    let plain = scratch.path("plain.mov")
    try Command.ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(Self.width)x\(Self.height)", "-r",
        "\(Self.rate)", "-i", "-", "-vf", "setparams=colorspace=bt709:range=tv", "-c:v", "ffv1",
        "-strict", "-2", plain,
      ], input: Data(bytes))
    guard let angle else { return plain }
    let turned = scratch.path("turned.mov")
    try #require(try Media(plain).copyTurned(by: angle, to: turned))
    return turned
  }

  /// The object as the command names it.
  ///
  /// - Parameter kind: `object` or `subject`.
  func name(_ kind: String) -> String {
    let disc = discs(seed)[0]
    let time = seed > 0 ? "@\(Double(seed) / Self.rate)" : ""
    return "\(kind)@\(disc.x / Double(Self.width)),\(disc.y / Double(Self.height))\(time)"
  }
}
