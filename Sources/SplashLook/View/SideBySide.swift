internal import CSplashKernels

/// The source on the left and the result on the right, as displayed. If players turn or mirror
/// frames, they are stored one above the other, or in reverse order.
///
/// If chroma is subsampled, each half has an even size; its last column or row is repeated if
/// needed.
package struct SideBySide {
  /// Size of the whole in luma samples.
  package let width: Int
  package let height: Int
  private let half: (width: Int, height: Int)
  private let places: (source: Place, result: Place)

  /// Luma samples from the upper left corner.
  private typealias Place = (column: Int, row: Int)

  /// - Parameters:
  ///   - width, height: of one frame.
  ///   - format: of the result.
  ///   - turn: for display.
  package init(width: Int, height: Int, format: SampleFormat, turn: Turn) {
    func even(_ size: Int, _ log2: Int) -> Int { log2 == 1 ? (size + 1) & ~1 : size }
    let isStacked = turn.transposes
    half =
      isStacked
      ? (width, even(height, format.log2ChromaHeight))
      : (even(width, format.log2ChromaWidth), height)
    self.width = isStacked ? half.width : 2 * half.width
    self.height = isStacked ? 2 * half.height : half.height
    let first: Place = (0, 0)
    let second: Place = isStacked ? (0, half.height) : (half.width, 0)
    places = turn.flipsColumns ? (second, first) : (first, second)
  }

  /// Draws both frames.
  ///
  /// - Parameter target: planes of the whole's size in the result's format; if that is planar
  ///   4:2:2, the source may be packed.
  package func draw(
    _ source: borrowing PlaneView, _ result: borrowing PlaneView,
    into target: borrowing MutablePlaneView
  ) {
    for plane in 0..<target.view.format.planeCount {
      if source.format == target.view.format {
        target.copy(plane: plane, of: source, to: places.source, filling: half)
      } else {
        target.copy(packedComponent: plane, of: source, to: places.source, width: half.width)
      }
      target.copy(plane: plane, of: result, to: places.result, filling: half)
    }
  }
}

extension MaskPlane {
  /// Draws the mask of a frame as grey, from black to white.
  ///
  /// - Parameter target: planes of the frame's size and format; planar 4:2:2 if the frame is
  ///   packed.
  package func draw(
    of picture: borrowing PlaneView, into target: borrowing MutablePlaneView,
    _ instructionSet: InstructionSet
  ) {
    var rule = SplashRule(of: picture)
    var planes = SplashPicture(picture, into: target)
    planes.setMask(plane)
    SplashDSP(instructionSet).showMask(&rule, &planes, 0, Int32(picture.chromaHeight))
  }
}
