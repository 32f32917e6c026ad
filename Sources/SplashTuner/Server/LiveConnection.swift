internal import FlyingFox
internal import Foundation
internal import SplashCore

/// One browser's WebSocket: messages in, messages and pictures out.
struct LiveConnection: WSHandler {
  let tuner: Tuner

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    guard let outbox = tuner.audience.join() else {
      return AsyncStream {
        $0.yield(.close(code: .tryAgainLater))
        $0.finish()
      }
    }
    outbox.put(answer: tuner.greeting)
    tuner.tellChange()
    let reading = Task { [tuner] in
      await LiveConnection.read(client, for: tuner, outbox)
    }
    return AsyncStream {
      let frame = await outbox.next()
      if frame == nil {
        reading.cancel()
        tuner.audience.leave(outbox)
      }
      return frame
    } onCancel: {
      outbox.abandon()
    }
  }

  /// Does what the browser asks for until it goes away or breaks the rules.
  private static func read(
    _ client: AsyncThrowingStream<WSFrame, any Error>, for tuner: Tuner, _ outbox: Outbox
  ) async {
    var inbox = Inbox()
    do {
      for try await frame in client {
        switch inbox.take(frame) {
        case .message(let message): tuner.handle(message, from: outbox)
        case .reply(let frame): outbox.put(reply: frame)
        case .close(let reason): return outbox.close(reason)
        case .more: break
        }
      }
      outbox.abandon()
    } catch {
      outbox.close(.protocolError)
    }
  }
}

/// Puts a browser's frames together to messages, and refuses what RFC 6455 or good sense does not
/// allow.
struct Inbox {
  private var message: Data?

  enum Verdict {
    /// A whole text message.
    case message(Data)
    /// A control frame that has to be answered.
    case reply(WSFrame)
    case close(WSCloseCode)
    case more
  }

  mutating func take(_ frame: WSFrame) -> Verdict {
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return .close(.init(WSCloseCode.protocolError.code, reason: "no extension was agreed on"))
    }
    switch frame.opcode {
    case .ping, .pong, .close: return control(frame)
    case .text where message == nil: return append(frame, to: Data())
    case .continuation:
      guard let message else { break }
      return append(frame, to: message)
    case .binary:
      return .close(.init(WSCloseCode.unsupportedData.code, reason: "messages are JSON text"))
    default: break
    }
    return .close(.init(WSCloseCode.protocolError.code, reason: "frame out of place"))
  }

  private func control(_ frame: WSFrame) -> Verdict {
    guard frame.fin, frame.payload.count <= 125 else {
      return .close(.init(WSCloseCode.protocolError.code, reason: "control frame too long"))
    }
    if frame.opcode == .close { return .close(.normalClosure) }
    guard frame.opcode == .ping else { return .more }
    return .reply(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
  }

  private mutating func append(_ frame: WSFrame, to start: Data) -> Verdict {
    let whole = start + frame.payload
    guard whole.count <= BrowserRequest.sizeLimit else {
      return .close(
        .init(
          WSCloseCode.messageTooBig.code,
          reason: "messages are at most \(BrowserRequest.sizeLimit) bytes"))
    }
    message = frame.fin ? nil : whole
    return frame.fin ? .message(whole) : .more
  }
}
