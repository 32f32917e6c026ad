internal import FlyingFox
internal import Foundation
internal import SplashCore
internal import SplashFilter

/// Answers requests: the page and its parts, `settings.json`, and `live`, the connection that
/// carries pictures and messages.
struct PageHandler: HTTPHandler {
  weak let tuner: Tuner?
  let doorkeeper: Doorkeeper

  /// A settings file is a few kilobytes.
  private static let bodyLimit = 64 << 10

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let host = request.headers[.host] ?? ""
    switch doorkeeper.judge(request) {
    case .refused(let status, let reason): return plain(status, reason, host)
    case .welcome(let path): return try await answer(request, path: path, host: host)
    }
  }

  private func answer(
    _ request: HTTPRequest, path: String, host: String
  ) async throws -> HTTPResponse {
    guard let tuner else { return plain(.serviceUnavailable, "the tuner has ended", host) }
    switch (request.method, path) {
    case (.GET, "/settings.json"):
      var response = HTTPResponse(
        statusCode: .ok, headers: .strict(host: host),
        body: Data((tuner.look.snapshot.settings.json + "\n").utf8))
      response.headers[.contentType] = "application/json"
      response.headers[.contentDisposition] = "attachment; filename=\"splash-settings.json\""
      return response
    case (.POST, "/settings.json"): return try await load(request, into: tuner, host)
    case (.GET, "/live"): return try await connect(request, to: tuner, host)
    case (.GET, _):
      guard let file = PageFile.all[path] else { break }
      var response = HTTPResponse(
        statusCode: .ok, headers: .strict(host: host), body: Data(file.text))
      response.headers[.contentType] = file.type
      return response
    default: break
    }
    let isKnown = PageFile.all[path] != nil || ["/settings.json", "/live"].contains(path)
    return isKnown
      ? plain(.methodNotAllowed, "\(request.method.rawValue) is not for this address", host)
      : plain(.notFound, "nothing here; the tuner is at /", host)
  }

  private func load(
    _ request: HTTPRequest, into tuner: Tuner, _ host: String
  ) async throws -> HTTPResponse {
    var body = Data()
    if let count = request.bodySequence.count, count > Self.bodyLimit { return tooLarge(host) }
    for try await chunk in request.bodySequence {
      body.append(chunk)
      if body.count > Self.bodyLimit { return tooLarge(host) }
    }
    do {
      try tuner.replaceSettings(json: body)
      return HTTPResponse(statusCode: .noContent, headers: .strict(host: host))
    } catch {
      return plain(.badRequest, "\(error)", host)
    }
  }

  private func connect(
    _ request: HTTPRequest, to tuner: Tuner, _ host: String
  ) async throws -> HTTPResponse {
    guard tuner.audience.count < Audience.limit else {
      return plain(.serviceUnavailable, "\(Audience.limit) browsers look on already", host)
    }
    let response = try await WebSocketHTTPHandler(handler: LiveConnection(tuner: tuner))
      .handleRequest(request)
    if response.statusCode == .switchingProtocols { return response }
    return plain(
      .badRequest, String(decoding: try await response.bodyData, as: UTF8.self), host)
  }

  private func tooLarge(_ host: String) -> HTTPResponse {
    var response = plain(
      .payloadTooLarge, "settings are at most \(Self.bodyLimit) bytes", host)
    response.headers[.connection] = "close"
    return response
  }

  private func plain(_ status: HTTPStatusCode, _ reason: String, _ host: String) -> HTTPResponse {
    var response = HTTPResponse(
      statusCode: status, headers: .strict(host: host), body: Data((reason + "\n").utf8))
    response.headers[.contentType] = "text/plain; charset=utf-8"
    return response
  }
}
