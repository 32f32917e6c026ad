internal import CFFmpeg
internal import CJPEG
internal import Synchronization

/// A JPEG file in memory and its decoded samples.
final class JPEGPhoto: Original {
  let name: String
  let bytes: [UInt8]
  let tags: PhotoTags
  let companions: Companions
  /// The samples as stored; for subsampling that no native format has, samples are repeated.
  let picture: Frame
  let warning: String?
  private let header: cj_header
  /// Whether the work on the result was cancelled.
  let isInterrupted = Atomic(false)
  /// Whether the result contains small images that still show the source.
  let hasMorePictures = Atomic(false)

  /// - Throws: `SplashError` of kind badInput.
  init(_ name: String, _ bytes: [UInt8], options: InputOptions) throws(SplashError) {
    self.name = name
    self.bytes = bytes
    tags = PhotoTags(jpeg: bytes)
    companions = Companions(
      gainMap: GainMap.file(in: bytes),
      hasFilm: XMPCompanions.hasFilm(tags.xmp) || SamsungTrailer.hasFilm(bytes))
    header = try Self.header(of: bytes, name: name, maxPixels: options.maxPixels)
    let format = try Self.format(header, name: name)
    picture = BufferPool().picture(
      width: Int(header.width), height: Int(header.height), format: format)
    let av = picture.av
    av.pointee.chroma_location = AVCHROMA_LOC_CENTER
    // By JFIF 1.02, and Exif's default.
    av.pointee.colorspace =
      format.isRGB ? AVCOL_SPC_RGB : (options.matrix ?? .bt601).colorSpace
    av.pointee.color_range = (options.range ?? .full).colorRange
    var message = cj_message()
    let planes = Self.planes(of: picture, header)
    guard bytes.withBytes({ cj_decode($0, planes, &message) }) else {
      throw Self.undecodable(name, message)
    }
    warning =
      message.words.map { "\(name): the photo is damaged (\($0)); what can be decoded was kept" }
  }

  // MARK: - Opening

  /// Whether a file is a JPEG photo: it begins like one, and its name does not end like a JPEG
  /// stream's (`.mjpeg`).
  static func suits(_ path: String, _ start: [UInt8]) -> Bool {
    let ending = path.split(separator: ".").last?.lowercased()
    return !["mjpeg", "mjpg"].contains(ending) && start.starts(with: [0xff, 0xd8, 0xff])
  }

  private static func undecodable(_ name: String, _ message: cj_message) -> SplashError {
    SplashError(.badInput, "\(name): the photo cannot be decoded", cause: message.words)
  }

  private static func header(
    of bytes: [UInt8], name: String, maxPixels: Int
  ) throws(SplashError) -> cj_header {
    var (header, message) = (cj_header(), cj_message())
    guard bytes.withBytes({ cj_read_header($0, &header, &message) }) else {
      throw undecodable(name, message)
    }
    try refuse(Int(header.width), Int(header.height), over: maxPixels, name)
    return header
  }

  /// The native format with the file's subsampling, or the next finer one.
  private static func format(_ header: cj_header, name: String) throws(SplashError) -> PixelFormat {
    let ratios = [header.ratios.0, header.ratios.1, header.ratios.2]
    let count = Int(header.component_count)
    guard header.color != cj_cmyk else {
      throw SplashError(
        .badInput, "\(name): a photo in CMYK, whose colors depend on ink and paper",
        remedy: "convert it to RGB first, with the profile it was made for")
    }
    guard header.color == cj_grey ? count == 1 : header.color != cj_other && count == 3 else {
      throw SplashError(.badInput, "\(name): a photo of \(count) components of unknown meaning")
    }
    guard ratios.prefix(count).allSatisfy({ $0.across > 0 && $0.down > 0 }) else {
      throw SplashError(
        .badInput, "\(name): the sampling of its components does not go into one another",
        remedy: "encode it anew with an ordinary one, such as 4:2:0")
    }
    if header.color == cj_grey { return PixelFormat(AV_PIX_FMT_GRAY8) }
    if header.color == cj_rgb { return PixelFormat(AV_PIX_FMT_GBRP) }
    let isHalf = { (side: (cj_ratio) -> Int32) in
      side(ratios[0]) == 1 && side(ratios[1]) % 2 == 0 && side(ratios[2]) % 2 == 0
    }
    return switch (isHalf { $0.across }, isHalf { $0.down }) {
    case (true, true): PixelFormat(AV_PIX_FMT_YUV420P)
    case (true, false): PixelFormat(AV_PIX_FMT_YUV422P)
    case (false, true): PixelFormat(AV_PIX_FMT_YUV440P)
    case (false, false): PixelFormat(AV_PIX_FMT_YUV444P)
    }
  }

  /// How the photo is turned, as Exif's orientation: 1…8.
  var orientation: Int { exifOrientation(tags.exif) }

  // MARK: - Writing

  /// Whether the samples of a frame can replace the file's own, block by block.
  func hasRoom(for frame: borrowing Frame) -> Bool {
    frame.format == picture.format && frame.width == picture.width
      && frame.height == picture.height
  }

  /// The file with another image of the same shape: unchanged coefficients and the markers are
  /// copied.
  ///
  /// - Parameter bytes: the file; only its markers may have changed.
  /// - Returns: the new file, and the number of old bytes that it replaces.
  func recoded(
    as frame: borrowing Frame, bytes: [UInt8]
  ) throws(SplashError) -> (bytes: [UInt8], end: Int) {
    let (before, after) = (Self.planes(of: picture, header), Self.planes(of: frame, header))
    var end = 0
    let file = try JPEGFile.written(name) { result, message in
      bytes.withBytes { cj_recode($0, before, after, &result, &end, &message) }
    }
    return (file, end)
  }

  /// The planes in the order of the file's components.
  private static func planes(of frame: borrowing Frame, _ header: cj_header) -> [cj_plane] {
    let ratios = [header.ratios.0, header.ratios.1, header.ratios.2]
    return frame.jpegPlanes.enumerated().map { index, plane in
      var plane = plane
      plane.ratio = cj_ratio(
        across: ratios[index].across / plane.ratio.across,
        down: ratios[index].down / plane.ratio.down)
      return plane
    }
  }
}
