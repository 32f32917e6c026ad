import TestSupport

/// Windows that move with a tracked object, on discs with known paths.
struct FollowedWindowTests {
  private let scratch = Scratch()

  /// A disc that goes to the lower right and grows by a half, beside one that stays.
  private static let growing = DiscFilm(testDescription: "it grows") { picture in
    let share = Double(picture) / 39
    return [
      DiscFilm.Disc(x: 60 + 160 * share, y: 60 + 60 * share, radius: 20 + 10 * share),
      DiscFilm.Disc(x: 290, y: 25, radius: 16),
    ]
  }

  /// A disc that goes behind something grey and comes out again.
  private static let hiding = DiscFilm(testDescription: "it hides") { picture in
    [
      DiscFilm.Disc(x: 40 + Double(picture) * 6, y: 96, radius: 18),
      DiscFilm.Disc(x: 150, y: 96, radius: 30, isColored: false),
    ]
  }

  /// A box at the upper right of a clip's first disc, 48 pixels wide and 32 high.
  private static func box(_ film: DiscFilm, at picture: Int) -> String {
    let disc = film.discs(picture)[0]
    return
      "box=\((disc.x + 10) / Double(DiscFilm.width)),\((disc.y - 30) / Double(DiscFilm.height))"
      + ",0.15,\(32 / Double(DiscFilm.height))"
  }

  /// Where that box lies when it moves and scales with the disc.
  private static func expected(
    _ film: DiscFilm, at picture: Int, drawnAt first: Int
  ) -> ShownMasks.Place {
    let (disc, start) = (film.discs(picture)[0], film.discs(first)[0])
    let scale = disc.radius / start.radius
    return ShownMasks.Place(
      x: (disc.x + 34 * scale) / Double(DiscFilm.width),
      y: (disc.y - 14 * scale) / Double(DiscFilm.height),
      area: scale * scale * 48 * 32 / Double(DiscFilm.width * DiscFilm.height))
  }

  private func shown(_ clip: String, _ arguments: String...) throws -> ShownMasks {
    try ShownMasks(
      of: clip, arguments + ["--hue", "red", "--white-balance", "off", "--smoothing", "0"],
      in: scratch)
  }

  /// The window moves with the disc's middle and scales with its radius, after the frame in which
  /// the disc is named and before it.
  @Test(arguments: [0, 25]) func windowMovesAndScalesWithItsObject(seed: Int) throws {
    var film = Self.growing
    film.seed = seed
    let clip = try film.clip(in: scratch)
    let window = "follow=\(film.name("object")):\(Self.box(film, at: seed))"
    let found = try shown(clip, "--keep", "box=0,0,1,1", "--within", window).places
    try #require(found.count == film.pictures)
    for (picture, place) in found.enumerated() {
      let due = Self.expected(film, at: picture, drawnAt: seed)
      let comment: Comment = "picture \(picture): \(place), not \(due)"
      #expect(abs(place.x - due.x) < 0.008, comment)
      #expect(abs(place.y - due.y) < 0.012, comment)
      #expect(abs(place.area - due.area) < 0.1 * due.area, comment)
    }
  }

  /// The window stays where it was while the disc is hidden.
  @Test func windowWaitsWhileItsObjectIsHidden() throws {
    let film = Self.hiding
    let window = "follow=\(film.name("object")):\(Self.box(film, at: 0))"
    let found = try shown(
      film.clip(in: scratch), "--keep", "box=0,0,1,1", "--within", window
    ).places
    // The disc is hidden in frames 17 to 20, and fully visible from 27 on.
    for picture in 18...20 {
      #expect(abs(found[picture].x - found[17].x) < 0.001, "picture \(picture)")
    }
    for picture in [0, 5, 27, 36] {
      let due = Self.expected(film, at: picture, drawnAt: 0)
      #expect(abs(found[picture].x - due.x) < 0.008, "picture \(picture)")
      #expect(abs(found[picture].area - due.area) < 0.1 * due.area, "picture \(picture)")
    }
  }

