internal import FlyingFox
internal import Foundation
internal import SplashCore
internal import Synchronization

/// What one browser is still to be sent. Of pictures, states and measurements only the newest
/// counts.
///
/// A picture goes out only while fewer than two wait to be confirmed as shown, so that a slow
/// browser or a slow network gets fewer pictures, never older ones, and holds up nobody else.
final class Outbox: Sendable {
  private let state = Mutex(State())
  fileprivate static let picturesUnderWay = 2
  /// More answers than this are lost on a browser that takes none.
  private static let answerLimit = 64

  fileprivate struct State {
    var answers: [WSFrame] = []
    var heard = 0
    var status: BrowserMessage.Status?
    var measurements: String?
    var picture: Data?
    var unconfirmed = 0
    var isClosed = false
    var closing: WSCloseCode?
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// True when a picture would go out at once.
  var wantsPicture: Bool {
    state.withLock { !$0.isClosed && $0.picture == nil && $0.unconfirmed < Self.picturesUnderWay }
  }

  func put(answer: String) { put(reply: .text(answer)) }
  func put(reply: WSFrame) {
    change { if $0.answers.count < Self.answerLimit { $0.answers.append(reply) } }
  }
  func put(status: BrowserMessage.Status) {
    change {
      $0.status = status
      $0.status?.heard = $0.heard
    }
  }
  func put(measurements: String) { change { $0.measurements = measurements } }
  func put(picture: Data) { change { $0.picture = picture } }

  /// One more message of the browser has been dealt with; the next status says so.
  func hear() { change { $0.heard += 1 } }

  /// The browser has said that it has shown a picture, or could not.
  func confirmPicture() {
    change {
      $0.heard += 1
      $0.unconfirmed = max(0, $0.unconfirmed - 1)
    }
  }

  /// Sends what is waiting but pictures, then a reason, and ends the connection.
  func close(_ reason: WSCloseCode = .goingAway) { change { $0.closing = $0.closing ?? reason } }

  /// Ends without a word: the browser is gone.
  func abandon() { change { $0.isClosed = true } }

  private func change(_ body: (inout State) -> Void) {
    let waiter = state.withLock { state in
      body(&state)
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// The next thing to send, when there is one; nil at the end.
  func next() async -> WSFrame? {
    while true {
      switch state.withLock({ $0.takeNext() }) {
      case .frame(let frame): return frame
      case .end: return nil
      case .nothing: await waitForChange()
      }
    }
  }

  private func waitForChange() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.hasNext || Task.isCancelled { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      abandon()
    }
  }

  fileprivate enum Step {
    case frame(WSFrame)
    case end
    case nothing
  }
}

extension Outbox.State {
  fileprivate var canSendPicture: Bool { picture != nil && unconfirmed < Outbox.picturesUnderWay }

  fileprivate var hasNext: Bool {
    isClosed || closing != nil || !answers.isEmpty || status != nil || measurements != nil
      || canSendPicture
  }

  fileprivate mutating func takeNext() -> Outbox.Step {
    if isClosed { return .end }
    if !answers.isEmpty { return .frame(answers.removeFirst()) }
    if let status = status.take() { return .frame(.text(BrowserMessage.encode(status))) }
    if let code = closing {
      isClosed = true
      return .frame(.close(code: code))
    }
    if let measurements = measurements.take() { return .frame(.text(measurements)) }
    if canSendPicture, let picture = picture.take() {
      unconfirmed += 1
      return .frame(WSFrame(fin: true, opcode: .binary, mask: nil, payload: picture))
    }
    return .nothing
  }
}

extension WSFrame {
  fileprivate static func text(_ text: String) -> WSFrame {
    WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
  }
}
