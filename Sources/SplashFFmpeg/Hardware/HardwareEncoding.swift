internal import CFFmpeg

extension OutputFormat {
  /// The format of frames in a device's memory, for an encoder that takes no others; nil for one
  /// that takes frames from main memory.
  var deviceFormat: PixelFormat? {
    let formats = Self.listedFormats(of: encoder)
    return formats.allSatisfy(\.isOnDevice) ? formats.first : nil
  }

  /// Formats of frames for upload: for a shader encoder those of its twin on the processor, else
  /// those that hardware encoders have in common.
  var uploadedFormats: [PixelFormat] {
    let shaders = "_vulkan"
    if encoderName.hasSuffix(shaders),
      let twin = avcodec_find_encoder_by_name(String(encoderName.dropLast(shaders.count)))
    {
      return Self.listedFormats(of: twin)
    }
    return ["nv12", "p010"].compactMap { PixelFormat(name: $0) }
  }

  /// Gives an encoder that needs one a device, and memory there for its frames.
  ///
  /// - Parameters:
  ///   - hardware: names the device, where it is of the encoder's kind; else the first is used.
  ///   - format: of the frames for upload.
  /// - Throws: `SplashError` of kind failure where there is no such device, or it does not take
  ///   such frames.
  func openDevice(
    _ hardware: Hardware, for context: UnsafeMutablePointer<AVCodecContext>, format: PixelFormat,
    output: String
  ) throws(SplashError) {
    guard let deviceFormat,
      let kind = HardwareKind(holding: deviceFormat.av, for: encoder), let type = kind.type
    else { return }
    var name: String?
    if case .device(kind.name, let given) = hardware { name = given }
    let user = "\(output): \(encoderName)"
    let device: HardwareDevice
    do throws(SplashError) {
      device = try HardwareDevice(type, name, for: user)
    } catch {
      throw error.adding(
        "name another with \(option: "hardware") \(kind.name):DEVICE, or leave \(option: "codec") out"
      )
    }
    guard let frames = av_hwframe_ctx_alloc(device.reference) else { fatalError("out of memory") }
    context.pointee.hw_frames_ctx = frames
    context.pointee.pix_fmt = deviceFormat.av
    let shape = UnsafeMutableRawPointer(frames.pointee.data!)
      .assumingMemoryBound(to: AVHWFramesContext.self)
    shape.pointee.format = deviceFormat.av
    shape.pointee.sw_format = format.av
    shape.pointee.width = context.pointee.width
    shape.pointee.height = context.pointee.height
    try check(
      av_hwframe_ctx_init(frames), .failure,
      "\(user): the device takes no frames in \(format.name)",
      remedy: { _ in "try another \(option: "pixelFormat"), such as nv12" })
  }
}

extension Frame {
  /// Copies a frame from main memory to a device's.
  func uploaded(
    to frames: UnsafeMutablePointer<AVBufferRef>, for output: String
  ) throws(SplashError) -> Frame {
    var frame = Frame()
    let what = "\(output): the device does not take a frame"
    try check(av_hwframe_get_buffer(frames, frame.av, 0), .failure, what)
    try check(av_hwframe_transfer_data(frame.av, av, 0), .failure, what)
    frame.copyProperties(of: self)
    return frame
  }
}
