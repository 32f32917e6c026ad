/// Finds people in the frames of a video: first in the whole frame, then again in the box around
/// them, in which a small person is larger, and a third time where a person of earlier frames is
/// missing.
///
/// People who are small or moving are often missed in the whole frame and found in their box, and
/// those beside a larger person in a box of their own. In photos the network also runs on squares
/// all over the photo (`PeopleTiles`), which takes most of the time.
struct PeopleNetwork {
  private let whole, close: Network
  private var opinion: SecondOpinion
  private let isPhoto: Bool
  private let order: any LookingOrder
  /// The mask of the last frame.
  private var last: NetworkMask?
  private var memory: PeopleMemory?

  /// - Parameters:
  ///   - whole: for whole frames.
  ///   - close: for boxes, which are square or nearly so.
  ///   - opinion: settles where these two are unsure.
  ///   - isPhoto: whether the input is a photo.
  ///   - order: runs `whole`.
  init(
    whole: Network, close: Network, opinion: SecondOpinion, isPhoto: Bool,
    order: any LookingOrder
  ) {
    self.whole = whole
    self.close = close
    self.opinion = opinion
    self.isPhoto = isPhoto
    self.order = order
  }

  /// - Parameters:
  ///   - turn: for display.
  ///   - gap: seconds since the last frame; nil if unknown.
  ///   - time: of the frame, in seconds; nil if unknown.
  /// - Throws: `SplashError` of kind failure if a network fails.
  mutating func find(
    in picture: borrowing PlaneView, turn: Turn, after gap: Double? = nil, at time: Double? = nil
  ) throws(SplashError) -> NetworkMask {
    opinion.turn(to: time)
    if isPhoto {
      forget()
      let seen = try seen(in: picture, turn: turn)
      let small = try PeopleTiles.find(in: picture, turn: turn, with: close)
      return small.map(seen.joined) ?? seen
    }
    let found = try remembered(
      with: try seen(in: picture, turn: turn), in: picture, turn: turn, after: gap)
    if last != nil { last = found }
    return found
  }

  /// The mask from the whole frame and from the box.
  private mutating func seen(
    in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    let first = try opinion.settled(
      order.seen(by: whole, in: picture, turn: turn), in: picture, turn: turn)
    let aspect = picture.aspect(turn: turn)
    var found = first
    // The box of the first mask may cut a person in half.
    for _ in 0..<(last == nil ? 2 : 1) {
      guard let part = found.box(with: last)?.squared(aspect: aspect) else {
        last = nil
        return found
      }
      if part.isWorthALook {
        let closer = try close.mask(of: picture, in: part, turn: turn)
        found = try opinion.settled(
          first.replacing(part, by: closer), in: picture, turn: turn)
      }
      last = found
    }
    return found
  }

  /// Adds people of earlier frames who are missing to a mask.
  private mutating func remembered(
    with seen: NetworkMask, in picture: borrowing PlaneView, turn: Turn, after gap: Double?
  ) throws(SplashError) -> NetworkMask {
    let (aspect, isFirst) = (picture.aspect(turn: turn), memory == nil)
    var memory = memory ?? PeopleMemory(aspect: aspect)
    memory.carry(to: try order.seen(by: memory.look, in: picture, turn: turn), after: gap)
    var found = seen
    var missing = memory.missing(in: found)
    if let (cells, box) = missing.flatMap({ memory.largest(of: $0) }) {
      let part = box.roomy(aspect: aspect)
      if part.isWorthALook {
        let close = try close.mask(of: picture, in: part, turn: turn)
        found = found.raised(in: part, to: close, within: cells)
        missing = memory.missing(in: found)
      }
    }
    memory.add(found, isFirst: isFirst)
    self.memory = memory
    guard let missing else { return found }
    return found.raised(in: .whole, to: memory.held(in: missing), within: missing)
  }

  /// Starts anew with the next frame.
  mutating func forget() {
    (last, memory) = (nil, nil)
    opinion.forget()
  }
}

extension PlaneView {
  /// Width of the displayed frame over its height.
  func aspect(turn: Turn) -> Double {
    let shown = turn.turned(Double(width), Double(height))
    return shown.width / shown.height
  }
}

extension Spot {
  /// The square with the same center that holds all of it, clipped to the frame.
  ///
  /// - Parameter aspect: width of the frame over its height.
  func squared(aspect: Double) -> Spot {
    let side = max(width * aspect, height)
    let (middleX, middleY) = (x + width / 2, y + height / 2)
    return Spot(
      x: middleX - side / aspect / 2, y: middleY - side / 2, width: side / aspect, height: side
    ).clipped
  }

  /// A square with a margin, large enough to show at least a head, moved into the frame.
  ///
  /// - Parameter aspect: width of the frame over its height.
  func roomy(aspect: Double) -> Spot {
    let side = max(1.25 * max(width * aspect, height), 0.4)
    let (columns, rows) = (min(side / aspect, 1), min(side, 1))
    return Spot(
      x: min(max(x + width / 2 - columns / 2, 0), 1 - columns),
      y: min(max(y + height / 2 - rows / 2, 0), 1 - rows), width: columns, height: rows)
  }

  /// Whether a run on this box adds detail: a larger box shows no more than the whole frame.
  var isWorthALook: Bool { width * height < 0.7 }
}
