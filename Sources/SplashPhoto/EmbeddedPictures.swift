internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

/// The small pictures that cameras and editors put into a photo's file: Exif's thumbnail,
/// Photoshop's, previews in makers' notes and behind the photo.
///
/// Each is made anew from the result in the bytes it had, so that nothing in the file moves. The
/// search ends when it has cost about what the photo itself has, or nobody waits for it.
final class EmbeddedPictures {
  private let frame: Frame
  private let scaler = Scaler()
  private let isStopped: () -> Bool
  /// What may still be tried: beginnings of pictures, bytes read for that, pixels decoded.
  private var attempts = 256
  private var bytesLeft: Int
  private var pixelsLeft: Int
  /// Something that begins like a picture was not tried.
  private(set) var isIncomplete = false

  /// - Parameters:
  ///   - frame: the result, of which they are to be small versions.
  ///   - fileSize: bytes of the photo's file.
  ///   - isStopped: whether nobody wants the result any more.
  init(of frame: borrowing Frame, fileSize: Int, isStopped: @escaping () -> Bool) {
    self.frame = Frame(sharing: frame)
    self.isStopped = isStopped
    bytesLeft = 4 * fileSize
    pixelsLeft = 2 * frame.width * frame.height
  }

  /// Replaces those that lie in segments, and those behind the photo that its index calls previews.
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

  /// The size and length of a picture at the beginning of some bytes; nil for none, or where too
  /// much was tried already.
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

  /// Whether it may be a small version at all; what only says so could take any amount of memory.
  private func isSmaller(_ size: (width: Int, height: Int)) -> Bool {
    size.width * size.height <= frame.width * frame.height
  }

  /// The result in the size of another picture, in a file that is no longer than that one's; empty
  /// where there is none.
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

  /// The result scaled to a size, with black at two sides where the shapes differ, as Exif's
  /// thumbnails of 160 by 120 have it.
  private func fitted(into size: (width: Int, height: Int)) throws -> Frame {
    let scale = min(
      Double(size.width) / Double(frame.width), Double(size.height) / Double(frame.height))
    var width = Int((Double(frame.width) * scale).rounded())
    var height = Int((Double(frame.height) * scale).rounded())
    // Cut off or drawn out by up to a fiftieth, nobody sees it.
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
