internal import CFFmpeg

/// An open device for decoding or encoding, closed with its last reference.
final class HardwareDevice {
  let reference: UnsafeMutablePointer<AVBufferRef>

  /// - Parameters:
  ///   - name: as FFmpeg names it; nil for the first of its kind.
  ///   - user: the clip or output that needs it, for errors.
  /// - Throws: `SplashError` of kind failure where there is no such device.
  init(_ type: AVHWDeviceType, _ name: String?, for user: String) throws(SplashError) {
    var device: UnsafeMutablePointer<AVBufferRef>?
    let (_, error) = FFmpegLog.listen { av_hwdevice_ctx_create(&device, type, name, nil, 0) }
    guard let device else {
      let kind = String(cString: av_hwdevice_get_type_name(type))
      throw SplashError(
        .failure, "\(user): no \(kind) device\(name.map { " \($0)" } ?? "")", cause: error)
    }
    reference = device
  }

  deinit {
    var reference: UnsafeMutablePointer<AVBufferRef>? = reference
    av_buffer_unref(&reference)
  }
}
