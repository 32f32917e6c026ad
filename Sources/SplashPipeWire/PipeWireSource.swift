internal import CFFmpeg
internal import CPipeWire
internal import Glibc
public import SplashCore

/// How to read a camera of PipeWire.
public struct PipeWireSourceOptions: Sendable {
  /// The exact size; nil for what the camera prefers.
  public var size: (width: Int, height: Int)?
  /// Requested frames per second; nil for 30.
  public var rate: Double?
  /// Options that all kinds of cameras have.
  public var handling = CameraHandling()

  public init() {}
}

/// A PipeWire camera: one of the system, or one that a program makes.
///
/// The newest frame wins. It waits for a camera that goes away, and for a daemon that restarts.
public final class PipeWireSource: FrameSource {
  /// Whether a name means one: `pipewire:`, for the one that the desktop prefers, or
  /// `pipewire:NAME`.
  public static func suits(_ input: String) -> Bool { input.hasPrefix("pipewire:") }

  public private(set) var media: MediaDescription
  public let isLive = true

  private let name: String
  private let target: String?
  private let options: PipeWireSourceOptions
  private let connection = CaptureConnection()
  private let reader = CaptureReader()
  private var first: Frame?
  /// Time at which the camera went away, in nanoseconds; nil while it is there.
  private var lostSince: UInt64?
  private var openedAt: UInt64 = 0
  /// Whether the camera was closed by `rest()`, and not lost.
  private var isResting = false
  private var origin: UInt64?
  private var last: Int64 = -1

  private static let microseconds = AVRational(num: 1, den: 1_000_000)
  /// Maximum seconds until the first frame.
  private static let patience = 5.0

  /// Connects to a camera and waits for its first frame.
  ///
  /// - Parameters:
  ///   - name: `pipewire:`, or `pipewire:NAME` with the name that `splash devices` lists, or
  ///     `pipewire:screen`, for which the desktop asks the user.
  ///   - options: the mode to ask for.
  /// - Throws: `SplashError` of kind badInput where PipeWire is not installed or does not answer,
  ///   and where no frame comes.
  public init(_ name: String, options: PipeWireSourceOptions = PipeWireSourceOptions()) throws {
    self.name = name
    self.options = options
    let title = String(name.dropFirst("pipewire:".count))
    target = title.isEmpty || title == "screen" ? nil : title
    media = MediaDescription(
      name: name,
      picture: PictureDescription(
        width: 0, height: 0, format: PixelFormat(AV_PIX_FMT_YUV420P),
        timeBase: Self.microseconds, frameRate: AVRational(num: 0, den: 1)))
    guard pipeWireIsInstalled() != 0 else {
      throw SplashError(
        .badInput, "\(name): cannot read it", cause: "PipeWire's library is not installed",
        remedy: "install it: sudo apt install libpipewire-0.3-0")
    }
    options.handling.onOpening? { [connection] in connection.interrupt() }
    if title == "screen" { try askForScreen() }
    let code = connection.isInterrupted ? 0 : open()
    guard code == 0 else {
      throw SplashError(
        .badInput, "\(name): cannot read it",
        cause: "PipeWire does not answer: \(systemMessage(code))",
        remedy: "log in to a desktop that runs it, or start it: systemctl --user start pipewire")
    }
    do { first = try capture(StageClock(), within: Self.patience) } catch {
      connection.close()
      throw error
    }
    guard first != nil || connection.isInterrupted else {
      connection.close()
      throw SplashError(
        .badInput, "\(name): no frame comes",
        remedy:
          "`splash devices` lists the cameras; leave \(option: "size") out, or look whether it is in use"
      )
    }
    if first != nil { media.picture.refine(from: first!) }
    media.picture.frameRate = reader.rate
  }

  deinit { connection.close() }

  /// - Throws: `SplashError` of kind badInput where the desktop grants no screen.
  private func askForScreen() throws {
    let cause =
      switch connection.askForScreen() {
      case 0: ""
      case ENOTSUP: "libsystemd, by which splash speaks to the desktop's portal, is not installed"
      case ECANCELED where connection.isInterrupted: ""
      case ECANCELED: "it was not granted"
      case EPROTO: "the desktop's portal answers something else"
      default: "no portal answers that hands out the screen (org.freedesktop.portal.ScreenCast)"
      }
    guard !cause.isEmpty else { return }
    throw SplashError(
      .badInput, "\(name): no screen", cause: cause,
      remedy:
        "log in to a desktop with a portal, such as xdg-desktop-portal-gnome, and allow it there")
  }

