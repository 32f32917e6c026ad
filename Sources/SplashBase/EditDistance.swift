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
