/// Reads the masks in a file along with the frames of a clip. For one thread at a time.
package protocol MaskReader: AnyObject {
  /// The mask that is nearest to a time, valid until the next call.
  ///
  /// - Parameters:
  ///   - time: seconds from the beginning of the file; any, but rising times are faster.
  ///   - width, height: of the result, in samples as stored.
  ///   - turn: how the result will be turned for display; masks in files are as displayed.
  /// - Throws: `SplashError` if the file can no longer be read.
  func mask(at time: Double, width: Int, height: Int, turn: Turn) throws -> MaskPlane
}
