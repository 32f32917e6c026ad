import Glibc
import TestSupport

/// A plain TCP connection, to send what no browser would.
final class RawSocket {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The other side has closed the connection, and is not only silent.
  private(set) var isOver = false

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// - Parameter patience: seconds after which a silent or blocked side counts as gone.
  init(_ host: String, _ port: UInt16, patience: Int = 10) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      throw Failure(description: "\(host):\(port): \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Makes the connection end as a reset, without a proper close.
  func resetAtTheEnd() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  /// False when the other side accepts nothing more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool { sendAll(bytes, to: descriptor) }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    isOver = count == 0 || count < 0 && errno == ECONNRESET
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }

  /// The next bytes; nil when the other side closes or is silent for too long.
  func read(_ count: Int) -> [UInt8]? {
    while buffer.count < count { guard fill() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// Everything until the other side closes.
  func readToEnd() -> [UInt8] {
    while fill() {}
    defer { buffer = [] }
    return buffer
  }

  /// The lines of a response's head.
  func readHead() -> [String] {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = buffer.firstRange(of: end) {
        let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        buffer.removeFirst(range.upperBound)
        return head.components(separatedBy: "\r\n")
      }
      guard fill() else { return [] }
    }
  }
}

/// A response to one request, on a connection of its own.
struct RawResponse {
  var status: Int
  var headers: [String: String]
  var body: String

  /// A request of the page, with its cookie.
  ///
  /// - Parameters:
  ///   - path: inside the page's folder, with a leading slash.
  ///   - headers: override the usual ones; an empty value leaves a header out.
  init(
    _ tuner: RunningTuner, _ method: String = "GET", _ path: String,
    headers: [String: String] = [:], body: [UInt8] = []
  ) throws {
    try self.init(
      stranger: tuner, method, tuner.entrance.folder + path.dropFirst(),
      headers: ["Cookie": tuner.entrance.cookie].merging(headers) { $1 }, body: body)
  }

  /// A request without the cookie.
  init(
    stranger tuner: RunningTuner, _ method: String, _ path: String,
    headers: [String: String] = [:], body: [UInt8] = []
  ) throws {
    let (host, port, _) = tuner.endpoint
    try self.init(host, port, method, path, headers: headers, body: body)
  }

  init(
    _ host: String, _ port: UInt16, _ method: String, _ path: String,
    headers: [String: String] = [:], body: [UInt8] = []
  ) throws {
    let socket = try RawSocket(host, port)
    var all = ["Host": "\(host):\(port)", "Connection": "close", "Content-Length": "\(body.count)"]
    all.merge(headers) { $1 }
    let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
    socket.send("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n")
    socket.send(body)
    let head = socket.readHead()
    status = head.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    self.headers = head.dropFirst().reduce(into: [:]) { headers, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    let length = self.headers["content-length"].flatMap { Int($0) } ?? 0
    self.body = socket.read(length).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The page's folder and the cookie that the token gives.
  var entrance: (folder: String, cookie: String) {
    let folder = headers["refresh"]?.split(separator: "=").last.map(String.init)
    let cookie = headers["set-cookie"]?.split(separator: ";").first.map(String.init)
    return (folder ?? "/", cookie ?? "")
  }
}
