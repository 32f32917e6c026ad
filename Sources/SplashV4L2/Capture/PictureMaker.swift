internal import CFFmpeg

/// Makes frames from a camera's buffers: refers to them, copies them, decodes or converts them.
final class PictureMaker {
  private let ring: CaptureRing
  private let format: CaptureFormat
  private let options: CameraOptions
  private let work: Work
  private let pool = BufferPool()

  private enum Work {
    case refer(PixelFormat, swapped: Bool)
    case decode(PacketDecoder)
    case convert(Converter)
  }

  /// Throws: `SplashError` when splash cannot read the format.
  init(_ ring: CaptureRing, _ options: CameraOptions) throws(SplashError) {
    self.ring = ring
    self.options = options
    format = ring.format
    switch format.layout {
    case .picture(let pixels, _, let swapped):
      work = .refer(PixelFormat(pixels), swapped: swapped)
    case .compressed(let codec):
      work = .decode(try PacketDecoder(codec, format.size, options, ring.device.path))
    case .foreign, .unreadable:
      guard let converter = Converter(ring.device, source: format.singlePlanar) else {
        throw SplashError(
          .badInput, "\(ring.device.path): cannot read the format \(format.code)",
          remedy: "ask for another with \(option: "cameraFormat")")
      }
      work = .convert(converter)
    }
  }

  /// The frame in a buffer; nil when it is damaged. The buffer is returned to the driver, at once
  /// or when the frame is freed.
  func picture(from buffer: CaptureRing.Filled, _ clock: StageClock) -> Frame? {
    switch work {
    case .refer(let pixels, let swapped):
      let made = clock.measure(.read) { refer(to: buffer, pixels, swapped) }
      guard let frame = made else {
        ring.requeue(buffer.index)
        return nil
      }
      setColor(of: frame, pixels.isRGB ? .rgb : format.color)
      return frame
    case .decode(let decoder):
      defer { ring.requeue(buffer.index) }
      let made = clock.measure(.decode) { decoder.decode(buffer.pieces[0]) }
      guard let frame = made else { return nil }
      completeColor(of: frame, format.color)
      return frame
    case .convert(let converter):
      defer { ring.requeue(buffer.index) }
      let frame = gaplessPicture()
      guard clock.measure(.convert, { converter.convert(buffer.pieces[0], into: frame) }) else {
        return nil
      }
      setColor(of: frame, Converter.color(of: format.code, format.color))
      return frame
    }
  }

  /// A YU12 frame without gaps between its rows, as libv4lconvert writes it.
  private func gaplessPicture() -> Frame {
    let (width, height) = (format.size.width, format.size.height)
    let buffer = pool.buffer(size: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2))
    let frame = newFrame(PixelFormat(AV_PIX_FMT_YUV420P))
    frame.av.pointee.buf.0 = buffer
    let memory = UnsafeMutableRawBufferPointer(
      start: buffer.pointee.data, count: Int(buffer.pointee.size))
    let bytes = frame.place(in: [memory], strides: [width])
    precondition(bytes != nil)
    return frame
  }

  private func newFrame(_ pixels: PixelFormat) -> Frame {
    let frame = Frame()
    frame.format = pixels
    frame.av.pointee.width = Int32(format.size.width)
    frame.av.pointee.height = Int32(format.size.height)
    return frame
  }

  /// A frame that refers to the buffer; a copy when the driver would have fewer than two buffers
  /// left to fill, for instance behind an encoder that delays frames.
  private func refer(
    to buffer: CaptureRing.Filled, _ pixels: PixelFormat, _ swapped: Bool
  ) -> Frame? {
    let frame = newFrame(pixels)
    guard frame.place(in: buffer.pieces, strides: format.strides, swapped: swapped) != nil else {
      return nil
    }
    if ring.available > 2 {
      let references = ring.references(to: buffer)
      withUnsafeMutablePointer(to: &frame.av.pointee.buf.0) { slots in
        for (index, reference) in references.enumerated() { slots[index] = reference }
      }
      return frame
    }
    let copy = pool.picture(width: frame.width, height: frame.height, format: pixels)
    guard av_frame_copy(copy.av, frame.av) >= 0 else { return nil }
    ring.requeue(buffer.index)
    return copy
  }

  private func setColor(of frame: borrowing Frame, _ color: CaptureColor) {
    frame.av.pointee.colorspace = options.matrix?.colorSpace ?? color.matrix
    frame.av.pointee.color_range = options.range?.colorRange ?? color.range
    frame.av.pointee.color_primaries = color.primaries
    frame.av.pointee.color_trc = color.transfer
  }

  /// Adds the driver's color description where the decoder found none in the data.
  private func completeColor(of frame: borrowing Frame, _ color: CaptureColor) {
    let av = frame.av
    if av.pointee.colorspace == AVCOL_SPC_UNSPECIFIED { av.pointee.colorspace = color.matrix }
    if av.pointee.color_range == AVCOL_RANGE_UNSPECIFIED { av.pointee.color_range = color.range }
    if av.pointee.color_primaries == AVCOL_PRI_UNSPECIFIED {
      av.pointee.color_primaries = color.primaries
    }
    if av.pointee.color_trc == AVCOL_TRC_UNSPECIFIED { av.pointee.color_trc = color.transfer }
  }
}
