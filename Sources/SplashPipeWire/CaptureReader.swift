internal import CFFmpeg
internal import CPipeWire
internal import SplashCore
internal import Synchronization

/// Makes frames from a camera's buffers.
final class CaptureReader {
  private let pool = BufferPool()
  private var frame: Frame?
  private let counts = Mutex((skipped: 0, damaged: 0))

  /// The camera's frame rate; 0/1 where it is unknown.
  private(set) var rate = AVRational(num: 0, den: 1)
  /// Capture time of the last frame in nanoseconds; nil where the camera does not tell.
  private(set) var time: UInt64?

  /// Number of frames skipped for a newer one. Any thread.
  var skipped: Int { counts.withLock { $0.skipped } }
  /// Number of incomplete or damaged frames. Any thread.
  var damaged: Int { counts.withLock { $0.damaged } }

  /// The frame that was read; nil where it was not usable.
  func takeFrame(skipped: Int) -> Frame? {
    counts.withLock { $0.skipped += skipped }
    return frame.take()
  }

  /// Copies a frame, if it is complete.
  func read(_ picture: CapturedPicture) {
    frame = nil
    time = picture.time > 0 ? UInt64(picture.time) : nil
    let (width, height) = (Int(picture.width), Int(picture.height))
    guard let format = NodeFormat(picture.format)?.pixels,
      let planes = CapturedPlanes(picture, format)
    else {
      counts.withLock { $0.damaged += 1 }
      return
    }
    if picture.per > 0 {
      rate = AVRational(num: Int32(clamping: picture.rate), den: Int32(clamping: picture.per))
    }
    let fresh = pool.picture(width: width, height: height, format: format)
    planes.copy(to: fresh)
    let av = fresh.av
    av.pointee.color_range =
      switch picture.range {
      case SPA_VIDEO_COLOR_RANGE_0_255: AVCOL_RANGE_JPEG
      case SPA_VIDEO_COLOR_RANGE_16_235: AVCOL_RANGE_MPEG
      default: format.isRGB ? AVCOL_RANGE_JPEG : AVCOL_RANGE_UNSPECIFIED
      }
    av.pointee.colorspace =
      switch picture.matrix {
      case SPA_VIDEO_COLOR_MATRIX_BT601: AVCOL_SPC_SMPTE170M
      case SPA_VIDEO_COLOR_MATRIX_BT709: AVCOL_SPC_BT709
      case SPA_VIDEO_COLOR_MATRIX_BT2020: AVCOL_SPC_BT2020_NCL
      default: format.isRGB ? AVCOL_SPC_RGB : AVCOL_SPC_UNSPECIFIED
      }
    frame = consume fresh
  }
}
