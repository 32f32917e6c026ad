internal import CFFmpeg
internal import CPipeWire
internal import SplashCore

/// A pixel format by its names in FFmpeg and in PipeWire. The only table of such pairs.
struct NodeFormat {
  let pixels: PixelFormat
  let code: spa_video_format

  /// Nil for formats that have no name in PipeWire.
  init?(_ pixels: PixelFormat) {
    guard let pair = Self.table.first(where: { $0.key == pixels.av }) else { return nil }
    self.pixels = pixels
    code = pair.value
  }

  /// Nil for a format that is not in the table.
  init?(_ code: spa_video_format) {
    guard let pair = Self.table.first(where: { $0.value == code }) else { return nil }
    pixels = PixelFormat(pair.key)
    self.code = code
  }

  /// Formats offered to readers besides the source's own, cheapest first.
  static let common = [
    AV_PIX_FMT_YUV420P, AV_PIX_FMT_NV12, AV_PIX_FMT_YUYV422, AV_PIX_FMT_UYVY422, AV_PIX_FMT_BGR0,
    AV_PIX_FMT_RGB0, AV_PIX_FMT_RGB24,
  ].map { NodeFormat(PixelFormat($0))! }

  /// Formats in which cameras can be read, best first.
  static var readable: [NodeFormat] { table.map { NodeFormat(PixelFormat($0.key))! } }

  /// FFmpeg's names of all formats in the table.
  static var names: [String] { table.map { PixelFormat($0.key).name } }

  private static let table: KeyValuePairs<AVPixelFormat, spa_video_format> = [
    AV_PIX_FMT_YUV420P: SPA_VIDEO_FORMAT_I420,
    AV_PIX_FMT_NV12: SPA_VIDEO_FORMAT_NV12,
    AV_PIX_FMT_YUYV422: SPA_VIDEO_FORMAT_YUY2,
    AV_PIX_FMT_UYVY422: SPA_VIDEO_FORMAT_UYVY,
    AV_PIX_FMT_YUV422P: SPA_VIDEO_FORMAT_Y42B,
    AV_PIX_FMT_YUV444P: SPA_VIDEO_FORMAT_Y444,
    AV_PIX_FMT_NV16: SPA_VIDEO_FORMAT_NV16,
    AV_PIX_FMT_NV24: SPA_VIDEO_FORMAT_NV24,
    AV_PIX_FMT_YUV420P10LE: SPA_VIDEO_FORMAT_I420_10LE,
    AV_PIX_FMT_YUV422P10LE: SPA_VIDEO_FORMAT_I422_10LE,
    AV_PIX_FMT_YUV444P10LE: SPA_VIDEO_FORMAT_Y444_10LE,
    AV_PIX_FMT_P010LE: SPA_VIDEO_FORMAT_P010_10LE,
    AV_PIX_FMT_BGR0: SPA_VIDEO_FORMAT_BGRx,
    AV_PIX_FMT_RGB0: SPA_VIDEO_FORMAT_RGBx,
    AV_PIX_FMT_RGB24: SPA_VIDEO_FORMAT_RGB,
  ]
}
