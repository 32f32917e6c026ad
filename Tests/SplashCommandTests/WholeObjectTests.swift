import SplashCore
import TestSupport

/// Holes and islands by area, through the command, on discs that FFmpeg draws.
struct WholeObjectTests {
  private let scratch = Scratch()
  private static let base = [
    "--hue", "red", "--white-balance", "off", "--despeckle", "0", "--close-holes", "0",
    "--remove-specks", "0", "--whole", "0",
  ]

  /// Grey, 320 × 180, with a red disc of radius 60 in the middle, a white one in it (`hole`), and a
  /// small red one at 40, 40 (`island`). Where `gap` is 1 the large disc is a grey of the same
  /// luma.
  private func clip(
    hole: (x: Int, radius: Int) = (175, 12), island: Int = 8, gap: String = "0", frames: Int = 1
  ) throws -> String {
    let isDisc = "lt(hypot(X-160,Y-90),60)"
    let isWhite = "lt(hypot(X-\(hole.x),Y-90),\(hole.radius))"
    let isRed = "lt(hypot(X-40,Y-40),\(island))"
    func plane(_ red: Int) -> String {
      "if(\(isWhite),235,if(\(isDisc),if(\(gap),66,\(red)),if(\(isRed),\(red),128)))"
    }
    return try scratch.drawn(
      "disc.mkv", frames: frames, red: plane(200), green: plane(30), blue: plane(30))
  }

  /// On grey two discs whose hue grows from left to right: on the left one from 0° to 40°, on the
  /// right one from 35° to 75°.
  private func shadedDiscs() throws -> String {
    let right = "if(lt(hypot(X-240,Y-90),50),35+(X-190)*0.4,-1)"
    let hue = "if(lt(hypot(X-80,Y-90),50),(X-30)*0.4,\(right))"
    let green = "if(lt(\(hue),0),128,40+if(lt(\(hue),60),\(hue)/60,1)*160)"
    let red = "if(lt(\(hue),0),128,if(lt(\(hue),60),200,200-(\(hue)-60)/60*160))"
    return try scratch.drawn(
      "shaded.mkv", frames: 1, red: red, green: green, blue: "if(lt(\(hue),0),128,40)")
  }

