import TestSupport

/// The edge of any selection, through the command: masks before and after, compared with filters of
/// the test's own.
struct ShapedMaskTests {
  private let scratch = Scratch()
  private static let (width, height) = (96, 64)

  /// A red disc with a soft edge on grey.
  private func clip() throws -> String {
    let share = "clip((18-hypot(X-60,Y-30))/6+0.5,0,1)"
    return try made(
      "clip.nut", "gbrp", "r='120+80*\(share)':g='120-90*\(share)':b='120-90*\(share)'")
  }

  /// A ramp with two teeth.
  private func film() throws -> String {
    try made("mask.nut", "gray", "lum='clip((X-20)*9,0,255)*gt(Y,12+8*between(X,50,54))*lt(X,80)'")
  }

  private func made(_ name: String, _ format: String, _ expressions: String) throws -> String {
    try scratch.make(
      name, "-f", "lavfi", "-i",
      "color=gray:s=\(Self.width)x\(Self.height):r=10:d=0.1,format=\(format),geq=\(expressions)",
      "-frames:v", "1", "-c:v", "ffv1", "-strict", "-2")
  }

  /// The result of a look on the clip.
  private func result(_ look: [String]) throws -> Media {
    let output = scratch.path("result.nut")
    try Command.splash(
      [try clip(), "-o", output, "-y", "--codec", "ffv1", "--quiet", "--white-balance", "off"]
        + look
    ).checked()
    return Media(output)
  }

  /// The mask of the first frame, 0…255, each by one of 220 codes.
  private func mask(_ flags: [String]) throws -> [Int] {
    let samples = try result(["--show", "mask"] + flags).samples("gbrp")
    return samples.prefix(Self.width * Self.height).map(Int.init)
  }

  /// A mask and what the four steps make of it, by their definitions.
  private struct Drawn {
    var samples: [Int]
    private let width = ShapedMaskTests.width, height = ShapedMaskTests.height

    init(_ samples: [Int]) { self.samples = samples }

    private func sample(_ x: Int, _ y: Int) -> Int {
      samples[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }

    private func disc(_ reach: Int, at index: Int) -> [Int] {
      (-reach...reach).flatMap { down in
        let (x, y) = (index % width, index / width + down)
        let columns = (-reach...reach).filter { $0 * $0 + down * down <= reach * reach }
        return columns.map { sample(x + $0, y) }
      }
    }

    /// The highest or lowest value within a disc; a mean between whole distances.
    mutating func extreme(_ reach: Double, _ pick: ([Int]) -> Int) {
      let share = reach - reach.rounded(.down)
      samples = samples.indices.map { index in
        let near = Double(pick(disc(Int(reach), at: index)))
        let far = share > 0 ? Double(pick(disc(Int(reach) + 1, at: index))) : near
        return Int((near + (far - near) * share + 0.5).rounded(.down))
      }
    }

    mutating func median(_ reach: Int) {
      samples = samples.indices.map {
        let sorted = disc(reach, at: $0).sorted()
        return sorted[sorted.count / 2]
      }
    }

    /// Means weighted by a triangle along rows and columns.
    func faded(_ reach: Int) -> [Double] {
      func weight(_ step: Int) -> Double { Double(reach + 1 - abs(step)) }
      let all = Double((reach + 1) * (reach + 1))
      return samples.indices.map { index in
        (-reach...reach).reduce(0.0) { sum, down in
          (-reach...reach).reduce(sum) {
            $0 + weight($1) * weight(down) / (all * all)
              * Double(sample(index % width + $1, index / width + down))
          }
        }
      }
    }
  }

  private func distance(_ found: [Int], _ meant: [Double]) -> Double {
    zip(found, meant).map { abs(Double($0) - $1) }.max() ?? .infinity
  }

