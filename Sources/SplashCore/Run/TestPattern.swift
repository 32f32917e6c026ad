internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// A moving, endless test image with known hues that needs no file: `test:`, `test:1280x720@60`.
///
/// Twelve shaded balls, one for each 30 degrees of the hue circle, drift over grey. Saturation is
/// 0.85 on every ball; value falls from 0.95 at the highlight to 0.35 at the rim. 8-bit 4:2:0,
/// limited range, BT.709.
public final class TestPattern: FrameSource {
  public let media: MediaDescription
  public let isLive = false

  private let width: Int
  private let height: Int
  private let pool = BufferPool()
  private let planes: [Plane]
  private var count: Int64 = 0
  private let isInterrupted = Atomic(false)

  /// One period of the pattern, twice side by side, so that each row of a frame is contiguous in
  /// memory.
  private struct Plane {
    var samples: [UInt8]
    var stride: Int
    var rows: Int

    /// Fills a plane of a frame with the part that begins at a column.
    func copy(from start: Int, to target: borrowing MutablePlaneView, plane: Int) {
      samples.withUnsafeBufferPointer { samples in
        for y in 0..<rows {
          let row = target.row(y, ofPlane: plane)
          memcpy(row.baseAddress!, samples.baseAddress! + y * stride + start, row.count)
        }
      }
    }
  }

  /// - Parameter name: `test:`, optionally followed by a size from 16x16 to 8192x4320 and a rate up
  ///   to 1000; the default is 1280x720 at 60.
  /// - Throws: `SplashError` of kind usage if the rest of the name cannot be read.
  public init(_ name: String) throws {
    guard let match = name.wholeMatch(of: /test:(?:(\d{1,5})x(\d{1,5}))?(?:@(\d{1,4}))?/) else {
      throw TestPattern.unusable(name)
    }
    let width = match.1.flatMap { Int($0) } ?? 1280
    let height = match.2.flatMap { Int($0) } ?? 720
    let rate = match.3.flatMap { Int($0) } ?? 60
    guard (16...8192).contains(width), (16...4320).contains(height), (1...1000).contains(rate)
    else { throw TestPattern.unusable(name) }
    self.width = width
    self.height = height
    var picture = PictureDescription(
      width: width, height: height, format: PixelFormat(AV_PIX_FMT_YUV420P),
      timeBase: AVRational(num: 1, den: Int32(rate)),
      frameRate: AVRational(num: Int32(rate), den: 1))
    picture.matrix = AVCOL_SPC_BT709
    picture.range = AVCOL_RANGE_MPEG
    picture.primaries = AVCOL_PRI_BT709
    picture.transfer = AVCOL_TRC_BT709
    picture.chromaLocation = AVCHROMA_LOC_LEFT
    picture.sampleAspectRatio = AVRational(num: 1, den: 1)
    media = MediaDescription(name: name, picture: picture)
    planes = TestPattern.draw(width: width, height: height)
  }

  private static func unusable(_ name: String) -> SplashError {
    SplashError(
      .usage, "\(name): not a test pattern",
      remedy: "write test:, or with size and rate test:1280x720@60 (16x16 to 8192x4320, 1 to 1000)")
  }

  public func interrupt() { isInterrupted.store(true, ordering: .relaxed) }

  public func next(_ clock: StageClock) throws -> Item? {
    if isInterrupted.load(ordering: .relaxed) { return nil }
    return .picture(clock.measure(.read) { picture() })
  }

  private func picture() -> Frame {
    let picture = media.picture
    let frame = pool.picture(width: width, height: height, format: picture.format)
    let av = frame.av
    av.pointee.pts = count
    av.pointee.time_base = picture.timeBase
    ff_frame_set_duration(av, 1)
    av.pointee.colorspace = picture.matrix
    av.pointee.color_range = picture.range
    av.pointee.color_primaries = picture.primaries
    av.pointee.color_trc = picture.transfer
    av.pointee.chroma_location = picture.chromaLocation
    av.pointee.sample_aspect_ratio = picture.sampleAspectRatio
    let drift = Int(count * 2) % (width & ~1)
    frame.withMutablePlanes { target in
      for (index, plane) in planes.enumerated() {
        plane.copy(from: index == 0 ? drift : drift / 2, to: target, plane: index)
      }
    }
    count += 1
    return frame
  }

  // MARK: - Drawing

  private static func draw(width: Int, height: Int) -> [Plane] {
    // The period is even, so that the drift moves whole chroma samples.
    let turn = width & ~1
    var luma = Plane(
      samples: [UInt8](repeating: 0, count: 2 * width * height), stride: 2 * width, rows: height)
    let chromaStride = (2 * width + 1) / 2 + 1
    let chromaRows = (height + 1) / 2
    let empty = [UInt8](repeating: 128, count: chromaStride * chromaRows)
    var cb = Plane(samples: empty, stride: chromaStride, rows: chromaRows)
    var cr = cb
    for y in 0..<height {
      for x in 0..<luma.stride {
        let color = color(
          x: Double(x % turn) / Double(turn), y: Double(y) / Double(height), width, height)
        luma.samples[y * luma.stride + x] = UInt8(16 + (219 * color.y).rounded())
        guard x % 2 == 0, y % 2 == 0 else { continue }
        cb.samples[y / 2 * chromaStride + x / 2] = UInt8(128 + (224 * color.cb).rounded())
        cr.samples[y / 2 * chromaStride + x / 2] = UInt8(128 + (224 * color.cr).rounded())
      }
    }
    return [luma, cb, cr]
  }

  /// Y' 0…1 and Cb, Cr -0.5…0.5 (BT.709) at a place of the pattern, 0..<1 in both directions.
  private static func color(
    x: Double, y: Double, _ width: Int, _ height: Int
  ) -> (y: Double, cb: Double, cr: Double) {
    let column = (x * 4).rounded(.down)
    let row = (y * 3).rounded(.down)
    let radius = 0.42 * min(Double(width) / 4, Double(height) / 3)
    let dx = (x * 4 - column - 0.5) * Double(width) / 4 / radius
    let dy = (y * 3 - row - 0.5) * Double(height) / 3 / radius
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance < 1 else { return (0.25 + 0.45 * y + 0.05 * sin(x * 25.1327), 0, 0) }
    let highlight = ((dx + 0.35) * (dx + 0.35) + (dy + 0.35) * (dy + 0.35)).squareRoot()
    let value = 0.95 - 0.6 * min(1, highlight / 1.45)
    let (red, green, blue) = rgb(hue: (row * 4 + column) * 30, saturation: 0.85, value: value)
    let luma =
      ColorMatrix.bt709.kr * red + ColorMatrix.bt709.kb * blue
      + (1 - ColorMatrix.bt709.kr - ColorMatrix.bt709.kb) * green
    return (
      luma, (blue - luma) / (2 * (1 - ColorMatrix.bt709.kb)),
      (red - luma) / (2 * (1 - ColorMatrix.bt709.kr))
    )
  }

  private static func rgb(hue: Double, saturation: Double, value: Double) -> (
    Double, Double, Double
  ) {
    func channel(_ offset: Double) -> Double {
      let k = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
      return value - value * saturation * max(0, min(k, 4 - k, 1))
    }
    return (channel(5), channel(3), channel(1))
  }
}
