internal import SplashFFmpeg
internal import CFFmpeg
internal import CV4L2
internal import Glibc
internal import Synchronization

/// An output device of Video4Linux, mainly v4l2loopback, which other programs see as a camera.
///
/// Programs that read may come and go; they never block the writer. Frames keep their matrix and
/// range, which the driver is told; frames of another size than the first are scaled to it.
public final class VirtualCamera: FrameSink {
  public let name: String

  private let device: VideoDevice
  private let kind: StreamKind
  private let request: FourCC?
  private let interval: FrameInterval?
  private let wakeUp = WakeUp()
  private let scaler = Scaler()
  private let turner: Turner?
  private let readers: ReaderWatch?
  private var output: Output?
  /// Whether programs can see the device as a camera.
  private let hasBegun = Atomic(false)

  /// The device's state after the first frame has set its format.
  private struct Output {
    var format: CaptureFormat
    var pixels: PixelFormat
    var swapped: Bool
    /// Nil for a driver that supports only `write`.
    var ring: OutputRing?
    var memory: UnsafeMutableRawBufferPointer?
  }

  /// Opens an output device; its format is set by the first frame.
  ///
  /// - Parameters:
  ///   - path: the device node.
  ///   - format: the output format; nil for YUYV, or else the first that the device takes.
  ///   - media: the frames' rate, for the programs that read, and their turn, which is applied to
  ///     the pixels.
  /// - Throws: `SplashError` of kind `.badInput` when there is no such device, it is not an
  ///   output, or splash cannot write the format.
  public init(path: String, format: FourCC? = nil, media: MediaDescription) throws {
    name = path
    device = try reporting(.badInput) { () throws(DeviceError) in try VideoDevice(path: path) }
    guard let kind = device.output else {
      let isTaken = device.identity.driver == "v4l2 loopback"
      throw SplashError(
        .badInput, "\(path): not a video output",
        cause: isTaken
          ? "another program writes to it" : "\(device.identity.card) takes no frames",
        remedy: isTaken
          ? DeviceHolders(of: path).remedy
          : "create one: sudo modprobe v4l2loopback exclusive_caps=1 card_label=splash")
    }
    if let format, PixelLayout(format).pixelFormat == nil {
      throw SplashError(
        .badInput, "\(path): cannot write the format \(format)",
        remedy: "ask for one of \(PixelLayout.writable.map(\.description).joined(separator: ", "))")
    }
    self.kind = kind
    request = format
    interval = media.frameRate > 0 ? FrameInterval(rate: media.frameRate) : nil
    turner = Turner(media.picture.turn)
    readers = ReaderWatch(device.handle)
  }

  public var isSeen: Bool {
    guard let readers, hasBegun.load(ordering: .relaxed) else { return true }
    return readers.hasReaders
  }

  public func interrupt() { wakeUp.signal() }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    var frame = frame
    if let turner { frame = try clock.measure(.convert) { try turner.apply(to: frame) } }
    if output == nil { output = try begin(with: frame) }
    guard let output else { return }
    let size = output.format.size
    if frame.format == output.pixels && frame.width == size.width && frame.height == size.height {
      try put(frame, output, clock)
    } else {
      let fitted = try clock.measure(.convert) {
        try scaler.convert(frame, to: output.pixels, width: size.width, height: size.height)
      }
      try put(fitted, output, clock)
    }
    hasBegun.store(true, ordering: .relaxed)
  }

  public func finish(_ clock: StageClock) throws {
    output?.memory?.deallocate()
    output = nil
  }

  // MARK: - Setting up

  private func begin(with frame: borrowing Frame) throws(SplashError) -> Output {
    do {
      return try open(for: frame)
    } catch {
      throw error.report(.badInput)
    }
  }

  private func open(for frame: borrowing Frame) throws(DeviceError) -> Output {
    let size = VideoSize(width: frame.width, height: frame.height)
    let color = OutputColor(of: frame)
    var wishes = [FourCC("YUYV")!, FourCC("UYVY")!, FourCC("YU12")!, FourCC("NV12")!]
    if let request { wishes = [request] }
    for wish in wishes {
      let format = try device.setFormat(wish, size, kind, color)
      guard format.code == wish || wish == wishes.last,
        case .picture(let pixels, memoryPlanes: 1, let swapped) = format.layout
      else { continue }
      _ = try device.setInterval(interval, kind)
      var output = Output(format: format, pixels: PixelFormat(pixels), swapped: swapped)
      if device.identity.can(V4L2_CAP_STREAMING) {
        output.ring = try OutputRing(device.handle, kind, count: 2)
      } else {
        output.memory = .allocate(byteCount: format.sizes[0], alignment: 64)
      }
      return output
    }
    throw DeviceError(
      device: name, status: EINVAL,
      action: "set a format splash can write (\(wishes.map(\.description).joined(separator: ", ")))"
    )
  }

  // MARK: - One frame

  private func put(_ frame: borrowing Frame, _ output: Output, _ clock: StageClock) throws {
    do {
      try clock.measure(.write, in: .processor) { () throws(DeviceError) in try put(frame, output) }
    } catch {
      throw error.report(.failure)
    }
  }

  private func put(_ frame: borrowing Frame, _ output: Output) throws(DeviceError) {
    let time = frame.captureTime ?? monotonicNanoseconds()
    if let ring = output.ring {
      let isTaken = try ring.put(time: time, unless: wakeUp) { copy(frame, output, into: $0) }
      if !isTaken && !wakeUp.isSignalled {
        throw DeviceError(device: name, status: ETIMEDOUT, action: "put a frame out")
      }
    } else if let memory = output.memory {
      let bytes = copy(frame, output, into: memory)
      while Glibc.write(device.handle.descriptor, memory.baseAddress, bytes) < 0 {
        guard [EAGAIN, EINTR].contains(errno),
          case .ready = wakeUp.wait(for: device.handle.descriptor, events: POLLOUT, seconds: 2)
        else { throw DeviceError(device: name, status: errno, action: "put a frame out") }
      }
    }
  }

  /// Copies a frame into the driver's layout. Returns its bytes.
  private func copy(
    _ frame: borrowing Frame, _ output: Output, into memory: UnsafeMutableRawBufferPointer
  ) -> Int {
    let target = Frame()
    target.format = output.pixels
    target.av.pointee.width = Int32(frame.width)
    target.av.pointee.height = Int32(frame.height)
    let bytes = target.place(
      in: [memory], strides: output.format.strides, swapped: output.swapped)
    guard let bytes else { preconditionFailure("the driver's buffer is smaller than its format") }
    av_frame_copy(target.av, frame.av)
    return bytes
  }
}
