internal import CSplashKernels

/// A look drawn into memory of its own, to be combined with the frame.
struct LookBeside {
  let passes: LookPasses
  private var room: ScratchPicture?

  init(_ passes: LookPasses) { self.passes = passes }

  mutating func prepare(for picture: SplashPicture, slices: Int) {
    if room?.fits(picture) != true { room = ScratchPicture(like: picture) }
    passes.prepare(for: picture, slices: slices)
  }

  /// Draws rows of the look.
  ///
  /// - Returns: the drawn look as source, with the frame's result and mask.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) -> SplashPicture {
    let drawn = room!.target(of: picture)
    passes.draw(drawn, rows: rows, kernels)
    return drawn.over(picture)
  }
}
