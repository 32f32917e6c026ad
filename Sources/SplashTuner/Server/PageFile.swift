internal import Foundation

/// A file of the page, built into the program, with its media type.
struct PageFile {
  let type: String
  let text: [UInt8]
  /// The query with which the page asks for these contents, which browsers may keep; nil for the
  /// page itself, and for what it does not ask for.
  var version: String?

  /// By paths: the page, what it loads, and its modules as they are written.
  static let all: [String: PageFile] = {
    let bundle = PageBundle(from: "tuner.js") {
      String(decoding: modules["/\($0)"]!.text, as: UTF8.self)
    }
    var (files, page) = (modules, PageText.files["index.html"]!)
    files["/page.js.map"] = PageFile(type: "application/json", text: bundle.map)
    for (name, var file) in [
      ("page.css", sheet(sheets.joined())), ("page.js", script(bundle.script)),
      ("theme.js", script(text("theme.js"))),
    ] {
      let sum = Checksum()
      sum.add(file.text)
      file.version = String(sum.finish().prefix(16))
      files["/\(name)"] = file
      page = page.replacing("=\"\(name)\"", with: "=\"\(name)?\(file.version!)\"")
    }
    files["/"] = PageFile(type: "text/html; charset=utf-8", text: Array(page.utf8))
    return files
  }()

  /// In the order in which the page has them.
  private static let sheets = ["style", "layout", "picture", "panel", "small"].map {
    text("\($0).css")
  }

  private static let modules = Dictionary(
    uniqueKeysWithValues: PageText.files.keys.filter { $0.hasSuffix(".js") && $0 != "theme.js" }
      .map { ("/\($0)", script(text($0))) })

  private static func text(_ name: String) -> [UInt8] { Array(PageText.files[name]!.utf8) }

  private static func sheet(_ text: some Sequence<UInt8>) -> PageFile {
    PageFile(type: "text/css; charset=utf-8", text: Array(text))
  }

  private static func script(_ text: [UInt8]) -> PageFile {
    PageFile(type: "text/javascript; charset=utf-8", text: text)
  }
}
