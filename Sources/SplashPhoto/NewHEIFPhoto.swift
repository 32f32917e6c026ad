internal import CFFmpeg

/// A HEIC or AVIF photo made from a photo of any format: upright, with the same tags.
struct NewHEIFPhoto: PhotoMaker {
  static let endings: Set<String> = ["heic", "heif", "hif", "avif"]

  private let name: String
  private let ending: String
  private let tags: PhotoTags
  private let turner: Turner?
  private let format: PixelFormat
  private let wanted: String?
  let notes: [String]

  /// The default quality, 1…100.
  private static let quality = 80

  /// - Parameters:
  ///   - output: a file name with one of the endings.
  ///   - media: of the source photo.
  init(_ output: String, _ options: OutputOptions, _ media: MediaDescription) {
    name = output
    ending = output.ending
    let photo = media.original as? any Photo
    tags = (photo?.tags ?? PhotoTags()).alone()
    turner = Turner(media.picture.turn)
    wanted = options.pixelFormat
    let source = media.picture.format
    let isTransparent = options.needsAlpha || photo?.isTransparent ?? source.hasAlpha
    format =
      PixelFormat(name: wanted ?? Self.format(for: source, isTransparent, isAVIF: ending == "avif"))
      ?? PixelFormat(AV_PIX_FMT_NONE)
    let bits = source.depth - format.depth
    notes = [
      bits > 0 && wanted == nil
        ? "\(output): leaving out \(bits) of \(source.depth) bits, which it does not have" : nil,
      photo?.companions.loss(from: media.name, in: output),
    ].compactMap(\.self)
  }

  /// Phones display HEIC only in 4:2:0, browsers all kinds of AVIF. libheif 1.15 crashes for 10-bit
  /// AVIF that is not 4:2:2 or has alpha.
  private static func format(
    for source: PixelFormat, _ isTransparent: Bool, isAVIF: Bool
  ) -> String {
    let isDeep = source.depth > 8
    if isAVIF, isDeep, !isTransparent { return "yuv422p10le" }
    let isWhole = isAVIF && source.log2ChromaWidth == 0
    return (isTransparent ? "yuva" : "yuv") + (isWhole ? "444p" : "420p")
      + (isDeep && !isAVIF ? "10le" : "")
  }

  /// The pixel formats that such files can have.
  private var possible: [String] {
    let kinds = ["yuv", "yuva"].flatMap { kind in ["420p", "422p", "444p"].map { kind + $0 } }
    return kinds + (ending == "avif" ? ["yuv422p10le"] : kinds.map { $0 + "10le" })
  }

  func check(_ options: OutputOptions) throws(SplashError) {
    guard wanted.map(possible.contains) ?? true else {
      throw SplashError(
        .usage, "\(option: "pixelFormat") \(wanted!): \(name) cannot have it",
        remedy: "use one of \(possible.joined(separator: ", "))")
    }
    let isAVIF = ending == "avif"
    if isAVIF, let preset = options.preset {
      throw SplashError(
        .usage, "\(option: "preset") \(preset): \(name) has none", remedy: "leave it out")
    }
    try checkPreset(options.preset, of: "libx265")
    guard HEIFEncoders.has(ending: ending) else {
      throw SplashError(
        .badInput, "\(name): cannot write \(isAVIF ? "AVIF" : "HEIC")",
        cause: "this libheif has no encoder for it",
        remedy: "install libheif-plugin-\(isAVIF ? "aomenc" : "x265"), or write .jpg")
    }
  }

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    if let turner { frame = try turner.apply(to: frame) }
    let (width, height, isRGB) = (frame.width, frame.height, frame.format.isRGB)
    var tags = tags
    tags.exif = tags.exif.map { sizedExif($0, width: width, height: height) }
    if let note = options.note { tags.xmp = XMPNote.written(note, into: tags.xmp) }
    let isWide = frame.av.pointee.color_primaries == AVCOL_PRI_BT2020
    let picture = try Scaler(isBest: true).convert(
      frame, to: format, width: width, height: height, range: .full,
      matrix: isRGB ? (isWide ? .bt2020 : .bt601) : nil)
    return try HEIFEncoder(name, ending: ending)
      .encode(picture, tags, quality: options.quality ?? Self.quality, preset: options.preset)
  }
}
