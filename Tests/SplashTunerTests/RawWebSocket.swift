import Foundation

/// A plain WebSocket client (RFC 6455), which can also break the rules.
final class RawWebSocket {
  let socket: RawSocket

  enum Message {
    case text([String: Any])
    case picture(Picture)
    case close(code: Int, reason: String)
    case ping([UInt8])
    case pong([UInt8])
  }

  struct Picture {
    var number: UInt32
    /// Revision of the settings that it was made with.
    var revision: UInt32
    /// In seconds.
    var position: Double
    /// The visible part: left, top, width and height as shares.
    var region: [Double]
    var jpeg: [UInt8]
  }

  /// - Throws: when the server does not switch protocols.
  convenience init(_ tuner: RunningTuner, headers: String = "") throws {
    let (host, port, _) = tuner.endpoint
    try self.init(
      host, port, path: "\(tuner.entrance.folder)live",
      headers: "Cookie: \(tuner.entrance.cookie)\r\n\(headers)")
  }

  init(
    _ host: String, _ port: UInt16, path: String, headers: String = "", patience: Int = 10
  ) throws {
    socket = try RawSocket(host, port, patience: patience)
    socket.send(
      "GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nUpgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: c3BsYXNoIHNwbGFzaCBzcA==\r\n\(headers)\r\n")
    let head = socket.readHead()
    guard head.first?.contains(" 101 ") == true else {
      throw RawSocket.Failure(description: head.first ?? "closed")
    }
  }

  /// Sends one frame: opcode 1 is text, 2 binary, 9 ping, 8 close.
  @discardableResult
  func send(
    _ payload: [UInt8], opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true,
    claimed: Int? = nil
  ) -> Bool {
    var frame: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
    let count = claimed ?? payload.count
    let mark: UInt8 = isMasked ? 0x80 : 0
    if count < 126 {
      frame.append(mark | UInt8(count))
    } else if count < 65536 {
      frame += [mark | 126, UInt8(count >> 8), UInt8(count & 255)]
    } else {
      frame.append(mark | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        frame.append(UInt8(count >> shift & 255))
      }
    }
    guard isMasked else { return socket.send(frame + payload) }
    // Not zeros, which Firefox refuses.
    let mask: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
    return socket.send(frame + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] })
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// The next message; nil when the connection is closed.
  func next() -> Message? {
    guard let start = socket.read(2) else { return nil }
    var count = Int(start[1] & 127)
    if count == 126, let more = socket.read(2) {
      count = Int(more[0]) << 8 | Int(more[1])
    } else if count == 127, let more = socket.read(8) {
      count = more.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let payload = socket.read(count) else { return nil }
    switch start[0] & 15 {
    case 1:
      let object = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
      return .text(object ?? [:])
    case 2:
      let end = 4 + payload[..<4].reduce(0) { $0 << 8 | Int($1) }
      let head =
        try? JSONSerialization.jsonObject(with: Data(payload[4..<end])) as? [String: Any]
      func number(_ key: String) -> Double { (head?[key] as? NSNumber)?.doubleValue ?? .nan }
      let sizes = (head?["sizes"] as? [NSNumber] ?? []).map(\.intValue)
      let region = (head?["region"] as? [NSNumber] ?? []).map(\.doubleValue)
      return .picture(
        Picture(
          number: UInt32(number("number")), revision: UInt32(number("revision")),
          position: number("position"), region: region,
          jpeg: Array(payload[end...].prefix(sizes.first ?? 0))))
    case 8:
      let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0
      return .close(code: code, reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
    case 9: return .ping(payload)
    default: return .pong(payload)
    }
  }

  /// The next text message of a type; nil when none comes in ten seconds. Frames before it are
  /// confirmed, as by a browser.
  func next(_ type: String) -> [String: Any]? {
    let limit = Date(timeIntervalSinceNow: 10)
    while Date() < limit, let message = next() {
      switch message {
      case .text(let object) where object["type"] as? String == type: return object
      case .picture: send("{\"do\": \"shown\"}")
      default: break
      }
    }
    return nil
  }

  /// The next frame that meets a condition, all confirmed; nil when none comes in ten seconds.
  func nextPicture(where isMeant: (Picture) -> Bool = { _ in true }) -> Picture? {
    let limit = Date(timeIntervalSinceNow: 10)
    while Date() < limit, let message = next() {
      guard case .picture(let picture) = message else { continue }
      send("{\"do\": \"shown\"}")
      if isMeant(picture) { return picture }
    }
    return nil
  }

  /// How the server closed the connection; nil when it just went away.
  func nextClose() -> (code: Int, reason: String)? {
    while let message = next() {
      if case .close(let code, let reason) = message { return (code, reason) }
    }
    return nil
  }
}
