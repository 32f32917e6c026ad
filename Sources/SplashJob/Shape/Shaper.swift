internal import CFFmpeg

/// Crops, scales and turns frames by a layout. The results are upright.
///
/// The two fields of an interlaced frame are scaled separately.
final class Shaper {
  private let layout: ShapeLayout
  private let turner: Turner?
  private let scaler = Scaler(isBest: true)
  private let fieldScalers = [
    Scaler(isBest: true, field: .upper), Scaler(isBest: true, field: .lower),
  ]
  private let pool = BufferPool()

  init(_ layout: ShapeLayout) {
    self.layout = layout
    turner = Turner(layout.turn)
  }

  func apply(to frame: borrowing Frame) throws -> Frame {
    let part = frame.focus.map { layout.part(around: $0) } ?? layout.part
    guard layout.isDouble, let halves = halves(of: frame, part) else {
      return try shaped(Frame(sharing: frame), part, width: layout.width)
    }
    let width = layout.width / 2
    let source = try shaped(Frame(sharing: frame), halves.source, width: width)
    let result = try shaped(Frame(sharing: frame), halves.result, width: width)
    return joined(source, result)
  }

  private func shaped(
    _ frame: consuming Frame, _ part: ShapeLayout.Part, width: Int
  ) throws -> Frame {
    var frame = frame
    if frame.format.has(Int32(AV_PIX_FMT_FLAG_BITSTREAM)) {
      frame = try scaler.convert(
        frame, to: PixelFormat(AV_PIX_FMT_GRAY8), width: frame.width, height: frame.height)
    }
    if part != ShapeLayout.Part(x: 0, y: 0, width: frame.width, height: frame.height) {
      frame = cut(part, from: frame)
    }
    let size = layout.turn.inverse.turned(width, layout.height)
    if size != (frame.width, frame.height) { frame = try scaled(frame, size) }
    if layout.isScaled { frame.av.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1) }
    if let turner { frame = try turner.apply(to: frame) }
    return frame
  }

  /// A copy of the crop, with rows aligned as encoders expect.
  private func cut(_ part: ShapeLayout.Part, from frame: borrowing Frame) -> Frame {
    let window = Frame(sharing: frame)
    let av = window.av
    (av.pointee.crop_left, av.pointee.crop_top) = (part.x, part.y)
    av.pointee.crop_right = max(0, frame.width - part.x - part.width)
    av.pointee.crop_bottom = max(0, frame.height - part.y - part.height)
    av_frame_apply_cropping(av, Int32(AV_FRAME_CROP_UNALIGNED))
    var copy = pool.picture(width: window.width, height: window.height, format: frame.format)
    guard av_frame_copy(copy.av, av) >= 0 else { fatalError("planes of one format differ") }
    copy.copyProperties(of: frame)
    return copy
  }

  private func scaled(
    _ frame: borrowing Frame, _ size: (width: Int, height: Int)
  ) throws -> Frame {
    let isInterlaced = ff_frame_is_interlaced(frame.av)
    guard isInterlaced, size.height != frame.height, frame.height % 4 == 0, size.height % 4 == 0
    else {
      return try scaler.convert(frame, to: frame.format, width: size.width, height: size.height)
    }
    var whole = pool.picture(width: size.width, height: size.height, format: frame.format)
    whole.copyProperties(of: frame)
    for row in 0...1 {
      let field = try fieldScalers[row].convert(
        self.field(row, of: frame), to: frame.format, width: size.width, height: size.height / 2)
      let place = self.field(row, of: whole)
      guard av_frame_copy(place.av, field.av) >= 0 else {
        fatalError("fields of one format differ")
      }
    }
    return whole
  }

  /// Every second row, from the first or the second on, without copying.
  private func field(_ row: Int, of frame: borrowing Frame) -> Frame {
    let field = Frame(sharing: frame)
    let av = field.av
    av.pointee.height /= 2
    withUnsafeMutablePointer(to: &av.pointee.linesize) { lines in
      withUnsafeMutablePointer(to: &av.pointee.data) { data in
        lines.withMemoryRebound(to: Int32.self, capacity: 4) { lines in
          data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 4) { data in
            for plane in 0..<4 {
              if row == 1 { data[plane] = data[plane].map { $0 + Int(lines[plane]) } }
              lines[plane] *= 2
            }
          }
        }
      }
    }
    return field
  }

  // MARK: - Two frames beside each other

  /// The positions of the crop in both halves of a double frame; nil for a single one.
  private func halves(
    of frame: borrowing Frame, _ part: ShapeLayout.Part
  ) -> (source: ShapeLayout.Part, result: ShapeLayout.Part)? {
    let isStacked = layout.shown.transposes
    let (across, down) = (frame.width / 2, frame.height / 2)
    guard isStacked ? down >= layout.size.height : across >= layout.size.width else { return nil }
    var second = part
    if isStacked { second.y += down } else { second.x += across }
    return layout.shown.flipsColumns ? (second, part) : (part, second)
  }

  private func joined(_ source: borrowing Frame, _ result: borrowing Frame) -> Frame {
    var whole = pool.picture(
      width: source.width + result.width, height: source.height, format: source.format)
    whole.copyProperties(of: source)
    place(source, in: whole, right: result.width, left: 0)
    place(result, in: whole, right: 0, left: source.width)
    return whole
  }

  private func place(_ half: borrowing Frame, in whole: borrowing Frame, right: Int, left: Int) {
    let window = Frame(sharing: whole)
    (window.av.pointee.crop_left, window.av.pointee.crop_right) = (left, right)
    av_frame_apply_cropping(window.av, Int32(AV_FRAME_CROP_UNALIGNED))
    guard av_frame_copy(window.av, half.av) >= 0 else { fatalError("halves of one format differ") }
  }
}
