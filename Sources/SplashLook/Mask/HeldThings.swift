internal import CSplashKernels

/// Objects that people hold, and that a network takes for parts of them. A part that once stood
/// apart from people is an object, and so are parts with its colors: clothes never stand apart from
/// their wearers.
struct HeldThings {
  private var finder: PartFinder?
  /// Number of cells of each color, by Cb and then Cr in steps of codes: in parts that stood apart
  /// from people, and in parts that touched people.
  private var alone = [Int](repeating: 0, count: steps * steps)
  private var touching = [Int](repeating: 0, count: steps * steps)
  private var isThing = [Bool](repeating: false, count: steps * steps)
  /// 1 for colors of objects and those next to them, else 0; empty if there are none.
  private var colors: [Float] = []

  private static let (steps, step) = (32, 8)
  /// Share of the frame; smaller parts are ignored.
  private static let least = 0.003
  /// Distances from a part in cells, for 160 per row: how far the network's own halo reaches, and
  /// from there to where there must be no other person.
  private static let (halo, apart) = (3, 7)
  /// The largest share of those cells that may be people.
  private static let mostPeople = 0.02
  /// A color belongs to objects if at least one of this many of its cells stood apart, and from then
  /// on with one of four times as many: objects may be held for long.
  private static let fewest = 10

  /// The mask of people without the objects that they hold.
  ///
  /// - Parameters:
  ///   - people: the mask of a network.
  ///   - mask: of the hues, of the same size.
  mutating func spared(
    from people: MaskPlane, in mask: MaskPlane, of picture: borrowing PlaneView,
    _ kernels: SplashDSP
  ) -> MaskPlane {
    let finder =
      finder.flatMap { $0.fits(mask) ? $0 : nil }
      ?? PartFinder(width: Int(mask.plane.width), height: Int(mask.plane.height))
    self.finder = finder
    let parts = finder.find(in: mask, of: picture, kernels)
    if parts.isCut { self = HeldThings(finder: finder) }
    learn(parts, people, picture)
    return colors.isEmpty ? people : spared(from: people, in: mask, of: picture)
  }

  /// A copy for a look that continues another one.
  var continued: HeldThings {
    var copy = self
    copy.finder = nil
    return copy
  }

  init(finder: PartFinder? = nil) { self.finder = finder }

  /// Counts the colors of parts, apart from people or touching them.
  private mutating func learn(
    _ parts: MaskParts, _ people: MaskPlane, _ picture: borrowing PlaneView
  ) {
    let (width, height) = (parts.width, parts.height)
    let side = 1 << parts.halvings
    func sample(_ cell: Int) -> (x: Int, y: Int) {
      (
        min(cell % width * side + side / 2, Int(people.plane.width) - 1),
        min(cell / width * side + side / 2, Int(people.plane.height) - 1)
      )
    }
    func isPerson(_ cell: Int) -> Bool {
      let (x, y) = sample(cell)
      return people.plane.data[y * people.plane.stride + x] > 127
    }
    var cells: [[Int]] = Array(repeating: [], count: parts.parts.count)
    var all = [Bool](repeating: false, count: width * height)
    for run in parts.runs {
      for x in run.start..<run.end {
        let cell = Int(run.row) * width + Int(x)
        cells[Int(run.part)].append(cell)
        all[cell] = true
      }
    }
    all = all.grown(1, width: width)
    func steps(_ count: Int) -> Int { max(1, (count * max(width, height) + 80) / 160) }
    for own in cells where Double(own.count) >= Self.least * Double(width * height) {
      // A part that the network does not take for people needs no correction.
      guard 2 * own.count(where: isPerson) > own.count else { continue }
      var near = [Bool](repeating: false, count: width * height)
      for cell in own { near[cell] = true }
      near = near.grown(steps(Self.halo), width: width)
      let far = near.grown(steps(Self.apart) - steps(Self.halo), width: width)
      let around = far.indices.filter { far[$0] && !near[$0] && !all[$0] }
      guard !around.isEmpty else { continue }
      // A part at the frame's edge may belong to a person outside.
      let isInside = own.allSatisfy {
        1..<width - 1 ~= $0 % width && 1..<height - 1 ~= $0 / width
      }
      let isAlone =
        isInside
        && Double(around.count(where: isPerson)) <= Self.mostPeople * Double(around.count)
      for cell in own {
        let (x, y) = sample(cell)
        let (cb, cr) = picture.chroma(x, y)
        let color = Int(cb) / Self.step * Self.steps + Int(cr) / Self.step
        if isAlone { alone[color] += 1 } else { touching[color] += 1 }
      }
    }
    gather()
  }

  /// Collects the colors of objects, and those next to them.
  private mutating func gather() {
    for color in alone.indices where alone[color] > 0 {
      let fewest = isThing[color] ? 4 * Self.fewest : Self.fewest
      isThing[color] = alone[color] * fewest >= alone[color] + touching[color]
    }
    colors =
      isThing.contains(true) ? isThing.grown(1, width: Self.steps).map { $0 ? 1 : 0 } : []
  }

  private func spared(
    from people: MaskPlane, in mask: MaskPlane, of picture: borrowing PlaneView
  ) -> MaskPlane {
    let (width, height) = (Int(people.plane.width), Int(people.plane.height))
    let result = MaskPlane(width: width, height: height)
    for y in 0..<height {
      let row = people.plane.data + y * people.plane.stride
      let hues = mask.plane.data + y * mask.plane.stride
      let left = result.plane.data + y * result.plane.stride
      for x in 0..<width {
        left[x] = row[x]
        guard row[x] > 0, hues[x] > 0 else { continue }
        let (cb, cr) = picture.chroma(x, y)
        left[x] = UInt8(Float(row[x]) * (1 - thing(cb, cr)) + 0.5)
      }
    }
    return result
  }

  /// How much a color belongs to objects, 0…1, interpolated between the steps.
  private func thing(_ cb: Double, _ cr: Double) -> Float {
    func place(_ code: Double) -> (first: Int, share: Float) {
      let place = min(max(code / Double(Self.step) - 0.5, 0), Double(Self.steps) - 1.001)
      return (Int(place), Float(place - place.rounded(.down)))
    }
    let (column, row) = (place(cr), place(cb))
    func along(_ row: Int) -> Float {
      let start = row * Self.steps + column.first
      return colors[start] + column.share * (colors[start + 1] - colors[start])
    }
    let (upper, lower) = (along(row.first), along(row.first + 1))
    return upper + row.share * (lower - upper)
  }
}

extension PlaneView {
  /// Cb and Cr of a chroma sample, in 8-bit codes.
  fileprivate func chroma(_ x: Int, _ y: Int) -> (cb: Double, cr: Double) {
    let unit = Double(1 << (format.depth - 8))
    return (Double(code(1, x, y)) / unit, Double(code(2, x, y)) / unit)
  }
}
