internal import Foundation
internal import NIOCore
internal import NIOWebSocket

/// How a live connection ends.
struct Farewell {
  var code: WebSocketErrorCode
  var reason = ""

  /// The tuner ends; the reason is cut to the 123 bytes that RFC 6455 (5.5.1) allows.
  static func end(_ reason: String) -> Farewell {
    var text = reason
    while text.utf8.count > 123 { text.removeLast() }
    return Farewell(code: .goingAway, reason: text)
  }

  static let controlFrameTooLong = Farewell(
    code: .protocolError, reason: "control frame too long")
  static let messageTooLong = Farewell(
    code: .messageTooLarge, reason: "messages are at most \(BrowserRequest.sizeLimit) bytes")
}

/// Joins a browser's WebSocket frames to messages, and refuses those that RFC 6455 or the limits
/// forbid.
struct Inbox {
  private var message: ByteBuffer?

  enum Verdict {
    /// A whole text message.
    case message(Data)
    /// A ping to be answered.
    case ping(ByteBuffer)
    case close(Farewell)
    case more
  }

  mutating func take(_ frame: WebSocketFrame) -> Verdict {
    guard frame.reservedBits.isEmpty else { return refusal("no extension was agreed on") }
    guard frame.maskKey != nil else { return refusal("browsers mask what they send") }
    switch frame.opcode {
    case .connectionClose: return .close(Farewell(code: .normalClosure))
    case .ping: return .ping(frame.unmaskedData)
    case .pong: return .more
    case .text where message == nil: return append(frame, to: ByteBuffer())
    case .continuation:
      guard let message else { break }
      return append(frame, to: message)
    case .binary:
      return .close(Farewell(code: .unacceptableData, reason: "messages are JSON text"))
    default: break
    }
    return refusal("frame out of place")
  }

  private func refusal(_ reason: String) -> Verdict {
    .close(Farewell(code: .protocolError, reason: reason))
  }

  private mutating func append(_ frame: WebSocketFrame, to start: ByteBuffer) -> Verdict {
    var (whole, part) = (start, frame.unmaskedData)
    guard whole.readableBytes + part.readableBytes <= BrowserRequest.sizeLimit else {
      return .close(.messageTooLong)
    }
    whole.writeBuffer(&part)
    message = frame.fin ? nil : whole
    return frame.fin ? .message(Data(whole.readableBytesView)) : .more
  }
}
