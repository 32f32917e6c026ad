internal import NIOCore
internal import Synchronization

/// The data to be sent to one browser. Of frames, states, measurements and the like only the newest
/// is kept.
///
/// A frame is sent only while fewer than two are unconfirmed, so that a slow browser or network
/// gets fewer frames, never older ones, and does not hold up others.
final class Outbox: Sendable {
  /// The event that there is something to send.
  struct Change {}

  enum Parcel {
    case text(String)
    case picture(ByteBuffer)
    case pong(ByteBuffer)
    case farewell(Farewell)
  }

  private let state = Mutex(State())
  private let onChange: @Sendable () -> Void
  fileprivate static let picturesUnderWay = 2
  /// Maximum number of waiting answers; further ones are dropped.
  private static let answerLimit = 64

  fileprivate struct State {
    var answers: [Parcel] = []
    var heard = 0
    var region = Spot(x: 0, y: 0, width: 1, height: 1)
    var strip: Spot?
    var status: BrowserMessage.Status?
    var measurements: String?
    var export: String?
    var run: String?
    var picture: ByteBuffer?
    var unconfirmed = 0
    var isWatching = true
    var farewell: Farewell?
    var isClosed = false
    var isGone = false
    var probes = 0
    /// Whether `onChange` was called and the data have not been taken yet.
    var isTold = false
  }

  /// - Parameter onChange: called when there is something to send, and not again before `next()`
  ///   returns nil. Any thread.
  init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

  /// False while the browser's page is not visible.
  var isWatching: Bool { state.withLock { $0.isWatching } }

  func watch(_ isWatching: Bool) { change { $0.isWatching = isWatching } }

  /// Whether a frame would be sent at once.
  var wantsPicture: Bool {
    state.withLock {
      !$0.isClosed && $0.isWatching && $0.picture == nil
        && $0.unconfirmed < Self.picturesUnderWay
    }
  }

  func put(answer: String) { put(.text(answer)) }
  func put(pong: ByteBuffer) { put(.pong(pong)) }
  private func put(_ answer: Parcel) {
    change { if $0.answers.count < Self.answerLimit { $0.answers.append(answer) } }
  }
  func put(status: BrowserMessage.Status) {
    change {
      $0.status = status
      $0.status?.heard = $0.heard
    }
  }
  func put(measurements: String) { change { $0.measurements = measurements } }
  func put(export: String) { change { $0.export = export } }
  func put(run: String) { change { $0.run = $0.isWatching ? run : nil } }
  func put(picture: ByteBuffer) { change { $0.picture = picture } }

  /// The part of the frame that the browser looks at, as displayed.
  var region: Spot { state.withLock { $0.region } }

  func look(at region: Spot) { change { $0.region = region } }

  /// The strip that the browser shows besides, as displayed.
  var strip: Spot? { state.withLock { $0.isWatching ? $0.strip : nil } }

  func strip(at part: Spot?) { change { $0.strip = part } }

  /// Counts a handled message of the browser, for the next status.
  func hear() { change { $0.heard += 1 } }

  /// Notes that the browser has shown a frame, or could not.
  func confirmPicture() {
    change {
      $0.heard += 1
      $0.unconfirmed = max(0, $0.unconfirmed - 1)
    }
  }

  /// Sends all waiting data except for frames, then a reason, and ends the connection.
  func close(_ farewell: Farewell) { change { $0.farewell = $0.farewell ?? farewell } }

  /// Notes that the connection is closed.
  func leave() {
    state.withLock {
      $0 = State()
      ($0.isClosed, $0.isGone) = (true, true)
    }
  }

  var isGone: Bool { state.withLock { $0.isGone } }

  /// Gives a probe's number. Its answer replaces those of all earlier probes.
  func beginProbe() -> Int {
    state.withLock {
      $0.probes += 1
      return $0.probes
    }
  }

  func awaitsProbe(_ number: Int) -> Bool {
    state.withLock { !$0.isGone && $0.probes == number }
  }

  private func change(_ body: (inout State) -> Void) {
    let isNews = state.withLock { state in
      body(&state)
      guard !state.isTold, state.hasNext else { return false }
      state.isTold = true
      return true
    }
    if isNews { onChange() }
  }

  /// The next data to send; nil where there is none.
  func next() -> Parcel? { state.withLock { $0.takeNext() } }
}

extension Outbox.State {
  fileprivate var canSendPicture: Bool { picture != nil && unconfirmed < Outbox.picturesUnderWay }

  fileprivate var hasNext: Bool {
    !isClosed
      && (farewell != nil || !answers.isEmpty || status != nil || measurements != nil
        || export != nil || run != nil || canSendPicture)
  }

  fileprivate mutating func takeNext() -> Outbox.Parcel? {
    guard hasNext else {
      isTold = false
      return nil
    }
    if !answers.isEmpty { return answers.removeFirst() }
    if let status = status.take() { return .text(BrowserMessage.encode(status)) }
    if let farewell {
      isClosed = true
      return .farewell(farewell)
    }
    if let measurements = measurements.take() { return .text(measurements) }
    if let export = export.take() { return .text(export) }
    if let run = run.take() { return .text(run) }
    unconfirmed += 1
    return picture.take().map { .picture($0) }
  }
}
