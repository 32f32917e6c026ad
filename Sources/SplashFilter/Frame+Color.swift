extension Frame {
  /// Whether the frame has color in a format that `colors` can read.
  package var hasReadableColor: Bool { withPlanes { $0.hasReadableColor } ?? false }

  /// The colors of about `limit` chroma samples, evenly spread over a part of the frame as stored;
  /// nil for a frame without color and for one that has to be converted first.
  package func colors(in spot: Spot, limit: Int = 40_000) -> [RGB]? {
    guard hasReadableColor else { return nil }
    return withPlanes { $0.colors(in: spot, limit: limit) }
  }

  /// What the light of other frames is compared with: the colors of this one after a balance; nil
  /// as above, and for a frame that is black or clipped all over.
  package func lightAnchor(balancedBy gains: Gains) -> LightAnchor? {
    guard hasReadableColor else { return nil }
    return withPlanes { LightAnchor(of: $0, balancedBy: gains) } ?? nil
  }
}
