internal import CFFmpeg
internal import SplashCore

/// A decoder that leaves the work to a device.
package struct HardwareDecoding {
  let kind: HardwareKind
  let codec: UnsafePointer<AVCodec>
  /// Nil where the decoder finds it.
  private let device: HardwareDevice?

  /// - Parameters:
  ///   - kind, name: of the device, as `Hardware` has them.
  ///   - user: the film, for errors.
  /// - Throws: `SplashError` where there is no such device, or it decodes no such films.
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

  /// Has a decoder that is not open yet use the device.
  func prepare(_ context: UnsafeMutablePointer<AVCodecContext>) {
    // The device does the work, and errors are heard on the thread that asked.
    context.pointee.thread_count = 1
    guard let device else { return }
    context.pointee.hw_device_ctx = av_buffer_ref(device.reference)
    context.pointee.get_format = { context, formats in
      let device = UnsafeRawPointer(context!.pointee.hw_device_ctx.pointee.data!)
        .assumingMemoryBound(to: AVHWDeviceContext.self)
      let kind = HardwareKind.all.first { $0.type == device.pointee.type }
      let wanted = kind?.format(of: context!.pointee.codec)
      var (next, plain) = (formats!, AV_PIX_FMT_NONE)
      // A format whose set-up failed is offered no more.
      while next.pointee != AV_PIX_FMT_NONE, next.pointee != wanted {
        if plain == AV_PIX_FMT_NONE, !PixelFormat(next.pointee).isOnDevice { plain = next.pointee }
        next += 1
      }
      return next.pointee == wanted ? next.pointee : plain
    }
  }

  /// Whether a picture, as it was decoded, is the device's work.
  func made(_ frame: borrowing Frame) -> Bool { device == nil || frame.format.isOnDevice }
}

extension PixelFormat {
  /// Pictures lie in a device's memory.
  var isOnDevice: Bool { has(Int32(AV_PIX_FMT_FLAG_HWACCEL)) }
}

extension Frame {
  /// A picture of a device in our memory, in the device's layout: NV12 and P010 mostly.
  func downloaded() throws(SplashError) -> Frame {
    var frame = Frame()
    try check(
      av_hwframe_transfer_data(frame.av, av, 0), .failure,
      "a picture cannot be read from the device")
    frame.copyProperties(of: self)
    // Decoders leave the upper and left margins of such pictures to others.
    try check(av_frame_apply_cropping(frame.av, 0), .failure, "a picture cannot be cropped")
    return frame
  }
}
