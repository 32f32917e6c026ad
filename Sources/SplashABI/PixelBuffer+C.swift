internal import CSplash
internal import SplashLook

extension PixelBuffer {
  /// Checks a C caller's picture.
  ///
  /// - Throws: `SplashError` for an invalid picture.
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
      matrix: Int(image.matrix) == SPLASH_MATRIX_UNKNOWN
        ? ColorMatrix(untagged: layout.isRGB ? .limited : range, height: height)
        : try Self.known("matrix", image.matrix, in: Self.matrices), range: range,
      transfer: try Self.known("transfer", image.transfer, in: Self.transfers),
      primaries: try Self.known("primaries", image.primaries, in: Self.primaries))
    let (data, stride) = (image.data, image.stride)
    try self.init(
      planes: [
        Plane(data.0, stride: stride.0), Plane(data.1, stride: stride.1),
        Plane(data.2, stride: stride.2), Plane(data.3, stride: stride.3),
      ], width: width, height: height, layout: layout, coding: coding, time: image.time)
  }

  private static let matrices: [Int: ColorMatrix] = [
    SPLASH_MATRIX_BT601: .bt601, SPLASH_MATRIX_BT709: .bt709, SPLASH_MATRIX_BT2020: .bt2020,
  ]
  private static let transfers: [Int: ColorTransfer] = [
    SPLASH_TRANSFER_SDR: .sdr, SPLASH_TRANSFER_PQ: .pq, SPLASH_TRANSFER_HLG: .hlg,
  ]
  private static let primaries: [Int: ColorPrimaries] = [
    SPLASH_PRIMARIES_BT709: .bt709, SPLASH_PRIMARIES_DISPLAY_P3: .displayP3,
    SPLASH_PRIMARIES_BT2020: .bt2020,
  ]

  private static func known<Value>(
    _ what: String, _ number: Int32, in table: [Int: Value]
  ) throws -> Value {
    guard let value = table[Int(number)] else {
      throw SplashError(
        .usage, "\(what) \(number)", cause: "unknown",
        remedy: "give 0 to \(table.keys.max() ?? 0)")
    }
    return value
  }
}
