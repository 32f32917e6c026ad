package import SplashBase

/// Memory of a program's own that `PixelFilter` writes a mask into. It owns nothing: whoever makes
/// one keeps the memory alive, and leaves it alone, while it is used.
// The compiler cannot see that of the address.
package struct MaskBuffer: @unchecked Sendable {
  /// The first row, and bytes from each row to the next.
  let start: UnsafeMutablePointer<UInt8>
  let stride: Int

  /// - Parameters:
  ///   - start: has room for a row of a byte for each luma sample of the picture, as often as it has
  ///     rows.
  ///   - stride: bytes from each row to the next.
  /// - Throws: `SplashError` of kind usage where there is no address or rows are too short.
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
