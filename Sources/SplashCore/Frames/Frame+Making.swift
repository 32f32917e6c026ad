internal import CFFmpeg

extension Frame {
  /// A new picture with planes of its own.
  ///
  /// - Parameters:
  ///   - width: in luma samples, 1…65535.
  ///   - height: likewise.
  ///   - pixelFormat: FFmpeg's name of a format whose samples lie in bytes or 16-bit words:
  ///     "yuv420p", "nv12", "rgb24", "p010".
  ///   - time: when it is to be seen, in seconds; nil where that is unknown. Rounded to a 90,000th.
  ///   - coding: what Y'CbCr codes mean; R'G'B' is full range.
  ///   - fill: writes every sample; they are undefined before.
  /// - Throws: `SplashError` of kind usage for a size or format that no picture can have, and what
  ///   `fill` throws.
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
  /// What a source of one's own gives: pictures that `Frame.init(width:height:pixelFormat:…)` made.
  ///
  /// - Parameters:
  ///   - name: what to call the source in messages.
  ///   - width: of all pictures, in luma samples.
  ///   - height: likewise.
  ///   - pixelFormat: of all pictures, as in `Frame`.
  ///   - frameRate: pictures a second on average; 0 when unknown.
  ///   - turn: what players do to the pictures: regions are where they are seen then.
  /// - Throws: `SplashError` of kind usage for a size or format that no picture can have.
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

  /// The clock of MPEG systems, in which the usual frame rates take whole ticks.
  fileprivate static let clock = AVRational(num: 1, den: 90_000)
}

extension PixelFormat {
  /// A format by name for pictures of a size, with samples that can be written one by one.
  fileprivate init(pictures name: String, width: Int, height: Int) throws {
    guard let format = PixelFormat(name: name), format.samples != nil else {
      throw SplashError(
        .usage, "pixel format \(name)", cause: "FFmpeg has none of that name with plain samples",
        remedy: "use one like yuv420p, nv12 or rgb24")
    }
    guard (1...65535).contains(width), (1...65535).contains(height) else {
      throw SplashError(
        .usage, "a picture of \(width)x\(height)", cause: "out of range",
        remedy: "give 1 to 65535 each")
    }
    self = format
  }
}
