import TestSupport

/// The mask corrected by a brush, through the command, against the distance of each place from the
/// way of the brush.
struct PaintTests {
  private let scratch = Scratch()
  private static let (width, height) = (160, 96)

  /// A stroke as the command takes it.
  struct Stroke: Sendable {
    var radius: Double
    var places: [(x: Double, y: Double)]
    var erases = false
    var isOff = false

    var text: String {
      let numbers = [radius] + places.flatMap { [$0.x, $0.y] }
      return (isOff ? "off:" : "") + (erases ? "erase:" : "") + "stroke="
        + numbers.map { "\($0)" }.joined(separator: ",")
    }

    /// Whether a place in pixels is nearer to the way than the radius: the nearest of 61 places on
    /// each of its lines counts.
    ///
    /// - Parameter size: of the frame as displayed.
    func covers(_ x: Double, _ y: Double, in size: (width: Int, height: Int)) -> Bool {
      let ends =
        places.count > 1 ? Array(zip(places, places.dropFirst())) : [(places[0], places[0])]
      return ends.contains { from, to in
        (0...60).contains { step in
          let share = Double(step) / 60
          let dx = (from.x + share * (to.x - from.x)) * Double(size.width) - x
          let dy = (from.y + share * (to.y - from.y)) * Double(size.height) - y
          return dx * dx + dy * dy <= radius * radius * Double(size.height * size.height)
        }
      }
    }
  }

  private static let across = Stroke(radius: 0.1, places: [(0.2, 0.3), (0.8, 0.7)])
  private static let bent = Stroke(radius: 0.08, places: [(0.3, 0.8), (0.5, 0.2), (0.7, 0.8)])
  private static let dot = Stroke(radius: 0.35, places: [(0.5, 0.5)])

  private func clip(turned angle: Int? = nil) throws -> String {
    try scratch.greyBesideRed(Self.width, Self.height, rate: 5, seconds: 0.2, turned: angle)
  }

