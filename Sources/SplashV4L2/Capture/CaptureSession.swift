internal import CFFmpeg
internal import CV4L2
internal import Glibc

/// A camera that is set up and streams, from opening until it is closed or unplugged.
final class CaptureSession {
  let device: VideoDevice
  let format: CaptureFormat
  /// The frame interval that the driver is set to; nil when it does not tell.
  let interval: FrameInterval?
  private let ring: CaptureRing
  private let maker: PictureMaker

  /// Sets the device up and starts it.
  init(
    _ device: VideoDevice, _ kind: StreamKind, _ choice: CaptureChoice, _ options: CameraOptions
  ) throws {
    self.device = device
    format = try device.setFormat(choice.mode.format, choice.mode.size, kind)
    interval = try device.setInterval(choice.interval, kind)
    ring = try CaptureRing(device.handle, format, count: 4)
    maker = try PictureMaker(ring, options)
  }

  /// Streaming ends with the session; frames that were given stay valid.
  deinit { ring.close() }

  func restart() throws(DeviceError) {
    ring.stop()
    try ring.start()
  }

  /// The outcome of waiting for a frame.
  enum Arrival: ~Copyable {
    case picture(Frame, CaptureRing.Filled)
    case damaged
    case none
    case interrupted
  }

  /// Waits for a frame and takes the newest one.
  ///
  /// - Parameter skipped: called with the number of older frames that were skipped.
  func next(
    _ clock: StageClock, seconds: Double, unless wakeUp: WakeUp, skipped: (Int) -> Void
  ) throws(DeviceError) -> Arrival {
    let events: Int32
    switch wakeUp.wait(for: device.handle.descriptor, seconds: seconds) {
    case .signalled: return .interrupted
    case .timedOut: return .none
    case .ready(let happened): events = happened
    }
    var newest: CaptureRing.Filled?
    var older = 0
    while let filled = try clock.measure(.read, { () throws(DeviceError) in try ring.dequeue() }) {
      if let previous = newest {
        ring.requeue(previous.index)
        older += 1
      }
      newest = filled
    }
    skipped(older)
    guard let newest else {
      if events & (POLLERR | POLLHUP) != 0 {
        throw DeviceError(device: device.path, status: EIO, action: "take a frame")
      }
      return .none
    }
    if newest.isFlawed {
      ring.requeue(newest.index)
      return .damaged
    }
    guard let frame = maker.picture(from: newest, clock) else { return .damaged }
    return .picture(frame, newest)
  }
}
