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
}

/// What stands out around something that is followed. The network looks at the whole of each picture,
/// where the others are, and at a square, laid around it as it was in the picture before.
struct SubjectSquares {
  /// What is looked at in the next picture: nil where it is the whole alone.
  private var ordered: SquareLook?

  /// What is to be seen in the next picture.
  ///
  /// - Parameter subject: what is followed, as it was seen last.
  mutating func next(
    around subject: NetworkMask, in picture: borrowing PlaneView, _ sight: SubjectSight
  ) throws -> NetworkMask {
    let square = try ordered ?? sight.square(around: subject, in: picture)
    ordered = nil
    let whole = try sight.subjectOnce(in: picture)
    return try square.flatMap {
      whole.refined(by: try sight.seen($0, in: picture), in: $0.box, around: subject)
    } ?? whole
  }

  /// Has the picture looked at that comes next.
  ///
  /// - Parameter subject: what is followed, as it was seen last.
  mutating func order(
    around subject: NetworkMask, in picture: borrowing PlaneView, _ sight: SubjectSight
  ) throws {
    ordered = try sight.square(around: subject, in: picture)
    if let ordered { try sight.order(ordered, distance: 1) }
    try sight.order(nil, distance: 1)
  }
}