  /// Steps by whole distances match bit for bit; means are of codes of which shown ones are up to
  /// 0.6 off.
  private func holdsForEveryStep(_ kept: [String]) throws {
    let kept = kept + ["--smoothing", "0", "--despeckle", "0"]
    let plain = Drawn(try mask(kept))
    #expect(Set(plain.samples).count > 1)
    var grown = plain
    grown.extreme(3) { $0.max()! }
    #expect(try mask(kept + ["--grow", "3"]) == grown.samples)
    var shrunk = plain
    shrunk.extreme(2.25) { $0.min()! }
    #expect(
      try distance(mask(kept + ["--shrink", "2.25"]), shrunk.samples.map(Double.init)) <= 2)
    var smoothed = plain
    smoothed.median(3)
    #expect(try mask(kept + ["--smooth", "3"]) == smoothed.samples)
    var all = plain
    all.extreme(4.5) { $0.max()! }
    all.extreme(2) { $0.min()! }
    all.median(2)
    let order = ["--grow", "4.5", "--shrink", "2", "--smooth", "2"]
    #expect(try distance(mask(kept + order), all.samples.map(Double.init)) <= 2)
    let soft = try mask(kept + order + ["--feather", "5"])
    #expect(distance(soft, all.faded(5)) <= 4)
    #expect(soft != all.samples)
  }

  @Test(arguments: [
    ["--keep", "box=0.2,0.2,0.4,0.5"], ["--keep", "ellipse=0.5,0.5,0.3,0.3:0.1"],
    ["--keep", "box=0.1,0.1,0.3,0.5", "--invert"],
    ["--hue", "red", "--keep", "box=0.1,0.1,0.3,0.5"],
    ["--hue", "red", "--within", "box=0.1,0.1,0.55,0.8"], ["--hue", "red"],
  ])
  func edgeStepsApplyToRegions(kept: [String]) throws { try holdsForEveryStep(kept) }

  @Test(arguments: [
    [], ["--hue", "red"], ["--hue", "red", "--without", "ellipse=0.6,0.5,0.1,0.1"],
  ])
  func edgeStepsApplyToMaskFiles(others: [String]) throws {
    try holdsForEveryStep(["--keep", "mask=\(film())"] + others)
  }

  @Test(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
  func edgeStepsApplyToNetworkMasks() throws {
    let network = scratch.path("red.onnx")
    try MadeNetwork.write(to: network, shape: [1, 3, 0, 0], weights: [1, 0, 0])
    try holdsForEveryStep(["--keep", "subject", "--subject-model", network])
  }

  /// Alpha of a cut-out is the shaped mask.
  @Test func edgeStepsApplyToCutOutAlpha() throws {
    let kept = ["--keep", "box=0.2,0.2,0.4,0.5", "--grow", "2", "--feather", "3"]
    let size = Self.width * Self.height
    let samples = try result(["--rest", "transparent"] + kept).samples("gbrap")
    let alpha = samples[(3 * size)..<(4 * size)].map(Int.init)
    #expect(try distance(alpha, mask(kept).map(Double.init)) <= 1)
  }

  /// A mask from a file keeps its holes and islands, and loses them where areas are given.
  @Test(arguments: ["0", "0.5"])
  func holesAndIslandsGoOnlyWhereAreasAreGiven(stability: String) throws {
    let hole = "between(X,40,44)*between(Y,30,33)"
    let island = "between(X,80,82)*between(Y,8,10)"
    let disc = "lt(hypot(X-40,Y-32),20)"
    let file = try made("holes.nut", "gray", "lum='255*max(\(island),\(disc)*(1-\(hole)))'")
    let kept = ["--keep", "mask=\(file)", "--smoothing", stability]
    func expected(_ isFilled: Bool, _ isCleaned: Bool) -> [Int] {
      (0..<Self.width * Self.height).map { index in
        let (x, y) = (index % Self.width, index / Self.width)
        let isHole = (40...44).contains(x) && (30...33).contains(y)
        let isIsland = (80...82).contains(x) && (8...10).contains(y)
        let isDisc = (x - 40) * (x - 40) + (y - 32) * (y - 32) < 400
        return isIsland && !isCleaned || isDisc && (isFilled || !isHole) ? 255 : 0
      }
    }
    #expect(try mask(kept) == expected(false, false))
    #expect(try mask(kept + ["--close-holes", "0.5"]) == expected(true, false))
    #expect(try mask(kept + ["--remove-specks", "0.2"]) == expected(false, true))
    #expect(
      try mask(kept + ["--close-holes", "0.31", "--remove-specks", "0.1"]) == expected(false, false)
    )
    #expect(
      try mask(kept + ["--invert", "--close-holes", "0.2"])
        == expected(false, true).map { 255 - $0 })
  }
}
