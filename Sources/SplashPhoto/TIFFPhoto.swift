internal import CFFmpeg

/// A TIFF file in memory and its decoded samples.
///
/// The result keeps the file's metadata, its compression, and the pixels that have not changed.
final class TIFFPhoto: TaggedPhoto {
  static let endings: Set<String> = ["tif", "tiff"]
  let tags: PhotoTags
  let omissions: [String]
  private let directory: TIFFDirectory
  private let besides: [TIFFDirectory.Entry]
  private let picture: Frame

  static func suits(_ start: [UInt8]) -> Bool { TIFFReader(start[...]) != nil || isBig(start) }

  /// Whether a file has 64-bit offsets (BigTIFF).
  private static func isBig(_ start: [UInt8]) -> Bool {
    [[0x49, 0x49, 43, 0], [0x4d, 0x4d, 0, 43]].contains(Array(start.prefix(4)))
  }

  static func check(
    _ name: String, _ bytes: [UInt8], _ options: InputOptions
  ) throws(SplashError) {
    if isBig(bytes) {
      throw SplashError(
        .badInput, "\(name): a BigTIFF, which is not read",
        remedy: "store it as an ordinary TIFF, as by tiffcp")
    }
    guard let tiff = TIFFReader(bytes[...]) else { return }
    let directory = TIFFDirectory(tiff)
    if let (what, remedy) = directory.foreignSamples {
      throw SplashError(.badInput, "\(name): a photo \(what)", remedy: remedy)
    }
    func number(_ tag: Int) -> Int {
      (directory[tag] ?? []).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    try refuseForFFmpeg(number(256), number(257), name, options)
  }

  init?(
    _ name: String, _ bytes: [UInt8], picture: borrowing Frame, options: InputOptions
  ) throws(SplashError) {
    guard let tiff = TIFFReader(bytes[...]) else { return nil }
    directory = TIFFDirectory(tiff)
    if let obstacle = directory.obstacle {
      throw SplashError(
        .badInput, "\(name): the photo cannot be decoded", cause: obstacle,
        remedy: "store it in strips with another compression, as by tiffcp -s -c lzw")
    }
    tags = PhotoTags(tiff: directory).taken(by: options)
    besides = options.takesTags ? directory.entries.filter { Self.besides.contains($0.tag) } : []
    let next = tiff.next.flatMap { tiff.number(at: $0, bytes: 4) } ?? 0
    omissions = next == 0 ? [] : ["\(name): it has several images; the first is used"]
    self.picture = Frame(sharing: picture)
  }

  var orientation: Int { exifOrientation(tags.exif) }
  var isTransparent: Bool { picture.isTransparent }

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    var options = options
    if let compression { options.encoderOptions.insert(("compression_algo", compression), at: 0) }
    frame = try frame.restored(from: picture)
    let file = try StillEncoder.encode(frame, options: options, name: name)
    guard let tagged = TIFFDirectory(entries: tags.entries + besides).written(into: file) else {
      throw SplashError(.failure, "\(name): cannot encode the photo")
    }
    return tagged
  }

  /// Document name, page name, IPTC and Photoshop's data.
  private static let besides: Set<Int> = [269, 285, 33723, 34377]

  /// The file's compression, if FFmpeg supports it.
  private var compression: String? {
    switch directory[259] {
    case [1, 0]: "raw"
    case [5, 0]: "lzw"
    // The older code, and the one that became the standard.
    case [0xb2, 0x80], [8, 0]: "deflate"
    default: nil
    }
  }
}

extension TIFFDirectory {
  /// Samples that FFmpeg misreads or does not read, and a remedy; nil for samples that it reads,
  /// and for raw photos (DNG). Numbers are those of TIFF 6.0, sections 8, 16, 19 and 23.
  fileprivate var foreignSamples: (what: String, remedy: String)? {
    func number(_ tag: Int) -> Int {
      (self[tag] ?? []).prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (interpretation, samples, planes, sampleKind, dngVersion) = (262, 277, 284, 339, 50706)
    guard self[dngVersion] == nil else { return nil }
    switch number(interpretation) {
    case 5:
      return (
        "in CMYK, whose colors depend on ink and paper",
        "convert it to RGB first, with the profile it was made for"
      )
    case 8, 9, 10: return ("in CIELab, which is not read", "convert it to RGB first")
    default: break
    }
    if [3, 6].contains(number(sampleKind)) {
      return (
        "of floating-point numbers, which are not read",
        "store it with 16 bits a sample, whole numbers"
      )
    }
    if number(planes) == 2, number(samples) < 3 {
      return (
        "of grey in planes, which is not read", "store its samples together, as by tiffcp -p contig"
      )
    }
    return nil
  }

  /// A feature for which FFmpeg decodes black without an error, except in raw photos (DNG); nil if
  /// there is none.
  fileprivate var obstacle: String? {
    let (tileWidth, dngVersion) = (322, 50706)
    guard self[dngVersion] == nil else { return nil }
    if self[259] == [6, 0] || self[259] == [7, 0] { return "its pixels are compressed as JPEG" }
    return self[tileWidth] == nil ? nil : "its pixels are in tiles"
  }
}

extension PhotoTags {
  /// Tags of the first directory that Exif uses (Exif 2.3, section 4.6.4, except those about how
  /// samples are stored), and Windows' additions: ratings, and texts in UTF-16.
  private static let descriptions: Set<Int> = [
    270, 271, 272, 274, 282, 283, 296, 305, 306, 315, 316, 18246, 18249, 33432, 34665, 34853,
    40091, 40092, 40093, 40094, 40095,
  ]
  private static let xmpTag = 700, profileTag = 34675

  /// The tags of a TIFF file.
  init(tiff directory: TIFFDirectory) {
    let entries = directory.entries.filter { Self.descriptions.contains($0.tag) }
    exif = entries.isEmpty ? nil : TIFFDirectory(entries: entries).file
    xmp = directory[Self.xmpTag]
    profile = directory[Self.profileTag]
    self = withoutEmpty
  }

  /// The tags as entries of a TIFF file's first directory.
  var entries: [TIFFDirectory.Entry] {
    let exif = exif.flatMap { TIFFReader($0[...]) }.map { TIFFDirectory($0) }
    return (exif?.entries.filter { Self.descriptions.contains($0.tag) } ?? [])
      + (xmp.map { [.init(Self.xmpTag, type: 1, $0)] } ?? [])
      + (profile.map { [.init(Self.profileTag, type: 7, $0)] } ?? [])
  }
}