  /// As `--keep` it joins with the hues; `--without` is the inverse of `--within`.
  @Test func trackedWindowWorksInKeepWithinAndWithout() throws {
    let film = Self.growing
    let clip = try film.clip(in: scratch)
    let window = "follow=\(film.name("object")):\(Self.box(film, at: 0))"
    let within = try shown(clip, "--keep", "box=0,0,1,1", "--within", window).masks
    let without = try shown(clip, "--keep", "box=0,0,1,1", "--without", window).masks
    let hues = try shown(clip).masks
    let kept = try shown(clip, "--keep", window).masks
    for picture in [0, 12, 39] {
      #expect(without[picture] == within[picture].map { 219 - $0 }, "picture \(picture)")
      #expect(kept[picture] == zip(within[picture], hues[picture]).map(max), "picture \(picture)")
    }
  }

  /// In a rotated clip the window lies where it is displayed.
  @Test func windowOfARotatedClipLiesAsDisplayed() throws {
    let film = Self.growing
    let clip = try film.clip(in: scratch, turned: 90)
    // A quarter turn counter-clockwise: (x, y) is displayed at (y, 1 - x).
    let disc = film.discs(0)[0]
    let (x, y) = (disc.y / Double(DiscFilm.height), 1 - disc.x / Double(DiscFilm.width))
    let window = "follow=color@\(x),\(y):box=\(x - 0.05),\(y - 0.05),0.1,0.1"
    let path = scratch.path("turned.mkv")
    try Command.splash(
      clip, "-o", path, "--codec", "ffv1", "--show", "mask", "--hue", "red", "--white-balance",
      "off", "--keep", "box=0,0,1,1", "--within", window)
    let (width, height) = (DiscFilm.height, DiscFilm.width)
    // Upright, as players show it.
    let luma = [UInt8](
      try Command.run(
        "ffmpeg", ["-v", "error", "-i", path, "-vf", "extractplanes=y", "-f", "rawvideo", "-"]
      ).output)
    try #require(luma.count == film.pictures * width * height)
    for picture in [0, 20, 39] {
      let disc = film.discs(picture)[0]
      var (sumX, sumY, count) = (0.0, 0.0, 0.0)
      for index in 0..<width * height where luma[picture * width * height + index] > 125 {
        sumX += Double(index % width) + 0.5
        sumY += Double(index / width) + 0.5
        count += 1
      }
      #expect(abs(sumX / count - disc.y) < 2, "picture \(picture): \(sumX / count)")
      let due = Double(height) - disc.x
      #expect(abs(sumY / count - due) < 2, "picture \(picture): \(sumY / count), not \(due)")
    }
  }

  /// Keyframes move a window relative to the object that it follows.
  @Test func keyframesMoveATrackedWindow() throws {
    let film = Self.growing
    let clip = try film.clip(in: scratch)
    let leader = "follow=\(film.name("object"))"
    let keys =
      #"[{"time":0,"transition":3.9,"settings":{"within":["\#(leader):box=0.3,0.2,0.1,0.1"]}}]"#
    let arguments = ["--keep", "box=0,0,1,1"]
    let all = try [
      arguments + ["--within", "\(leader):box=0.1,0.2,0.1,0.1"],
      arguments + ["--within", "\(leader):box=0.3,0.2,0.1,0.1"],
      arguments + ["--within", "\(leader):box=0.1,0.2,0.1,0.1", "--timeline", keys],
    ].map {
      try ShownMasks(
        of: clip, $0 + ["--hue", "red", "--white-balance", "off", "--smoothing", "0"], in: scratch
      ).places
    }
    for picture in [0, 13, 26, 39] {
      let share = Double(picture) / 39
      let due = all[0][picture].x + share * (all[1][picture].x - all[0][picture].x)
      #expect(abs(all[2][picture].x - due) < 0.006, "picture \(picture)")
    }
  }

  @Test(arguments: [
    ("follow=0.5,0.5", "no region behind it"),
    ("follow=:box=0,0,1,1", "nothing to follow"),
    ("follow=person:box=0,0,1,1", "person is not followed"),
    ("follow=follow=0.5,0.5:box=0,0,1,1", "no region behind it"),
    ("follow=0.5,0.5:box=0,0,0,1", "has no size"),
    ("follow=1.5,0.5px:box=0,0,1,1", "no place in the frame"),
  ]) func invalidTrackedWindowsAreRefused(word: String, cause: String) throws {
    let run = try Command.splash("test:", "-o", "null", "--frames", "1", "--within", word)
    #expect(run.status == 64 && run.errors.contains(cause), "\(run.errors)")
  }
}
