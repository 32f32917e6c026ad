internal import Dispatch
internal import Foundation
internal import NIOCore
internal import NIOWebSocket

/// One browser's WebSocket: messages in, messages and frames out.
final class LiveConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// A browser that has been silent for this time is sent a ping, and after the same time again its
  /// connection is closed.
  static let patience = TimeAmount.seconds(10)
  private static let farewell = TimeAmount.seconds(2)

  private let tuner: Tuner
  private var outbox: Outbox?
  private var inbox = Inbox()
  private var isAsked = false
  /// Requests are handled outside of the server's thread, one after the other.
  private let orders = DispatchQueue(label: "orders")
  /// Number of unhandled messages; at the limit, no more are read.
  private var undone = 0
  private static let undoneLimit = 64

  init(tuner: Tuner) { self.tuner = tuner }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    outbox = tuner.audience.join {
      channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(Outbox.Change()) }
    }
    guard let outbox else {
      return end(context, Farewell(code: .unknown(1013), reason: "too many browsers"))
    }
    tuner.attend()
    outbox.put(answer: tuner.greeting)
    tuner.tellChange()
    tuner.tellExport()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isAsked = false
    guard let outbox else { return }
    switch inbox.take(unwrapInboundIn(data)) {
    case .message(let message): obey(message, from: outbox, context)
    case .ping(let payload): outbox.put(pong: payload)
    case .close(let farewell): outbox.close(farewell)
    case .more: break
    }
  }

  private func obey(_ message: Data, from outbox: Outbox, _ context: ChannelHandlerContext) {
    undone += 1
    if undone == Self.undoneLimit { read(false, context) }
    let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let (tuner, loop) = (tuner, context.eventLoop)
    orders.async {
      if !outbox.isGone { tuner.handle(message, from: outbox) }
      loop.execute {
        let (connection, context) = connection.value
        connection.undone -= 1
        if connection.undone == Self.undoneLimit / 2 { connection.read(true, context) }
      }
    }
  }

  private func read(_ isReading: Bool, _ context: ChannelHandlerContext) {
    context.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    send(context)
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is Outbox.Change: send(context)
    case is IdleStateHandler.IdleStateEvent:
      guard !isAsked else { return context.close(promise: nil) }
      isAsked = true
      write(context, .ping, ByteBuffer())
      context.flush()
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: outbox?.close(.messageTooLong)
    case is NIOWebSocketError: outbox?.close(.controlFrameTooLong)
    case is IOError: context.close(promise: nil)
    default: break
    }
  }

  /// Sends what is waiting as long as the browser accepts it.
  private func send(_ context: ChannelHandlerContext) {
    while let outbox, context.channel.isWritable, let parcel = outbox.next() {
      switch parcel {
      case .text(let text): write(context, .text, ByteBuffer(string: text))
      case .picture(let picture): write(context, .binary, picture)
      case .pong(let payload): write(context, .pong, payload)
      case .farewell(let farewell): end(context, farewell)
      }
    }
    context.flush()
  }

  private func write(
    _ context: ChannelHandlerContext, _ opcode: WebSocketOpcode, _ data: ByteBuffer
  ) {
    context.write(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
  }

  private func end(_ context: ChannelHandlerContext, _ farewell: Farewell) {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: farewell.code)
    data.writeString(farewell.reason)
    write(context, .connectionClose, data)
    context.flush()
    context.channel.leave(within: Self.farewell)
    leave()
  }

  private func leave() {
    guard let outbox = outbox.take() else { return }
    outbox.leave()
    tuner.audience.leave(outbox)
    tuner.attend()
  }
}
