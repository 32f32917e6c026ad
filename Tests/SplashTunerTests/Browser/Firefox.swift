import Foundation

/// Headless Firefoxes, driven by WebDriver BiDi (W3C) through WebSockets.
///
/// Dark mode, touch and forced colors are settings of a whole Firefox, so each combination has an
/// instance of its own.
final class Firefox: BrowserEngine {
  static let program: String? = Browser.program(among: ["firefox-esr", "firefox"])

  private let program: String
  private var sessions: [String: FirefoxSession] = [:]

  init(_ program: String) throws { self.program = program }

  func open(_ window: BrowserWindow) throws -> any BrowserTab {
    let kind = "\(window.isDark) \(window.isPhone) \(window.hasForcedColors)"
    let session = try sessions[kind] ?? FirefoxSession(program, window)
    sessions[kind] = session
    return try FirefoxTab(session, window)
  }

  func takeComplaints() -> [String] { sessions.values.flatMap { $0.takeComplaints() } }

  func quit() {
    for session in sessions.values { session.quit() }
    sessions = [:]
  }
}

/// One Firefox and the connection to it.
final class FirefoxSession {
  private let process = Process()
  private let profile = FileManager.default.temporaryDirectory
    .appendingPathComponent("splash-firefox-\(UUID().uuidString)")
  private let socket: RawWebSocket
  private var count = 0
  private var complaints: [String] = []

  init(_ program: String, _ window: BrowserWindow) throws {
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    let preferences: [(String, Any)] = [
      ("dom.events.testing.asyncClipboard", true),
      ("layout.css.prefers-color-scheme.content-override", window.isDark ? 0 : 1),
      // 1 is a finger, 6 a mouse: it is fine, and hovers.
      ("ui.primaryPointerCapabilities", window.isPhone ? 1 : 6),
      ("ui.allPointerCapabilities", window.isPhone ? 1 : 6),
      ("dom.w3c_touch_events.enabled", window.isPhone ? 1 : 0),
      // 2 ignores the colors of pages.
      ("browser.display.document_color_use", window.hasForcedColors ? 2 : 0),
    ]
    let text = preferences.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
    try Data(text.utf8).write(to: profile.appendingPathComponent("user.js"))
    let log = profile.appendingPathComponent("log")
    try Data().write(to: log)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    let limit = Date(timeIntervalSinceNow: 90)
    var port: UInt16?
    while port == nil, process.isRunning, Date() < limit {
      usleep(50_000)
      let said = try String(contentsOf: log, encoding: .utf8)
      port = said.firstMatch(of: /ws:\/\/127\.0\.0\.1:(\d+)\s/).flatMap { UInt16($0.1) }
    }
    guard let port else {
      process.terminate()
      throw Browser.Failure(description: "Firefox does not listen")
    }
    socket = try RawWebSocket("127.0.0.1", port, path: "/session", patience: 60)
    try call("session.new", ["capabilities": [String: Any]()])
    try call("session.subscribe", ["events": ["log.entryAdded"]])
  }

  func quit() {
    _ = try? call("browser.close")
    process.end(within: 10)
    try? FileManager.default.removeItem(at: profile)
  }

  func takeComplaints() -> [String] {
    // All messages before this answer have been read then.
    _ = try? call("session.status")
    defer { complaints = [] }
    return complaints
  }

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    count += 1
    let bytes = try JSONSerialization.data(
      withJSONObject: ["id": count, "method": method, "params": parameters])
    socket.send(Array(bytes))
    while let message = socket.next() {
      guard case .text(let object) = message else { continue }
      if object["id"] as? Int == count {
        if let error = object["message"], object["type"] as? String == "error" {
          throw Browser.Failure(description: "\(method): \(error)")
        }
        return object["result"] as? [String: Any] ?? [:]
      }
      hear(object)
    }
    throw Browser.Failure(description: "\(method): no answer from Firefox")
  }

  /// An uncaught error of a page is a complaint; its own log messages are not.
  private func hear(_ event: [String: Any]) {
    guard event["method"] as? String == "log.entryAdded",
      let entry = event["params"] as? [String: Any], entry["type"] as? String == "javascript",
      entry["level"] as? String == "error"
    else { return }
    complaints.append("\(entry["text"] ?? entry)")
  }
}
