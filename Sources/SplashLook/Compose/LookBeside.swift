internal import CSplashKernels

/// A look that is drawn beside the picture, for what is then made of both.
struct LookBeside {
  let passes: LookPasses
  private var room: ScratchPicture?

  init(_ passes: LookPasses) { self.passes = passes }

  mutating func prepare(for picture: SplashPicture, slices: Int) {
    if room?.fits(picture) != true { room = ScratchPicture(like: picture) }
    passes.prepare(for: picture, slices: slices)
  }

  /// Draws rows of it.
  ///
  /// - Returns: what was drawn as a source that goes where the picture's result goes, with its mask.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) -> SplashPicture {
    let drawn = room!.target(of: picture)
    passes.draw(drawn, rows: rows, kernels)
    return drawn.over(picture)
  }
}
