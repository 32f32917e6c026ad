internal import CFFmpeg
internal import CV4L2
internal import Synchronization

/// A camera: any Video4Linux device that streams into mapped memory, through the single-planar or
/// the multi-planar interface.
///
/// Frames in YUYV, UYVY, NV12, NV16, YU12, YV12 or 422P are given without a copy, in the driver's
/// memory; libavcodec decodes Motion JPEG and H.264; libv4lconvert converts other formats to YU12.
/// The newest frame wins. Damaged frames are skipped, a driver that stops delivering is restarted,
/// and an unplugged camera is waited for.
public final class Camera: FrameSource {
  public private(set) var media: MediaDescription
  public let isLive = true

  /// The chosen mode: "1280x720 MJPG at 30 frames/s", and the requested one where it differs.
  public let summary: String

  private let path: String
  private let kind: StreamKind
  private let identity: DeviceIdentity
  private let choice: CaptureChoice
  private let options: CameraOptions
  private let wakeUp = WakeUp()
  private var session: CaptureSession?
  private var first: Frame?
  private var keeper: ControlKeeper
  private var settling: SettlingMeter?
  private var watch: DeliveryWatch
  private var clockwork = CaptureClock()
  private var isResting = false
  private let statistics = Mutex(CameraCounts())

  /// Opens a camera, sets it up and waits for its first frame. Where the caller gives it up
  /// meanwhile it has no frames.
  ///
  /// - Parameters:
  ///   - path: the device node, or a link to it as in `/dev/v4l/by-id`.
  ///   - options: the requested mode, controls and handling.
  /// - Throws: `SplashError` of kind `.badInput` when there is no camera, it cannot be used, or it
  ///   does not offer the requested mode.
  public init(path: String, options: CameraOptions = CameraOptions()) throws {
    self.path = path
    self.options = options
    let request = options.request
    let device = try reporting(.badInput) { () throws(DeviceError) in
      try VideoDevice(path: path)
    }
    guard let kind = device.capture else {
      throw SplashError(
        .badInput, "\(path): not a camera",
        cause: device.output == nil
          ? "\(device.identity.card) captures no frames"
          : "a virtual camera that no program writes to",
        remedy: "`splash devices` lists the cameras")
    }
    let modes = try reporting(.badInput) { () throws(DeviceError) in
      try device.modes(kind, for: request)
    }
    let choice = try request.choose(from: modes, device: path)
    self.choice = choice
    self.kind = kind
    identity = device.identity
    options.onOpening? { [wakeUp] in wakeUp.signal() }
    var keeper = ControlKeeper()
    let opened: CaptureSession
    do {
      try keeper.apply(options.controls, on: device)
      opened = try persist { try CaptureSession(device, kind, choice, options) }
    } catch {
      keeper.restore(on: device)
      throw (error as? DeviceError)?.report(.badInput) ?? error
    }
    self.keeper = keeper
    watch = DeliveryWatch(interval: opened.interval)
    settling = options.locksLook ? SettlingMeter() : nil
    summary = Self.summary(of: opened, request)
    media = MediaDescription(
      name: path,
      picture: PictureDescription(
        width: opened.format.size.width, height: opened.format.size.height,
        format: PixelFormat(AV_PIX_FMT_YUV420P), timeBase: microseconds,
        frameRate: opened.interval.map {
          AVRational(num: Int32(clamping: $0.denominator), den: Int32(clamping: $0.numerator))
        } ?? AVRational(num: 0, den: 1)))
    session = opened
    first = try capture(StageClock(), within: 5)
    guard first != nil || wakeUp.isSignalled else {
      close()
      throw SplashError(
        .badInput, "\(path): the camera delivers no frames",
        remedy:
          "unplug it and plug it in again, or ask for another \(option: "size") or \(option: "cameraFormat")"
      )
    }
    if first != nil { media.picture.refine(from: first!) }
  }

  deinit { close() }

  /// Frame counts so far. Any thread.
  public var counts: CameraCounts { statistics.withLock { $0 } }

  public var dropped: Int { counts.skipped + counts.lost }

  public var notes: [String] { ["\(path): \(summary)"] }

  public var warning: String? { counts.warning.map { "\(path): \($0)" } }

  public func interrupt() { wakeUp.signal() }

  public func next(_ clock: StageClock) throws -> Item? {
    if let frame = first.take() { return .picture(frame) }
    guard session != nil || !wakeUp.isSignalled, let frame = try capture(clock, within: nil) else {
      close()
      return nil
    }
    return .picture(frame)
  }

  public var canRest: Bool { true }

  /// Restores the controls and closes the device, so that other programs can use it.
  public func rest() {
    guard let session else { return }
    keeper.release(on: session.device)
    self.session = nil
    clockwork.forgetSequence()
    isResting = true
  }

  /// Ends streaming and restores the controls, as the end of the stream does. Not while another
  /// thread is in `next`.
  public func close() {
    if let session { keeper.restore(on: session.device) }
    session = nil
  }

  // MARK: - The next frame

