internal import SplashCore
internal import SplashFFmpeg

extension OutputShape {
  /// Files of pictures that are posted: whole films of them are too large for anybody.
  private static let posted: Set<String> = ["gif", "webp"]

  private static let animated: Set<String> = ["gif", "webp", "apng", "avif"]

  /// The shape with what an output gets where nothing else is asked for: a film that becomes a GIF or
  /// an animated WebP has 480 pixels along its longer side and 12 pictures a second at most, unless
  /// it comes from an animated picture.
  ///
  /// - Parameter isStill: there will be one picture, which is no film.
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
    // The times of pictures at about that rate stay as they are.
    if rate == nil, !(0.1...12.5).contains(media.frameRate) { shape.rate = 12 }
    return shape
  }

  /// " at 12 pictures a second"; nothing where the rate is the input's.
  var rateInWords: String { rate.map { " at \($0.brief) pictures a second" } ?? "" }
}

extension Double {
  fileprivate var brief: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
