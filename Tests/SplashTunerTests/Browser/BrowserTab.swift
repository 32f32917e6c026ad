import Foundation

/// A tab of a browser, as eyes and hands have it; each is a context that shares nothing with
/// others.
protocol BrowserTab: AnyObject {
  func navigate(to address: String) throws

  /// The value of a JavaScript expression, promises awaited, as if somebody had asked for it by a
  /// click.
  func value(_ expression: String) throws -> Any?

  func mouse(_ action: PointerAction, _ place: Place, _ modifier: Modifier) throws
  func turnWheel(at place: Place, by pixels: Double) throws

  /// - Parameter places: of all fingers that are down after it, in the order in which they came.
  func touch(_ action: PointerAction, _ places: [Place]) throws

  func key(_ action: KeyAction, _ key: String, _ modifier: Modifier) throws

  /// Gives files to an input for files.
  func choose(_ files: [String], for selector: String) throws

  /// What is to be seen, as PNG.
  func screenshot() throws -> Data

  /// As when somebody closes the tab.
  func close() throws
}

/// Pixels of the page from its upper left corner.
typealias Place = (x: Double, y: Double)

enum PointerAction { case press, move, release }
enum KeyAction { case down, up }
enum Modifier { case none, alt, control, shift }

/// How a page is looked at.
struct BrowserWindow {
  var width = 1280
  var height = 800
  var isDark = false
  /// A touch screen, and no mouse.
  var isPhone = false
  /// The system gives the colors, as for people who need much contrast.
  var hasForcedColors = false
  /// Runs before the scripts of a page, as the body of a function.
  var script: String?
}

/// A browser that tests drive.
protocol BrowserEngine: AnyObject {
  func open(_ window: BrowserWindow) throws -> any BrowserTab

  /// Errors that pages printed since the last time.
  func takeComplaints() -> [String]

  /// Ends it and forgets what it stored.
  func quit()
}
