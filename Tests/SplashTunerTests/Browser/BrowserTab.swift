import Foundation

/// A tab of a browser, as a user sees and uses it; each is a context that shares nothing with
/// others.
protocol BrowserTab: AnyObject {
  func navigate(to address: String) throws

  /// The value of a JavaScript expression, promises awaited, as if a user had clicked
  /// for it.
  func value(_ expression: String) throws -> Any?

  func mouse(_ action: PointerAction, _ place: Place, _ modifier: Modifier) throws
  func turnWheel(at place: Place, by pixels: Double) throws

  /// - Parameter places: of all fingers that are down after the action, in the order of touching.
  func touch(_ action: PointerAction, _ places: [Place]) throws

  func key(_ action: KeyAction, _ key: String, _ modifier: Modifier) throws

  /// Gives files to a file input.
  func choose(_ files: [String], for selector: String) throws

  /// The visible page as PNG.
  func screenshot() throws -> Data

  /// As a user closes a tab.
  func close() throws
}

/// Pixels of the page from its upper left corner.
typealias Place = (x: Double, y: Double)

enum PointerAction { case press, move, release }
enum KeyAction { case down, up }
enum Modifier { case none, alt, control, shift }

/// The window and the preferences with which a page is opened.
struct BrowserWindow {
  var width = 1280
  var height = 800
  var isDark = false
  /// A touch screen, and no mouse.
  var isPhone = false
  /// The system sets the colors, as for people who need high contrast.
  var hasForcedColors = false
  /// Runs before the scripts of a page, as the body of a function.
  var script: String?
}

/// A browser that tests drive.
protocol BrowserEngine: AnyObject {
  func open(_ window: BrowserWindow) throws -> any BrowserTab

  /// Errors that pages printed since the last call.
  func takeComplaints() -> [String]

  /// Ends the browser and deletes what it stored.
  func quit()
}
