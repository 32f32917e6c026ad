extension Job {
  /// The expected number of frames; nil where it is unknown.
  public var pictureCount: Int? {
    if let limit = request.frameLimit { return limit }
    if let count = media.frameCount { return count }
    guard let duration = media.duration, media.frameRate > 0 else { return nil }
    return Int(exactly: (duration * media.frameRate).rounded())
  }

  /// Duration of the result in seconds; nil where it is not known.
  public var length: Double? {
    guard let limit = request.frameLimit, media.frameRate > 0 else { return media.duration }
    return min(media.duration ?? .infinity, Double(limit) / media.frameRate)
  }
}
