internal import Dispatch
internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import SplashCore
internal import Synchronization

/// Serves the page, the settings file and the live connection.
final class PageServer: Sendable {
  private let server: HTTPServer
  private let doorkeeper: Doorkeeper
  private let address: String
  private let state = Mutex<State>(.idle)

  private enum State {
    case idle
    case listening(port: UInt16)
    case failed(any Error)
  }

  init(tuner: Tuner) throws {
    let request = tuner.request
    address = request.address == "localhost" ? "127.0.0.1" : request.address
    doorkeeper = Doorkeeper(address: address)
    guard isIPAddress(address) else {
      throw SplashError(
        .usage, "--listen \(address)", cause: "not an IP address",
        remedy: "give one of this machine's, or 0.0.0.0 for all of them")
    }
    let handler = PageHandler(tuner: tuner, doorkeeper: doorkeeper)
    if address.contains(":") {
      server = HTTPServer(
        address: try sockaddr_in6.inet6(ip6: address, port: request.port), logger: .disabled,
        handler: handler)
    } else {
      server = HTTPServer(
        address: try sockaddr_in.inet(ip4: address, port: request.port), logger: .disabled,
        handler: handler)
    }
    requestedPort = request.port
  }

  private let requestedPort: UInt16

  /// Begins to listen; returns once it does.
  func start() throws {
    let settled = DispatchSemaphore(value: 0)
    let server = server
    Task {
      do {
        try await server.run()
      } catch {
        state.withLock { if case .idle = $0 { $0 = .failed(error) } }
        settled.signal()
      }
    }
    Task {
      guard (try? await server.waitUntilListening()) != nil else { return }
      let port: UInt16 =
        switch await server.listeningAddress {
        case .ip4(_, let port), .ip6(_, let port): port
        default: requestedPort
        }
      state.withLock { $0 = .listening(port: port) }
      settled.signal()
    }
    settled.wait()
    if case .failed(let error) = state.withLock({ $0 }) {
      throw SplashError(
        .badInput, "\(address):\(requestedPort): cannot listen", cause: Self.cause(error),
        remedy: "choose another port with --port, or 0 for any")
    }
  }

  private static func cause(_ error: any Error) -> String {
    if case SocketError.failed(_, let code, _) = error { return systemMessage(code) }
    return error.localizedDescription
  }

  /// What to open in a browser.
  var url: String {
    guard case .listening(let port) = state.withLock({ $0 }) else { return "" }
    let host = address.contains(":") ? "[\(address)]" : address
    return "http://\(host):\(port)/" + (doorkeeper.token.map { "\($0)/" } ?? "")
  }

  /// Closes all connections and returns when they are gone.
  func stop() {
    let stopped = DispatchSemaphore(value: 0)
    let server = server
    Task {
      await server.stop(timeout: 1)
      stopped.signal()
    }
    _ = stopped.wait(timeout: .now() + 3)
  }
}
