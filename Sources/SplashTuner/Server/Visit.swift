internal import Dispatch
internal import NIOCore
internal import NIOHTTP1

/// A request and its answer, after which the connection ends, but for the files of the page: a
/// browser may ask for the next one when it has the last one.
///
/// Bytes before an answer is complete, or instead of a request, are dropped, and end the
/// connection.
final class Visit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// Maximum time for a browser to read the end of an answer.
  private static let farewell = TimeAmount.seconds(2)

  private enum State {
    case waiting
    case reading(HTTPRequestHead, path: String)
    case working
    /// While the connection waits for a further request once the answer is sent.
    case answering
    case answered
  }

  private let handler: PageHandler
  private let lobby: Lobby
  private var state = State.waiting
  private var host = ""
  /// Body of the request so far, held only here, so that no part is copied.
  private var body = ByteBuffer()

  init(handler: PageHandler, lobby: Lobby) { (self.handler, self.lobby) = (handler, lobby) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let request), .waiting): begin(request, context)
    case (.body(var part), .reading(_, let path)):
      guard body.readableBytes + part.readableBytes <= PageHandler.bodyLimit(of: path) else {
        return send(PageHandler.tooLarge(for: path), context)
      }
      body.writeBuffer(&part)
    case (.end, .reading(let request, let path)):
      let body = body
      // Reading the file may be slow.
      let isDownload = request.method == .GET && path.hasPrefix(PageHandler.downloads)
      guard request.method == .POST || isDownload else {
        return send(
          handler.answer(request, path: path, body: body), context, isLast: !request.isKeepAlive)
      }
      let visit = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let (handler, loop) = (handler, context.eventLoop)
      state = .working
      DispatchQueue.global().async {
        let download = isDownload ? handler.download(request, path: path) : nil
        let answer = download == nil ? handler.answer(request, path: path, body: body) : nil
        loop.execute {
          let (visit, context) = visit.value
          if let download { visit.send(download, context) }
          if let answer { visit.send(answer, context) }
        }
      }
    case (_, .answering): state = .answered
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
      guard claimed <= PageHandler.bodyLimit(of: path) else {
        return send(PageHandler.tooLarge(for: path), context)
      }
      guard !path.hasPrefix(PageHandler.looks) || lobby.takes(context.channel) else {
        return send(.plain(.serviceUnavailable, "too many files at once; try again later"), context)
      }
      state = .reading(request, path: path)
    }
  }

  private func send(_ answer: Answer, _ context: ChannelHandlerContext, isLast: Bool = true) {
    if case .answered = state { return }
    let isLast = isLast || !answer.keepsConnection
    state = isLast ? .answered : .answering
    let head = answer.head(host: host, isLast: isLast)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    let visit = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      let (visit, channel) = visit.value
      guard case .answering = visit.state else { return channel.leave(within: Self.farewell) }
      visit.state = .waiting
      visit.lobby.renew(channel)
    }
  }

  /// Maximum time between two pieces of a download.
  private static let patience = TimeAmount.seconds(20)

  private func send(_ download: Download, _ context: ChannelHandlerContext) {
    if case .answered = state { return }
    guard lobby.load(context.channel) else {
      return send(.plain(.serviceUnavailable, "too many downloads; try again later"), context)
    }
    state = .answered
    let head = Answer(status: download.status, headers: download.headers)
      .head(host: host, length: download.length)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    next(of: download, behind: 0, context)
  }

  /// Sends a file piece by piece; each is read outside of the server's thread, after the browser
  /// has taken the one before.
  private func next(of download: Download, behind count: Int, _ context: ChannelHandlerContext) {
    let visit = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    DispatchQueue.global().async {
      let bytes = download.bytes(behind: count)
      loop.execute {
        let (visit, context) = visit.value
        let channel = context.channel
        guard let bytes else { return channel.close(promise: nil) }
        guard !bytes.isEmpty else {
          return context.writeAndFlush(visit.wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.leave(within: Self.farewell)
          }
        }
        let limit = loop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        let body = visit.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
        let bound = NIOLoopBound((visit, context), eventLoop: loop)
        context.writeAndFlush(body).whenComplete { outcome in
          limit.cancel()
          let (visit, context) = bound.value
          guard case .success = outcome else { return channel.close(promise: nil) }
          visit.next(of: download, behind: count + bytes.count, context)
        }
      }
    }
  }
}

extension Channel {
  /// Ends the connection so that sent data still arrive: a socket that is closed with unread input
  /// discards them.
  func leave(within time: TimeAmount) {
    close(mode: .output, promise: nil)
    let end = eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
    closeFuture.whenComplete { _ in end.cancel() }
  }
}
