/// Runs a network on a square of a frame.
final class SquareLook: Looker {
  let box: Spot
  private let network: Network

  /// - Parameter box: inside of the frame.
  init(box: Spot, network: Network) { (self.box, self.network) = (box, network) }

  func look(
    at picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    try network.mask(of: picture, in: box, turn: turn)
  }
}

/// The subject mask around a tracked subject. The network runs on each whole frame, for the other
/// subjects, and on a square around where the subject was in the frame before.
struct SubjectSquares {
  /// The square ordered for the next frame; nil for only the whole frame.
  private var ordered: SquareLook?

  /// The subject mask in the next frame.
  ///
  /// - Parameter subject: the mask of the tracked subject, as last seen.
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

  /// Orders runs of the network on the next frame.
  ///
  /// - Parameter subject: the mask of the tracked subject, as last seen.
  mutating func order(
    around subject: NetworkMask, in picture: borrowing PlaneView, _ sight: SubjectSight
  ) throws {
    ordered = try sight.square(around: subject, in: picture)
    if let ordered { try sight.order(ordered, distance: 1) }
    try sight.order(nil, distance: 1)
  }
}
