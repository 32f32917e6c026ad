import Foundation

/// A headless Chromium, driven over the DevTools protocol through a pair of pipes: the headless
/// shell, which starts faster, where it is installed.
final class Chromium: BrowserEngine, @unchecked Sendable {
  static let program: String? = Browser.program(
    among: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])

  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private let profile = FileManager.default.temporaryDirectory
    .appendingPathComponent("splash-browser-\(UUID().uuidString)")
  private let condition = NSCondition()
  private var results: [Int: Data] = [:]
  private var complaints: [String] = []
  private var count = 0
  private var hasEnded = false

  init(_ program: String) throws {
    let flags = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions", "--mute-audio",
      "--disable-background-networking", "--force-color-profile=srgb", "--remote-debugging-pipe",
      "--user-data-dir=\(profile.path)", "about:blank",
    ]
    // Chromium reads its commands from descriptor 3 and writes to 4.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", program] + flags
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
    let reader = Thread { [self] in read() }
    reader.start()
  }

  func open(_ window: BrowserWindow) throws -> any BrowserTab {
    try ChromiumTab(self, window)
  }

  func quit() {
    _ = try? call("Browser.close")
    process.end(within: 5)
    try? FileManager.default.removeItem(at: profile)
  }

  private func read() {
    var buffer = Data()
    while true {
      let chunk = answers.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      buffer.append(chunk)
      while let end = buffer.firstIndex(of: 0) {
        take(buffer[buffer.startIndex..<end])
        buffer = Data(buffer[buffer.index(after: end)...])
      }
    }
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  private func take(_ message: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any] else {
      return
    }
    condition.withLock {
      if let id = object["id"] as? Int {
        results[id] = Data(message)
      } else if let method = object["method"] as? String,
        ["Runtime.exceptionThrown", "Log.entryAdded"].contains(method),
        // The tests read pixels themselves, which is no fault of the page.
        message.range(of: Data("willReadFrequently".utf8)) == nil
      {
        complaints.append(String(decoding: message, as: UTF8.self))
      }
      condition.broadcast()
    }
  }

  func takeComplaints() -> [String] {
    condition.withLock {
      defer { complaints = [] }
      return complaints
    }
  }

  @discardableResult
  func call(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil
  ) throws -> [String: Any] {
    let id = condition.withLock {
      count += 1
      return count
    }
    var message: [String: Any] = ["id": id, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = try JSONSerialization.data(withJSONObject: message) + [0]
    condition.withLock { commands.fileHandleForWriting.write(bytes) }
    let limit = Date(timeIntervalSinceNow: 60)
    let answer: Data? = condition.withLock {
      while results[id] == nil, !hasEnded, Date() < limit { _ = condition.wait(until: limit) }
      return results.removeValue(forKey: id)
    }
    guard let answer else {
      throw Browser.Failure(description: "\(method): no answer from Chromium")
    }
    let object = try JSONSerialization.jsonObject(with: answer) as? [String: Any] ?? [:]
    if let error = object["error"] { throw Browser.Failure(description: "\(method): \(error)") }
    return object["result"] as? [String: Any] ?? [:]
  }
}
