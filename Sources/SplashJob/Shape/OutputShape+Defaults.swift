extension OutputShape {
  /// File formats for posting online, in which whole clips would be too large.
  private static let posted: Set<String> = ["gif", "webp"]

  private static let animated: Set<String> = ["gif", "webp", "apng", "avif"]

  /// The shape with default values for an output: a clip that becomes a GIF or an animated WebP has
  /// at most 480 pixels along its longer side and 12 frames per second, unless the input is an
  /// animated picture.
  ///
  /// - Parameter isStill: a single frame is written, so there is no frame rate.
  func filled(
    for output: String, _ options: OutputOptions, _ media: MediaDescription, isStill: Bool
  ) -> OutputShape {
    func ending(_ name: String) -> String { name.split(separator: ".").last?.lowercased() ?? "" }
    let kind = options.format ?? ending(output)
    guard Self.posted.contains(kind), !media.isPhoto, !isStill,
      media.plays == nil, !Self.animated.contains(ending(media.name)),
      NumberedName(output) == nil
    else { return self }
    var shape = self
    if scale == nil, max(media.width, media.height) > 480 { shape.scale = .atMost(480) }
    // A rate close to that is left as it is.
    if rate == nil, !(0.1...12.5).contains(media.frameRate) { shape.rate = 12 }
    return shape
  }

  /// " at 12 frames per second" as part of a message; empty where the rate is the input's.
  var rateInWords: String { rate.map { " at \($0.brief) frames per second" } ?? "" }
}

extension Double {
  fileprivate var brief: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
