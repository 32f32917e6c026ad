/// The connected parts of a mask, in its cells: what is kept there hangs together over corners too.
package struct MaskParts: Sendable {
  /// Of the grid, in cells.
  let width, height: Int
  /// A cell has this power of two mask samples a row, and rows.
  let halvings: Int
  /// From top to bottom, and from left to right in a row.
  private(set) var runs: [Run] = []
  private(set) var parts: [Part] = []
  /// The picture is of another shot than the one before.
  let isCut: Bool

  /// Cells side by side in a row that belong to a part.
  struct Run: Sendable {
    var row, start, end: Int32
    var part: Int32
  }

  struct Part: Sendable {
    /// In cells.
    var area = 0
    /// Mean of Cb and Cr, in codes of 8 bits.
    var color = SIMD2<Double>(0, 0)
  }

  /// - Parameters:
  ///   - isKept: whether a cell is.
  ///   - color: Cb and Cr of a cell, in codes of 8 bits.
  init(
    width: Int, height: Int, halvings: Int, isCut: Bool,
    isKept: (_ x: Int, _ y: Int) -> Bool,
    color: (_ x: Int, _ y: Int) -> SIMD2<Double>
  ) {
    (self.width, self.height, self.halvings, self.isCut) = (width, height, halvings, isCut)
    var above = 0..<0
    var parents: [Int32] = []
    for y in 0..<height {
      let first = runs.count
      var x = 0
      while x < width {
        guard isKept(x, y) else {
          x += 1
          continue
        }
        let start = x
        while x < width, isKept(x, y) { x += 1 }
        let own = Int32(parents.count)
        parents.append(own)
        runs.append(Run(row: Int32(y), start: Int32(start), end: Int32(x), part: own))
        for other in above where runs[other].start <= x && Int(runs[other].end) >= start {
          Self.join(&parents, runs[other].part, own)
        }
      }
      above = first..<runs.count
    }
    number(&parents)
    measure(color)
  }

  private static func root(_ parents: inout [Int32], of run: Int32) -> Int32 {
    var run = run
    while parents[Int(run)] != run {
      parents[Int(run)] = parents[Int(parents[Int(run)])]
      run = parents[Int(run)]
    }
    return run
  }

  private static func join(_ parents: inout [Int32], _ one: Int32, _ other: Int32) {
    let (one, other) = (root(&parents, of: one), root(&parents, of: other))
    parents[Int(max(one, other))] = min(one, other)
  }

  /// Gives parts numbers in the order of their first runs.
  private mutating func number(_ parents: inout [Int32]) {
    var numbers = [Int32](repeating: -1, count: parents.count)
    for index in runs.indices {
      let root = Int(Self.root(&parents, of: runs[index].part))
      if numbers[root] < 0 {
        numbers[root] = Int32(parts.count)
        parts.append(Part())
      }
      runs[index].part = numbers[root]
    }
  }

  private mutating func measure(_ color: (Int, Int) -> SIMD2<Double>) {
    for run in runs {
      let length = Int(run.end - run.start)
      parts[Int(run.part)].area += length
      // One cell speaks for its run.
      let middle = color(Int(run.start + run.end) / 2, Int(run.row))
      parts[Int(run.part)].color += middle * Double(length)
    }
    for index in parts.indices { parts[index].color /= Double(parts[index].area) }
  }
}
