internal import SplashSubjects

/// Measures the motion from each frame of a shot to the next. For one thread at a time.
struct ShotFlow {
  private let small: SmallLuma
  private var cuts = CutFinder()

  /// Frames that are this many seconds apart are too far apart to track motion.
  private static let apart = 0.5

  init(_ instructionSet: InstructionSet) { small = SmallLuma(instructionSet) }

  /// Goes on to the next frame.
  ///
  /// - Parameters:
  ///   - time: of the frame, in seconds.
  ///   - last: the frame before; nil if there is none.
  /// - Returns: the luma of the frame, and where its samples lie in the one before; no flow if a
  ///   shot begins.
  mutating func next(
    _ frame: borrowing Frame, at time: Double, after last: (luma: LumaPyramid, time: Double)?
  ) -> (luma: LumaPyramid, flow: DenseFlow?) {
    let (luma, isCut) = frame.withPlanes { picture in
      let (width, height, values) = small.values(of: picture)
      return (LumaPyramid(width: width, height: height, values), cuts.isCut(picture))
    }!
    guard !isCut, let last, (luma.width, luma.height) == (last.luma.width, last.luma.height),
      0..<Self.apart ~= time - last.time
    else { return (luma, nil) }
    return (luma, DenseFlow(from: luma, to: last.luma))
  }
}
