package import SplashCore

extension Frame {
  /// There is color whose samples can be read as they lie.
  package var hasReadableColor: Bool { withPlanes { $0.hasReadableColor } ?? false }

  /// The colors of about `limit` chroma samples, evenly spread over a part of the picture as
  /// stored; nil for a picture without color and for one that has to be converted first.
  package func colors(in spot: Spot, limit: Int = 40_000) -> [RGB]? {
    guard hasReadableColor else { return nil }
    return withPlanes { $0.colors(in: spot, limit: limit) }
  }
}
