internal import CPipeWire
internal import Glibc
internal import SplashCore
internal import Synchronization

/// A connection to a camera that may be lost and opened again. For one thread; any thread may
/// interrupt it.
final class CaptureConnection: Sendable {
  private struct State {
    // Only its thread closes it; other threads use it under the lock.
    nonisolated(unsafe) var capture: OpaquePointer?
    nonisolated(unsafe) var portal: OpaquePointer?
    var isInterrupted = false
  }

  private let state = Mutex(State())

  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  private var capture: OpaquePointer? { state.withLock { Unchecked($0.capture) }.value }

  private struct Unchecked: @unchecked Sendable {
    let value: OpaquePointer?
    init(_ value: OpaquePointer?) { self.value = value }
  }

  /// Asks the desktop for its screen, unless the desktop has granted it before.
  ///
  /// - Returns: 0, or the `errno` of the failure.
  func askForScreen() -> Int32 {
    guard state.withLock({ $0.portal == nil }) else { return 0 }
    let asked = openPortal(
      { Unmanaged<CaptureConnection>.fromOpaque($0).takeUnretainedValue().isInterrupted ? 0 : 1 },
      context: Unmanaged.passUnretained(self).toOpaque())
    guard let asked else { return errno }
    let box = Unchecked(asked)
    state.withLock { $0.portal = box.value }
    return 0
  }

  /// - Returns: 0, or the `errno` of the failure to reach a daemon.
  func open(_ target: String?, _ options: PipeWireSourceOptions) -> Int32 {
    let rate = options.rate.map { UInt32(($0 * 1000).rounded()) } ?? 0
    let formats = NodeFormat.readable.map(\.code)
    let fresh = formats.withUnsafeBufferPointer { formats in
      func open(_ target: UnsafePointer<CChar>?) -> OpaquePointer? {
        var wish = CaptureWish(
          target: target, formats: formats.baseAddress!, format_count: Int32(formats.count),
          width: Int32(options.size?.width ?? 0), height: Int32(options.size?.height ?? 0),
          rate: rate, per: rate > 0 ? 1000 : 1, remote: -1, node: 0)
        if let portal = state.withLock({ Unchecked($0.portal) }).value {
          (wish.remote, wish.node) = (portalRemote(portal), portalNode(portal))
          guard wish.remote >= 0 else {
            errno = ECONNREFUSED
            return nil
          }
        }
        return openCapture(&wish)
      }
      return target.map { $0.withCString { open($0) } } ?? open(nil)
    }
    guard let fresh else { return errno }
    let box = Unchecked(fresh)
    state.withLock { $0.capture = box.value }
    return 0
  }

  func wait(milliseconds: Int32) -> CaptureEvent {
    guard let capture else { return splash_capture_lost }
    return waitForCapture(capture, milliseconds)
  }

  /// Whether a camera is connected and has agreed on a format.
  var isLinked: Bool { capture.map { captureIsLinked($0) != 0 } ?? false }

  func take(with reader: CaptureReader) -> Frame? {
    guard let capture else { return nil }
    let context = Unmanaged.passUnretained(reader).toOpaque()
    let skipped = takeCaptured(
      capture,
      { context, picture in
        Unmanaged<CaptureReader>.fromOpaque(context).takeUnretainedValue().read(picture.pointee)
      }, context: context)
    guard skipped >= 0 else { return nil }
    return reader.takeFrame(skipped: Int(skipped))
  }

  func rest(seconds: Double) {
    for _ in 0..<Int(seconds * 50) where !isInterrupted { usleep(20_000) }
  }

  func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      if let capture = state.capture { interruptCapture(capture) }
    }
  }

  /// Closes a lost connection.
  func disconnect() {
    let old = state.withLock { state in
      defer { state.capture = nil }
      return Unchecked(state.capture)
    }
    if let capture = old.value { closeCapture(capture) }
  }

  func close() {
    disconnect()
    let portal = state.withLock { state in
      defer { state.portal = nil }
      return Unchecked(state.portal)
    }
    if let portal = portal.value { closePortal(portal) }
  }
}
