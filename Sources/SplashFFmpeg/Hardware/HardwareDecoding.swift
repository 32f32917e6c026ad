internal import CFFmpeg

/// A decoder that uses a device.
package struct HardwareDecoding {
  let kind: HardwareKind
  let codec: UnsafePointer<AVCodec>
  /// Nil where the decoder finds its device itself.
  private let device: HardwareDevice?

  /// - Parameters:
  ///   - kind, name: of the device, as `Hardware` has them.
  ///   - user: the clip, for errors.
  /// - Throws: `SplashError` where there is no such device, or it cannot decode the codec.
  init(
    _ kind: String, _ name: String?, codec id: AVCodecID, for user: String
  ) throws(SplashError) {
    guard let known = HardwareKind(named: kind), let codec = known.decoder(of: id) else {
      throw SplashError(
        .failure,
        "\(user): this FFmpeg has no \(kind) for \(String(cString: avcodec_get_name(id)))")
    }
    self.kind = known
    self.codec = codec
    if let type = known.type {
      device = try HardwareDevice(type, name, for: user)
    } else {
      device = nil
    }
  }

  /// Makes a decoder that is not open yet use the device.
  func prepare(_ context: UnsafeMutablePointer<AVCodecContext>) {
    // The device does the work, and errors are recorded on the calling thread.
    context.pointee.thread_count = 1
    guard let device else { return }
    context.pointee.hw_device_ctx = av_buffer_ref(device.reference)
    context.pointee.get_format = { context, formats in
      let device = UnsafeRawPointer(context!.pointee.hw_device_ctx.pointee.data!)
        .assumingMemoryBound(to: AVHWDeviceContext.self)
      let kind = HardwareKind.all.first { $0.type == device.pointee.type }
      let wanted = kind?.format(of: context!.pointee.codec)
      var (next, plain) = (formats!, AV_PIX_FMT_NONE)
      // FFmpeg does not offer a format again whose set-up has failed.
      while next.pointee != AV_PIX_FMT_NONE, next.pointee != wanted {
        if plain == AV_PIX_FMT_NONE, !PixelFormat(next.pointee).isOnDevice { plain = next.pointee }
        next += 1
      }
      return next.pointee == wanted ? next.pointee : plain
    }
  }

  /// Whether the device decoded a frame.
  func made(_ frame: borrowing Frame) -> Bool { device == nil || frame.format.isOnDevice }
}

extension PixelFormat {
  /// Whether frames of this format are in a device's memory.
  var isOnDevice: Bool { has(Int32(AV_PIX_FMT_FLAG_HWACCEL)) }
}

extension Frame {
  /// Copies a frame from the device into main memory, in the device's layout: mostly NV12 or P010.
  func downloaded() throws(SplashError) -> Frame {
    var frame = Frame()
    try check(
      av_hwframe_transfer_data(frame.av, av, 0), .failure,
      "a frame cannot be read from the device")
    frame.copyProperties(of: self)
    // Decoders do not crop the upper and left margins of such frames.
    try check(av_frame_apply_cropping(frame.av, 0), .failure, "a frame cannot be cropped")
    return frame
  }
}
