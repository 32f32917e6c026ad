import SplashLook
import TestSupport
import Testing

struct CellSetTests {
  /// A cell is in the grown set if a cell of the set is at most `steps` rows and columns away.
  @Test(arguments: [(1, 1), (1, 7), (9, 1), (13, 8), (31, 17)], [0, 1, 2, 5, 40])
  func grownSetHoldsAllCellsWithinReach(size: (width: Int, height: Int), steps: Int) {
    var seeded = SeededGenerator(seed: 20_261_129)
    let (width, height) = size
    let set = (0..<width * height).map { _ in Int.random(in: 0..<16, using: &seeded) == 0 }
    let grown = set.grown(steps, width: width)
    for y in 0..<height {
      for x in 0..<width {
        let isNear = (0..<height).contains { row in
          abs(row - y) <= steps
            && (0..<width).contains { abs($0 - x) <= steps && set[row * width + $0] }
        }
        #expect(grown[y * width + x] == isNear)
      }
    }
  }
}
