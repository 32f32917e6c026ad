internal import CSplashKernels
package import SplashBase

extension MaskPlane {
  /// Draws the mask of a picture as grey, black to white.
  ///
  /// - Parameter target: planes of the same size as the picture's, in its format or, for a packed
  ///   one, planar 4:2:2.
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
