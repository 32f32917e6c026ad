internal import NIOCore
internal import NIOHTTP1

/// What a request gets: status, headers and body.
struct Answer {
  var status: HTTPResponseStatus
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// An answer in words.
  static func plain(_ status: HTTPResponseStatus, _ reason: String) -> Answer {
    Answer(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array((reason + "\n").utf8))
  }

  /// The head as it is sent: what every answer carries, and what is this one's own. The page may
  /// load and talk to nothing but this server, nobody may frame it, and nothing is kept or passed
  /// on.
  ///
  /// - Parameters:
  ///   - host: how the browser calls the server.
  ///   - length: bytes of a body that is sent apart; nil for that of this one.
  func head(host: String, length: Int? = nil) -> HTTPResponseHead {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
      "connect-src 'self' ws://\(host)", "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'",
    ]
    let common = [
      ("Content-Security-Policy", policy.joined(separator: "; ")),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
      ("Content-Length", "\(length ?? body.count)"), ("Connection", "close"),
    ]
    return HTTPResponseHead(
      version: .http1_1, status: status, headers: HTTPHeaders(common + headers))
  }
}