  private func mask(
    _ clip: String, _ arguments: [String], isTurned: Bool = false
  ) throws -> [UInt8] {
    try #require(
      ShownMasks(
        of: clip, arguments + ["--white-balance", "off"], in: scratch, isTurned: isTurned
      ).masks.first)
  }

  private func flags(_ strokes: [Stroke]) -> [String] { strokes.flatMap { ["--paint", $0.text] } }

  /// A mask with samples of 0 or 219 where the last stroke that covers all of it decides; nil where
  /// the edge of a stroke lies.
  private func painted(
    _ mask: [UInt8], _ strokes: [Stroke], in size: (width: Int, height: Int) = (width, height)
  ) -> [UInt8?] {
    let columns = size.width / 2
    return mask.enumerated().map { index, code in
      let (x, y) = (Double(2 * (index % columns) + 1), Double(2 * (index / columns) + 1))
      var result: UInt8? = code
      for stroke in strokes where !stroke.isOff {
        let corners = [(-2.0, -2.0), (-2, 2), (2, -2), (2, 2), (0, 0)]
        switch corners.count(where: { stroke.covers(x + $0.0, y + $0.1, in: size) }) {
        case 0: break
        case corners.count: result = stroke.erases ? 0 : 219
        default: result = nil
        }
      }
      return result
    }
  }

  private static func erasing(_ stroke: Stroke) -> Stroke {
    var stroke = stroke
    stroke.erases = true
    return stroke
  }

  static let orders = [
    [across], [erasing(across)], [bent], [dot], [across, erasing(bent)], [erasing(bent), across],
    [erasing(dot), across, erasing(bent), dot],
  ]

  /// Strokes are drawn on masks of a color, of a region, and of both inverted and shaped.
  @Test(
    arguments: pairs(
      Array(orders.indices),
      [
        ["--hue", "red"], ["--keep", "box=0.2,0.2,0.6,0.5"],
        ["--hue", "red", "--invert", "--grow", "3", "--feather", "2"],
      ]
    ).sampled(7))
  func laterStrokesCoverEarlierOnesOnTheFinishedMask(order: Int, look: [String]) throws {
    let (clip, strokes) = (try clip(), Self.orders[order])
    let before = try mask(clip, look)
    let found = try mask(clip, look + flags(strokes))
    let due = painted(before, strokes)
    #expect(due.count { $0 == nil } < due.count / 6)
    let wrong = zip(found, due).count { found, due in due.map { $0 != found } ?? false }
    #expect(wrong == 0, "\(wrong) of \(due.count)")
    #expect(found != before)
  }

  /// Lists that become longer, shorter and others while a clip goes on.
  @Test func eachListOfStrokesIsPaintedAsByItself() throws {
    let clip = try scratch.greyBesideRed(Self.width, Self.height, rate: 5, seconds: 1)
    let lists = [
      [Self.across], [Self.across, Self.erasing(Self.bent)], [Self.across],
      [Self.dot, Self.erasing(Self.bent)], [Self.dot, Self.erasing(Self.bent), Self.across],
    ]
    let keys = lists.enumerated().map { index, strokes in
      let paint = strokes.map { "\"\($0.text)\"" }.joined(separator: ",")
      return "{\"time\": \(0.2 * Double(index)), \"settings\": {\"paint\": [\(paint)]}}"
    }
    let look = ["--hue", "red", "--white-balance", "off"]
    let shown = try ShownMasks(
      of: clip, look + ["--timeline", "[\(keys.joined(separator: ","))]"], in: scratch)
    try #require(shown.masks.count == lists.count)
    for (mask, strokes) in zip(shown.masks, lists) {
      let alone = try self.mask(clip, ["--hue", "red"] + flags(strokes))
      let isSame = mask == alone
      #expect(isSame, "\(strokes.map(\.text))")
    }
  }

  /// Places and radii of strokes are those of the frame as displayed.
  @Test(arguments: [90, 180, -90])
  func strokesLieWhereTheyAreSeenInTurnedClips(angle: Int) throws {
    let (clip, strokes) = (try clip(turned: angle), [Self.bent, Self.erasing(Self.across)])
    let isQuarter = angle != 180
    let before = try mask(clip, ["--hue", "red"], isTurned: isQuarter)
    let found = try mask(clip, ["--hue", "red"] + flags(strokes), isTurned: isQuarter)
    let size = isQuarter ? (Self.height, Self.width) : (Self.width, Self.height)
    let due = painted(before, strokes, in: size)
    #expect(due.count { $0 == nil } < due.count / 4)
    let wrong = zip(found, due).count { found, due in due.map { $0 != found } ?? false }
    #expect(wrong == 0, "\(wrong) of \(due.count)")
  }

  @Test func strokesThatAreSwitchedOffChangeNothing() throws {
    let clip = try clip()
    var off = Self.across
    off.isOff = true
    let plain = try mask(clip, ["--hue", "red"])
    #expect(try mask(clip, ["--hue", "red"] + flags([off])) == plain)
    #expect(
      try mask(clip, ["--hue", "red"] + flags([off, Self.dot]))
        == mask(clip, ["--hue", "red"] + flags([Self.dot])))
  }

  @Test func filesAndSettingsReplayTheStrokes() throws {
    let clip = try clip()
    var off = Self.dot
    off.isOff = true
    let strokes = [Self.across, Self.erasing(Self.bent), off]
    let due = try mask(clip, ["--hue", "red"] + flags(strokes))
    let file = scratch.path("strokes.json")
    try JSONEncoder().encode(strokes.map(\.text)).write(to: URL(fileURLWithPath: file))
    let saved = scratch.path("settings.json")
    #expect(
      try mask(clip, ["--hue", "red", "--paint", file, "--save-settings", saved]) == due)
    #expect(try mask(clip, ["--settings", saved]) == due)
    let json = try JSONSerialization.jsonObject(with: Data(of: saved))
    #expect((json as? [String: Any])?["paint"] as? [String] == strokes.map(\.text))
  }

  @Test func radiusCanBeGivenInPixels() throws {
    let clip = try clip()
    #expect(
      try mask(clip, ["--paint", "stroke=24px,80,48"])
        == mask(clip, ["--paint", "stroke=0.25,0.5,0.5"]))
  }

  /// A stroke behind `follow=` covers a disc on its way.
  @Test func strokesMoveWithTheThingTheyWerePaintedOn() throws {
    let film = DiscFilm(testDescription: "it moves") { picture in
      [DiscFilm.Disc(x: 60 + 4 * Double(picture), y: 60 + Double(picture), radius: 20)]
    }
    let clip = try film.clip(in: scratch)
    let disc = film.discs(0)[0]
    let (x, y) = (disc.x / Double(DiscFilm.width), disc.y / Double(DiscFilm.height))
    let stroke = "stroke=\(10 / Double(DiscFilm.height)),\(x),\(y)"
    let look = ["--hue", "red", "--white-balance", "off", "--smoothing", "0"]
    let erased = try ShownMasks(
      of: clip, look + ["--paint", "erase:follow=\(film.name("color")):\(stroke)"], in: scratch)
    let plain = try ShownMasks(of: clip, look, in: scratch)
    try #require(erased.masks.count == film.pictures)
    for picture in 0..<film.pictures {
      let disc = film.discs(picture)[0]
      let (column, row) = (Int(disc.x / 2), Int(disc.y / 2))
      #expect(erased.masks[picture][row * DiscFilm.width / 2 + column] == 0, "picture \(picture)")
      let gone = plain.places[picture].area - erased.places[picture].area
      let due = Double.pi * 100 / Double(DiscFilm.width * DiscFilm.height)
      #expect(abs(gone - due) < 0.15 * due, "picture \(picture): \(gone), not \(due)")
    }
  }

  private func failure(_ words: String..., status: Int32 = 64) throws -> String {
    let run = try Command.splash(
      ["test:64x48@10", "--frames", "1", "-o", "/dev/null", "--format", "nut", "-y"] + words)
    #expect(run.status == status, "\(words): \(run.status)")
    #expect(run.errors.hasPrefix("splash: --paint") && run.errors.count { $0 == "\n" } == 1)
    return run.errors
  }

  @Test(arguments: [
    ("stroke=-0.1,0.5,0.5", "radius"), ("stroke=nan,0.5,0.5", "radius"),
    ("stroke=0.1", "no places"), ("stroke=0.1,0.5", "no places"),
    ("stroke=0.1,nan,0.5", "no places"), ("stroke=0.1,inf,0.5", "no places"),
    ("stroke=0.1,0.5,30%,9", "no places"), ("stroke=0.1,-9%,1000%", "far outside"),
    ("stroke=0.6,0.5,0.5", "radius"), ("stroke=0.1,0.5,0.5:1.5", "feather"),
    ("erase:person", "no region"), ("erase:off:stroke=0.1,0.5,0.5", "nothing of that name"),
  ])
  func impossibleStrokesAreRefusedInOneLine(word: String, why: String) throws {
    #expect(try failure("--paint", word).contains(why))
  }

  @Test func impossibleFilesOfStrokesAreRefusedInOneLine() throws {
    #expect(try failure("--paint", "missing.json", status: 2).contains("missing.json: cannot read"))
    let path = scratch.path("strokes.json")
    let places = Array(repeating: "0.5,0.5", count: 65).joined(separator: ",")
    let stroke = #""stroke=0.1,0.5,0.5""#
    for (text, why) in [
      (String(repeating: "[", count: 100_000), "nested deeper"),
      (
        "[\"stroke=0.1,\(Array(repeating: "0.5,0.5", count: 1_000_000).joined(separator: ","))\"]",
        "longer than a megabyte"
      ),
      ("[\"stroke=0.1,\(places)\"]", "1 to 64 places"),
      ("[" + Array(repeating: stroke, count: 257).joined(separator: ",") + "]", "257 strokes"),
      ("[\(stroke), \"stroke=-1,0.5,0.5\"]", "strokes[1]"), ("[NaN]", "not JSON"),
      ("[\(stroke), 3]", "strokes[1]"), ("{\"paint\": []}", "an object in place of a list"),
      ("", "not JSON"), ("[\"strokes.json\"]", "nothing of that name"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let errors = try failure("--paint", path)
      #expect(errors.contains(path) && errors.contains(why), "\(errors)")
    }
  }
}
