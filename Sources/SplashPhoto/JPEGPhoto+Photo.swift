internal import Synchronization

/// Only coefficients whose samples have changed are encoded again, with the same tables. Markers
/// such as Exif, GPS, XMP and ICC stay, and embedded small images show the result. A result of
/// another shape, or with a requested quality, is encoded completely.
extension JPEGPhoto: DecodedPhoto {
  static let endings: Set<String> = ["jpg", "jpeg", "jpe", "jfif"]

  func check(_ options: OutputOptions) throws(SplashError) {
    let foreign = [
      ("\(option: "crf")", options.crf != nil), ("\(option: "bitrate")", options.bitrate != nil),
      ("\(option: "preset")", options.preset != nil),
      ("\(option: "pixelFormat")", options.pixelFormat != nil),
      ("\(option: "encoderOption")", !options.encoderOptions.isEmpty),
    ].first { $0.1 }
    guard let foreign else { return }
    throw SplashError(
      .usage, "\(foreign.0): it is for video",
      remedy: "give a photo a \(option: "quality") of 1 to 100")
  }

  func interrupt() { isInterrupted.store(true, ordering: .relaxed) }

  var shortcoming: String? {
    hasMorePictures.load(ordering: .relaxed)
      ? "there is more in it that begins like small images than is looked at; the rest is as it was"
      : nil
  }

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    var source = bytes
    let small = EmbeddedPictures(of: frame, fileSize: source.count) {
      self.isInterrupted.load(ordering: .relaxed)
    }
    try small.replace(in: &source)
    if small.isIncomplete { hasMorePictures.store(true, ordering: .relaxed) }
    var (result, end) =
      options.quality == nil && hasRoom(for: frame)
      ? try recoded(as: frame, bytes: source)
      : (
        try JPEGFile.encoded(frame, like: source, quality: options.quality, name: name),
        JPEGFile.length(source[...]) ?? source.count
      )
    let behind = try GainMap.greyed(source[end...], where: frame)
    if let length = behind.lengthOfMap { PhotoTags.setGainMapLength(length, inJPEG: &result) }
    let growth = result.count - end
    result += behind.bytes
    MultiPictureIndex(source)?.move(in: &result, growth: growth, others: behind.growths)
    return result
  }
}
