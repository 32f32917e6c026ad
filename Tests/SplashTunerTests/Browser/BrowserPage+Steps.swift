import Foundation

/// Steps that many tests take.
extension BrowserPage {
  /// Waits until playback has stopped.
  func waitForPause() throws {
    try wait("a pause", for: "document.getElementById('play').ariaLabel === 'Play'")
  }

  /// Pauses by a key.
  func pause(by key: String = "k") throws {
    try press(key)
    try waitForPause()
  }

  /// Waits until the time on the page begins with a text, such as `0:01.0`.
  func waitForTime(_ text: String) throws {
    try wait(
      "the time \(text)", for: "document.getElementById('time').textContent.startsWith('\(text)')")
  }

  /// Goes to a time below ten seconds.
  func seek(to seconds: Double) throws {
    try set("#scrub", to: seconds)
    try wait(
      "\(seconds) s", for: "Math.abs(document.getElementById('scrub').value - \(seconds)) < 0.02")
    try waitForTime("0:0" + String(format: "%.1f", seconds))
  }

  func focus(_ selector: String) throws {
    try value(
      """
      (() => {
        const element = document.querySelector('\(selector)');
        \(Self.opening)
        element.focus();
      })()
      """)
  }

  /// Gives a field a text, or a list its choice.
  func change(_ selector: String, to text: String) throws {
    try value(
      """
      (() => {
        const field = document.querySelector('\(selector)');
        field.value = '\(text)';
        field.dispatchEvent(new Event('change'));
      })()
      """)
  }

  /// Drags an element by its middle, `distance` pixels to the right.
  func drag(_ selector: String, right distance: Double) throws {
    let start = try place(selector)
    try mouse(.press, start)
    for share in [0.5, 1] { try mouse(.move, (start.x + share * distance, start.y)) }
    try mouse(.release, (start.x + distance, start.y))
  }

  /// Saves the look under a name, which may have letters only, and leaves the list of presets open.
  func savePreset(_ name: String) throws {
    try click("#presets")
    try focus("#preset-name")
    for key in name { try press(String(key)) }
    try press("Enter")
    try wait(
      "a preset", for: "document.getElementById('preset-list').textContent.includes('\(name)')")
  }

  /// Saves the look under a name, which may have letters only, resets to the defaults, and loads
  /// the saved look.
  ///
  /// - Parameter wait: waits for the page without the look.
  func returnByPreset(_ name: String, _ wait: () throws -> Void) throws {
    try savePreset(name)
    try click("#preset-close")
    try click("#reset-all")
    try wait()
    try click("#presets")
    try click("#preset-list button")
  }
}
