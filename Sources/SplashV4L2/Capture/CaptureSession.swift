internal import CFFmpeg
internal import CV4L2
internal import Glibc
internal import SplashCore

/// A camera from opening to closing or to its unplugging: set up, streaming.
final class CaptureSession {
  let device: VideoDevice
  let format: CaptureFormat
  /// The time from frame to frame that the driver is set to; nil when it does not tell.
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

  /// Streaming ends with the session; pictures that were given away stay valid.
  deinit { ring.close() }

  func restart() throws(DeviceError) {
    ring.stop()
    try ring.start()
  }

  /// What came of waiting for a frame.
  enum Arrival: ~Copyable {
    case picture(Frame, CaptureRing.Filled)
    case damaged
    case none
    case interrupted
  }

  /// Waits for a frame and takes the newest there is.
  ///
  /// - Parameter skipped: is given the number of older frames that were passed over.
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
