internal import CSplash
internal import SplashBase

/// A caller's picture, checked; theirs for the length of a call.
struct Image: @unchecked Sendable {
  let width, height: Int
  let format: ImageFormat
  let coding: ColorCoding
  /// Presentation time in seconds; nil where nobody knows.
  let time: Double?
  private let planes: PlaneView.Planes

  /// - Throws: `SplashError` for what is no picture.
  init(_ image: splash_image) throws {
    guard let name = image.format.map({ String(cString: $0) }),
      let format = ImageFormat(name: name)
    else {
      let given = image.format.map { String(cString: $0) } ?? "none"
      throw SplashError(
        .usage, "format \(given)", cause: "not one of splash_formats()",
        remedy: "convert to one like yuv420p, nv12 or rgba")
    }
    (width, height) = (Int(image.width), Int(image.height))
    guard (1...65535).contains(width), (1...65535).contains(height) else {
      throw SplashError(
        .usage, "a picture of \(width)x\(height)", cause: "out of range",
        remedy: "give 1 to 65535 each")
    }
    self.format = format
    let range: ColorRange = image.full_range != 0 || format.isRGB ? .full : .limited
    coding = ColorCoding(
      matrix: try Self.matrix(
        image.matrix, untagged: format.isRGB ? .limited : range, height: height), range: range,
      transfer: try Self.transfer(image.transfer), primaries: try Self.primaries(image.primaries))
    time = image.time.isFinite ? image.time : nil
    let (data, stride) = (image.data, image.stride)
    planes = PlaneView.Planes(
      PlaneView.Plane(data.0, stride: stride.0), PlaneView.Plane(data.1, stride: stride.1),
      PlaneView.Plane(data.2, stride: stride.2), PlaneView.Plane(data.3, stride: stride.3))
    for plane in 0..<format.planeCount {
      let bytes = format.rowBytes(ofPlane: plane, width: width)
      guard planes[plane].start != nil, planes[plane].stride >= bytes else {
        throw SplashError(
          .usage, "plane \(plane) of \(name)",
          cause: planes[plane].start == nil
            ? "no address" : "\(planes[plane].stride) bytes from row to row",
          remedy: "give an address and \(bytes) bytes or more")
      }
    }
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

  private static func unknown(_ what: String, _ number: Int32, most: Int) -> SplashError {
    SplashError(.usage, "\(what) \(number)", cause: "unknown", remedy: "give 0 to \(most)")
  }

  /// The planes of a picture in Y'CbCr.
  func view(_ format: SampleFormat) -> MutablePlaneView {
    MutablePlaneView(
      PlaneView(planes: planes, width: width, height: height, format: format, coding: coding))
  }

  /// A row of a picture in RGB.
  func pixels(ofRow row: Int) -> UnsafeMutablePointer<UInt8> {
    planes[0].start! + row * planes[0].stride
  }

  /// - Parameter range: by which a picture without a matrix gets one. RGB has mostly been video in
  ///   limited range.
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
}

extension ImageFormat {
  fileprivate var isRGB: Bool {
    if case .rgb = self { true } else { false }
  }

  /// Planes that are read.
  fileprivate var planeCount: Int {
    switch self {
    case .native(let format): format.planeCount
    case .rgb: 1
    }
  }

  fileprivate func rowBytes(ofPlane plane: Int, width: Int) -> Int {
    switch self {
    case .native(let format): format.size(ofPlane: plane, width: width, height: 1).bytes
    case .rgb: 4 * width
    }
  }
}
