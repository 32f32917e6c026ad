import Foundation

/// A tab of Chromium, by the DevTools protocol.
final class ChromiumTab: BrowserTab {
  private let browser: Chromium
  private let session: String
  private let context: String
  private var isPressed = false

  init(_ browser: Chromium, _ window: BrowserWindow) throws {
    self.browser = browser
    context = try browser.call("Target.createBrowserContext")["browserContextId"] as? String ?? ""
    let target = try browser.call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": context])
    let attached = try browser.call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String ?? ""
    for domain in ["Runtime.enable", "Log.enable", "Page.enable"] { try call(domain) }
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": window.width, "height": window.height, "deviceScaleFactor": 1,
        "mobile": window.isPhone,
      ])
    if window.isPhone {
      try call("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5])
    }
    if let script = window.script {
      try call("Page.addScriptToEvaluateOnNewDocument", ["source": "(() => {\n\(script)\n})()"])
    }
    let features = [
      ("prefers-color-scheme", window.isDark ? "dark" : "light"),
      ("forced-colors", window.hasForcedColors ? "active" : "none"),
    ]
    try call(
      "Emulation.setEmulatedMedia", ["features": features.map { ["name": $0, "value": $1] }])
    try browser.call(
      "Browser.grantPermissions",
      [
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
        "browserContextId": context,
      ])
  }

  @discardableResult
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try browser.call(method, parameters, session: session)
  }

  func close() throws {
    try browser.call("Target.disposeBrowserContext", ["browserContextId": context])
  }

  func navigate(to address: String) throws { try call("Page.navigate", ["url": address]) }

  func value(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let error = answer["exceptionDetails"] {
      throw Browser.Failure(description: "\(expression): \(error)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  private static let mouseEvents: [PointerAction: String] = [
    .press: "mousePressed", .move: "mouseMoved", .release: "mouseReleased",
  ]
  private static let touchEvents: [PointerAction: String] = [
    .press: "touchStart", .move: "touchMove", .release: "touchEnd",
  ]

  func mouse(_ action: PointerAction, _ place: Place, _ modifier: Modifier) throws {
    if action == .press { isPressed = true }
    if action == .release { isPressed = false }
    try call(
      "Input.dispatchMouseEvent",
      [
        "type": Self.mouseEvents[action]!, "x": place.x, "y": place.y,
        "button": isPressed || action == .release ? "left" : "none", "clickCount": 1,
        "buttons": isPressed ? 1 : 0, "modifiers": Self.bits(modifier),
      ])
  }

  func turnWheel(at place: Place, by pixels: Double) throws {
    try call(
      "Input.dispatchMouseEvent",
      ["type": "mouseWheel", "x": place.x, "y": place.y, "deltaX": 0, "deltaY": pixels])
  }

  func touch(_ action: PointerAction, _ places: [Place]) throws {
    try call(
      "Input.dispatchTouchEvent",
      [
        "type": Self.touchEvents[action]!,
        "touchPoints": places.enumerated().map {
          ["x": $1.x, "y": $1.y, "id": $0] as [String: Any]
        },
      ])
  }

  func key(_ action: KeyAction, _ key: String, _ modifier: Modifier) throws {
    var event: [String: Any] = [
      "type": action == .down ? "keyDown" : "keyUp", "key": key,
      "modifiers": Self.bits(modifier),
    ]
    if action == .down, key.count == 1, modifier == .none || modifier == .shift {
      event["text"] = key
    }
    if action == .down, key == "Enter" { event["text"] = "\r" }
    try call("Input.dispatchKeyEvent", event)
  }

  private static func bits(_ modifier: Modifier) -> Int {
    switch modifier {
    case .none: 0
    case .alt: 1
    case .control: 2
    case .shift: 8
    }
  }

  func choose(_ files: [String], for selector: String) throws {
    let root = try call("DOM.getDocument")["root"] as? [String: Any]
    let node = try call(
      "DOM.querySelector", ["nodeId": root?["nodeId"] ?? 0, "selector": selector])
    try call("DOM.setFileInputFiles", ["nodeId": node["nodeId"] ?? 0, "files": files])
  }

  func screenshot() throws -> Data {
    let data = try call("Page.captureScreenshot", ["format": "png"])["data"] as? String
    return Data(base64Encoded: data ?? "") ?? Data()
  }
}
