package import SplashLook

/// The masks in a file, read along with the pictures of a clip. For one thread at a time.
package protocol MaskReader: AnyObject {
  /// The mask that is nearest to a time, valid until the next call.
  ///
  /// - Parameters:
  ///   - time: in seconds from the beginning of the file; any, later ones are found sooner.
  ///   - width, height: of the result, in samples.
  ///   - turns: quarter turns counter-clockwise that the result will be displayed with; the mask
  ///     is as it is displayed.
  /// - Throws: `SplashError` when the file cannot be read any more.
  func mask(at time: Double, width: Int, height: Int, turn: Turn) throws -> MaskPlane
}