  /// A hue of 0 ± 15° keeps most of the left disc and a little of the right one, each in part.
  @Test(arguments: ["0", "0.5"]) func wholeKeepsAnObjectFullyOrNotAtAll(stability: String) throws {
    let path = try shadedDiscs()
    func mask(_ whole: String) throws -> [UInt8] {
      let options = [
        "--hue", "0:15:40", "--white-balance", "off", "--despeckle", "0", "--fill", "0",
        "--clean", "0", "--stability", stability, "--whole", whole,
      ]
      return try #require(ShownMasks(of: path, options, in: scratch).masks.first)
    }
    let (parts, wholes) = (try mask("0"), try mask("1"))
    #expect(sample(parts, 45, 90) == 219 && 30..<190 ~= sample(parts, 112, 90))
    #expect(10..<150 ~= sample(parts, 200, 90) && sample(parts, 280, 90) == 0)
    for y in stride(from: 0, to: 180, by: 2) {
      for x in stride(from: 0, to: 320, by: 2) {
        let left = hypot(Double(x - 80), Double(y - 90))
        let right = hypot(Double(x - 240), Double(y - 90))
        if left < 44 { #expect(sample(wholes, x, y) == 219, "\(x), \(y)") }
        if right < 44 || left > 54 && right > 54 {
          #expect(sample(wholes, x, y) == 0, "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: ["0", "0.5"]) func edgeOfAWholeObjectIsThatOfItsColors(stability: String) throws
  {
    let options = [
      "--hue", "0:15:40", "--white-balance", "off", "--stability", stability, "--whole", "1",
    ]
    let mask = try #require(ShownMasks(of: shadedDiscs(), options, in: scratch).masks.first)
    var (wrong, all) = (0, 0)
    for y in stride(from: 1, to: 180, by: 2) {
      for x in stride(from: 1, to: 160, by: 2) {
        let away = hypot(Double(x - 80), Double(y - 90)) - 50
        guard (-12.0...12.0).contains(away), abs(away) > 1.5 else { continue }
        all += 1
        if (sample(mask, x, y) > 109) != (away < 0) { wrong += 1 }
      }
    }
    #expect(all > 1000 && Double(wrong) < 0.03 * Double(all), "\(wrong) of \(all)")
  }

  /// Only names without numbers do so, and only if all colors to keep are such.
  @Test(arguments: [
    (["red"], "1"), (["pale-blue", "rot"], "1"), (["skin"], "1"), (["0:15:40"], "0"),
    (["red:15:40"], "0"), (["#c82828:15:40"], "0"), (["red", "0:15:40"], "0"),
  ])
  func namesKeepObjectsWholeByDefault(hues: [String], whole: String) throws {
    let path = try shadedDiscs()
    func mask(_ options: String...) throws -> [UInt8] {
      let hues = hues.flatMap { ["--hue", $0] }
      return try #require(
        ShownMasks(of: path, hues + ["--white-balance", "off"] + options, in: scratch).masks.first)
    }
    let standard = try mask()
    #expect(try standard == mask("--whole", whole))
    #expect(try standard == mask("--whole", "auto"))
    #expect(try standard != mask("--whole", whole == "1" ? "0" : "1"))
  }

  /// A disc whose hue grows by 40° from left to right, from 0° on in the first eight frames, which
  /// `--whole` keeps, and from 26° on behind a cut, which it drops.
  private func twoShots(from first: Int) throws -> [[UInt8]] {
    let isFirst = "lt(N+\(first),8)"
    let hue = "((X-110)*0.4+if(\(isFirst),0,26))"
    func plane(_ color: String) -> String {
      "if(lt(hypot(X-160,Y-90),50),(\(color))*if(\(isFirst),1,0.6),if(\(isFirst),128,230))"
    }
    let (red, green) = (
      "if(lt(\(hue),60),200,200-(\(hue)-60)/60*160)", "40+min(\(hue)/60,1)*160"
    )
    let path = try scratch.drawn(
      "shots-\(first).mkv", frames: 16 - first, red: plane(red), green: plane(green),
      blue: plane("40"))
    let look = [
      "--hue", "0:15:40", "--white-balance", "off", "--smoothing", "0.5", "--whole", "1",
    ]
    return try ShownMasks(of: path, look, in: scratch).masks
  }

  @Test func wholeForgetsTheLastShotAtACut() throws {
    let (both, second) = (try twoShots(from: 0), try twoShots(from: 8))
    try #require(both.count == 16 && second.count == 8)
    #expect(sample(both[7], 160, 90) == 219 && sample(second[0], 160, 90) == 0)
    let isForgotten = Array(both[8...]) == second
    #expect(isForgotten)
  }

  /// A disc of a red that grows weaker to the right moves by 6 pixels a frame over a grey with a
  /// little red of nearly its luma.
  @Test func wholeLeavesNothingWhereAThingWas() throws {
    let place = "(60+6*N)"
    let isDisc = "lt(hypot(X-\(place),Y-90),40)"
    func plane(_ disc: String, _ other: Int) -> String { "if(\(isDisc),\(disc),\(other))" }
    let path = try scratch.drawn(
      "moving.mkv", frames: 24, red: plane("190-(X-\(place))/2", 112),
      green: plane("75+(X-\(place))/4", 98), blue: plane("75+(X-\(place))/4", 98))
    let look = ["--hue", "red", "--white-balance", "off", "--whole", "1"]
    let masks = try ShownMasks(of: path, look, in: scratch).masks
    try #require(masks.count == 24)
    var (behind, lost) = (0, 0)
    for (number, mask) in masks.enumerated().dropFirst(8) {
      for y in stride(from: 1, to: 180, by: 2) {
        for x in stride(from: 1, to: 320, by: 2) {
          let away = hypot(Double(x - 60 - 6 * number), Double(y - 90)) - 40
          if away > 4, sample(mask, x, y) > 60 { behind += 1 }
          if away < -4, sample(mask, x, y) < 160 { lost += 1 }
        }
      }
    }
    // The disc covers 1,250 samples, and moves by 240 a frame; FFmpeg 6 rounds its colors
    // otherwise.
    #expect(behind < 16 * 12 && lost < 16 * 4, "\(behind) behind, \(lost) lost")
  }

  /// A still red disc with other noise in each frame.
  @Test func edgesOfWholeThingsStayStillUnderNoise() throws {
    func plane(_ disc: Int, _ other: Int) -> String {
      "if(lt(hypot(X-160,Y-90),60),\(disc),\(other))"
    }
    let path = try scratch.drawn(
      "noisy.mkv", frames: 16, red: plane(190, 112), green: plane(75, 112), blue: plane(75, 112),
      then: "noise=alls=10:allf=t:all_seed=7")
    func flips(_ whole: String) throws -> Int {
      let masks = try ShownMasks(
        of: path, ["--hue", "red", "--white-balance", "off", "--whole", whole], in: scratch
      ).masks
      try #require(masks.count == 16)
      return zip(masks, masks.dropFirst()).reduce(0) { sum, pair in
        sum + zip(pair.0, pair.1).reduce(0) { $0 + (abs(Int($1.0) - Int($1.1)) > 54 ? 1 : 0) }
      }
    }
    let (whole, colors) = (try flips("1"), try flips("0"))
    // Of 700 samples at the edge, in each of 15 frames.
    #expect(whole <= colors + 100, "\(whole) in place of \(colors)")
  }

  private func sample(_ mask: [UInt8], _ x: Int, _ y: Int) -> UInt8 { mask[y / 2 * 160 + x / 2] }

  /// The hole has 0.79 % of the frame, the island 0.35 %.
  @Test(arguments: ["0", "0.5"]) func holesAndSpecksAreRemovedByArea(stability: String) throws {
    let path = try clip()
    let steady = ["--smoothing", stability]
    func first(_ fill: String, _ clean: String) throws -> [UInt8] {
      let options = Self.base + steady + ["--close-holes", fill, "--remove-specks", clean]
      return try #require(ShownMasks(of: path, options, in: scratch).masks.first)
    }
    let asItComes = try first("0", "0")
    #expect(sample(asItComes, 175, 90) == 0)
    #expect(sample(asItComes, 40, 40) == 219)
    #expect(try first("0.5", "0.2") == asItComes)

    let filled = try first("0.9", "0")
    #expect(sample(filled, 175, 90) == 219)
    #expect(sample(filled, 40, 40) == 219)
    let cleaned = try first("0", "0.4")
    #expect(sample(cleaned, 175, 90) == 0)
    #expect(sample(cleaned, 40, 40) == 0)

    let both = try first("0.9", "0.4")
    for y in stride(from: 0, to: 180, by: 2) {
      for x in stride(from: 0, to: 320, by: 2) {
        func apart(_ centerX: Int, _ centerY: Int) -> Int {
          (x - centerX) * (x - centerX) + (y - centerY) * (y - centerY)
        }
        // The outline of the disc stays as it is, and so does all else that is not near the two.
        if apart(175, 90) > 20 * 20, apart(40, 40) > 16 * 16 {
          #expect(sample(both, x, y) == sample(asItComes, x, y), "\(x), \(y)")
        } else {
          #expect(sample(both, x, y) == (apart(40, 40) <= 16 * 16 ? 0 : 219), "\(x), \(y)")
        }
      }
    }
  }

  /// The ring around the hole opens and closes from frame to frame at equal luma, as if it
  /// flickered by chance: the hole must not come and go.
  @Test func openingRingDoesNotMakeAHoleFlicker() throws {
    let path = try clip(
      hole: (x: 196, radius: 12), gap: "gt(X,196)*lt(abs(Y-90),5)*mod(N,2)", frames: 20)
    func flicker(_ options: String...) throws -> Double {
      try ShownMasks(of: path, Self.base + options, in: scratch).report.flicker
    }
    let without = try flicker("--smoothing", "0.5")
    let with = try flicker("--smoothing", "0.5", "--close-holes", "2")
    #expect(with <= without)
    // The hole is 0.8 % of the frame.
    #expect(try flicker("--smoothing", "0", "--close-holes", "2") > without + 0.006)
  }

  /// The width of the shown mask in one row, from the middle of the disc on, in pixels.
  private func reach(_ mask: [UInt8]) -> Int {
    (80..<160).prefix { mask[45 * 160 + $0] > 109 }.count
  }

  @Test func growShrinkSmoothAndFeatherMoveTheEdge() throws {
    let path = try clip(hole: (x: 160, radius: 0), island: 8)
    func first(_ options: String...) throws -> [UInt8] {
      let options = Self.base + ["--smoothing", "0"] + options
      return try #require(ShownMasks(of: path, options, in: scratch).masks.first)
    }
    let asItIs = try first()
    #expect(try reach(first("--grow", "5")) == reach(asItIs) + 5)
    let between = try first("--grow", "5.5")
    #expect(abs(Int(between[45 * 160 + 80 + reach(asItIs) + 5]) - 110) <= 2)
    // The square's corners meet the outline first.
    #expect(try (6...7).contains(reach(asItIs) - reach(first("--shrink", "6"))))
    // An island of radius 4 survives growing and shrinking by as much; the reverse removes it.
    #expect(try sample(first("--grow", "6", "--shrink", "6"), 40, 40) == 219)
    #expect(try sample(first("--shrink", "6"), 40, 40) == 0)
    // Smoothing removes what is smaller than a disc of that size, and the rest stays where it is.
    let smooth = try first("--smooth", "8")
    #expect(sample(smooth, 40, 40) == 0)
    #expect(abs(reach(smooth) - reach(asItIs)) <= 1)
    // From a quarter on each side of the edge to three.
    let soft = try first("--feather", "8")
    let ramp = (80..<160).filter { (20..<200).contains(soft[45 * 160 + $0]) }
    #expect((8...13).contains(ramp.count))
    #expect(abs(reach(soft) - reach(asItIs)) <= 1)
  }

  @Test func resultMatchesTheShownMask() throws {
    let path = try clip()
    let options =
      Self.base + [
        "--smoothing", "0", "--close-holes", "0.9", "--remove-specks", "0.4", "--grow", "1",
      ]
    let run = try Command.splash([path, "-o", "-", "--format", "rawvideo", "--quiet"] + options)
      .checked()
    let bytes = [UInt8](run.output)
    let cr = bytes[(320 * 180 + 160 * 90)...]
    func chroma(_ x: Int, _ y: Int) -> UInt8 { cr[cr.startIndex + y / 2 * 160 + x / 2] }
    #expect(chroma(40, 40) == 128)
    #expect(chroma(130, 90) > 180)
  }
}
