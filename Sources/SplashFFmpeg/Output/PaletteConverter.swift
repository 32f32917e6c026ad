internal import CFFmpeg
internal import SplashCore

/// Makes pictures of 256 colors with one that is none, for GIF: 8 shades of red and green, 4 of blue,
/// but for the darkest blue, which is black. Less than half of alpha is none.
final class PaletteConverter {
  private let (colors, whole) = (Scaler(), Scaler())
  /// The index of what is transparent.
  private static let hole: UInt8 = 1

  func convert(_ frame: borrowing Frame, width: Int, height: Int) throws -> Frame {
    let indices = try colors.convert(
      frame, to: PixelFormat(AV_PIX_FMT_RGB8), width: width, height: height)
    let source = try whole.convert(
      frame, to: PixelFormat(AV_PIX_FMT_RGBA), width: width, height: height)
    var result = Frame()
    result.copyProperties(of: indices)
    result.format = PixelFormat(AV_PIX_FMT_PAL8)
    (result.av.pointee.width, result.av.pointee.height) = (Int32(width), Int32(height))
    guard av_frame_get_buffer(result.av, 0) >= 0 else { fatalError("out of memory") }
    let palette = UnsafeMutableRawPointer(result.av.pointee.data.1!)
    for index in 0..<256 {
      let (red, green) = ((index >> 5) * 255 / 7, (index >> 2 & 7) * 255 / 7)
      let blue = (index & 3) * 85
      let color = UInt32(255 << 24 | red << 16 | green << 8 | blue)
      palette.storeBytes(
        of: index == Int(Self.hole) ? 0 : color, toByteOffset: 4 * index, as: UInt32.self)
    }
    for y in 0..<height {
      let from = indices.av.pointee.data.0! + y * Int(indices.av.pointee.linesize.0)
      let alpha = source.av.pointee.data.0! + y * Int(source.av.pointee.linesize.0) + 3
      let to = result.av.pointee.data.0! + y * Int(result.av.pointee.linesize.0)
      for x in 0..<width {
        to[x] = alpha[4 * x] < 128 ? Self.hole : from[x] == Self.hole ? 0 : from[x]
      }
    }
    return result
  }
}
