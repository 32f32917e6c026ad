internal import CFFmpeg

/// A PNG file in memory and its decoded samples.
///
/// The result keeps the file's chunks, and the pixels that have not changed.
final class PNGPhoto: TaggedPhoto {
  static let endings: Set<String> = ["png"]
  let tags: PhotoTags
  private let chunks: PNGChunks
  private let picture: Frame

  static func suits(_ start: [UInt8]) -> Bool { start.starts(with: PNGChunks.mark) }

  static func check(
    _ name: String, _ bytes: [UInt8], _ options: InputOptions
  ) throws(SplashError) {
    let chunks = PNGChunks(bytes)
    if let size = chunks.size { try refuseForFFmpeg(size.width, size.height, name, options) }
    try chunks.refuseBombs(name)
  }

  init?(
    _ name: String, _ bytes: [UInt8], picture: borrowing Frame, options: InputOptions
  ) throws(SplashError) {
    chunks = PNGChunks(bytes).withoutSamples.taken(by: options)
    tags = PhotoTags(png: chunks, picture: picture)
    self.picture = Frame(sharing: picture)
    // An animation is not a photo.
    if chunks.chunks.contains(where: { $0.type == "acTL" }) { return nil }
  }

  var orientation: Int { exifOrientation(tags.exif) }
  var isTransparent: Bool { picture.isTransparent }

  /// Primaries and transfer of the `cICP` chunk (PNG 3, section 11.3.2.6), as H.273 numbers. Nil
  /// unless it gives full-range R'G'B' with numbers that FFmpeg knows.
  var light: (primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic)? {
    guard let codes = chunks.data(of: "cICP").map(Array.init), codes.count == 4,
      codes[2...] == [0, 1]
    else { return nil }
    let primaries = AVColorPrimaries(UInt32(codes[0]))
    let transfer = AVColorTransferCharacteristic(UInt32(codes[1]))
    let isKnown =
      av_color_primaries_name(primaries) != nil && av_color_transfer_name(transfer) != nil
    return isKnown ? (primaries, transfer) : nil
  }

  /// By `cICP`, else by the profile, else by `sRGB`, else by `cHRM` and `gAMA` (PNG 3, section
  /// 4.3).
  var displayProfile: DisplayProfile? {
    if light != nil { return nil }
    if let profile = tags.profile { return DisplayProfile(profile: profile) }
    let (points, power) = (chunks.numbers(of: "cHRM", 8), chunks.numbers(of: "gAMA", 1))
    guard chunks.data(of: "sRGB") == nil, points != nil || power != nil else { return nil }
    let places = points.map { points in
      stride(from: 0, to: 8, by: 2).map { (x: points[$0], y: points[$0 + 1]) }
    }
    return DisplayProfile(
      chromaticities: places ?? DisplayProfile.sRGB, power: 1 / (power?[0] ?? 0.45455))
  }

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    // Frees the decoded source.
    frame = try frame.restored(from: picture)
    let file = try StillEncoder.encode(frame, options: options, name: name)
    return PNGChunks(file).taking(over: chunks).bytes
  }
}

extension PNGChunks {
  /// The content of a `cICP` chunk for a frame in PQ or HLG, as full-range R'G'B'; nil for SDR.
  static func codes(of frame: borrowing Frame) -> [UInt8]? {
    let coding = ColorCoding(of: frame)
    guard coding.transfer != .sdr else { return nil }
    let primaries: [ColorPrimaries: UInt8] = [.bt709: 1, .bt2020: 9, .displayP3: 12]
    return [primaries[coding.primaries]!, coding.transfer == .pq ? 16 : 18, 0, 1]
  }

  /// The numbers of a chunk, stored in hundred-thousandths; nil if there are not `count` of them,
  /// or one is 0.
  fileprivate func numbers(of type: String, _ count: Int) -> [Double]? {
    guard let bytes = data(of: type).map(Array.init), bytes.count == 4 * count else { return nil }
    let numbers = (0..<count).map { index in
      bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return numbers.allSatisfy { $0 > 0 } ? numbers.map { Double($0) / 100_000 } : nil
  }
}
