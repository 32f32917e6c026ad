/// Memory of the calling program into which `PixelFilter` writes a mask. It owns nothing: the
/// caller keeps the memory alive, and does not access it while it is used.
// The compiler cannot verify this for the address.
package struct MaskBuffer: @unchecked Sendable {
  /// The first row, and bytes from each row to the next.
  let start: UnsafeMutablePointer<UInt8>
  let stride: Int

  /// - Parameters:
  ///   - start: room for one row per luma row of the frame, each with a byte per luma sample.
  ///   - stride: bytes from each row to the next.
  /// - Throws: `SplashError` of kind usage if the address is nil or rows are too short.
  package init(
    _ start: UnsafeMutablePointer<UInt8>?, stride: Int, for picture: PixelBuffer
  ) throws(SplashError) {
    guard let start, stride >= picture.width else {
      throw SplashError(
        .usage, "the mask",
        cause: start == nil ? "no address" : "\(stride) bytes from row to row",
        remedy: "give an address and \(picture.width) bytes or more")
    }
    (self.start, self.stride) = (start, stride)
  }
}
