/// Tracks one person or subject from frame to frame.
package struct SubjectFollower {
  private let subject: Selection.Subject
  private var tracker: ObjectTracker
  /// The mask where it was last seen.
  private var last: NetworkMask
  private var squares = SubjectSquares()

  /// Begins with the subject that settings name.
  ///
  /// - Returns: nil if there is no such subject.
  /// - Throws: `SplashError` if a network fails.
  package init?(
    _ instance: Selection.Instance, of subject: Selection.Subject = .subject,
    in picture: borrowing PlaneView, _ sight: SubjectSight
  ) throws {
    self.subject = subject
    guard let candidate = try sight.candidates(of: subject, in: picture)[instance] else {
      return nil
    }
    last = candidate.mask
    var squares = SubjectSquares()
    let pieces = try Self.pieces(of: subject, around: last, in: picture, &squares, sight)
    guard let piece = pieces.piece(like: last) else { return nil }
    tracker = ObjectTracker(pieces.parts, target: piece)
  }

  /// The mask of the subject in the next frame; empty while it is out of sight.
  ///
  /// - Parameter isFirst: whether this is the frame that it began with.
  /// - Returns: nil once it is lost.
  /// - Throws: `SplashError` if a network fails.
  package mutating func next(
    in picture: borrowing PlaneView, _ sight: SubjectSight, isFirst: Bool
  ) throws -> NetworkMask? {
    let pieces = try Self.pieces(of: subject, around: last, in: picture, &squares, sight)
    let cells = tracker.next(
      pieces.parts, isCut: isFirst ? false : nil, margin: SubjectPieces.margin)
    guard let cells else { return nil }
    let mask = pieces.mask(in: cells)
    if !cells.isEmpty { last = mask }
    if subject == .subject {
      try squares.order(around: last, in: picture, sight)
    }
    return mask
  }

  private static func pieces(
    of subject: Selection.Subject, around last: NetworkMask,
    in picture: borrowing PlaneView, _ squares: inout SubjectSquares, _ sight: SubjectSight
  ) throws -> SubjectPieces {
    if subject == .person { return try sight.people(in: picture) }
    let found = try squares.next(around: last, in: picture, sight)
    return try sight.pieces(found, of: picture)
  }
}
