import TestSupport

/// A real headless browser: Chromium, or the Firefox where `SPLASH_BROWSER` says `firefox`.
final class Browser {
  private static let isFirefox =
    ProcessInfo.processInfo.environment["SPLASH_BROWSER"] == "firefox"

  static let program: String? = isFirefox ? Firefox.program : Chromium.program
  static let absence: Comment =
    isFirefox
    ? "needs Firefox: scripts/setup firefox-esr" : "needs Chromium: scripts/setup chromium"

  private let engine: any BrowserEngine

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init() throws {
    guard let program = Browser.program else { throw Failure(description: "no browser") }
    engine = try Browser.isFirefox ? Firefox(program) : Chromium(program)
  }

  func open(_ window: BrowserWindow) throws -> any BrowserTab { try engine.open(window) }
  func takeComplaints() -> [String] { engine.takeComplaints() }
  func quit() { engine.quit() }

  /// The first of some programs that is installed, without stand-ins that ask for another package.
  static func program(among names: [String]) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first {
        FileManager.default.isExecutableFile(atPath: $0)
          && (try? Command.run($0, ["--version"]).status) == 0
      }
  }
}

extension Process {
  /// Waits some seconds for a program that was told to end, then kills it.
  func end(within seconds: Double) {
    let limit = Date(timeIntervalSinceNow: seconds)
    while isRunning, Date() < limit { usleep(20_000) }
    if isRunning { terminate() }
    waitUntilExit()
  }
}
