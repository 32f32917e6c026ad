package import SplashBase
package import SplashLook

/// One of what stands out, followed from picture to picture.
package struct SubjectFollower {
  private var tracker: ObjectTracker
  /// Where it was last seen.
  private var last: NetworkMask

  /// Begins with the one that settings name.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: `SplashError` where a network fails.
  package init?(
    _ instance: Selection.Instance, in picture: borrowing PlaneView, _ sight: SubjectSight
  ) throws {
    guard let candidate = try sight.candidates(in: picture)[instance] else { return nil }
    last = candidate.mask
    let pieces = try Self.pieces(around: last, in: picture, sight)
    guard let piece = pieces.piece(like: last) else { return nil }
    tracker = ObjectTracker(pieces.parts, target: piece)
  }

  /// What is to be seen of it in the next picture: nothing while it is out of sight.
  ///
  /// - Parameter isFirst: it is the picture that it began with.
  /// - Returns: nil when it is lost.
  /// - Throws: `SplashError` where a network fails.
  package mutating func next(
    in picture: borrowing PlaneView, _ sight: SubjectSight, isFirst: Bool
  ) throws -> NetworkMask? {
    let pieces = try Self.pieces(around: last, in: picture, sight)
    let cells = tracker.next(
      pieces.parts, isCut: isFirst ? false : nil, margin: SubjectPieces.margin)
    guard let cells else { return nil }
    let mask = pieces.mask(in: cells)
    if !cells.isEmpty { last = mask }
    return mask
  }

  private static func pieces(
    around last: NetworkMask, in picture: borrowing PlaneView, _ sight: SubjectSight
  ) throws -> SubjectPieces {
    let found = try sight.mask(of: .subject, in: picture)
    return try sight.pieces(
      sight.closer(found, around: last, in: picture) ?? found, of: picture)
  }
}