  public var dropped: Int { reader.skipped }

  public var notes: [String] {
    let rate = media.frameRate > 0 ? " at \((media.frameRate * 100).rounded() / 100) frames/s" : ""
    return ["\(name): \(media.width)x\(media.height) \(media.pixelFormatName)\(rate)"]
  }

  public var warning: String? {
    reader.damaged == 0 ? nil : "\(name): \(reader.damaged) damaged frames were left out"
  }

  public func interrupt() { connection.interrupt() }

  public func close() { connection.close() }

  public var canRest: Bool { true }

  public func rest() {
    connection.disconnect()
    isResting = true
  }

  public func next(_ clock: StageClock) throws -> Item? {
    if let frame = first.take() { return .picture(frame) }
    // A camera that cannot be opened counts as lost.
    if isResting, lostSince == nil {
      lostSince = monotonicNanoseconds()
      if open() != 0 { options.handling.onEvent?("\(name): the camera has gone; waiting for it") }
    }
    guard let frame = try capture(clock, within: nil) else {
      close()
      return nil
    }
    return .picture(frame)
  }

  // MARK: - The next frame

  /// - Parameter limit: seconds after which to give up without an error; nil to wait for a lost
  ///   camera for the time in the options.
  private func capture(_ clock: StageClock, within limit: Double?) throws -> Frame? {
    let start = monotonicNanoseconds()
    while true {
      if connection.isInterrupted { return nil }
      if let limit, seconds(since: start) > limit { return nil }
      switch connection.wait(milliseconds: 100) {
      case splash_capture_interrupted: return nil
      case splash_capture_ready:
        guard var frame = clock.measure(.read, { connection.take(with: reader) }) else { continue }
        found()
        stamp(&frame)
        return frame
      case splash_capture_lost: try lose(isOpening: limit != nil)
      default:
        // A session manager does not report that a camera does not exist yet, or no longer does.
        let isMissing = lostSince != nil || origin == nil
        if isMissing, !connection.isLinked, seconds(since: openedAt) > 1 {
          connection.disconnect()
          _ = open()
        }
      }
    }
  }

  private func seconds(since start: UInt64) -> Double {
    Double(monotonicNanoseconds() - start) / 1e9
  }

  private func stamp(_ frame: inout Frame) {
    let now = monotonicNanoseconds()
    var capture = now
    // A time that is more than a second off comes from another clock.
    if let stamp = reader.time, stamp <= now, now - stamp < 1_000_000_000 { capture = stamp }
    let begin = origin ?? capture
    origin = begin
    last = max(capture > begin ? Int64((capture - begin) / 1000) : 0, last + 1)
    frame.captureTime = capture
    frame.timestamp = last
    frame.timeBase = Self.microseconds
    if let matrix = options.handling.matrix { frame.av.pointee.colorspace = matrix.colorSpace }
    if let range = options.handling.range { frame.av.pointee.color_range = range.colorRange }
  }

  // MARK: - Lost cameras

  private func open() -> Int32 {
    openedAt = monotonicNanoseconds()
    return connection.open(target, options)
  }

  private func lose(isOpening: Bool) throws {
    connection.disconnect()
    if lostSince == nil {
      lostSince = monotonicNanoseconds()
      if !isOpening { options.handling.onEvent?("\(name): the camera has gone; waiting for it") }
    }
    let patience = isOpening ? Self.patience : options.handling.reconnectTime
    while !connection.isInterrupted {
      guard seconds(since: lostSince!) < patience else {
        throw SplashError(
          isOpening ? .badInput : .failure,
          isOpening
            ? "\(name): no such camera"
            : "\(name): the camera did not come back within \(options.handling.reconnectTime) s",
          remedy: isOpening
            ? "`splash devices` lists the cameras"
            : "start it again, or wait longer with \(option: "reconnect")")
      }
      connection.rest(seconds: 0.3)
      if open() == 0 { return }
    }
  }

  private func found() {
    guard let since = lostSince else { return }
    lostSince = nil
    defer { isResting = false }
    guard origin != nil, !isResting else { return }
    let tenths = (seconds(since: since) * 10).rounded() / 10
    options.handling.onEvent?("\(name): the camera is back after \(tenths) s")
  }
}
