/// A JPEG XL photo, as the source of results in other formats.
final class JXLPhoto: Photo {
  /// Endings of file names, in lower case.
  static let endings: Set<String> = ["jxl"]
  let tags: PhotoTags
  let isTransparent: Bool

  init(tags: PhotoTags, picture: borrowing Frame) {
    self.tags = tags
    isTransparent = picture.isTransparent
  }

  /// A file with Exif and XMP in boxes before the image, replacing old ones (ISO/IEC 18181-2,
  /// section 9).
  ///
  /// - Parameter file: a bare codestream, or boxes.
  static func file(_ file: [UInt8], with tags: PhotoTags) -> [UInt8] {
    // The first four bytes are the offset of the byte order mark.
    let exif = tags.exif.map { box("Exif", ([0, 0, 0, 0] + $0)[...]) } ?? []
    let texts = exif + (tags.xmp.map { box("xml ", $0[...]) } ?? [])
    guard !texts.isEmpty else { return file }
    let start =
      box("JXL ", [0x0d, 0x0a, 0x87, 0x0a]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)[...])
    guard file.starts(with: start) else { return start + texts + box("jxlc", file[...]) }
    let others = Boxes(file[start.count...]).filter {
      !($0.type == "Exif" && tags.exif != nil || $0.type == "xml " && tags.xmp != nil)
    }
    return start + texts + others.flatMap { box($0.type, $0.data) }
  }

  /// The XMP of a file that has it in a box; nil if there is none.
  static func xmp(of file: [UInt8]) -> [UInt8]? { Boxes(file[...])["xml "].map(Array.init) }

  private static func box(_ type: String, _ data: ArraySlice<UInt8>) -> [UInt8] {
    let size = UInt32(data.count + 8)
    return withUnsafeBytes(of: size.bigEndian) { Array($0) } + Array(type.utf8) + Array(data)
  }
}
