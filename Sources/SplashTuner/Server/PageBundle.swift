internal import Foundation

/// The page's modules as one script and its sheets as one sheet, so that a cold load is a few
/// requests.
///
/// A module becomes a function that is called once and returns its exports, after the modules that
/// it imports, which may not import each other in a circle. Lines stay lines, so that a map of them
/// shows browsers' tools the modules.
struct PageBundle {
  let script, map: [UInt8]

  /// - Parameters:
  ///   - entry: name of the module that begins.
  ///   - source: the text of a module. An import or export is one line that begins with that word.
  init(from entry: String, source: (_ name: String) -> String) {
    var (lines, sections, done) = (["const modules = {};"], [Map.Section](), Set<String>())
    func add(_ name: String) {
      guard done.insert(name).inserted else { return }
      let text = source(name)
      let module = Module(text)
      for other in module.imported { add(other) }
      lines.append("modules[\"\(name)\"] = (() => {")
      sections.append(Map.Section(of: name, text, count: module.lines.count, at: lines.count))
      lines += module.lines
      lines.append("return { \(module.exported.joined(separator: ", ")) }; })();")
    }
    add(entry)
    lines.append("//# sourceMappingURL=page.js.map\n")
    script = Array(lines.joined(separator: "\n").utf8)
    map = Array(BrowserMessage.encode(Map(sections: sections)).utf8)
  }

  private struct Module {
    var (lines, imported, exported) = ([String](), [String](), [String]())

    init(_ text: String) {
      let (imports, exports) = (
        /import (\{.*\}) from "\.\/(.*)";/, /export ((?:async )?(?:const|class|function) (\w+).*)/
      )
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("import "), let match = line.wholeMatch(of: imports) {
          imported.append(String(match.2))
          lines.append("const \(match.1) = modules[\"\(match.2)\"];")
        } else if line.hasPrefix("export "), let match = line.wholeMatch(of: exports) {
          exported.append(String(match.2))
          lines.append(String(match.1))
        } else {
          lines.append(String(line))
        }
      }
    }
  }

  /// Which line of which module a line is (ECMA-426).
  private struct Map: Encodable {
    var version = 3
    var sections: [Section]

    struct Section: Encodable {
      struct Offset: Encodable {
        var line: Int
        var column = 0
      }

      struct Lines: Encodable {
        var version = 3
        var sources, sourcesContent: [String]
        var names: [String] = []
        var mappings: String
      }

      var offset: Offset
      var map: Lines

      /// - Parameter line: of the script, from 0, at which the module begins.
      init(of name: String, _ text: String, count: Int, at line: Int) {
        offset = Offset(line: line)
        // Each line is the next one of the source: one more than the line before, in base 64.
        let mappings = ["AAAA"] + Array(repeating: "AACA", count: count - 1)
        map = Lines(
          sources: [name], sourcesContent: [text], mappings: mappings.joined(separator: ";"))
      }
    }
  }
}
