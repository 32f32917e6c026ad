package import SplashBase
package import SplashLook

/// A thing, followed from picture to picture of a shot: the network finds it in key pictures, near
/// where it was, and motion carries its mask to those between.
package struct ThingFollower {
  private var last: ThingPicture
  /// The mask of the last key picture, and where each sample of the last picture lies in that.
  private var key: NetworkMask
  private var way: SampleWay
  private var sinceKey = 0
  private var doubts = 0
  /// It is out of sight.
  package private(set) var isLost = false
  /// What it looked like: features at the beginning, colors at times, samples of late.
  private let print: [Float]?
  /// What the network saw at the beginning, up to the second picture.
  private var beginning: ClickNetwork.Look?
  /// What was beside it at the beginning and looked most like it.
  private var rivals: [ThingRival] = []
  private var colors: [ColorHistogram]
  private var areas: [Int]

  /// Key pictures are this many apart, or as many as it needs for a quarter of its size: motion that
  /// is added up is off by a share of itself.
  package static let keyDistance = 6

  /// A picture of it.
  package struct Sighting {
    /// Nil while it is out of sight.
    package var mask: NetworkMask?
    package var news: News?
  }

  package enum News: Sendable { case lost, found }

  /// Begins with what a click means.
  ///
  /// - Returns: nil where nothing is found.
  /// - Throws: `SplashError` where a network is missing, or fails.
  package init?(
    _ thing: Selection.Thing, in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws {
    guard let mask = try sight.mask(of: thing, in: picture) else { return nil }
    key = mask
    last = sight.samples(of: picture, width: mask.width, height: mask.height)
    way = SampleWay(width: mask.width, height: mask.height)
    let look = try sight.look(at: picture)
    (beginning, print) = (look, look.print(of: mask))
    colors = [last.histogram(of: mask)].compactMap(\.self)
    areas = [mask.area]
  }

  /// The mask of the picture that it began with.
  package var first: NetworkMask { key }

  /// What is to be seen of it in the next picture of the shot.
  ///
  /// - Throws: `SplashError` where a network fails.
  package mutating func next(
    in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws -> Sighting {
    if let beginning {
      rivals = try sight.rivals(of: print, beside: key, in: beginning, last)
      self.beginning = nil
    }
    let fresh = sight.samples(of: picture, width: last.width, height: last.height)
    sinceKey += 1
    defer { last = fresh }
    guard !isLost else {
      guard sinceKey >= Self.keyDistance else { return Sighting() }
      sinceKey = 0
      guard let mask = try foundAgain(in: picture, fresh, sight) else { return Sighting() }
      (isLost, doubts) = (false, 0)
      return Sighting(mask: begin(mask), news: .found)
    }
    let carried = carried(to: fresh)
    let area = carried.area
    guard
      sinceKey >= Self.keyDistance || Double(area) < 0.2 * usualArea
        || sinceKey > 1 && travel(of: carried) > 0.25 * usualArea.squareRoot()
    else {
      return Sighting(mask: carried)
    }
    sinceKey = 0
    if area > 0, let mask = try confirmed(carried, in: picture, fresh, sight) {
      doubts = 0
      return Sighting(mask: begin(mask))
    }
    doubts += 1
    if doubts < 3, Double(area) > 0.2 * usualArea, likeness(of: carried, in: fresh) > 0.5 {
      return Sighting(mask: carried)
    }
    isLost = true
    return Sighting(news: .lost)
  }

  // MARK: - Motion

  private mutating func begin(_ mask: NetworkMask) -> NetworkMask {
    key = mask
    way = SampleWay(width: mask.width, height: mask.height)
    return mask
  }

  /// The mask of the last key picture, where motion has carried it.
  private mutating func carried(to fresh: ThingPicture) -> NetworkMask {
    let flow = DenseFlow(from: fresh.luma, to: last.luma)
    let (width, height) = (fresh.width, fresh.height)
    way = way.next(flow.x, flow.y)
    let values = (0..<width * height).map {
      key.value(Double(way.x[$0]) / Double(width), Double(way.y[$0]) / Double(height))
    }
    return NetworkMask(width: width, height: height, values: values)
  }

  /// How far it has come since the key picture: the mean over its mask, in samples.
  private func travel(of mask: NetworkMask) -> Double {
    var (sum, count) = (0.0, 0)
    for (index, value) in mask.values.enumerated() where value > 0.5 {
      let (column, row) = (index % mask.width, index / mask.width)
      let across = way.x[index] - Float(column) - 0.5
      let down = way.y[index] - Float(row) - 0.5
      sum += Double((across * across + down * down).squareRoot())
      count += 1
    }
    return sum / Double(max(1, count))
  }

  // MARK: - Key pictures

  private var usualArea: Double { Double(areas.sorted()[areas.count / 2]) }

  private func likeness(of mask: NetworkMask, in fresh: ThingPicture) -> Float {
    fresh.histogram(of: mask).map(likeness) ?? 0
  }

  private func likeness(of own: ColorHistogram) -> Float {
    colors.map { $0.likeness(to: own) }.max() ?? 0
  }

  /// How much the features of a part are those of the thing; 0 where one of the two is too small.
  private func sameness(_ mask: NetworkMask, _ look: ClickNetwork.Look) -> Float {
    guard let print, let own = look.print(of: mask) else { return 0 }
    return SplashSubjects.likeness(own, print)
  }

  /// The mask that the network finds near where motion has carried the last; nil for none that is
  /// like it.
  private mutating func confirmed(
    _ carried: NetworkMask, in picture: borrowing PlaneView, _ fresh: ThingPicture,
    _ sight: ThingSight
  ) throws -> NetworkMask? {
    guard let (box, inner) = carried.prompt else { return nil }
    let look = try sight.look(at: picture)
    let corners: [(Region.Point, ClickNetwork.Prompt.Role)] = [
      (Region.Point(x: box.x, y: box.y), .upperLeft),
      (Region.Point(x: box.x + box.width, y: box.y + box.height), .lowerRight),
    ]
    var best: (mask: NetworkMask, worth: Float, overlap: Float, sameness: Float)?
    for marks in [[(inner, .on)] + corners, [(inner, .on)]] {
      for candidate in try sight.masks(for: marks, in: look) {
        let mask = candidate.shares
        let (overlap, sameness) = (mask.overlap(with: carried), sameness(mask, look))
        let worth = overlap + 0.3 * min(candidate.score, 1) + 0.3 * sameness
        if worth > best?.worth ?? -.infinity { best = (mask, worth, overlap, sameness) }
      }
    }
    guard let (mask, _, overlap, sameness) = best else { return nil }
    let (area, likeness) = (Double(mask.area), likeness(of: mask, in: fresh))
    guard likeness > 0.5, (0.3 * usualArea...3 * usualArea).contains(area),
      overlap > 0.6 && (sameness > 0.3 || print == nil)
        || overlap > 0.4 && sameness > max(0.5, mostAlike)
    else { return nil }
    areas = areas.suffix(7) + [mask.area]
    if colors.count < 6, likeness < 0.9, overlap > 0.8, let own = fresh.histogram(of: mask) {
      colors.append(own)
    }
    return mask
  }

  /// How much the likest of what was beside it looked like it.
  private var mostAlike: Float { rivals.map(\.sameness).max() ?? -1 }

  /// Whether a part is, for all that can be seen, something that was beside it: hardly less far from
  /// that, by its features, than from the thing, or nearer to it by its colors.
  private func isRival(
    _ own: [Float], sameness: Float, _ colors: ColorHistogram, likeness: Float
  ) -> Bool {
    rivals.contains { rival in
      1 - sameness > 0.8 * (1 - SplashSubjects.likeness(own, rival.print))
        || likeness < rival.colors?.likeness(to: colors) ?? 0
    }
  }

  /// The mask of what looks like it anywhere in the picture; nil for none that is alike enough.
  private func foundAgain(
    in picture: borrowing PlaneView, _ fresh: ThingPicture, _ sight: ThingSight
  ) throws -> NetworkMask? {
    guard let print else { return nil }
    let look = try sight.look(at: picture)
    var best: (mask: NetworkMask, worth: Float)?
    for place in look.places(like: print, most: 3) {
      for candidate in try sight.masks(for: [(place, .on)], in: look) {
        let mask = candidate.shares
        guard let own = look.print(of: mask), let colors = fresh.histogram(of: mask) else {
          continue
        }
        let (sameness, likeness) = (SplashSubjects.likeness(own, print), likeness(of: colors))
        guard sameness > max(0.7, mostAlike), likeness > 0.6,
          (0.25 * usualArea...4 * usualArea).contains(Double(mask.area)),
          !isRival(own, sameness: sameness, colors, likeness: likeness)
        else { continue }
        let worth = sameness + 0.3 * min(candidate.score, 1) + 0.5 * likeness
        if worth > best?.worth ?? -.infinity { best = (mask, worth) }
      }
    }
    return best?.mask
  }
}
