internal import NIOCore
internal import NIOHTTP1

/// The answer to a request: status, headers and body.
struct Answer {
  var status: HTTPResponseStatus
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Whether the contents of this address stay, so that browsers may keep them.
  var isLasting = false
  /// Whether the connection may be used for further requests.
  var keepsConnection = false

  /// An answer in plain text.
  static func plain(_ status: HTTPResponseStatus, _ reason: String) -> Answer {
    Answer(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array((reason + "\n").utf8))
  }

  /// The head as it is sent: common headers, and those of this answer. The page may load from and
  /// connect to this server only, no site may frame it, and nothing is passed on, nor cached but
  /// for lasting contents.
  ///
  /// - Parameters:
  ///   - host: the server's name in the browser.
  ///   - length: bytes of a body that is sent separately; nil for this answer's body.
  ///   - isLast: whether the connection ends after it.
  func head(host: String, length: Int? = nil, isLast: Bool = true) -> HTTPResponseHead {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
      "connect-src 'self' ws://\(host)", "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'",
    ]
    let common = [
      ("Content-Security-Policy", policy.joined(separator: "; ")),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cache-Control", isLasting ? "private, max-age=31536000, immutable" : "no-store"),
      ("Content-Length", "\(length ?? body.count)"),
      ("Connection", isLast ? "close" : "keep-alive"),
    ]
    return HTTPResponseHead(
      version: .http1_1, status: status, headers: HTTPHeaders(common + headers))
  }
}
