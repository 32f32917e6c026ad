package import SplashBase
package import SplashLook

/// A thing, followed from picture to picture of a shot: the network finds it in key pictures, near
/// where it was, and motion carries its mask to those between.
package struct ThingFollower {
  private var last: ThingPicture
  /// The thing, and what looks like it beside it.
  private var own: ThingTrack
  private var others: [ThingTrack] = []
  /// Where each sample of the last picture lies in the last key picture.
  private var way: SampleWay
  private var sinceKey = 0
  private var distance = Self.keyDistance
  private var doubts = 0
  /// By how much motion to and fro has been apart since the key picture, in samples.
  private var disagreement = 0.0
  /// It is out of sight.
  package private(set) var isLost = false
  /// What the network saw at the beginning, up to the second picture.
  private var beginning: ClickNetwork.Look?
  /// What was beside it at the beginning and looked most like it.
  private var rivals: [ThingRival] = []
  /// Whether masks are led back from each key picture too.
  private let leadsBack: Bool
  /// The pictures since the last key picture in which it was found: where the samples of the one
  /// before lie in each, and the mask that motion has carried there.
  private var steps: [(flow: DenseFlow, mask: NetworkMask)] = []

  /// Key pictures are this many apart, or as many as it needs for a quarter of its size: motion
  /// that is added up is off by a share of itself.
  private static let keyDistance = 6
  /// The same at least and at most where masks are led back too, as motion to and fro agrees: up to
  /// a sample between both, and a twentieth of its size.
  private static let (leastDistance, mostDistance) = (4, SplashSettings.thingForesight)
  /// The same while something like it is near.
  private static let nearDistance = 3
  /// So many others are followed at most.
  private static let mostOthers = 3

  /// A picture of it.
  package struct Sighting {
    /// Nil while it is out of sight.
    package var mask: NetworkMask?
    package var news: News?
    /// The network found it in this picture, near where it was.
    package var isKey = false
    /// In the pictures since the last one for which that is so, as both tell; none where masks are
    /// not led back.
    fileprivate var between: [NetworkMask] = []

    /// What it tells anew of pictures of a list that ends with it: their places there, and masks.
    ///
    /// - Parameter last: its own place.
    package func masks(before last: Int) -> some Sequence<(Int, NetworkMask)> {
      zip((0..<last).suffix(between.count), between.suffix(last))
    }
  }

  package enum News: Sendable { case lost, found }

  /// Begins with what a click means.
  ///
  /// - Parameter leadsBack: later pictures tell of earlier ones.
  /// - Returns: nil where nothing is found.
  /// - Throws: `SplashError` where a network is missing, or fails.
  package init?(
    _ thing: Selection.Thing, in picture: borrowing PlaneView, _ sight: ThingSight,
    leadsBack: Bool = false
  ) throws {
    self.leadsBack = leadsBack
    guard let mask = try sight.mask(of: thing, in: picture) else { return nil }
    last = sight.samples(of: picture, width: mask.width, height: mask.height)
    way = SampleWay(width: mask.width, height: mask.height)
    let look = try sight.look(at: picture)
    beginning = look
    own = ThingTrack(mask, print: look.print(of: mask), id: 0, in: last)
  }

  /// The mask of the picture that it began with.
  package var first: NetworkMask { own.key }

  /// What is to be seen of it in the next picture of the shot.
  ///
  /// - Throws: `SplashError` where a network fails.
  package mutating func next(
    in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws -> Sighting {
    if let beginning {
      for _ in 0..<Self.mostOthers { try meet(in: beginning, last, sight) }
      rivals = try sight.rivals(of: own.print, beside: own.key, in: beginning, last, known: others)
      self.beginning = nil
    }
    let fresh = sight.samples(of: picture, width: last.width, height: last.height)
    sinceKey += 1
    own.turnToNext()
    for index in others.indices { others[index].turnToNext() }
    defer { last = fresh }
    var flow: DenseFlow?
    if !isLost || !others.isEmpty {
      let found = DenseFlow(from: fresh.luma, to: last.luma)
      way = way.next(found.x, found.y)
      flow = found
    }
    guard !isLost else {
      guard sinceKey >= min(distance, Self.keyDistance) else { return Sighting() }
      sinceKey = 0
      let look = try sight.look(at: picture)
      _ = try confirmed(nil, in: look, fresh, sight)
      let mask = try foundAgain(in: look, fresh, sight)
      if let mask {
        (isLost, doubts) = (false, 0)
        own.jump(to: mask)
      }
      begin()
      return Sighting(mask: mask, news: mask.map { _ in .found })
    }
    let carried = carried(own.key)
    if leadsBack, let flow {
      let back = DenseFlow(from: last.luma, to: fresh.luma)
      disagreement += flow.disagreement(with: back, over: carried)
      steps.append((back, carried))
    }
    let area = carried.area
    guard isDue(carried, area: area) else { return Sighting(mask: carried) }
    sinceKey = 0
    if area > 0, let mask = try confirmed(carried, in: sight.look(at: picture), fresh, sight) {
      doubts = 0
      begin()
      defer { steps = [] }
      return Sighting(mask: mask, isKey: true, between: between(mask))
    }
    doubts += 1
    if !others.isEmpty {
      own.miss(carried)
      begin()
    }
    if doubts < 3, Double(area) > 0.2 * own.usualArea, own.likeness(of: carried, in: fresh) > 0.5 {
      return Sighting(mask: carried)
    }
    isLost = true
    steps = []
    return Sighting(news: .lost)
  }

  // MARK: - Motion

  /// Motion is added up from here.
  private mutating func begin() {
    way = SampleWay(width: last.width, height: last.height)
    disagreement = 0
    distance = isNear ? Self.nearDistance : leadsBack ? Self.mostDistance : Self.keyDistance
  }

  /// Whether the network is to look for it.
  private func isDue(_ carried: NetworkMask, area: Int) -> Bool {
    guard sinceKey < distance, Double(area) >= 0.2 * own.usualArea else { return true }
    let share = travel(of: carried) / own.usualArea.squareRoot()
    if sinceKey > 1, share > 0.25 { return true }
    return leadsBack && sinceKey >= Self.leastDistance && (share > 0.05 || disagreement > 1)
  }

  /// Something like it may touch it before the next key picture.
  private var isNear: Bool {
    guard let box = own.key.prompt?.box else { return false }
    let (width, height) = (Double(last.width), Double(last.height))
    return others.contains { other in
      guard let beside = other.key.prompt?.box else { return true }
      let (one, two) = (own.reach(Self.keyDistance), other.reach(Self.keyDistance))
      let across = max(box.x - beside.x - beside.width, beside.x - box.x - box.width) * width
      let down = max(box.y - beside.y - beside.height, beside.y - box.y - box.height) * height
      return across < one.x + two.x && down < one.y + two.y
    }
  }

  /// The mask of the last key picture, where motion has carried it.
  private func carried(_ key: NetworkMask) -> NetworkMask { carried(key, by: way) }

  private func carried(_ key: NetworkMask, by way: SampleWay) -> NetworkMask {
    let (width, height) = (last.width, last.height)
    let values = (0..<width * height).map {
      key.value(Double(way.x[$0]) / Double(width), Double(way.y[$0]) / Double(height))
    }
    return NetworkMask(width: width, height: height, values: values)
  }

  /// The masks of the pictures since the last key picture, each as near to what that had as it is
  /// to it, and for the rest what this one has.
  private func between(_ found: NetworkMask) -> [NetworkMask] {
    guard leadsBack, steps.count > 1 else { return [] }
    var back = SampleWay(width: last.width, height: last.height)
    var masks: [NetworkMask] = []
    for index in (1..<steps.count).reversed() {
      back = back.next(steps[index].flow.x, steps[index].flow.y)
      let share = Float(index) / Float(steps.count)
      let (before, after) = (steps[index - 1].mask.values, carried(found, by: back).values)
      masks.append(
        NetworkMask(
          width: last.width, height: last.height,
          values: zip(before, after).map { (1 - share) * $0 + share * $1 }))
    }
    return masks.reversed()
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

  /// The mask that the network finds near where motion has carried the last; nil for none that is
  /// like it. What is like it beside it is looked for with it, and each gets its own.
  ///
  /// - Parameter carried: nil while it is lost, when only the others are looked for.
  private mutating func confirmed(
    _ carried: NetworkMask?, in look: ClickNetwork.Look, _ fresh: ThingPicture, _ sight: ThingSight
  ) throws -> NetworkMask? {
    let tracks = (carried == nil ? [] : [own]) + others
    let masks = (carried.map { [$0] } ?? []) + others.map { self.carried($0.key) }
    let contest = try contest(tracks, masks, in: look, sight)
    var found: NetworkMask?
    for (index, choice) in contest.choices.enumerated() {
      let isOwn = index == 0 && carried != nil
      let offer = choice.map { contest.offers[$0.offer] }
      let seen = offer.flatMap { offer -> (likeness: Float, isWhole: Bool)? in
        let likeness = tracks[index].likeness(of: offer.mask, in: fresh)
        let (fit, sameness) = (choice!.fit, tracks[index].sameness(offer.print))
        guard likeness > 0.5,
          (0.3 * tracks[index].usualArea...3 * tracks[index].usualArea).contains(
            Double(offer.bits.count)),
          fit > 0.6 && (sameness > 0.3 || tracks[index].print == nil)
            || isOwn && fit > 0.4 && sameness > max(0.5, mostAlike)
        else { return nil }
        return (likeness, choice!.visible > 0.9)
      }
      if isOwn {
        if let seen, let offer {
          own.take(
            offer.mask, in: fresh, likeness: seen.likeness, overlap: choice!.fit,
            isWhole: seen.isWhole)
          found = offer.mask
        }
        continue
      }
      let place = index - (carried == nil ? 0 : 1)
      if let seen, let offer {
        others[place].take(
          offer.mask, in: fresh, likeness: seen.likeness, overlap: choice!.fit,
          isWhole: seen.isWhole)
      } else {
        others[place].miss(masks[index])
      }
    }
    others.removeAll { $0.misses > 10 }
    if found != nil { try meet(in: look, fresh, sight) }
    return found
  }

  /// What the network offers for some tracks that motion has carried.
  private func contest(
    _ tracks: [ThingTrack], _ carried: [NetworkMask], in look: ClickNetwork.Look,
    _ sight: ThingSight
  ) throws -> ThingContest {
    let places = zip(tracks, carried).map {
      ThingContest.Place(
        carried: MaskBits($1), predicted: tracks.count > 1 ? $0.predicted : nil, area: $0.usualArea)
    }
    var offers: [ThingContest.Offer] = []
    func ask(_ marks: [(Region.Point, ClickNetwork.Prompt.Role)]) throws {
      for candidate in try sight.masks(for: marks, in: look) {
        let mask = candidate.shares
        let bits = MaskBits(mask)
        // The same mask again is worth the more of its scores.
        if let index = offers.firstIndex(where: { $0.bits.overlap(with: bits) > 0.97 }) {
          if offers[index].score >= candidate.score { continue }
          offers.remove(at: index)
        }
        offers.append(
          ThingContest.Offer(
            mask: mask, bits: bits, score: candidate.score, print: look.print(of: mask)))
      }
    }
    for (index, place) in places.enumerated() {
      if let (box, inner) = carried[index].prompt {
        let corners: [(Region.Point, ClickNetwork.Prompt.Role)] = [
          (Region.Point(x: box.x, y: box.y), .upperLeft),
          (Region.Point(x: box.x + box.width, y: box.y + box.height), .lowerRight),
        ]
        try ask([(inner, .on)] + corners)
        if index == 0 { try ask([(inner, .on)]) }
      }
      guard let predicted = place.predicted, predicted.overlap(with: place.carried) < 0.8 else {
        continue
      }
      var visible = predicted
      for (other, beside) in places.enumerated() where other != index {
        visible = visible.without(beside.predicted ?? beside.carried)
      }
      guard visible.count * 5 > predicted.count, let inner = visible.mask.prompt?.inner else {
        continue
      }
      try ask([(inner, .on)])
    }
    return ThingContest(
      places: places, offers: offers,
      sameness: tracks.map { track in offers.map { track.sameness($0.print) } })
  }

  /// Looks for one more thing that is like it and apart from all that are followed.
  private mutating func meet(
    in look: ClickNetwork.Look, _ picture: ThingPicture, _ sight: ThingSight
  ) throws {
    // Who is behind something comes out where it is expected.
    let hidden = others.firstIndex { !$0.isSeen && $0.predicted == nil }
    guard let print = own.print, hidden != nil || others.count < Self.mostOthers else { return }
    let known = [own.key] + others.map { $0.isSeen ? $0.key : $0.predicted?.mask ?? $0.key }
    guard
      let place = look.places(like: print, most: 1, above: 0.5, outside: known).first,
      let mask = try sight.masks(for: [(place, .on)], in: look).chosen(.thing)?.shares,
      let box = mask.prompt?.box
    else { return }
    let own = look.print(of: mask)
    let isApart = known.allSatisfy { other in
      guard let beside = other.prompt?.box else { return true }
      return box.x > beside.x + beside.width || beside.x > box.x + box.width
        || box.y > beside.y + beside.height || beside.y > box.y + box.height
    }
    guard isApart, self.own.sameness(own) > 0.6,
      (0.25 * self.own.usualArea...4 * self.own.usualArea).contains(Double(mask.area))
    else { return }
    if let hidden {
      others[hidden].jump(to: mask)
    } else {
      let id = (others.map(\.id).max() ?? 0) + 1
      others.append(ThingTrack(mask, print: own, id: id, in: picture))
    }
  }

  /// What was beside it, but for those that are followed and in sight: these are where they are.
  private var unknown: [ThingRival] {
    rivals.filter { rival in !others.contains { $0.id == rival.id && $0.isSeen } }
  }

  /// How much the likest of what was beside it looked like it.
  private var mostAlike: Float { unknown.map(\.sameness).max() ?? -1 }

  /// Whether a part is, for all that can be seen, something that was beside it: hardly less far
  /// from that, by its features, than from the thing, or nearer to it by its colors.
  private func isRival(
    _ own: [Float], sameness: Float, _ colors: ColorHistogram, likeness: Float
  ) -> Bool {
    unknown.contains { rival in
      1 - sameness > 0.8 * (1 - SplashSubjects.likeness(own, rival.print))
        || likeness < rival.colors?.likeness(to: colors) ?? 0
    }
  }

  /// The mask of what looks like it anywhere in the picture, where none of the others is; nil for
  /// none that is alike enough.
  private func foundAgain(
    in look: ClickNetwork.Look, _ fresh: ThingPicture, _ sight: ThingSight
  ) throws -> NetworkMask? {
    guard let print = own.print else { return nil }
    let seen = others.filter(\.isSeen).map { (mask: $0.key, bits: MaskBits($0.key)) }
    var best: (mask: NetworkMask, worth: Float)?
    for place in look.places(like: print, most: 3, outside: seen.map(\.mask)) {
      for candidate in try sight.masks(for: [(place, .on)], in: look) {
        let mask = candidate.shares
        let bits = MaskBits(mask)
        guard !seen.contains(where: { 10 * $0.bits.common(with: bits) > 3 * bits.count }),
          let features = look.print(of: mask), let colors = fresh.histogram(of: mask)
        else { continue }
        let (sameness, likeness) = (own.sameness(features), own.likeness(of: colors))
        guard sameness > max(0.7, mostAlike), likeness > 0.6,
          (0.25 * own.usualArea...4 * own.usualArea).contains(Double(mask.area)),
          !isRival(features, sameness: sameness, colors, likeness: likeness)
        else { continue }
        let worth = sameness + 0.3 * min(candidate.score, 1) + 0.5 * likeness
        if worth > best?.worth ?? -.infinity { best = (mask, worth) }
      }
    }
    return best?.mask
  }
}
