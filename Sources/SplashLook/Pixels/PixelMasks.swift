/// Makes masks by networks for frames of the calling program. For one thread at a time.
package protocol PixelMasks: AnyObject {
  /// The masks of a frame, valid until the next call: of its chroma's size.
  ///
  /// - Parameters:
  ///   - selections: that networks find.
  ///   - picture: in a native format.
  ///   - stability: temporal smoothing, 0…1.
  /// - Throws: `SplashError` if a network is missing or fails.
  func masks(
    of selections: Set<Selection>, in picture: borrowing PlaneView, at moment: PixelMoment,
    stability: Double
  ) throws -> [Selection: MaskPlane]
}

/// Number and time of a frame in a video.
package struct PixelMoment: Sendable {
  /// Number of the frame; equal in all calls for the same frame.
  package var number: Int
  /// Presentation time in seconds; nil if unknown.
  package var time: Double?
  /// Seconds from the first frame.
  package var place: Double
}

/// The networks of a `PixelFilter`.
package struct PixelNetworks: Sendable {
  let open: @Sendable ([Selection]) throws -> Void
  let makeMasks: @Sendable () -> any PixelMasks

  /// - Parameters:
  ///   - open: opens the networks that some selections need.
  ///   - makeMasks: makes the mask source for one video.
  package init(
    open: @escaping @Sendable ([Selection]) throws -> Void,
    makeMasks: @escaping @Sendable () -> any PixelMasks
  ) {
    (self.open, self.makeMasks) = (open, makeMasks)
  }
}
