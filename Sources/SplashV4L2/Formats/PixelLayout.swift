internal import CFFmpeg

/// How a Video4Linux format is read. The only table of format pairs.
enum PixelLayout {
  /// The planes are as libavutil knows them, in `memoryPlanes` pieces of memory; `swapped` when Cr
  /// comes before Cb.
  case picture(AVPixelFormat, memoryPlanes: Int = 1, swapped: Bool = false)
  /// Decoded by a codec.
  case compressed(AVCodecID)
  /// Converted to YU12 by libv4lconvert.
  case foreign

  /// Splash cannot read it.
  case unreadable

  init(_ format: FourCC) {
    self = Self.byCode[format] ?? (Converter.reads(format) ? .foreign : .unreadable)
  }

  var delivery: CaptureMode.Delivery {
    switch self {
    case .picture(let pixels, _, _): PixelFormat(pixels).isNative ? .native : .converted
    case .compressed(AV_CODEC_ID_MJPEG): .motionJPEG
    case .compressed: .h264
    case .foreign, .unreadable: .converted
    }
  }

  /// libavutil's pixel format for a frame in one piece of memory; nil for all others.
  var pixelFormat: AVPixelFormat? {
    if case .picture(let pixels, memoryPlanes: 1, _) = self { return pixels }
    return nil
  }

  /// Whether splash can read it or, for an output, write it.
  func isUsable(_ kind: StreamKind) -> Bool {
    if case .unreadable = self { return false }
    return kind.isCapture || pixelFormat != nil
  }

  /// The code of a pixel format in one piece of memory; nil for formats without one.
  static func code(of format: AVPixelFormat) -> FourCC? {
    table.first { code, layout in
      if case .picture(format, memoryPlanes: 1, swapped: false) = layout { return true }
      return false
    }?.key
  }

  /// Codes that a virtual camera can have, in the table's order.
  static var writable: [FourCC] { table.filter { $0.value.pixelFormat != nil }.map(\.key) }

  private static let byCode = Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value) })

  private static let table: KeyValuePairs<FourCC, PixelLayout> = [
    FourCC("YUYV")!: .picture(AV_PIX_FMT_YUYV422),
    FourCC("UYVY")!: .picture(AV_PIX_FMT_UYVY422),
    FourCC("NV12")!: .picture(AV_PIX_FMT_NV12),
    FourCC("NV16")!: .picture(AV_PIX_FMT_NV16),
    FourCC("YU12")!: .picture(AV_PIX_FMT_YUV420P),
    FourCC("YV12")!: .picture(AV_PIX_FMT_YUV420P, swapped: true),
    FourCC("422P")!: .picture(AV_PIX_FMT_YUV422P),
    FourCC("NM12")!: .picture(AV_PIX_FMT_NV12, memoryPlanes: 2),
    FourCC("NM16")!: .picture(AV_PIX_FMT_NV16, memoryPlanes: 2),
    FourCC("YM12")!: .picture(AV_PIX_FMT_YUV420P, memoryPlanes: 3),
    FourCC("YM21")!: .picture(AV_PIX_FMT_YUV420P, memoryPlanes: 3, swapped: true),
    FourCC("YM16")!: .picture(AV_PIX_FMT_YUV422P, memoryPlanes: 3),
    FourCC("YM24")!: .picture(AV_PIX_FMT_YUV444P, memoryPlanes: 3),
    FourCC("NV21")!: .picture(AV_PIX_FMT_NV21),
    FourCC("NV24")!: .picture(AV_PIX_FMT_NV24),
    FourCC("NV42")!: .picture(AV_PIX_FMT_NV42),
    // libv4lconvert swaps red and blue here.
    FourCC("RGBP")!: .picture(AV_PIX_FMT_RGB565LE),
    FourCC("RGBR")!: .picture(AV_PIX_FMT_RGB565BE),
    FourCC("RGBO")!: .picture(AV_PIX_FMT_RGB555LE),
    FourCC("XR15")!: .picture(AV_PIX_FMT_RGB555LE),
    FourCC("R444")!: .picture(AV_PIX_FMT_RGB444LE),
    FourCC("XR12")!: .picture(AV_PIX_FMT_RGB444LE),
    FourCC("MJPG")!: .compressed(AV_CODEC_ID_MJPEG),
    FourCC("JPEG")!: .compressed(AV_CODEC_ID_MJPEG),
    FourCC("H264")!: .compressed(AV_CODEC_ID_H264),
  ]
}
