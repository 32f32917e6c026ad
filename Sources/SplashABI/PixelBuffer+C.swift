internal import CSplash
internal import SplashBase
internal import SplashLook

extension PixelBuffer {
  /// A C caller's picture, checked.
  ///
  /// - Throws: `SplashError` for what is no picture.
  init(_ image: splash_image) throws {
    guard let name = image.format.map({ String(cString: $0) }),
      let layout = PixelLayout(name: name)
    else {
      let given = image.format.map { String(cString: $0) } ?? "none"
      throw SplashError(
        .usage, "format \(given)", cause: "not one of splash_formats()",
        remedy: "convert to one like yuv420p, nv12 or rgba")
    }
    let (width, height) = (Int(image.width), Int(image.height))
    let range: ColorRange = image.full_range != 0 || layout.isRGB ? .full : .limited
    // RGB has mostly been video in limited range.
    let coding = ColorCoding(
      matrix: try Self.matrix(
        image.matrix, untagged: layout.isRGB ? .limited : range, height: height), range: range,
      transfer: try Self.transfer(image.transfer), primaries: try Self.primaries(image.primaries))
    let (data, stride) = (image.data, image.stride)
    try self.init(
      planes: [
        Plane(data.0, stride: stride.0), Plane(data.1, stride: stride.1),
        Plane(data.2, stride: stride.2), Plane(data.3, stride: stride.3),
      ], width: width, height: height, layout: layout, coding: coding, time: image.time)
  }

  private static func transfer(_ number: Int32) throws -> ColorTransfer {
    switch Int(number) {
    case SPLASH_TRANSFER_SDR: .sdr
    case SPLASH_TRANSFER_PQ: .pq
    case SPLASH_TRANSFER_HLG: .hlg
    default: throw unknown("transfer", number, most: 2)
    }
  }

  private static func primaries(_ number: Int32) throws -> ColorPrimaries {
    switch Int(number) {
    case SPLASH_PRIMARIES_BT709: .bt709
    case SPLASH_PRIMARIES_DISPLAY_P3: .displayP3
    case SPLASH_PRIMARIES_BT2020: .bt2020
    default: throw unknown("primaries", number, most: 2)
    }
  }

  private static func matrix(
    _ number: Int32, untagged range: ColorRange, height: Int
  ) throws -> ColorMatrix {
    switch Int(number) {
    case SPLASH_MATRIX_UNKNOWN: ColorMatrix(untagged: range, height: height)
    case SPLASH_MATRIX_BT601: .bt601
    case SPLASH_MATRIX_BT709: .bt709
    case SPLASH_MATRIX_BT2020: .bt2020
    default: throw unknown("matrix", number, most: 3)
    }
  }

  private static func unknown(_ what: String, _ number: Int32, most: Int) -> SplashError {
    SplashError(.usage, "\(what) \(number)", cause: "unknown", remedy: "give 0 to \(most)")
  }
}
