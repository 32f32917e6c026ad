import Foundation
import TestSupport
import Testing

/// Objects that are followed, through the command, on discs whose ways are known.
struct ObjectTests {
  private let scratch: Scratch
  private static let (width, height) = (320, 192)
  private static let rate = 10.0

  init() throws { scratch = try Scratch() }

  struct Disc: Sendable {
    var x, y, radius: Double
    /// What is no object is grey and hides what is.
    var isRed = true
  }

  /// Discs of each picture, those in front last. The first is the object, and at `seed` alone.
  struct Film: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var pictures = 40
    var seed = 0
    /// The picture with which another shot begins.
    var cut: Int?
    var discs: @Sendable (Int) -> [Disc]
  }

  static let films = [
    Film(testDescription: "they meet and part again") { picture in
      let way = Double(abs(picture - 20)) * 4
      return [Disc(x: 136 - way, y: 96, radius: 24), Disc(x: 184 + way, y: 96, radius: 24)]
    },
    Film(testDescription: "it crosses behind another") { picture in
      let way = Double(picture) * 6
      return [Disc(x: 40 + way, y: 90, radius: 24), Disc(x: 280 - way, y: 100, radius: 24)]
    },
    Film(testDescription: "it passes before one that stands") { picture in
      [Disc(x: 160, y: 92, radius: 28), Disc(x: 30 + Double(picture) * 7, y: 104, radius: 28)]
    },
    Film(testDescription: "it goes behind something grey") { picture in
      [
        Disc(x: 40 + Double(picture) * 6, y: 96, radius: 20),
        Disc(x: 280, y: 30, radius: 20),
        Disc(x: 150, y: 96, radius: 30, isRed: false),
      ]
    },
    Film(testDescription: "three are shuffled") { picture in
      let turn = Double(picture) * .pi / 20
      return [
        Disc(x: 160 + 90 * cos(turn), y: 96 + 40 * sin(turn), radius: 22),
        Disc(x: 160, y: 96, radius: 22),
        Disc(x: 160 - 90 * cos(turn), y: 96 - 40 * sin(turn), radius: 22),
      ]
    },
    Film(testDescription: "another shot begins", cut: 20) { picture in
      picture < 20
        ? [Disc(x: 60 + Double(picture) * 2, y: 96, radius: 24), Disc(x: 240, y: 96, radius: 24)]
        : [Disc(x: 110, y: 96, radius: 24), Disc(x: 250, y: 60, radius: 24)]
    },
    Film(testDescription: "it is named in the middle", seed: 25) { picture in
      let way = Double(picture) * 6
      return [Disc(x: 40 + way, y: 90, radius: 24), Disc(x: 280 - way, y: 100, radius: 24)]
    },
    Film(testDescription: "it is named after a cut", seed: 30, cut: 20) { picture in
      picture < 20
        ? [Disc(x: 60 + Double(picture) * 2, y: 96, radius: 24), Disc(x: 240, y: 96, radius: 24)]
        : [Disc(x: 110, y: 96, radius: 24), Disc(x: 250, y: 60, radius: 24)]
    },
  ]

  /// The disc that is seen at each chroma sample; -1 for none.
  private static func seen(_ discs: [Disc]) -> [Int] {
    (0..<width / 2 * height / 2).map { index in
      let (x, y) = (Double(index % (width / 2)) * 2 + 1, Double(index / (width / 2)) * 2 + 1)
      return discs.lastIndex {
        ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) < $0.radius * $0.radius
      } ?? -1
    }
  }

  private func clip(_ film: Film, turned angle: Int? = nil) throws -> String {
    var bytes: [UInt8] = []
    for picture in 0..<film.pictures {
      let discs = film.discs(picture)
      let seen = Self.seen(discs)
      let ground: UInt8 = picture < film.cut ?? .max ? 180 : 60
      let isRed = seen.map { $0 >= 0 && discs[$0].isRed }
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let index = y / 2 * (Self.width / 2) + x / 2
          bytes.append(isRed[index] ? 80 : seen[index] >= 0 ? 120 : ground)
        }
      }
      bytes += isRed.map { $0 ? 100 : 128 }
      bytes += isRed.map { $0 ? 220 : 128 }
    }
    let plain = scratch.path("plain.mov")
    let made = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s",
        "\(Self.width)x\(Self.height)", "-r", "\(Self.rate)", "-i", "-", "-colorspace", "bt709",
        "-color_range", "tv", "-c:v", "ffv1", "-strict", "-2", plain,
      ], input: Data(bytes))
    try #require(made.status == 0, "\(made.errors)")
    guard let angle else { return plain }
    let turned = scratch.path("turned.mov")
    try #require(try Media(plain).copyTurned(by: angle, to: turned))
    return turned
  }

  /// The object as the command names it.
  private static func name(_ film: Film) -> String {
    let disc = film.discs(film.seed)[0]
    let time = film.seed > 0 ? "@\(Double(film.seed) / rate)" : ""
    return "object@\(disc.x / Double(width)),\(disc.y / Double(height))\(time)"
  }

  private func masks(_ clip: String, _ arguments: String...) throws -> [[UInt8]] {
    try ShownMasks(
      of: clip, arguments + ["--white-balance", "off", "--stability", "0"], in: scratch
    ).masks
  }

  /// Where the object is seen it is kept, and what is kept is no other, be it that two of one color
  /// lie over each other.
  @Test(arguments: films) func theObjectIsFollowed(film: Film) throws {
    let masks = try masks(clip(film), "--keep", Self.name(film))
    try #require(masks.count == film.pictures)
    let isAfter = film.seed < film.cut ?? .max
    for (picture, mask) in masks.enumerated() {
      let discs = film.discs(picture)
      let seen = Self.seen(discs)
      let kept = mask.map { $0 > 110 }
      let own = zip(kept, seen).filter { $0.0 && $0.1 == 0 }.count
      let other = zip(kept, seen).filter { $0.0 && $0.1 != 0 }.count
      let whole = seen.filter { $0 == 0 }.count
      let comment: Comment = "picture \(picture): \(own) of \(whole), \(other) others"
      if let cut = film.cut, (picture >= cut) == isAfter {
        #expect(own + other == 0, comment)
        continue
      }
      let area = Double.pi * discs[0].radius * discs[0].radius / 4
      let isAlone = discs.dropFirst().allSatisfy {
        let apart = ($0.x - discs[0].x, $0.y - discs[0].y)
        let reach = $0.radius + discs[0].radius + 8
        return apart.0 * apart.0 + apart.1 * apart.1 > reach * reach
      }
      if isAlone {
        #expect(own * 100 >= whole * 95 && other * 100 <= Int(area) * 5, comment)
      } else if Double(whole) > 0.5 * area {
        #expect(own * 2 > whole && own > other, comment)
      }
    }
  }

  /// The other objects are no less theirs: each goes its own way, and together they are all.
  @Test func eachKeepsItsOwn() throws {
    let film = Self.films[4]
    let clip = try clip(film)
    let names = film.discs(0).map {
      "object@\($0.x / Double(Self.width)),\($0.y / Double(Self.height))"
    }
    let each = try names.map { try masks(clip, "--keep", $0) }
    let all = try masks(clip, "--keep", names[0], "--keep", names[1], "--keep", names[2])
    for picture in 0..<film.pictures {
      for index in all[picture].indices {
        let most = each.map { $0[picture][index] }.max()!
        if all[picture][index] != most {
          Issue.record("picture \(picture), sample \(index)")
          return
        }
      }
    }
  }

  /// A place is where it is displayed.
  @Test(arguments: [90, 180, -90]) func aTurnedClipIsFollowed(angle: Int) throws {
    let film = Self.films[1]
    let disc = film.discs(0)[0]
    let (x, y) = (disc.x / Double(Self.width), disc.y / Double(Self.height))
    let (shownX, shownY) = angle == 90 ? (y, 1 - x) : angle == 180 ? (1 - x, 1 - y) : (1 - y, x)
    let straight = try masks(clip(film), "--keep", Self.name(film))
    let clip = try clip(film, turned: angle)
    let path = scratch.path("masks.mkv")
    try Command.splash(
      clip, "-o", path, "--codec", "ffv1", "--show", "mask", "--keep",
      "object@\(shownX),\(shownY)", "--white-balance", "off", "--stability", "0")
    // Back to how it was stored.
    let filter = [90: "transpose=clock", 180: "hflip,vflip", -90: "transpose=cclock"][angle]!
    let back = scratch.path("back.mkv")
    _ = try Command.run("ffmpeg", ["-v", "error", "-y", "-i", path, "-vf", filter, back])
    let bytes = try Media(path).samples("gray")
    #expect(bytes.count == film.pictures * Self.width * Self.height)
    let turned = [UInt8](
      try Command.run(
        "ffmpeg",
        [
          "-v", "error", "-i", path, "-vf", filter + ",extractplanes=y", "-f", "rawvideo", "-",
        ]
      ).output)
    var apart = 0
    for picture in 0..<film.pictures {
      for index in straight[picture].indices {
        let (column, row) = (index % (Self.width / 2) * 2, index / (Self.width / 2) * 2)
        let found = turned[(picture * Self.height + row) * Self.width + column]
        if abs(Int(found) - 16 - Int(straight[picture][index])) > 60 { apart += 1 }
      }
    }
    #expect(apart < film.pictures * 30, "\(apart)")
  }

  @Test func withinAndWithoutTakeObjects() throws {
    let film = Self.films[0]
    let clip = try clip(film)
    let (both, kept) = (
      try masks(clip, "--hue", "red"), try masks(clip, "--keep", Self.name(film))
    )
    let within = try masks(clip, "--hue", "red", "--within", Self.name(film))
    let without = try masks(clip, "--hue", "red", "--without", Self.name(film))
    #expect(within == kept)
    for picture in [0, 10, 39] {
      let rest = zip(both[picture], kept[picture]).map { $0 - $1 }
      #expect(without[picture] == rest, "picture \(picture)")
    }
  }

  /// The same bits with one processor as with all.
  @Test func processorsDoNotMatter() throws {
    let film = Self.films[6]
    let clip = try clip(film)
    let arguments = [
      Command.splash.path, clip, "-o", "-", "--format", "rawvideo", "--quiet", "--keep",
      Self.name(film),
    ]
    let all = try Command.run("env", arguments)
    let one = try Command.run("taskset", ["-c", "0"] + arguments)
    #expect(all.status == 0 && all.output == one.output && !all.output.isEmpty)
  }

  /// What cannot be followed is told once.
  @Test func whatIsLostIsTold() throws {
    let film = Self.films[5]
    let run = try Command.splash(try clip(film), "-o", "null", "--keep", Self.name(film))
    #expect(run.status == 0)
    #expect(run.errors.split(separator: "\n").filter { $0.contains("lost at 2 s") }.count == 1)
  }

  @Test func whatIsNotThereIsRefused() throws {
    let clip = try clip(Self.films[0])
    let output = scratch.path("out.mp4")
    for name in ["object@0.5,0.1", "object@0.5,0.1@1.5", "object@0.5,0.1@99"] {
      let run = try Command.splash(clip, "-o", output, "--keep", name)
      #expect(run.status == 2 && run.errors.contains("\(name): the hues keep nothing there"))
      #expect(!FileManager.default.fileExists(atPath: output), "\(name)")
    }
    let run = try Command.splash(clip, "-o", output, "--hue", "blue", "--keep", "object@.175,.5")
    #expect(run.status == 2 && run.errors.contains("give --hue 35"), "\(run.errors)")
  }
}
