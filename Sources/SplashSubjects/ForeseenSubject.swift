internal import SplashBase
internal import SplashLook

/// The masks of a network in a file of which later frames are available: the network looks at key
/// frames, and motion carries the masks of both keys to each frame between them.
///
/// Keys are the first frames of shots, and of half seconds, so that they are the same wherever a
/// run begins, and the last frames of shots. Where the masks of two keys do not agree on the frame
/// in the middle, that is a key too, and so on in both halves.
struct ForeseenSubject<Eye: Looker<NetworkMask>> {
  private let eye: Eye
  private let turn: Turn
  private let order: any LookingOrder
  private let coming: any ComingPictures
  /// The frame before this one, if it was a key, and its time.
  private var last: (view: View, mask: NetworkMask)?
  private var lastTime: Double?
  /// This frame and later ones, as far as they are known.
  private var views: [View] = []
  private var cuts = CutFinder()
  /// How often the last span of frames was halved.
  private var halvings = 0

  private struct View {
    let luma: LumaPyramid
    /// Whether it belongs to another shot than the frame before.
    let isCut: Bool
    var mask: NetworkMask?
  }

  /// Keys a second, at least, and the most frames from one key to the next.
  private static var rate: Double { 2 }
  private static var most: Int { SplashSettings.thingForesight }
  /// Masks agree if this share of either is common to both; where a half would have fewer frames
  /// than `least`, they may be as far apart as `half`.
  private static var agreement: Float { 0.9 }
  private static var half: Float { 0.5 }
  private static var least: Int { 3 }
  /// Samples of the longer side in which motion is measured.
  private static var side: Double { 160 }

  init(
    _ eye: Eye, turn: Turn, _ order: any LookingOrder, _ coming: any ComingPictures
  ) {
    (self.eye, self.turn, self.order, self.coming) = (eye, turn, order, coming)
  }

  /// Moves on to a later frame.
  ///
  /// - Parameter pictures: how many frames ahead, 1 or more.
  mutating func turn(by pictures: Int) {
    last = pictures == 1 ? views.first.flatMap { view in view.mask.map { (view, $0) } } : nil
    views.removeFirst(min(pictures, views.count))
  }

  /// The mask of the current frame.
  ///
  /// - Parameter time: of the frame, in seconds from the beginning of the clip.
  /// - Throws: `SplashError` of kind failure if the network fails.
  mutating func mask(of picture: borrowing PlaneView, at time: Double) throws -> NetworkMask {
    defer { lastTime = time }
    if views.first?.mask == nil { try lookOn(from: picture, at: time) }
    guard let mask = views.first?.mask else {
      return try order.seen(by: eye, in: picture, turn: turn)
    }
    orderNext(at: time)
    return mask
  }

  // MARK: - Keys

  /// Finds the masks of all frames up to the next key; none if frames come one by one.
  private mutating func lookOn(from picture: borrowing PlaneView, at time: Double) throws {
    guard sees(0, of: picture) else {
      views = []
      return
    }
    guard let last, !views[0].isCut else {
      halvings = 0
      return try look(at: 0, of: picture)
    }
    var end = 0
    while end < Self.most - 1, !isDue(end, at: time), sees(end + 1, of: picture),
      !views[end + 1].isCut
    {
      end += 1
    }
    order(to: end, after: -1)
    try look(at: end, of: picture)
    guard views[end].mask != nil else {
      views.removeSubrange(1...)
      return try look(at: 0, of: picture)
    }
    halvings = 0
    guard end > 0 else { return }
    // Masks and flow by the number of frames after the last key.
    var ahead = [last.view] + views[...end]
    ahead[0].mask = last.mask
    let flows = zip(ahead, ahead.dropFirst()).map {
      (back: DenseFlow(from: $1.luma, to: $0.luma), on: DenseFlow(from: $0.luma, to: $1.luma))
    }
    try fill(0, end + 1, flows, in: &ahead, of: picture, depth: 0)
    views.replaceSubrange(...end, with: ahead.dropFirst())
  }

