internal import SplashBase
internal import SplashLook

/// A square of a picture that somebody looks at.
final class SquareLook: Looker {
  let box: Spot
  private let network: Network

  /// - Parameter box: inside of the picture.
  init(box: Spot, network: Network) { (self.box, self.network) = (box, network) }

  func look(
    at picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    try network.mask(of: picture, in: box, turn: turn)
  }

  /// Whether something is in it with half of the room at least that it had around it when the
  /// square was laid.
  func holds(_ subject: NetworkMask) -> Bool {
    guard let inner = subject.box(with: nil, margin: 1.0 / 8)?.clipped else { return false }
    let slack = 1e-9
    return inner.x >= box.x - slack && inner.y >= box.y - slack
      && inner.x + inner.width <= box.x + box.width + slack
      && inner.y + inner.height <= box.y + box.height + slack
  }
}

/// What stands out around something that is followed. The network looks at a square of each
/// picture, laid around it as it was in a picture before, and now and then at the whole, where the
/// others are.
///
/// A square is known some pictures before its turn, so that several can be looked at side by side.
struct SubjectSquares {
  /// Inside of the last square as it was then, elsewhere as it was in one of the pictures before.
  private var seen: NetworkMask?
  /// What is to be looked at in the next pictures: nil where it is the whole.
  private var ordered: [SquareLook?] = []
  private var sinceWhole = 0

  /// Where networks look at each picture: how many before it its square is laid, and in how many of
  /// them the whole is looked at once. Else it is one for both, since more changes between two
  /// looks.
  private static let (distance, wholes) = (2, 4)

  /// - Parameters:
  ///   - subject: what is followed, as it was seen last.
  ///   - isSeen: it was in the last picture.
  mutating func next(
    around subject: NetworkMask, isSeen: Bool, in picture: borrowing PlaneView,
    _ sight: SubjectSight
  ) throws -> NetworkMask {
    let known = ordered.isEmpty ? nil : ordered.removeFirst()
    let square =
      if let known, known.holds(subject) {
        known
      } else {
        try sight.square(around: subject, in: picture)
      }
    sinceWhole += 1
    if let seen, let square, isSeen, sinceWhole < wholes(sight) {
      let close = try sight.seen(square, in: picture)
      if let finer = seen.refined(by: close, in: square.box, around: subject) {
        self.seen = finer
        return finer
      }
    }
    sinceWhole = 0
    let whole = try sight.subjectOnce(in: picture)
    let finer = try square.flatMap {
      whole.refined(by: try sight.seen($0, in: picture), in: $0.box, around: subject)
    }
    seen = finer ?? whole
    return seen!
  }

  /// Has those pictures looked at that come next.
  ///
  /// - Parameters:
  ///   - subject: what is followed, as it was seen last.
  ///   - isSeen: it is in this picture.
  mutating func order(
    around subject: NetworkMask, isSeen: Bool, in picture: borrowing PlaneView,
    _ sight: SubjectSight
  ) throws {
    while ordered.count < (sight.isGapless ? Self.distance : 1) {
      let square = try sight.square(around: subject, in: picture)
      ordered.append(square)
      if let square { try sight.order(square, distance: ordered.count) }
      if square == nil || !isSeen || (sinceWhole + ordered.count).isMultiple(of: wholes(sight)) {
        try sight.order(nil, distance: ordered.count)
      }
    }
  }

  private func wholes(_ sight: SubjectSight) -> Int { sight.isGapless ? Self.wholes : 1 }
}
