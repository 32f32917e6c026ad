internal import CV4L2
internal import Glibc

/// A device's description by its driver.
struct DeviceIdentity: Equatable {
  var driver: String
  /// The name people know the device by.
  var card: String
  /// The bus that it is plugged into: `usb-0000:00:14.0-1`, `platform:vivid-000`.
  var bus: String
  var capabilities: UInt32

  func can(_ capability: Int32) -> Bool { capabilities & UInt32(bitPattern: capability) != 0 }
}

/// One direction of a device, through the single-planar interface or the multi-planar one.
struct StreamKind: Equatable {
  var isCapture: Bool
  var isMultiplanar: Bool

  var bufferType: UInt32 {
    switch (isCapture, isMultiplanar) {
    case (true, false): V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    case (true, true): V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
    case (false, false): V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
    case (false, true): V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE.rawValue
    }
  }
}

/// An open camera or video output, and its capabilities.
struct VideoDevice {
  let handle: DeviceHandle
  let identity: DeviceIdentity

  var path: String { handle.path }

  init(path: String) throws(DeviceError) {
    handle = try DeviceHandle(path: path)
    var answer = v4l2_capability()
    try handle.command(.queryCapabilities, &answer, "use it: it is not a video device")
    let hasOwn = answer.capabilities & V4L2_CAP_DEVICE_CAPS != 0
    identity = DeviceIdentity(
      driver: text(answer.driver), card: text(answer.card), bus: text(answer.bus_info),
      capabilities: hasOwn ? answer.device_caps : answer.capabilities)
  }

  /// The interface for capturing; nil when it is not a camera.
  var capture: StreamKind? {
    guard identity.can(V4L2_CAP_STREAMING) else { return nil }
    if identity.can(V4L2_CAP_VIDEO_CAPTURE) {
      return StreamKind(isCapture: true, isMultiplanar: false)
    }
    return identity.can(V4L2_CAP_VIDEO_CAPTURE_MPLANE)
      ? StreamKind(isCapture: true, isMultiplanar: true) : nil
  }

  /// The interface for output; nil when it is not an output.
  var output: StreamKind? {
    if identity.can(V4L2_CAP_VIDEO_OUTPUT) {
      return StreamKind(isCapture: false, isMultiplanar: false)
    }
    return identity.can(V4L2_CAP_VIDEO_OUTPUT_MPLANE)
      ? StreamKind(isCapture: false, isMultiplanar: true) : nil
  }

  /// The formats of one direction, in the driver's order, with the driver's names for them.
  func formats(_ kind: StreamKind) throws(DeviceError) -> [(code: FourCC, name: String)] {
    var list: [(code: FourCC, name: String)] = []
    var entry = v4l2_fmtdesc()
    entry.type = kind.bufferType
    while try handle.ask(.enumerateFormats, &entry) {
      list.append((FourCC(rawValue: entry.pixelformat), text(entry.description)))
      entry.index += 1
    }
    return list
  }

  /// The sizes of a format; empty when the driver does not tell.
  func sizes(of format: FourCC) throws(DeviceError) -> [SizeOffer] {
    var list: [SizeOffer] = []
    var entry = v4l2_frmsizeenum()
    entry.pixel_format = format.rawValue
    while try handle.ask(.enumerateSizes, &entry) {
      if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        let size = VideoSize(width: entry.discrete.width, height: entry.discrete.height)
        list.append(
          SizeOffer(
            minimum: size, maximum: size, step: VideoSize(width: 1, height: 1),
            intervals: try intervals(of: format, size: size)))
        entry.index += 1
        continue
      }
      let range = entry.stepwise
      let largest = VideoSize(width: range.max_width, height: range.max_height)
      return [
        SizeOffer(
          minimum: VideoSize(width: range.min_width, height: range.min_height),
          maximum: largest,
          step: VideoSize(width: max(range.step_width, 1), height: max(range.step_height, 1)),
          intervals: try intervals(of: format, size: largest))
      ]
    }
    return list
  }

  /// The frame intervals of a format and size; empty when the driver does not tell.
  func intervals(of format: FourCC, size: VideoSize) throws(DeviceError) -> IntervalOffer {
    var list: [FrameInterval] = []
    var entry = v4l2_frmivalenum()
    entry.pixel_format = format.rawValue
    entry.width = UInt32(size.width)
    entry.height = UInt32(size.height)
    while try handle.ask(.enumerateIntervals, &entry) {
      if entry.type != V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
        let ends = [entry.stepwise.min, entry.stepwise.max].map(FrameInterval.init)
        return IntervalOffer(ends, isRange: true)
      }
      list.append(FrameInterval(entry.discrete))
      entry.index += 1
    }
    return IntervalOffer(list)
  }

  /// The format the device is set to; nil before it has one.
  func currentFormat(_ kind: StreamKind) throws(DeviceError) -> (code: FourCC, size: VideoSize)? {
    var format = v4l2_format()
    format.type = kind.bufferType
    guard try handle.ask(.getFormat, &format) else { return nil }
    return kind.isMultiplanar
      ? (
        FourCC(rawValue: format.fmt.pix_mp.pixelformat),
        VideoSize(width: format.fmt.pix_mp.width, height: format.fmt.pix_mp.height)
      )
      : (
        FourCC(rawValue: format.fmt.pix.pixelformat),
        VideoSize(width: format.fmt.pix.width, height: format.fmt.pix.height)
      )
  }

  /// All formats and sizes to choose from. From a range of sizes these are taken: the requested
  /// one; else that of the signal, where there is one (HDMI, SDI); else the current one and, where
  /// its rate is known, the usual one.
  func modes(
    _ kind: StreamKind, for request: CameraRequest
  ) throws(DeviceError) -> [CaptureMode] {
    let current = try currentFormat(kind)
    let signal = try signal()?.size
    var modes: [CaptureMode] = []
    func add(_ code: FourCC, _ size: VideoSize, _ intervals: IntervalOffer) {
      let layout = PixelLayout(code)
      if case .unreadable = layout { return }
      modes.append(
        CaptureMode(format: code, size: size, intervals: intervals, delivery: layout.delivery))
    }
    for (code, _) in try formats(kind) {
      for offer in try sizes(of: code) {
        if offer.minimum == offer.maximum {
          add(code, offer.minimum, offer.intervals)
          continue
        }
        let wishes =
          request.size.map { [$0] } ?? signal.map { [$0] } ?? [current?.size ?? .usual, .usual]
        for size in Set(wishes.map(offer.nearest)) {
          let intervals = try intervals(of: code, size: size)
          if intervals.intervals.isEmpty && request.size == nil && size != current?.size {
            continue
          }
          add(code, size, intervals)
        }
      }
    }
    if modes.isEmpty, let current {
      add(current.code, current.size, try intervals(of: current.code, size: current.size))
    }
    return modes
  }
}

extension FrameInterval {
  init(_ fraction: v4l2_fract) { self.init(fraction.numerator, fraction.denominator) }
}

extension VideoSize {
  init(width: UInt32, height: UInt32) { self.init(width: Int(width), height: Int(height)) }
}
