internal import CFFmpeg

/// The part of a frame that browsers look at, aligned to chroma samples.
struct PicturePart {
  private let x, y, width, height: Int
  /// The same as shares of the frame as displayed: x, y, width, height.
  let shown: [Double]

  /// Minimum side in samples.
  private static let leastSide = 16

  /// - Parameters:
  ///   - region: in shares of the frame as displayed; the result contains it.
  ///   - width: of the frame as stored, in luma samples; `height` likewise.
  ///   - turn: for display.
  init(_ region: Spot, width: Int, height: Int, turn: Turn) {
    let part = region.clipped.stored(turn)
    (x, self.width) = Self.side(part.x, part.width, of: width)
    (y, self.height) = Self.side(part.y, part.height, of: height)
    let spot = Spot(
      x: Double(x) / Double(width), y: Double(y) / Double(height),
      width: Double(self.width) / Double(width), height: Double(self.height) / Double(height)
    ).displayed(turn)
    shown = [spot.x, spot.y, spot.width, spot.height]
  }

  private static func side(_ start: Double, _ length: Double, of size: Int) -> (Int, Int) {
    let least = min(size, leastSide)
    let first = min(Int(start * Double(size)), size - least) & ~1
    let end = (start + length) * Double(size)
    let last = min(size, max(first + least, (Int(end.rounded(.up)) + 1) & ~1))
    return (first, last - first)
  }

  /// This part of a frame of the size given to `init`; the frames share their planes.
  func cut(from frame: borrowing Frame) -> Frame {
    let part = Frame(sharing: frame)
    part.av.pointee.crop_left = x
    part.av.pointee.crop_top = y
    part.av.pointee.crop_right = frame.width - x - width
    part.av.pointee.crop_bottom = frame.height - y - height
    precondition(av_frame_apply_cropping(part.av, Int32(AV_FRAME_CROP_UNALIGNED)) >= 0)
    return part
  }
}
