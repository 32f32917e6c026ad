/// Tracks a thing from frame to frame of a shot: the network finds it in key frames, near where it
/// was, and optical flow carries its mask to the frames between.
package struct ThingFollower {
  private var last: ThingPicture
  /// The thing, and others beside it that look like it.
  private var own: ThingTrack
  private var others: [ThingTrack] = []
  /// Where each sample of the last frame lies in the last key frame.
  private var way: SampleWay
  private var sinceKey = 0
  private var distance = Self.keyDistance
  private var doubts = 0
  /// The mean disagreement of flow forward and backward, summed since the key frame, in samples.
  private var disagreement = 0.0
  /// Whether it is out of sight.
  package private(set) var isLost = false
  /// Whether another shot has begun since it was seen.
  private var isElsewhere = false
  /// The frames since it was lost.
  private var away = 0
  /// The network's features of the first frame, until the second one.
  private var beginning: ClickNetwork.Look?
  /// What was beside it and looked most like it, when it was seen first and in new ways.
  private var rivals: [ThingRival] = []
  /// Whether masks are also led back from each key frame.
  private let leadsBack: Bool
  /// The frames since the last key frame in which it was found: where the samples of the frame
  /// before lie in each, and the mask that flow has carried there.
  private var steps: [(flow: DenseFlow, mask: NetworkMask)] = []

  /// Key frames are this many frames apart, or fewer if it moves by a quarter of its size: the
  /// error of summed flow grows with the motion.
  private static let keyDistance = 6
  /// The least and most frames between key frames if masks are also led back; fewer than the most
  /// if flow forward and backward disagree by a sample, or it moves by a twentieth of its size.
  private static let (leastDistance, mostDistance) = (4, SplashSettings.thingForesight)
  /// Frames between key frames while a similar thing is near.
  private static let nearDistance = 3
  /// The most frames between looks for it while it is lost, where they are at most an eighth of
  /// the time for which it has been. The first frame of a shot is looked at too.
  private static let mostWait = 240
  /// The most rivals that are remembered, those most alike.
  private static let mostRivals = 64
  /// The most others that are tracked.
  private static let mostOthers = 3

  /// The thing in one frame.
  package struct Sighting {
    /// Nil while it is out of sight.
    package var mask: NetworkMask?
    package var news: News?
    /// Whether the network found it in this frame, near where it was.
    package var isKey = false
    /// The masks of the frames since the last key frame, interpolated from both; empty if masks are
    /// not led back.
    fileprivate var between: [NetworkMask] = []

    /// New masks for earlier frames of a list that ends with this one: their indices, and the
    /// masks.
    ///
    /// - Parameter last: the index of this frame.
    package func masks(before last: Int) -> some Sequence<(Int, NetworkMask)> {
      zip((0..<last).suffix(between.count), between.suffix(last))
    }
  }

  package enum News: Sendable { case lost, found }

  /// Begins with the thing at a click.
  ///
  /// - Parameter leadsBack: whether later frames correct earlier masks.
  /// - Returns: nil if nothing is found.
  /// - Throws: `SplashError` if a network is missing or fails.
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

  /// The mask of the frame that it began with.
  package var first: NetworkMask { own.key }

  /// The thing in the next frame of the shot.
  ///
  /// - Throws: `SplashError` if a network fails.
  package mutating func next(
    in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws -> Sighting {
    if let beginning {
      for _ in 0..<Self.mostOthers { try meet(in: beginning, last, sight) }
      try remember(rivalsIn: beginning, last, sight)
      self.beginning = nil
      if isElsewhere { others = [] }
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
      away += 1
      let wait = max(min(distance, Self.keyDistance), min(away / 8, Self.mostWait))
      guard sinceKey >= wait else { return Sighting() }
      sinceKey = 0
      guard !isElsewhere || !search.hasTwin else { return Sighting() }
      let look = try sight.look(at: picture)
      _ = try confirmed(nil, in: look, fresh, sight)
      let mask = try search.mask(in: look, fresh, sight)
      if let mask {
        (isLost, isElsewhere, away, doubts) = (false, false, 0, 0)
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

  /// Called if another shot begins with the next frame.
  package mutating func cut() {
    (isLost, isElsewhere, sinceKey) = (true, true, Self.mostWait)
    (others, steps) = ([], [])
  }

  // MARK: - Motion

  /// Starts to sum motion anew.
  private mutating func begin() {
    way = SampleWay(width: last.width, height: last.height)
    disagreement = 0
    distance = isNear ? Self.nearDistance : leadsBack ? Self.mostDistance : Self.keyDistance
  }

  /// Whether the network is to run on this frame.
  private func isDue(_ carried: NetworkMask, area: Int) -> Bool {
    guard sinceKey < distance, Double(area) >= 0.2 * own.usualArea else { return true }
    let share = travel(of: carried) / own.usualArea.squareRoot()
    if sinceKey > 1, share > 0.25 { return true }
    return leadsBack && sinceKey >= Self.leastDistance && (share > 0.05 || disagreement > 1)
  }

  /// Whether a similar thing may touch it before the next key frame.
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

  /// The mask of the last key frame, moved by optical flow.
  private func carried(_ key: NetworkMask) -> NetworkMask { carried(key, by: way) }

  private func carried(_ key: NetworkMask, by way: SampleWay) -> NetworkMask {
    let (width, height) = (last.width, last.height)
    let values = (0..<width * height).map {
      key.value(Double(way.x[$0]) / Double(width), Double(way.y[$0]) / Double(height))
    }
    return NetworkMask(width: width, height: height, values: values)
  }

  /// Masks for the frames since the last key frame: the mean of both key frames' masks, each
  /// weighted by how near it is.
  private func between(_ found: NetworkMask) -> [NetworkMask] {
    guard leadsBack, steps.count > 1 else { return [] }
    var back = SampleWay(width: last.width, height: last.height)
    var masks: [NetworkMask] = []
    for index in (1..<steps.count).reversed() {
      back = back.next(steps[index].flow.x, steps[index].flow.y)
      let share = Float(index) / Float(steps.count)
      masks.append(steps[index - 1].mask.mean(with: carried(found, by: back), share: share))
    }
    return masks.reversed()
  }

  /// How far it has moved since the key frame: the mean over its mask, in samples.
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

  // MARK: - Key frames

  /// The mask that the network finds near where flow has carried the last one; nil if none is like
  /// it. Similar things beside it are looked for too, and each gets a mask of its own.
  ///
  /// - Parameter carried: nil while it is lost; then only the others are looked for.
  private mutating func confirmed(
    _ carried: NetworkMask?, in look: ClickNetwork.Look, _ fresh: ThingPicture, _ sight: ThingSight
  ) throws -> NetworkMask? {
    let tracks = (carried == nil ? [] : [own]) + others
    let masks = (carried.map { [$0] } ?? []) + others.map { self.carried($0.key) }
    let contest = try contest(tracks, masks, in: look, sight)
    var found: NetworkMask?
    var isNew = false
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
            || isOwn && fit > 0.4 && sameness > max(0.5, search.mostAlike)
        else { return nil }
        return (likeness, choice!.visible > 0.9)
      }
      if isOwn {
        if let seen, let offer {
          isNew = own.take(
            offer.mask, offer.print, in: fresh, likeness: seen.likeness, overlap: choice!.fit,
            isWhole: seen.isWhole)
          found = offer.mask
        }
        continue
      }
      let place = index - (carried == nil ? 0 : 1)
      if let seen, let offer {
        others[place].take(
          offer.mask, offer.print, in: fresh, likeness: seen.likeness, overlap: choice!.fit,
          isWhole: seen.isWhole)
      } else {
        others[place].miss(masks[index])
      }
    }
    others.removeAll { $0.misses > 10 }
    if found != nil { try meet(in: look, fresh, sight) }
    if isNew { try remember(rivalsIn: look, fresh, sight) }
    return found
  }

  /// The masks that the network offers for tracks that flow has carried.
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
        // Of nearly equal masks the one with the highest score is kept.
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

  /// Looks for one more thing that is like it and apart from all tracked ones.
  private mutating func meet(
    in look: ClickNetwork.Look, _ picture: ThingPicture, _ sight: ThingSight
  ) throws {
    // A hidden thing comes out where it is expected.
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

  private var search: ThingSearch {
    ThingSearch(own: own, others: others, rivals: rivals, isElsewhere: isElsewhere)
  }

  /// Adds what is beside it in a frame to the rivals.
  private mutating func remember(
    rivalsIn look: ClickNetwork.Look, _ picture: ThingPicture, _ sight: ThingSight
  ) throws {
    rivals += try sight.rivals(of: own.print, beside: own.key, in: look, picture, known: others)
    rivals = Array(rivals.sorted { $0.sameness > $1.sameness }.prefix(Self.mostRivals))
  }
}
