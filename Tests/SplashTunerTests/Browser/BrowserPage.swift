import Foundation
import Testing

/// A page of the tuner in a browser context that shares nothing with others.
final class BrowserPage {
  private let tab: any BrowserTab

  /// Opens an address and waits until the first frame is shown.
  ///
  /// - Parameter script: runs before those of the page.
  init(
    _ browser: Browser, _ address: String, width: Int = 1280, height: Int = 800,
    isDark: Bool = false, isPhone: Bool = false, hasForcedColors: Bool = false,
    before script: String? = nil
  ) throws {
    tab = try browser.open(
      BrowserWindow(
        width: width, height: height, isDark: isDark, isPhone: isPhone,
        hasForcedColors: hasForcedColors, script: script))
    try navigate(to: address)
  }

  /// A script to run before those of the page, for a browser whose user asks for some languages.
  static func asking(for languages: [String]) -> String {
    "Object.defineProperty(navigator, 'languages', { get: () => \(languages) });"
  }

  /// The same for German; nil for the browser's own language.
  static func german(_ isGerman: Bool) -> String? { isGerman ? asking(for: ["de-AT"]) : nil }

  func navigate(to address: String) throws {
    try tab.navigate(to: address)
    try wait("a first picture", for: "Boolean(document.getElementById('picture')?.dataset.number)")
  }

  /// Closes the page, as a user closes a tab.
  func close() throws { try tab.close() }

  // MARK: - Looking

  /// The value of a JavaScript expression, promises awaited.
  @discardableResult
  func value(_ expression: String) throws -> Any? { try tab.value(expression) }

  func text(_ id: String) throws -> String {
    try value("document.getElementById('\(id)').textContent") as? String ?? ""
  }

  func number(_ expression: String) throws -> Double {
    (try value(expression) as? NSNumber)?.doubleValue ?? .nan
  }

  /// Waits until an expression is true; the elements it names need not exist yet.
  func wait(_ what: String, seconds: Double = 60, for expression: String) throws {
    let limit = Date(timeIntervalSinceNow: seconds)
    var found: Any?
    while Date() < limit {
      do {
        found = try value(
          "(async () => { try { return await (\(expression)) } catch (e) { return `${e}` } })()")
      } catch {
        // Between two pages no page can be asked.
        found = error
      }
      if found as? Bool == true { return }
      usleep(20_000)
    }
    throw Browser.Failure(
      description: "waited \(seconds) s for \(what): \(expression): \(found ?? "nothing")")
  }

  /// Waits until a test of the page is met.
  func wait(_ what: String, until isMet: (BrowserPage) throws -> Bool) throws {
    let limit = Date(timeIntervalSinceNow: 30)
    while try !isMet(self) {
      guard Date() < limit else {
        throw Browser.Failure(description: "waited 30 s for \(what)")
      }
      usleep(100_000)
    }
  }

  /// Waits until a frame is shown that was made with the current settings.
  func waitForCurrentPicture() throws {
    try value("new Promise(done => setTimeout(done, 100))")
    // One with the settings, and then one that has had time to settle.
    try wait(
      "a picture of these settings",
      for: "(({ revision, awaited }) => Number(revision) >= Number(awaited))"
        + "(document.getElementById('picture').dataset)")
    try value("new Promise(done => setTimeout(done, 700))")
  }

  /// The frame on the page: R, G, B of every `step`th pixel each way, 0…255.
  func pixels(step: Int = 4) throws -> Pixels {
    let script = """
      (() => {
        const canvas = document.getElementById('picture');
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        let text = '';
        for (let y = \(step / 2); y < canvas.height; y += \(step)) {
          for (let x = \(step / 2); x < canvas.width; x += \(step)) {
            const i = 4 * (y * canvas.width + x);
            text += String.fromCharCode(data[i], data[i + 1], data[i + 2]);
          }
        }
        return btoa(text);
      })()
      """
    let width = Int(try number("document.getElementById('picture').width"))
    let bytes = [UInt8](Data(base64Encoded: try value(script) as? String ?? "") ?? Data())
    return Pixels(bytes: bytes, width: (width - step / 2 + step - 1) / step)
  }

  /// Waits until the command line holds a text.
  func waitForCommand(_ text: String) throws {
    try wait(text, for: "document.getElementById('command').textContent.includes('\(text)')")
  }

  /// The settings of the tuner, once it has received all changes made on the page.
  func settings() throws -> [String: Any] {
    try wait(
      "all changes to be heard of",
      for: "document.getElementById('picture').dataset.awaited !== 'Infinity'")
    return try value("fetch('settings.json').then(answer => answer.json())") as? [String: Any]
      ?? [:]
  }

  // MARK: - Doing

  /// The position of a point of an element on the page; `x` and `y` are shares of its size.
  func place(_ selector: String, x: Double = 0.5, y: Double = 0.5) throws -> Place {
    let box =
      try value(
        """
        (async () => {
          const element = document.querySelector('\(selector)');
          \(Self.opening)
          // It has its place a moment later.
          if (element.closest('details.menu')) await new Promise(done => setTimeout(done, 60));
          element.scrollIntoView({ block: 'nearest' });
          const box = element.getBoundingClientRect();
          return [box.left, box.top, box.width, box.height];
        })()
        """) as? [NSNumber] ?? []
    guard box.count == 4 else { throw Browser.Failure(description: "\(selector): not on the page") }
    return (
      box[0].doubleValue + x * box[2].doubleValue, box[1].doubleValue + y * box[3].doubleValue
    )
  }

