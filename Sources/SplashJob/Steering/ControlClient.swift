internal import Foundation
internal import Glibc
internal import Synchronization

/// A connection to a run's control socket. Any thread, one question at a time.
package final class ControlClient: Sendable {
  private let path: String
  private let descriptor: Int32
  /// Bytes received after the last answer.
  private let rest = Mutex<[UInt8]>([])

  /// Seconds after which a run that does not answer counts as gone: longer than a snapshot waits
  /// for its frame.
  private static let patience = 30
  /// Maximum bytes of an answer.
  private static let limit = 1 << 24

  /// - Parameters:
  ///   - path: of the socket.
  ///   - name: the flag or command that names the path, for errors.
  /// - Throws: `SplashError` where no run serves the socket.
  package init(_ path: String, for name: String) throws(SplashError) {
    self.path = path
    let address = try UnixAddress(path, for: name)
    descriptor = UnixAddress.socket()
    guard descriptor >= 0 else {
      throw SplashError(.failure, "\(path): cannot connect", cause: systemMessage(errno))
    }
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    let code = address.connect(descriptor)
    guard code == 0 else {
      throw SplashError(
        .badInput, "\(path): cannot connect", cause: systemMessage(code),
        remedy: "start splash with \(option: "controlSocket") \(path)")
    }
  }

  deinit { close(descriptor) }

  /// Sends a command, a line of JSON without its end.
  ///
  /// - Returns: the answer, and the line that it came in.
  /// - Throws: `SplashError` where the run has ended, does not answer, or is not splash.
  package func ask(
    _ order: String
  ) throws(SplashError) -> (answer: ControlAnswer, line: [UInt8]) {
    // A run that refuses the command may have sent an answer that says why.
    _ = send(Array(order.utf8) + [UInt8(ascii: "\n")], to: descriptor)
    let line = try line()
    guard let answer = try? JSONText.decode(ControlAnswer.self, from: line) else {
      throw strange()
    }
    return (answer, line)
  }

  private func strange() -> SplashError {
    SplashError(
      .failure, "\(path): not a splash control socket", remedy: "see which program listens there")
  }

  private func line() throws(SplashError) -> [UInt8] {
    let end = UInt8(ascii: "\n")
    var chunk = [UInt8](repeating: 0, count: 65536)
    var rest = rest.withLock { $0 }
    while true {
      if let index = rest.firstIndex(of: end) {
        let line = Array(rest[..<index])
        rest.removeFirst(index + 1)
        self.rest.withLock { $0 = rest }
        return line
      }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard rest.count < Self.limit else { throw strange() }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw SplashError(
          .failure, "\(path): no answer",
          cause: count == 0 ? "the run has ended" : systemMessage(errno))
      }
      rest += chunk[..<count]
    }
  }

  /// Whether the run has closed the connection.
  package var isOver: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Ends the present and all later waits for an answer.
  package func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
