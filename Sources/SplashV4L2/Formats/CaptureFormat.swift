internal import CFFmpeg
internal import CV4L2

/// The format that a camera was set to, in the driver's terms, for both interfaces.
struct CaptureFormat {
  let kind: StreamKind
  let code: FourCC
  let size: VideoSize
  /// Bytes per row of each plane of a buffer.
  let strides: [Int]
  /// Bytes of each plane.
  let sizes: [Int]
  let color: CaptureColor
  let driverFormat: v4l2_format

  var layout: PixelLayout { PixelLayout(code) }

  init(_ format: v4l2_format, _ kind: StreamKind) {
    self.kind = kind
    driverFormat = format
    if kind.isMultiplanar {
      let picture = format.fmt.pix_mp
      code = FourCC(rawValue: picture.pixelformat)
      size = VideoSize(width: picture.width, height: picture.height)
      let planes = withUnsafeBytes(of: picture.plane_fmt) {
        Array($0.bindMemory(to: v4l2_plane_pix_format.self).prefix(Int(picture.num_planes)))
      }
      strides = planes.map { Int($0.bytesperline) }
      sizes = planes.map { Int($0.sizeimage) }
      color = CaptureColor(
        colorSpace: picture.colorspace, encoding: UInt32(picture.ycbcr_enc),
        quantization: UInt32(picture.quantization), transfer: UInt32(picture.xfer_func))
    } else {
      let picture = format.fmt.pix
      code = FourCC(rawValue: picture.pixelformat)
      size = VideoSize(width: picture.width, height: picture.height)
      strides = [Int(picture.bytesperline)]
      sizes = [Int(picture.sizeimage)]
      color = CaptureColor(
        colorSpace: picture.colorspace, encoding: picture.ycbcr_enc,
        quantization: picture.quantization, transfer: picture.xfer_func)
    }
  }

  /// The single-planar form, which is the only one that libv4lconvert knows.
  var singlePlanar: v4l2_format {
    guard kind.isMultiplanar else { return driverFormat }
    let planar = driverFormat.fmt.pix_mp
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    format.fmt.pix.width = planar.width
    format.fmt.pix.height = planar.height
    format.fmt.pix.pixelformat = planar.pixelformat
    format.fmt.pix.field = planar.field
    format.fmt.pix.colorspace = planar.colorspace
    format.fmt.pix.bytesperline = UInt32(strides[0])
    format.fmt.pix.sizeimage = UInt32(sizes[0])
    return format
  }
}

extension VideoDevice {
  /// Sets format and size and, for an output, the color description. Returns what the driver made
  /// of them.
  func setFormat(
    _ code: FourCC, _ size: VideoSize, _ kind: StreamKind, _ color: OutputColor = OutputColor()
  ) throws(DeviceError) -> CaptureFormat {
    var format = v4l2_format()
    format.type = kind.bufferType
    if kind.isMultiplanar {
      format.fmt.pix_mp.width = UInt32(size.width)
      format.fmt.pix_mp.height = UInt32(size.height)
      format.fmt.pix_mp.pixelformat = code.rawValue
      format.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
      format.fmt.pix_mp.colorspace = color.colorSpace
      format.fmt.pix_mp.ycbcr_enc = UInt8(color.encoding)
      format.fmt.pix_mp.quantization = UInt8(color.quantization)
    } else {
      format.fmt.pix.width = UInt32(size.width)
      format.fmt.pix.height = UInt32(size.height)
      format.fmt.pix.pixelformat = code.rawValue
      format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
      format.fmt.pix.colorspace = color.colorSpace
      format.fmt.pix.ycbcr_enc = color.encoding
      format.fmt.pix.quantization = color.quantization
      // Without this, a driver ignores the fields after `priv` as undefined.
      format.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    }
    try handle.command(.setFormat, &format, "set the format \(code) \(size)")
    return CaptureFormat(format, kind)
  }

  /// Requests a frame rate. Returns the interval that the driver chose; nil when it does not tell.
  func setInterval(
    _ wish: FrameInterval?, _ kind: StreamKind
  ) throws(DeviceError) -> FrameInterval? {
    var parameters = v4l2_streamparm()
    parameters.type = kind.bufferType
    if kind.isCapture {
      if let wish {
        parameters.parm.capture.timeperframe = v4l2_fract(wish)
        _ = try handle.ask(.setParameters, &parameters)
      }
      if try handle.ask(.getParameters, &parameters),
        parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
      {
        let interval = FrameInterval(parameters.parm.capture.timeperframe)
        if interval.rate > 0 { return interval }
      }
      return try signal()?.interval
    }
    if let wish {
      parameters.parm.output.timeperframe = v4l2_fract(wish)
      _ = try handle.ask(.setParameters, &parameters)
    }
    return nil
  }

  /// Size and frame interval of a digital signal (HDMI, SDI), which cannot be set; nil for devices
  /// without such an input.
  func signal() throws(DeviceError) -> (size: VideoSize, interval: FrameInterval)? {
    var timings = v4l2_dv_timings()
    guard try handle.ask(.getTimings, &timings) else { return nil }
    let signal = timings.bt
    let line = UInt64(signal.width + signal.hfrontporch + signal.hsync + signal.hbackporch)
    let lines = UInt64(signal.height + signal.vfrontporch + signal.vsync + signal.vbackporch)
    guard signal.pixelclock > 0, line * lines > 0 else { return nil }
    return (
      VideoSize(width: signal.width, height: signal.height),
      FrameInterval(rate: Double(signal.pixelclock) / Double(line * lines))
    )
  }
}

extension v4l2_fract {
  init(_ interval: FrameInterval) {
    self.init(numerator: interval.numerator, denominator: interval.denominator)
  }
}
