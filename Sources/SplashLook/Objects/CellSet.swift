extension [Bool] {
  /// The set of cells grown by some steps, diagonals included: all cells of which a row and a column
  /// of the set are at most `steps` away.
  package func grown(_ steps: Int, width: Int) -> [Bool] {
    guard steps > 0 else { return self }
    let height = count / width
    var result = self
    // The last place in the set, of a row and then of each column.
    var last = [Int](repeating: -1 - steps, count: width)
    withUnsafeBufferPointer { cells in
      result.withUnsafeMutableBufferPointer { result in
        for row in stride(from: 0, to: height * width, by: width) {
          var (before, behind) = (-1 - steps, width + steps)
          for x in 0..<width {
            if cells[row + x] { before = x }
            result[row + x] = x - before <= steps
          }
          for x in (0..<width).reversed() {
            if cells[row + x] { behind = x }
            if behind - x <= steps { result[row + x] = true }
          }
        }
      }
    }
    let across = result
    across.withUnsafeBufferPointer { across in
      result.withUnsafeMutableBufferPointer { result in
        last.withUnsafeMutableBufferPointer { last in
          for y in 0..<height {
            for x in 0..<width {
              if across[y * width + x] { last[x] = y }
              result[y * width + x] = y - last[x] <= steps
            }
          }
          for x in 0..<width { last[x] = height + steps }
          for y in (0..<height).reversed() {
            for x in 0..<width {
              if across[y * width + x] { last[x] = y }
              if last[x] - y <= steps { result[y * width + x] = true }
            }
          }
        }
      }
    }
    return result
  }
}
