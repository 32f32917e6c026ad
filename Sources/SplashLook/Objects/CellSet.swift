extension [Bool] {
  /// The set of cells grown by some steps, diagonals included.
  package func grown(_ steps: Int, width: Int) -> [Bool] {
    guard steps > 0 else { return self }
    var result = self
    for index in indices where self[index] {
      let (x, y) = (index % width, index / width)
      for row in Swift.max(0, y - 1)...Swift.min(count / width - 1, y + 1) {
        for column in Swift.max(0, x - 1)...Swift.min(width - 1, x + 1) {
          result[row * width + column] = true
        }
      }
    }
    return result.grown(steps - 1, width: width)
  }
}
