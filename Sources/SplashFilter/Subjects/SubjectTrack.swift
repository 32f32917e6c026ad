internal import SplashCore
internal import SplashLook

/// The masks of one kind of subject, picture after picture of a video.
final class SubjectTrack {
  private let painter: SubjectPainter
  private let seeking: Seeking
  private var found: GuidedMask?
  private var last: Int?
  private var pictures = 0

  private enum Seeking {
    case inline(SubjectFinder, every: Int)
    case aside(SubjectWorker)
  }

  /// - Parameter makeFinder: called once, on the thread that looks for subjects.
  init(
    _ pace: SubjectPace, _ instructionSet: InstructionSet,
    _ makeFinder: @escaping @Sendable () -> SubjectFinder
  ) throws {
    painter = SubjectPainter(instructionSet)
    switch pace {
    case .every(let count): seeking = .inline(makeFinder(), every: count)
    case .newest: seeking = .aside(try SubjectWorker(makeFinder))
    }
  }

  /// The mask of a picture, valid until the next call.
  ///
  /// - Parameters:
  ///   - number: counts the pictures, not the calls.
  ///   - stability: 0…1.
  func mask(of frame: borrowing Frame, number: Int, stability: Double) throws -> MaskPlane {
    let isNew = number != last
    last = number
    switch seeking {
    case .inline(let finder, let every):
      if isNew {
        if pictures % every == 0 { found = try finder.find(in: frame, stability: stability) }
        pictures += 1
      }
    case .aside(let worker):
      if isNew { worker.offer(frame, stability: stability) }
      found = try worker.newest()
    }
    return frame.withPlanes { painter.mask(found, of: $0) }!
  }
}
