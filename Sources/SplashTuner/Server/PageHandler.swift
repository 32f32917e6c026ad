internal import Foundation
internal import NIOCore
internal import NIOHTTP1

/// Answers requests for the page, its parts and `settings.json`. A WebSocket request for `live`
/// becomes a live connection instead.
struct PageHandler: Sendable {
  let tuner: Tuner
  let doorkeeper: Doorkeeper

  /// Maximum bytes of a request to a path: a settings file is a few kilobytes, and up to 200 with
  /// brush strokes.
  static func bodyLimit(of path: String) -> Int {
    path.hasPrefix(looks) ? LookShelf.sizeLimit : 256 << 10
  }

  static func tooLarge(for path: String) -> Answer {
    let what = path.hasPrefix(looks) ? "LUTs and images" : "settings"
    return .plain(.payloadTooLarge, "\(what) are at most \(bodyLimit(of: path)) bytes")
  }

  /// Whether a request may become a live connection.
  func connects(_ request: HTTPRequestHead) -> Bool {
    guard case .welcome("/live") = doorkeeper.judge(request) else { return false }
    return request.method == .GET && !isFull
  }

  /// - Parameter path: from the doorkeeper.
  func answer(_ request: HTTPRequestHead, path: String, body: ByteBuffer) -> Answer {
    switch (request.method, path) {
    case (.GET, "/settings.json"):
      return Answer(
        status: .ok,
        headers: [
          ("Content-Type", "application/json"),
          ("Content-Disposition", "attachment; filename=\"splash-settings.json\""),
        ], body: Array((tuner.timeline.document + "\n").utf8))
    case (.POST, "/settings.json"): return load(body)
    case (.POST, _) where path.hasPrefix(Self.looks): return keepLook(path, body)
    case (.GET, "/") where isFull, (.GET, "/live") where isFull: return full
    case (.GET, "/live"): return .plain(.badRequest, "only WebSockets come in here")
    case (.GET, _):
      guard let file = PageFile.all[path] else { break }
      let query = request.uri.split(separator: "?", maxSplits: 1).dropFirst().first
      return Answer(
        status: .ok, headers: [("Content-Type", file.type)], body: file.text,
        isLasting: query != nil && query.map(String.init) == file.version, keepsConnection: true)
    default: break
    }
    let isKnown = PageFile.all[path] != nil || ["/settings.json", "/live"].contains(path)
    return isKnown
      ? .plain(.methodNotAllowed, "\(request.method.rawValue) is not for this address")
      : .plain(.notFound, "nothing here")
  }

  /// The exported file that is requested; nil for any other. Slow.
  ///
  /// - Parameter path: from the doorkeeper.
  func download(_ request: HTTPRequestHead, path: String) -> Download? {
    guard let name = path.dropFirst(Self.downloads.count).removingPercentEncoding else {
      return nil
    }
    return tuner.exporter?.finished.open(
      name, range: request.headers.first(name: "Range"))
  }

  /// Path of uploads for looks.
  static let looks = "/looks/"
  /// Path of exported files.
  static let downloads = "/export/"

  /// The answer to a request with the token: the cookie, and the address of the page, so that the
  /// token leaves the browser's address bar and history. The browser goes there by itself, not by a
  /// redirection, which would still count as coming from the site whose link was followed, such as
  /// a terminal in a page, and the cookie would not be sent.
  var entrance: Answer {
    let key = doorkeeper.key
    // An empty icon, since browsers would ask for one outside of the folder.
    let page = """
      <!doctype html><html lang="en"><title>splash</title><link rel="icon" href="data:,">
      <p><a href="/\(key.place)/">The tuner</a></p></html>

      """
    return Answer(
      status: .ok,
      headers: [
        ("Content-Type", "text/html; charset=utf-8"),
        (
          "Set-Cookie",
          "\(Doorkeeper.cookie)=\(key.token); Path=/\(key.place)/; HttpOnly; SameSite=Strict"
        ),
        ("Refresh", "0; url=/\(key.place)/"),
      ], body: Array(page.utf8))
  }

  private var isFull: Bool { tuner.audience.count >= Audience.limit }

  /// The page reloads itself: a connection is often free as soon as an old page has been closed.
  private var full: Answer {
    var answer = Answer.plain(
      .serviceUnavailable,
      "\(Audience.limit) browsers look on already; close the page in one of them. "
        + "This one tries again by itself.")
    answer.headers += [("Retry-After", "5"), ("Refresh", "5")]
    return answer
  }

  private func keepLook(_ path: String, _ body: ByteBuffer) -> Answer {
    do {
      let name = path.dropFirst(Self.looks.count).removingPercentEncoding ?? ""
      let look = try tuner.keepLook(Array(body.readableBytesView), as: name)
      return Answer(
        status: .ok, headers: [("Content-Type", "application/json")],
        body: Array(BrowserMessage.encode(["look": look]).utf8))
    } catch {
      return .plain(.badRequest, "\(error)")
    }
  }

  private func load(_ body: ByteBuffer) -> Answer {
    do {
      try tuner.replaceLook(json: Data(body.readableBytesView))
      return Answer(status: .noContent)
    } catch {
      return .plain(.badRequest, "\(error)")
    }
  }
}
