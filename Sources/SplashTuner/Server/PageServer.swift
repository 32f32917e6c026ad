internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// Serves the page, the settings file and the live connection, on one thread.
final class PageServer: Sendable {
  /// Addresses of the page for a browser; any of them works.
  let urls: [String]
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let lobby = Lobby()

  /// Starts to listen.
  ///
  /// - Throws: `SplashError` of kind usage for an invalid address, of kind badInput when the
  ///   address or port cannot be listened on.
  init(tuner: Tuner) throws {
    let request = tuner.request
    let address = request.address == "localhost" ? "127.0.0.1" : request.address
    guard isIPAddress(address) else {
      throw SplashError(
        .usage, "\(option: "listen") \(address)", cause: "not an IP address",
        remedy: "give one of this machine's, or 0.0.0.0 for all of them")
    }
    let doorkeeper = Doorkeeper(address: address)
    let handler = PageHandler(tuner: tuner, doorkeeper: doorkeeper)
    do {
      let listener = try Self.bootstrap(group, lobby, handler)
        .bind(host: address, port: Int(request.port)).wait()
      let port = listener.localAddress?.port ?? Int(request.port)
      urls = reachableAddresses(listening: address).map { address in
        let host = address.contains(":") ? "[\(address)]" : address
        return "http://\(host):\(port)/\(doorkeeper.key.token)/"
      }
    } catch {
      try? group.syncShutdownGracefully()
      throw SplashError(
        .badInput, "\(address):\(request.port): cannot listen",
        cause: (error as? IOError).map { systemMessage($0.errnoCode) } ?? "\(error)",
        remedy: "choose another port with \(option: "port"), or 0 for any")
    }
  }

  /// Closes all connections and returns when they are closed.
  func stop() { try? group.syncShutdownGracefully() }

  private static func bootstrap(
    _ group: MultiThreadedEventLoopGroup, _ lobby: Lobby, _ handler: PageHandler
  ) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let backoff = AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { _ in
            lobby.clear()
            return .milliseconds(100)
          }
          try channel.pipeline.syncOperations.addHandler(backoff)
        }
      }
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          lobby.enter(channel)
          var limits = NIOHTTPDecoderLimitConfiguration()
          limits.maxHeaderFieldSize = 8 << 10
          limits.maxHeaderListSize = 32 << 10
          limits.maxHeaderFieldCount = 100
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withServerUpgrade: (upgraders: [upgrader(lobby, handler)], completionHandler: { _ in }),
            withErrorHandling: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits)
          try channel.pipeline.syncOperations.addHandler(Visit(handler: handler, lobby: lobby))
        }
      }
  }

  private static func upgrader(
    _ lobby: Lobby, _ handler: PageHandler
  ) -> NIOWebSocketServerUpgrader {
    NIOWebSocketServerUpgrader(
      maxFrameSize: BrowserRequest.sizeLimit, automaticErrorHandling: false,
      shouldUpgrade: { channel, request in
        channel.eventLoop.makeSucceededFuture(handler.connects(request) ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          lobby.leave(channel)
          let pipeline = channel.pipeline.syncOperations
          pipeline.removeHandler(try pipeline.handler(type: Visit.self), promise: nil)
          try pipeline.addHandler(IdleStateHandler(readTimeout: LiveConnection.patience))
          try pipeline.addHandler(LiveConnection(tuner: handler.tuner))
        }
      })
  }
}

/// The addresses at which other machines find a server: the one that it listens on, or, where that
/// stands for all, those of this machine's interfaces.
func reachableAddresses(listening address: String) -> [String] {
  guard address == "0.0.0.0" || address == "::" else { return [address] }
  let devices = (try? System.enumerateDevices()) ?? []
  let all = devices.compactMap { $0.address?.ipAddress }
  let isLocal = { (address: String) in
    ["127.", "169.254.", "fe80:"].contains { address.hasPrefix($0) } || address == "::1"
  }
  // On a phone's network the shorter addresses are the usual ones.
  let found =
    all.filter { !$0.contains(":") && !isLocal($0) }
    + (address == "::" ? all.filter { $0.contains(":") && !isLocal($0) } : [])
  return found.isEmpty ? [address == "::" ? "::1" : "127.0.0.1"] : found
}
