internal import SplashBase
internal import SplashLook

/// Finds people in the pictures of a video: in the whole picture first, then again in the box of
/// what was found, where a small person is large, and a third time where somebody was and is found
/// no more.
///
/// People who are small or in motion are often missed in the whole picture and found in their box,
/// and those beside somebody larger in a box of their own. In a photo squares all over it are looked at
/// as well (`PeopleTiles`), which takes longer than all else.
struct PeopleNetwork {
  private let whole, close: Network
  private var opinion: SecondOpinion
  private let isPhoto: Bool
  private let order: any LookingOrder
  /// What was found in the last picture.
  private var last: NetworkMask?
  private var memory: PeopleMemory?

  /// - Parameters:
  ///   - whole: looks at the picture.
  ///   - close: looks at the box, which is square or nearly so.
  ///   - opinion: asked where these two are unsure.
  ///   - isPhoto: there is one picture.
  ///   - order: has `whole` look.
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
  ///   - gap: seconds since the last picture; nil where that is not known.
  ///   - time: of the picture, in seconds; nil where that is not known.
  /// - Throws: `SplashError` of kind failure where a network fails.
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

  /// What is found in the picture and in the box.
  private mutating func seen(
    in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    let first = try opinion.settled(
      order.seen(by: whole, in: picture, turn: turn), in: picture, turn: turn)
    let aspect = picture.aspect(turn: turn)
    var found = first
    // The box of what is found first may hold only half of a person.
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

  /// What is found, and who was found before and is missing.
  private mutating func remembered(
    with seen: NetworkMask, in picture: borrowing PlaneView, turn: Turn, after gap: Double?
  ) throws(SplashError) -> NetworkMask {
    let (aspect, isFirst) = (picture.aspect(turn: turn), memory == nil)
    var memory = memory ?? PeopleMemory(aspect: aspect)
    memory.carry(
      to: picture.colors(width: memory.width, height: memory.height, turn: turn), after: gap)
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

  /// The next picture is the first.
  mutating func forget() {
    (last, memory) = (nil, nil)
    opinion.forget()
  }
}

extension PlaneView {
  /// Width over height as displayed.
  func aspect(turn: Turn) -> Double {
    let shown = turn.turned(Double(width), Double(height))
    return shown.width / shown.height
  }
}

extension Spot {
  /// The square around the middle that holds all of it, as far as it is inside of the picture.
  ///
  /// - Parameter aspect: width of the picture over its height.
  func squared(aspect: Double) -> Spot {
    let side = max(width * aspect, height)
    let (middleX, middleY) = (x + width / 2, y + height / 2)
    return Spot(
      x: middleX - side / aspect / 2, y: middleY - side / 2, width: side / aspect, height: side
    ).clipped
  }

  /// A square with room around it that shows a head at least, moved into the picture.
  ///
  /// - Parameter aspect: width of the picture over its height.
  func roomy(aspect: Double) -> Spot {
    let side = max(1.25 * max(width * aspect, height), 0.4)
    let (columns, rows) = (min(side / aspect, 1), min(side, 1))
    return Spot(
      x: min(max(x + width / 2 - columns / 2, 0), 1 - columns),
      y: min(max(y + height / 2 - rows / 2, 0), 1 - rows), width: columns, height: rows)
  }

  /// One that fills more of the picture shows nothing that the picture does not.
  var isWorthALook: Bool { width * height < 0.7 }
}
