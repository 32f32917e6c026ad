/// Opens a photo that FFmpeg cannot read, or of which more than the image is kept; nil for other
/// files, and if a format or part is requested.
///
/// - Throws: `SplashError` of kind badInput if it is such a photo and cannot be decoded.
public func openPhoto(_ input: String, options: InputOptions) throws -> (any FrameSource)? {
  guard options.format == nil, options.part == nil else { return nil }
  let path = filePath(of: input)
  let start = WholeFile.start(of: path, count: 16)
  let kinds: [any TaggedPhoto.Type] = [PNGPhoto.self, TIFFPhoto.self]
  let kind = kinds.first { $0.suits(start) }
  let (isJPEG, isHEIF) = (JPEGPhoto.suits(path, start), HEIFPicture.suits(start))
  let isWebP = WebPPhoto.suits(start)
  let isJXL = JXLPicture.suits(start)
  guard isJPEG || isHEIF || isWebP || isJXL || kind != nil else { return nil }
  let bytes = try WholeFile.bytes(of: input, limit: options.maxFile, flag: "\(option: "maxFile")")
  if isJPEG {
    try refuseStart(input, options)
    let taken = JPEGFile.taken(bytes, by: options)
    return StillSource(input, of: try JPEGPhoto(input, taken, options: options))
  }
  if isHEIF {
    try refuseStart(input, options)
    // dav1d may write to standard error.
    let file = try StandardError.withoutLibraries {
      try HEIFPicture(input, bytes, options: options)
    }
    let picture = try file.frame(options)
    let photo = HEIFPhoto(bytes, tags: file.tags.taken(by: options), picture: picture)
    return StillSource(input, picture, of: photo)
  }
  if isJXL {
    // libjxl may write to standard error.
    let file = try StandardError.withoutLibraries {
      try JXLPicture(input, bytes, options: options)
    }
    guard let file else { return nil }
    try refuseStart(input, options)
    let photo = JXLPhoto(tags: file.tags.taken(by: options), picture: file.frame)
    return StillSource(input, Frame(sharing: file.frame), of: photo, warning: file.warning)
  }
  if isWebP, isAnimatedWebP(bytes) {
    return try PartSource(WebPFilm(input, bytes, options: options), options: options)
  }
  if isWebP {
    try refuseStart(input, options)
    return StillSource(input, of: try WebPPhoto(input, bytes, options: options))
  }
  if let source = try cutOffPhoto(input, bytes, as: kind!, options) {
    try refuseStart(input, options)
    return source
  }
  return try TaggedSource(input, bytes, as: kind!, options: options)
}

private func refuseStart(_ input: String, _ options: InputOptions) throws(SplashError) {
  guard let start = options.start, start > 0 else { return }
  throw .behindEnd(input, cause: "it is a photo")
}
