internal import CFFmpeg

/// The small images that cameras and editors embed in a photo's file: Exif's thumbnail,
/// Photoshop's, previews in maker notes and after the photo.
///
/// Each is replaced by a small version of the result in as many bytes, so that the rest of the file
/// does not move. The search stops once it has cost about as much as the photo itself, or if it is
/// cancelled.
final class EmbeddedPictures {
  private let frame: Frame
  private let scaler = Scaler()
  private let isStopped: () -> Bool
  /// The remaining budget: beginnings of images to try, bytes to read for that, pixels to decode.
  private var attempts = 256
  private var bytesLeft: Int
  private var pixelsLeft: Int
  /// Whether data that begin like an image were not tried.
  private(set) var isIncomplete = false

  /// - Parameters:
  ///   - frame: the result, from which the small versions are made.
  ///   - fileSize: bytes of the photo's file.
  ///   - isStopped: returns whether the work was cancelled.
  init(of frame: borrowing Frame, fileSize: Int, isStopped: @escaping () -> Bool) {
    self.frame = Frame(sharing: frame)
    self.isStopped = isStopped
    bytesLeft = 4 * fileSize
    pixelsLeft = 2 * frame.width * frame.height
  }

  /// Replaces images in segments, and those after the photo that the index calls previews.
  func replace(in bytes: inout [UInt8]) throws {
    for segment in JPEGSegments(bytes) where 0xe0...0xef ~= segment.marker {
      try replaceAll(within: segment.data, of: &bytes)
    }
    for preview in MultiPictureIndex(bytes)?.previews ?? [] {
      try replaceAll(within: preview, of: &bytes)
    }
  }

  private func replaceAll(within range: Range<Int>, of bytes: inout [UInt8]) throws {
    var place = range.lowerBound
    while !isIncomplete, place + 4 <= range.upperBound {
      guard bytes[place] == 0xff, bytes[place + 1] == 0xd8, bytes[place + 2] == 0xff,
        let (size, length) = picture(bytes[place..<range.upperBound])
      else {
        place += 1
        continue
      }
      let old = place..<place + length
      let new = try small(size, like: bytes[old])
      bytes.replaceSubrange(old, with: new + [UInt8](repeating: 0, count: length - new.count))
      place += length
    }
  }

  /// The size and length of an image at the beginning of some bytes; nil if there is none, or if
  /// the budget is used up.
  private func picture(
    _ bytes: ArraySlice<UInt8>
  ) -> (size: (width: Int, height: Int), length: Int)? {
    isIncomplete = isStopped() || attempts == 0 || bytesLeft < bytes.count
    guard !isIncomplete else { return nil }
    attempts -= 1
    bytesLeft -= bytes.count
    guard let size = JPEGFile.size(bytes), isSmaller(size) else { return nil }
    isIncomplete = pixelsLeft < size.width * size.height
    guard !isIncomplete else { return nil }
    pixelsLeft -= size.width * size.height
    return JPEGFile.length(bytes).map { (size, $0) }
  }

  /// Whether the size is plausible for a small version; a false size could require any amount of
  /// memory.
  private func isSmaller(_ size: (width: Int, height: Int)) -> Bool {
    size.width * size.height <= frame.width * frame.height
  }

  /// The result scaled to another image's size, in a file that is no longer than that image's;
  /// empty if that is impossible.
  private func small(
    _ size: (width: Int, height: Int), like old: ArraySlice<UInt8>
  ) throws -> [UInt8] {
    let picture = try fitted(into: size)
    for quality in [nil, 85, 70, 50, 30, 10, 1] {
      let file = try JPEGFile.encoded(picture, like: old, quality: quality, name: "its thumbnail")
      if file.count <= old.count { return file }
    }
    return []
  }

  /// The result scaled to fit a size, with black bars on two sides if the shapes differ, as in
  /// Exif's thumbnails of 160 by 120.
  private func fitted(into size: (width: Int, height: Int)) throws -> Frame {
    let scale = min(
      Double(size.width) / Double(frame.width), Double(size.height) / Double(frame.height))
    var width = Int((Double(frame.width) * scale).rounded())
    var height = Int((Double(frame.height) * scale).rounded())
    // Up to 2 % of cropping or stretching is invisible.
    if size.width - width <= size.width / 50 { width = size.width }
    if size.height - height <= size.height / 50 { height = size.height }
    let content = try scaler.convert(
      frame, to: PixelFormat(AV_PIX_FMT_YUV444P), width: max(1, width), height: max(1, height),
      range: .full, matrix: .bt601)
    if (width, height) == size { return content }
    var whole = BufferPool().picture(
      width: size.width, height: size.height, format: content.format)
    whole.copyProperties(of: content)
    let corner = (column: (size.width - width) / 2, row: (size.height - height) / 2)
    whole.withMutablePlanes { target in
      for plane in 0..<3 {
        for y in 0..<size.height {
          target.row(y, ofPlane: plane).update(repeating: plane == 0 ? 0 : 128)
        }
      }
      content.withPlanes { source in
        for plane in 0..<3 { target.copy(plane: plane, of: source, to: corner) }
      }
    }
    return whole
  }
}

/// The data that Samsung phones append to a photo: named pieces, with a directory at the end of the
/// file ("SEFH" … "SEFT").
enum SamsungTrailer {
  /// The type of "MotionPhoto_Data", by ExifTool's Samsung tables.
  private static let film = 0x0a30

  /// Whether a piece is the video of a motion photo.
  static func hasFilm(_ bytes: [UInt8]) -> Bool {
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let end = bytes.count - 8
    guard end >= 12, bytes[(end + 4)...].elementsEqual("SEFT".utf8) else { return false }
    let start = end - number(end, 4)
    guard start >= 0, start + 12 <= end, bytes[start..<start + 4].elementsEqual("SEFH".utf8) else {
      return false
    }
    let count = min(number(start + 8, 4), (end - start - 12) / 12)
    return (0..<count).contains { number(start + 12 + 12 * $0 + 2, 2) == film }
  }
}