  /// Opens the menu, or the fine tuning, behind which an element is.
  static let opening = """
    if (!element.closest('summary')) element.closest('details.menu')?.setAttribute('open', '');
    if (element.closest('.parts, .strips, .fine-only')?.checkVisibility() === false) {
      document.getElementById('fine').click();
    }
    """

  /// Scrolls an element to where nothing covers it: on a phone the frame stays at the upper
  /// edge and the command line at the lower one.
  func reveal(_ selector: String) throws {
    try value(
      """
      (() => {
        const element = document.querySelector('\(selector)');
        element.scrollIntoView({ block: 'center' });
        scrollBy(0, element.getBoundingClientRect().top - 0.7 * innerHeight);
      })()
      """)
  }

  func mouse(_ action: PointerAction, _ place: Place, _ modifier: Modifier = .none) throws {
    try tab.mouse(action, place, modifier)
  }

  func turnWheel(at place: Place, by pixels: Double) throws {
    try tab.turnWheel(at: place, by: pixels)
  }

  func click(
    _ selector: String, x: Double = 0.5, y: Double = 0.5, _ modifier: Modifier = .none
  ) throws {
    let place = try place(selector, x: x, y: y)
    try mouse(.press, place, modifier)
    try mouse(.release, place, modifier)
  }

  /// Touches an element with a finger.
  func tap(_ selector: String, x: Double = 0.5, y: Double = 0.5) throws {
    let place = try place(selector, x: x, y: y)
    try touch(.press, [place])
    try touch(.release, [])
  }

  /// - Parameter places: of all fingers that are down after the action.
  func touch(_ action: PointerAction, _ places: [Place]) throws {
    try tab.touch(action, places)
  }

  func drag(
    _ selector: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) throws {
    try mouse(.press, try place(selector, x: start.x, y: start.y))
    try mouse(.move, try place(selector, x: (start.x + end.x) / 2, y: (start.y + end.y) / 2))
    try mouse(.move, try place(selector, x: end.x, y: end.y))
    try mouse(.release, try place(selector, x: end.x, y: end.y))
  }

  func press(_ key: String, _ modifier: Modifier = .none) throws {
    for action in [KeyAction.down, .up] { try tab.key(action, key, modifier) }
  }

  /// Does something while a key is down.
  func hold(_ key: String, while body: () throws -> Void) throws {
    try tab.key(.down, key, .none)
    try body()
    try tab.key(.up, key, .none)
  }

  func choose(_ file: String, for selector: String) throws {
    try tab.choose([file], for: selector)
  }

  /// The visible page as PNG.
  func screenshot() throws -> Data { try tab.screenshot() }

  /// Sets an input as a user would by typing or dragging to a value.
  func set(_ selector: String, to value: Double) throws {
    try self.value(
      """
      (() => {
        const input = document.querySelector('\(selector)');
        input.value = \(value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new Event('change', { bubbles: true }));
      })()
      """)
  }
}

/// Opens the page of a tuner in a browser context, and expects no complaints of either.
///
/// - Parameters:
///   - script: runs before those of the page.
///   - isRefused: whether requests of the page are refused, which browsers log as errors.
func withPage(
  _ tuner: RunningTuner, width: Int = 1280, height: Int = 800, isDark: Bool = false,
  isPhone: Bool = false, hasForcedColors: Bool = false, before script: String? = nil,
  isRefused: Bool = false, body: (BrowserPage) throws -> Void
) throws {
  defer { tuner.stop() }
  let browser = try Browser()
  defer { browser.quit() }
  try body(
    BrowserPage(
      browser, tuner.address, width: width, height: height, isDark: isDark, isPhone: isPhone,
      hasForcedColors: hasForcedColors, before: script))
  let complaints = browser.takeComplaints().filter { !isRefused || !$0.contains("status of 400") }
  #expect(complaints == [])
  #expect(tuner.isRunning)
}

/// Pixels of a frame, R, G, B in bytes.
struct Pixels {
  var bytes: [UInt8]
  var width: Int

  var count: Int { bytes.count / 3 }

  subscript(index: Int) -> (red: Double, green: Double, blue: Double) {
    (
      Double(bytes[3 * index]) / 255, Double(bytes[3 * index + 1]) / 255,
      Double(bytes[3 * index + 2]) / 255
    )
  }

  /// Largest minus smallest of R', G' and B', 0…1.
  func chroma(_ index: Int) -> Double {
    let color = self[index]
    return max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue)
  }

  /// The hue at a place of the middle row, where seven pixels beside each other are vivid.
  ///
  /// - Parameter step: hundredths of the width from the middle, as arrow keys move the eyedropper.
  func vividHue(inMiddleAt step: Int) -> Double? {
    let middle = count / width / 2 * width + Int((0.5 + 0.01 * Double(step)) * Double(width))
    return (middle - 3...middle + 3).allSatisfy { chroma($0) > 0.35 } ? hue(middle) : nil
  }

  func value(_ index: Int) -> Double {
    let color = self[index]
    return max(color.red, color.green, color.blue)
  }

  /// Degrees on the color circle, by the projection that `atan2` needs and not by the hexagon: a
  /// second opinion that is within 1.2 degrees of it.
  func hue(_ index: Int) -> Double {
    let color = self[index]
    let angle = atan2(
      3.0.squareRoot() * (color.green - color.blue), 2 * color.red - color.green - color.blue)
    return angle < 0 ? angle * 180 / .pi + 360 : angle * 180 / .pi
  }
}
