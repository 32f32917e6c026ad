import Foundation

/// A tab of Firefox, in a window of its own so that it is visible.
final class FirefoxTab: BrowserTab {
  private let session: FirefoxSession
  private let user: String
  private let context: String
  private var fingers = 0

  init(_ session: FirefoxSession, _ window: BrowserWindow) throws {
    self.session = session
    user = try session.call("browser.createUserContext")["userContext"] as? String ?? ""
    let created = try session.call(
      "browsingContext.create", ["type": "window", "userContext": user])
    context = created["context"] as? String ?? ""
    try session.call(
      "browsingContext.setViewport",
      [
        "context": context, "viewport": ["width": window.width, "height": window.height],
        "devicePixelRatio": 1,
      ])
    if let script = window.script {
      try session.call(
        "script.addPreloadScript",
        ["functionDeclaration": "() => { \(script) }", "contexts": [context]])
    }
  }

  func close() throws { try session.call("browser.removeUserContext", ["userContext": user]) }

  func navigate(to address: String) throws {
    try session.call(
      "browsingContext.navigate", ["context": context, "url": address, "wait": "interactive"])
  }

  func value(_ expression: String) throws -> Any? { Self.plain(try evaluate(expression)) }

  /// A value of the protocol as JSON (W3C WebDriver BiDi, 7.7.3).
  private static func plain(_ remote: Any?) -> Any? {
    let remote = remote as? [String: Any] ?? [:]
    switch remote["type"] as? String {
    case "array": return (remote["value"] as? [Any] ?? []).map { plain($0) ?? NSNull() }
    case "object":
      let pairs = (remote["value"] as? [[Any]] ?? []).compactMap { pair in
        (pair[0] as? String).map { ($0, plain(pair[1]) ?? NSNull()) }
      }
      return Dictionary(uniqueKeysWithValues: pairs)
    case "string", "boolean", "number": return remote["value"]
    default: return nil
    }
  }

  private func evaluate(_ expression: String) throws -> [String: Any] {
    let answer = try session.call(
      "script.evaluate",
      [
        "expression": expression, "awaitPromise": true, "target": ["context": context],
        "userActivation": true,
      ])
    guard answer["type"] as? String == "success" else {
      let details = answer["exceptionDetails"] as? [String: Any]
      throw Browser.Failure(description: "\(expression): \(details?["text"] ?? answer)")
    }
    return answer["result"] as? [String: Any] ?? [:]
  }

  private func perform(_ sources: [[String: Any]]) throws {
    try session.call("input.performActions", ["context": context, "actions": sources])
  }

  private func pointer(_ id: String, _ type: String, _ actions: [[String: Any]]) -> [String: Any] {
    ["type": "pointer", "id": id, "parameters": ["pointerType": type], "actions": actions]
  }

  private func move(to place: Place) -> [String: Any] {
    ["type": "pointerMove", "x": place.x, "y": place.y]
  }

  func mouse(_ action: PointerAction, _ place: Place, _ modifier: Modifier) throws {
    if action != .release { try hold(modifier, .down) }
    var actions = [move(to: place)]
    if action != .move {
      actions.append(["type": action == .press ? "pointerDown" : "pointerUp", "button": 0])
    }
    try perform([pointer("mouse", "mouse", actions)])
    if action != .press { try hold(modifier, .up) }
  }

  func turnWheel(at place: Place, by pixels: Double) throws {
    try perform([
      [
        "type": "wheel", "id": "wheel",
        "actions": [
          [
            "type": "scroll", "x": Int(place.x), "y": Int(place.y), "deltaX": 0,
            "deltaY": Int(pixels),
          ]
        ],
      ]
    ])
  }

  func touch(_ action: PointerAction, _ places: [Place]) throws {
    let count = max(fingers, places.count)
    let sources = (0..<count).map { finger -> [String: Any] in
      var actions: [[String: Any]] = []
      if places.indices.contains(finger) { actions.append(move(to: places[finger])) }
      if finger >= fingers { actions.append(["type": "pointerDown", "button": 0]) }
      if finger >= places.count { actions.append(["type": "pointerUp", "button": 0]) }
      return pointer("finger \(finger)", "touch", actions)
    }
    fingers = places.count
    try perform(sources)
  }

  func key(_ action: KeyAction, _ key: String, _ modifier: Modifier) throws {
    if action == .down { try hold(modifier, .down) }
    try press(Self.codes[key] ?? key, action)
    if action == .up { try hold(modifier, .up) }
  }

  private func hold(_ modifier: Modifier, _ action: KeyAction) throws {
    switch modifier {
    case .none: break
    case .shift: try press("\u{E008}", action)
    case .control: try press("\u{E009}", action)
    case .alt: try press("\u{E00A}", action)
    }
  }

  private func press(_ value: String, _ action: KeyAction) throws {
    try perform([
      [
        "type": "key", "id": "keys",
        "actions": [["type": action == .down ? "keyDown" : "keyUp", "value": value]],
      ]
    ])
  }

  /// WebDriver's characters for keys without text (W3C WebDriver, 15.4.2).
  private static let codes = [
    "Backspace": "\u{E003}", "Tab": "\u{E004}", "Enter": "\u{E007}", "Escape": "\u{E00C}",
    "PageUp": "\u{E00E}", "PageDown": "\u{E00F}", "End": "\u{E010}", "Home": "\u{E011}",
    "ArrowLeft": "\u{E012}", "ArrowUp": "\u{E013}", "ArrowRight": "\u{E014}",
    "ArrowDown": "\u{E015}", "Delete": "\u{E017}",
  ]

  func choose(_ files: [String], for selector: String) throws {
    let node = try evaluate("document.querySelector('\(selector)')")
    try session.call(
      "input.setFiles",
      ["context": context, "element": ["sharedId": node["sharedId"] ?? ""], "files": files])
  }

  func screenshot() throws -> Data {
    let data = try session.call("browsingContext.captureScreenshot", ["context": context])["data"]
    return Data(base64Encoded: data as? String ?? "") ?? Data()
  }
}
