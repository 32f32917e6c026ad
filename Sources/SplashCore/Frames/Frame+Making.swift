internal import CFFmpeg

extension Frame {
  /// A new frame with planes of its own.
  ///
  /// - Parameters:
  ///   - width: in luma samples, 1…65535.
  ///   - height: in luma samples, 1…65535.
  ///   - pixelFormat: FFmpeg's name of a format with samples in bytes or 16-bit words: "yuv420p",
  ///     "nv12", "rgb24", "p010".
  ///   - time: when it is shown, in seconds; nil if unknown. Rounded to 1/90,000 s.
  ///   - coding: what Y'CbCr codes mean; R'G'B' is full range.
  ///   - fill: writes all samples, which are undefined before.
  /// - Throws: `SplashError` of kind usage if the size or format is not supported, and errors of
  ///   `fill`.
  public init(
    width: Int, height: Int, pixelFormat: String, time: Double? = nil,
    coding: ColorCoding = ColorCoding(matrix: .bt709, range: .limited),
    fill: (borrowing MutablePlaneView) throws -> Void
  ) throws {
    let format = try PixelFormat(pictures: pixelFormat, width: width, height: height)
    let frame = BufferPool().picture(width: width, height: height, format: format)
    frame.av.pointee.colorspace = format.isRGB ? AVCOL_SPC_RGB : coding.matrix.colorSpace
    frame.av.pointee.color_range = format.isRGB ? AVCOL_RANGE_JPEG : coding.range.colorRange
    if coding.isWide {
      frame.av.pointee.color_trc = coding.transfer.characteristic
      frame.av.pointee.color_primaries = coding.primaries.colorPrimaries
      frame.displayProfile = coding.profile
    }
    frame.timeBase = MediaDescription.clock
    frame.timestamp = time.map { Int64(($0 * Double(MediaDescription.clock.den)).rounded()) }
    _ = try frame.withMutablePlanes(fill)
    self.init(sharing: frame)
  }
}

extension MediaDescription {
  /// Describes a custom source of frames made by `Frame.init(width:height:pixelFormat:…)`.
  ///
  /// - Parameters:
  ///   - name: of the source, for messages.
  ///   - width: of all frames, in luma samples.
  ///   - height: of all frames, in luma samples.
  ///   - pixelFormat: of all frames, as in `Frame`.
  ///   - frameRate: average frames per second; 0 if unknown.
  ///   - turn: how players turn the frames; regions are placed as seen after it.
  /// - Throws: `SplashError` of kind usage if the size or format is not supported.
  public init(
    name: String, width: Int, height: Int, pixelFormat: String, frameRate: Double,
    turn: Turn = .upright
  ) throws {
    let format = try PixelFormat(pictures: pixelFormat, width: width, height: height)
    var picture = PictureDescription(
      width: width, height: height, format: format, timeBase: Self.clock,
      frameRate: av_d2q(frameRate, 1_001_000))
    picture.turn = turn
    self.init(name: name, picture: picture)
  }

  /// The clock of MPEG systems, in whose ticks common frame durations are whole numbers.
  fileprivate static let clock = AVRational(num: 1, den: 90_000)
}

extension PixelFormat {
  /// A format by name for frames of a size; its samples must lie in bytes or words.
  fileprivate init(pictures name: String, width: Int, height: Int) throws {
    guard let format = PixelFormat(name: name), format.samples != nil else {
      throw SplashError(
        .usage, "pixel format \(name)", cause: "FFmpeg has none of that name with plain samples",
        remedy: "use one like yuv420p, nv12 or rgb24")
    }
    guard (1...65535).contains(width), (1...65535).contains(height) else {
      throw SplashError(
        .usage, "a frame of \(width)x\(height)", cause: "out of range",
        remedy: "give 1 to 65535 each")
    }
    self = format
  }
}

extension Frame {
  /// A copy of a frame in memory of its own. A decoder's frames share a buffer that is kept as long
  /// as any of them. Frames in device memory are shared instead.
  package init(copying other: borrowing Frame) {
    self.init()
    av.pointee.format = other.av.pointee.format
    av.pointee.width = other.av.pointee.width
    av.pointee.height = other.av.pointee.height
    guard av_frame_get_buffer(av, 0) >= 0, av_frame_copy(av, other.av) >= 0 else {
      self.init(sharing: other)
      return
    }
    copyProperties(of: other)
  }
}
