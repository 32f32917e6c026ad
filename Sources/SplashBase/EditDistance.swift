extension Sequence<String> {
  /// Three words for one that was not found: those that are like it, the most alike first, then the
  /// first of the others. Alike are words of which a third of the letters differs at most.
  package func nearest(to word: some StringProtocol) -> [String] {
    let letters = Array(word.lowercased().unicodeScalars.prefix(64))
    var words: [(text: String, distance: Int)] = []
    for text in self where !words.contains(where: { $0.text == text }) {
      let distance = editDistance(Array(text.unicodeScalars), letters)
      words.append((text, distance <= Swift.max(1, letters.count / 3) ? distance : .max))
    }
    // Swift's sort is stable.
    return words.sorted { $0.distance < $1.distance }.prefix(3).map(\.text)
  }
}

/// The number of edits between two words: letters replaced, inserted, removed, or swapped with a
/// neighbor (Damerau, "A technique for computer detection and correction of spelling errors", 1964;
/// each edit counts 1). Time and memory grow with the product of the lengths.
package func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var rows = [Array(0...b.count)]
  for (i, x) in a.enumerated() {
    var row = [i + 1]
    for (j, y) in b.enumerated() {
      var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (x == y ? 0 : 1))
      if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { best = min(best, rows[i - 1][j - 1] + 1) }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