  /// Makes the masks between two keys, by their numbers after the last key.
  private mutating func fill(
    _ first: Int, _ end: Int, _ flows: [(back: DenseFlow, on: DenseFlow)], in views: inout [View],
    of picture: borrowing PlaneView, depth: Int
  ) throws {
    guard end - first > 1, var before = views[first].mask, var after = views[end].mask else {
      return
    }
    let size = (width: max(before.width, after.width), height: max(before.height, after.height))
    before = before.resized(width: size.width, height: size.height)
    after = after.resized(width: size.width, height: size.height)
    var way = SampleWay(width: views[0].luma.width, height: views[0].luma.height)
    let start = way
    let ways = (first + 1..<end).map { index in
      way = way.next(flows[index - 1].back.x, flows[index - 1].back.y)
      return way
    }
    way = start
    let others =
      (first + 1..<end).reversed().map { index in
        way = way.next(flows[index].on.x, flows[index].on.y)
        return way
      }.reversed() as [SampleWay]
    let middle = (first + end) / 2
    let (one, other) = (
      MaskBits(before.carried(by: ways[middle - first - 1])),
      MaskBits(after.carried(by: others[middle - first - 1]))
    )
    let least = (end - first) / 2 < Self.least ? Self.half : Self.agreement
    if one.count + other.count > 0, one.overlap(with: other) < least {
      let seen = try coming.withPicture(middle - 1, of: picture) {
        try order.seenOnce(by: eye, in: $0, turn: turn)
      }
      if let seen {
        halvings = max(halvings, depth + 1)
        views[middle].mask = seen
        try fill(first, middle, flows, in: &views, of: picture, depth: depth + 1)
        return try fill(middle, end, flows, in: &views, of: picture, depth: depth + 1)
      }
    }
    for index in first + 1..<end {
      let share = Float(index - first) / Float(end - first)
      views[index].mask = before.carried(by: ways[index - first - 1])
        .mean(with: after.carried(by: others[index - first - 1]), share: share)
    }
  }

  private mutating func look(at distance: Int, of picture: borrowing PlaneView) throws {
    views[distance].mask = try coming.withPicture(distance, of: picture) {
      try order.seenOnce(by: eye, in: $0, turn: turn)
    }
  }

  /// Whether a half second begins with a frame that is read already.
  private func isDue(_ distance: Int, at time: Double) -> Bool {
    guard let before = distance == 0 ? lastTime : place(of: distance - 1, at: time),
      let place = place(of: distance, at: time)
    else { return false }
    // A hundredth of a span is far less than a frame, and more than times are rounded by.
    func span(_ time: Double) -> Double { (min(time, 1e9) * Self.rate + 0.01).rounded(.down) }
    return span(place) != span(before)
  }

  /// The time of a frame, in seconds from the beginning of the clip; nil if it is not known yet.
  private func place(of distance: Int, at time: Double) -> Double? {
    if distance == 0 { return time }
    guard let now = coming.time(0), let then = coming.time(distance) else { return nil }
    return time + then - now
  }

  // MARK: - Frames to come

  /// Whether a later frame is available; it is then in `views`.
  private mutating func sees(_ distance: Int, of picture: borrowing PlaneView) -> Bool {
    while views.count <= distance {
      let known = views.last ?? last?.view
      let view = coming.withPicture(views.count, of: picture) { picture in
        let luma = luma(of: picture)
        let isOther = known.map { ($0.luma.width, $0.luma.height) != (luma.width, luma.height) }
        return View(luma: luma, isCut: cuts.isCut(picture) || isOther == true)
      }
      guard let view else { return false }
      views.append(view)
    }
    return true
  }

  private func luma(of picture: borrowing PlaneView) -> LumaPyramid {
    let aspect = picture.aspect(turn: turn)
    func side(_ share: Double) -> Int { max(16, Int((Self.side * min(share, 1)).rounded())) }
    let (width, height) = (side(aspect), side(1 / aspect))
    let colors = picture.colors(width: width, height: height, turn: turn)
    return ThingPicture(width: width, height: height, colors: colors).luma
  }

  /// Orders the next key as soon as it is read, beyond the frames whose masks are made.
  private func orderNext(at time: Double) {
    guard let end = views.lastIndex(where: { $0.mask != nil }) else { return }
    for distance in end + 1...end + Self.most where place(of: distance, at: time) != nil {
      if isDue(distance, at: time) || distance == end + Self.most {
        return order(to: distance, after: end)
      }
    }
  }

  /// Orders looks at a key, and at those before it that there will be if this span is halved as
  /// often as the last one.
  private func order(to end: Int, after first: Int) {
    var keys = [first, end]
    for _ in 0..<halvings {
      keys = keys.indices.flatMap { index -> [Int] in
        guard index > 0 else { return [keys[0]] }
        let (one, other) = (keys[index - 1], keys[index])
        return (other - one) / 2 >= Self.least ? [(one + other) / 2, other] : [other]
      }
    }
    for key in keys.dropFirst() where key > 0 {
      order.order(eye, turn: turn, distance: key)
    }
  }
}

extension NetworkMask {
  /// The mask moved by motion.
  ///
  /// - Parameter way: from a later or earlier frame to the mask's frame, in any size.
  fileprivate func carried(by way: SampleWay) -> NetworkMask {
    NetworkMask(
      width: width, height: height, values: way.moved(values, width: width, height: height))
  }
}
