public import SplashCore
public import SplashFFmpeg

/// Opens a photo that FFmpeg does not read, or of which more than the picture is kept; nil for what
/// is no such photo, or is asked to be something else.
///
/// - Throws: `SplashError` of kind badInput when it is one and cannot be decoded.
public func openPhoto(_ input: String, options: InputOptions) throws -> (any FrameSource)? {
  guard options.format == nil, options.part == nil else { return nil }
  let path = filePath(of: input)
  let start = WholeFile.start(of: path, count: 16)
  if JPEGPhoto.suits(path, start) {
    try refuseStart(input, options)
    let photo = try JPEGPhoto(input, options: options)
    return StillSource(
      input, Frame(sharing: photo.picture), of: photo, orientation: photo.orientation,
      warning: photo.warning)
  }
  if HEIFPicture.suits(start) {
    try refuseStart(input, options)
    let file = try HEIFPicture(input, options: options)
    return try StillSource(input, file.frame(options), of: HEIFPhoto(tags: file.tags))
  }
  let kinds: [any TaggedPhoto.Type] = [PNGPhoto.self, WebPPhoto.self, TIFFPhoto.self]
  guard let kind = kinds.first(where: { $0.suits(start) }) else { return nil }
  return try TaggedSource(input, as: kind, options: options)
}

private func refuseStart(_ input: String, _ options: InputOptions) throws(SplashError) {
  guard let start = options.start, start > 0 else { return }
  throw SplashError(
    .badInput, "\(input): it has no picture at or after the time that was asked for",
    cause: "it is a photo")
}
