package import SplashBase

/// Makes masks of what networks find, picture after picture of a program's own. For one thread at a
/// time.
package protocol PixelMasks: AnyObject {
  /// The masks of a picture, valid until the next call: of its chroma's size.
  ///
  /// - Parameters:
  ///   - selections: found by networks.
  ///   - picture: in a native format.
  ///   - stability: 0…1.
  /// - Throws: `SplashError` where a network is missing, or fails.
  func masks(
    of selections: Set<Selection>, in picture: borrowing PlaneView, at moment: PixelMoment,
    stability: Double
  ) throws -> [Selection: MaskPlane]
}

/// Where a picture stands among those of a video.
package struct PixelMoment: Sendable {
  /// Counts the pictures, not the calls.
  package var number: Int
  /// In seconds; nil where nobody knows.
  package var time: Double?
  /// In seconds from the first picture.
  package var place: Double
}

/// The networks of a `PixelFilter`.
package struct PixelNetworks: Sendable {
  let open: @Sendable ([Selection]) throws -> Void
  let makeMasks: @Sendable () -> any PixelMasks

  /// - Parameters:
  ///   - open: opens those that some selections need.
  ///   - makeMasks: makes what finds them in the pictures of one video.
  package init(
    open: @escaping @Sendable ([Selection]) throws -> Void,
    makeMasks: @escaping @Sendable () -> any PixelMasks
  ) {
    (self.open, self.makeMasks) = (open, makeMasks)
  }
}