  /// - Parameter limit: seconds after which to give up without an error; nil to wait for a lost
  ///   camera for the time in the options.
  private func capture(_ clock: StageClock, within limit: Double?) throws -> Frame? {
    let start = monotonicNanoseconds()
    func waited() -> Double { Double(monotonicNanoseconds() - start) / 1e9 }
    while true {
      if let limit, waited() > limit { return nil }
      guard let session else {
        guard try reconnect(since: start) else { return nil }
        continue
      }
      do {
        let arrival = try session.next(clock, seconds: watch.patience, unless: wakeUp) { older in
          statistics.withLock { $0.skipped += older }
        }
        switch consume arrival {
        case .interrupted: return nil
        case .damaged: statistics.withLock { $0.damaged += 1 }
        case .none:
          if waited() > options.reconnectTime { throw silence() }
          try restart(session, "no frame within \(Int(watch.patience * 1000)) ms")
        case .picture(var frame, let buffer):
          stamp(&frame, buffer)
          settle(frame, session)
          return frame
        }
      } catch let error as DeviceError {
        if error.isDisconnection {
          lose("unplugged")
        } else if waited() > options.reconnectTime {
          throw error.report(.failure)
        } else {
          try restart(session, "cannot \(error.action): \(error.cause)")
        }
      }
    }
  }

  private func stamp(_ frame: inout Frame, _ buffer: CaptureRing.Filled) {
    let time = clockwork.time(of: buffer.time)
    frame.captureTime = time.capture
    frame.timestamp = time.presentation
    frame.timeBase = microseconds
    let lost = clockwork.lost(before: buffer.sequence)
    statistics.withLock {
      $0.captured += 1
      $0.lost += lost
    }
    watch.delivered(at: time.capture)
  }

  private func settle(_ frame: borrowing Frame, _ session: CaptureSession) {
    guard var meter = settling else { return }
    let isSettled = meter.add(
      time: Double(frame.captureTime ?? 0) / 1e9, means: SettlingMeter.means(of: frame))
    settling = isSettled ? nil : meter
    if isSettled { keeper.lockLook(on: session.device) }
  }

  // MARK: - Lost cameras

  private func restart(_ session: CaptureSession, _ reason: String) throws {
    statistics.withLock { $0.restarts += 1 }
    watch.restarted()
    clockwork.forgetSequence()
    options.onEvent?("\(path): \(reason); starting it again")
    _ = wakeUp.wait(seconds: watch.pause)
    do {
      try session.restart()
    } catch {
      lose("cannot be started again")
    }
  }

  private func lose(_ reason: String) {
    options.onEvent?("\(path): \(reason); waiting for it")
    isResting = false
    session = nil
    clockwork.forgetSequence()
  }

  private func silence() -> SplashError {
    SplashError(
      .failure, "\(path): the camera delivers no frames",
      remedy: "unplug it and plug it in again")
  }

  /// Looks for the lost camera until it is back; a camera that rested is usually there at once.
  /// Returns false when the run was interrupted meanwhile.
  private func reconnect(since start: UInt64) throws -> Bool {
    while isResting || Double(monotonicNanoseconds() - start) < options.reconnectTime * 1e9 {
      if case .signalled = wakeUp.wait(seconds: isResting ? 0 : 0.1) { return false }
      for candidate in candidates() {
        guard let device = try? VideoDevice(path: candidate), device.capture == kind,
          device.identity.card == identity.card,
          candidate == path || device.identity.bus == identity.bus
        else { continue }
        // A camera that another program streams from refuses the format; its controls must not be
        // changed then.
        let mode = choice.mode
        guard (try? device.setFormat(mode.format, mode.size, kind)) != nil else { continue }
        keeper.reapply(on: device)
        guard let opened = try? CaptureSession(device, kind, choice, options) else {
          keeper.release(on: device)
          continue
        }
        session = opened
        watch = DeliveryWatch(interval: opened.interval)
        if isResting {
          isResting = false
          return true
        }
        statistics.withLock { $0.reconnections += 1 }
        let seconds = Double((monotonicNanoseconds() - start) / 100_000_000) / 10
        options.onEvent?("\(candidate): the camera is back after \(seconds) s")
        return true
      }
      if isResting { lose("it cannot be opened again") }
    }
    throw SplashError(
      .failure, "\(path): the camera did not come back within \(options.reconnectTime) s",
      remedy: "plug it in and start again, or wait longer with \(option: "reconnect")")
  }

  /// The same node first, then every other.
  private func candidates() -> [String] {
    [path] + deviceNodes().filter { $0 != path }
  }

  private static func summary(of session: CaptureSession, _ request: CameraRequest) -> String {
    let format = session.format
    var text = "\(format.size) \(format.code)"
    if let interval = session.interval { text += " at \(rateText(interval.rate)) frames/s" }
    var wishes: [String] = []
    if let size = request.size, size != format.size { wishes.append("\(size)") }
    if let code = request.format, code != format.code { wishes.append("\(code)") }
    if let rate = request.rate, let interval = session.interval,
      abs(interval.rate - rate) > 0.01 * rate
    {
      wishes.append("\(rateText(rate)) frames/s")
    }
    return wishes.isEmpty ? text : text + " (asked for \(wishes.joined(separator: ", ")))"
  }
}

let microseconds = AVRational(num: 1, den: 1_000_000)

/// Frames per second with up to two decimals: "30", "29.97".
func rateText(_ rate: Double) -> String {
  let hundredths = Int((rate * 100).rounded())
  var text = "\(hundredths / 100)"
  if hundredths % 100 != 0 {
    let digits = hundredths % 100
    text += digits % 10 == 0 ? ".\(digits / 10)" : digits < 10 ? ".0\(digits)" : ".\(digits)"
  }
  return text
}

/// Tries up to three times, since some drivers fail once and then succeed.
private func persist<Result>(_ work: () throws -> Result) throws -> Result {
  for _ in 0..<2 {
    if let result = try? work() { return result }
  }
  return try work()
}
