internal import CSplashKernels

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
