internal import Dispatch
internal import NIOCore
internal import NIOHTTP1

/// One request and its answer, after which the connection ends: whoever wants more comes again.
///
/// What comes behind the request, or instead of one, is not kept.
final class Visit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long a browser may take to read the end of an answer.
  private static let farewell = TimeAmount.seconds(2)

  private enum State {
    case waiting
    case reading(HTTPRequestHead, path: String, body: ByteBuffer)
    case working
    case answered
  }

  private let handler: PageHandler
  private var state = State.waiting
  private var host = ""

  init(handler: PageHandler) { self.handler = handler }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let request), .waiting): begin(request, context)
    case (.body(var part), .reading(let request, let path, var body)):
      guard body.readableBytes + part.readableBytes <= PageHandler.bodyLimit else {
        return send(PageHandler.tooLarge, context)
      }
      body.writeBuffer(&part)
      state = .reading(request, path: path, body: body)
    case (.end, .reading(let request, let path, let body)):
      // What it names is read, which may take its time.
      guard request.method == .POST else {
        return send(handler.answer(request, path: path, body: body), context)
      }
      let visit = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let (handler, loop) = (handler, context.eventLoop)
      state = .working
      DispatchQueue.global().async {
        let answer = handler.answer(request, path: path, body: body)
        loop.execute {
          let (visit, context) = visit.value
          visit.send(answer, context)
        }
      }
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.headerOverflow:
      send(.plain(.requestHeaderFieldsTooLarge, "the request's first lines are too long"), context)
    case is HTTPParserError: send(.plain(.badRequest, "this is no HTTP request"), context)
    case is IOError: context.close(promise: nil)
    default: break
    }
  }

  private func begin(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    host = request.headers.first(name: "Host") ?? ""
    switch handler.doorkeeper.judge(request) {
    case .refused(let status, let reason): send(.plain(status, reason), context)
    case .entrance: send(handler.entrance, context)
    case .welcome(let path):
      let claimed = request.headers.first(name: "Content-Length").map { Int($0) ?? .max } ?? 0
      guard claimed <= PageHandler.bodyLimit else { return send(PageHandler.tooLarge, context) }
      state = .reading(request, path: path, body: ByteBuffer())
    }
  }

  private func send(_ answer: Answer, _ context: ChannelHandlerContext) {
    if case .answered = state { return }
    state = .answered
    context.write(wrapOutboundOut(.head(answer.head(host: host))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.leave(within: Self.farewell)
    }
  }
}

extension Channel {
  /// Ends the connection so that what was sent still arrives: a socket that is closed while
  /// something in it is unread takes that back.
  func leave(within time: TimeAmount) {
    close(mode: .output, promise: nil)
    let end = eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
    closeFuture.whenComplete { _ in end.cancel() }
  }
}
