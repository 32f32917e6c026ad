internal import SplashCore
internal import SplashLook
internal import SplashSubjects

/// Finds subjects of one kind in the pictures of a video, one after another. For one thread at a
/// time.
final class SubjectFinder {
  private let open: (_ isWide: Bool) throws -> SubjectNetwork
  private let turns: Int
  private let steady: SubjectMask
  private var network: (isWide: Bool, network: SubjectNetwork)?

  /// - Parameters:
  ///   - turns: quarter turns counter-clockwise for display.
  ///   - open: gives the networks for pictures that are wide as displayed, or are not.
  init(
    turns: Int, _ instructionSet: InstructionSet,
    open: @escaping (_ isWide: Bool) throws -> SubjectNetwork
  ) {
    self.turns = turns
    self.open = open
    steady = SubjectMask(instructionSet)
  }

  /// - Parameter stability: 0…1.
  func find(in frame: borrowing Frame, stability: Double) throws -> GuidedMask {
    let isUpright = turns % 2 == 0
    let (width, height) =
      isUpright ? (frame.width, frame.height) : (frame.height, frame.width)
    // The wide network sees 16 by 9, the other a square.
    let isWide = 3 * width > 4 * height
    if network?.isWide != isWide { network = (isWide, try open(isWide)) }
    let time = frame.presentationTime
    return try frame.withPlanes { planes in
      let mask = try network!.network.find(in: planes, turns: turns).stored(turns: turns)
      return steady.take(mask, in: planes, at: time, stability: stability)
    }!
  }
}
