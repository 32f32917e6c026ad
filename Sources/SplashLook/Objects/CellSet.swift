extension [Bool] {
  /// The set of cells grown by some steps, diagonals included.
  package func grown(_ steps: Int, width: Int) -> [Bool] {
    guard steps > 0 else { return self }
    let height = count / width
    return spread(steps, over: width, step: 1, lines: height, apart: width)
      .spread(steps, over: height, step: width, lines: width, apart: 1)
  }

  /// The set grown along lines.
  ///
  /// - Parameters:
  ///   - length: cells of a line.
  ///   - step, apart: from a cell of a line to the next, and from a line to the next.
  private func spread(
    _ steps: Int, over length: Int, step: Int, lines: Int, apart: Int
  ) -> [Bool] {
    var result = self
    withUnsafeBufferPointer { cells in
      result.withUnsafeMutableBufferPointer { result in
        for start in stride(from: 0, to: lines * apart, by: apart) {
          // Cells of the set at most `steps` away.
          var near = (0..<Swift.min(steps, length)).count { cells[start + $0 * step] }
          for place in 0..<length {
            if place + steps < length, cells[start + (place + steps) * step] { near += 1 }
            if place > steps, cells[start + (place - steps - 1) * step] { near -= 1 }
            result[start + place * step] = near > 0
          }
        }
      }
    }
    return result
  }
}
