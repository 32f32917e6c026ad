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
  if JPEGSource.suits(path, start) { return try JPEGSource(input, options: options) }
  if HEIFSource.suits(start) { return try HEIFSource(input, options: options) }
  let kinds: [any TaggedPhoto.Type] = [PNGPhoto.self, WebPPhoto.self, TIFFPhoto.self]
  guard let kind = kinds.first(where: { $0.suits(start) }) else { return nil }
  return try TaggedSource(input, as: kind, options: options)
}
