/// Names of numbered images in FFmpeg's form: `shot-%03d.png`, with `%%` for a per cent sign.
package struct NumberedName {
  private let folder: String
  private let before: String
  private let after: String
  /// The least number of digits.
  private let width: Int

  /// Nil if the name has no place for a number.
  package init?(_ pattern: String) {
    let path = filePath(of: pattern)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    guard let match = path.dropFirst(folder.count).wholeMatch(of: /(.*?)%0?(\d*)d(.*)/) else {
      return nil
    }
    self.folder = String(folder)
    before = String(match.1.replacing("%%", with: "%"))
    width = max(1, Int(match.2) ?? 1)
    after = String(match.3.replacing("%%", with: "%"))
  }

  /// The lowest number of an existing file; nil without any.
  package var firstNumber: Int? {
    (Folder.names(in: folder) ?? []).compactMap { number(in: $0) }.min()
  }

  /// Paths of the existing files, in the order of their numbers.
  package var existing: [String] {
    (Folder.names(in: folder) ?? []).compactMap { name in
      number(in: name).map { (number: $0, path: folder + name) }
    }.sorted { $0.number < $1.number }.map(\.path)
  }

  private func number(in name: String) -> Int? {
    guard name.hasPrefix(before), name.hasSuffix(after), name.count > before.count + after.count
    else { return nil }
    let digits = name.dropFirst(before.count).dropLast(after.count)
    guard digits.count >= width, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(digits)
  }
}
