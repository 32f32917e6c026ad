/// The colors of some frames in cells of 7 bits a component, each with the first color seen in it.
struct ColorCells {
  /// An 8-bit color, and how often its cell was seen.
  struct Cell {
    var color: SIMD4<Int32>
    var count: Int
  }

  private(set) var cells: [Cell] = []
  /// Index among the cells plus 1, by cell number; 0 for none.
  private var places = [Int32](repeating: 0, count: 1 << 21)

  /// The number of the cell of a color.
  static func number(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int {
    Int(red >> 1) << 14 | Int(green >> 1) << 7 | Int(blue >> 1)
  }

  /// - Parameter row: R, G, B, alpha; pixels with less than half alpha are ignored.
  mutating func add(_ row: UnsafePointer<UInt8>, count: Int) {
    places.withUnsafeMutableBufferPointer { places in
      for x in 0..<count where row[4 * x + 3] >= 128 {
        let color = (Int32(row[4 * x]), Int32(row[4 * x + 1]), Int32(row[4 * x + 2]))
        let number = Self.number(color.0, color.1, color.2)
        if places[number] == 0 {
          cells.append(Cell(color: SIMD4(color.0, color.1, color.2, 0), count: 0))
          places[number] = Int32(cells.count)
        }
        cells[Int(places[number]) - 1].count += 1
      }
    }
  }

  mutating func removeAll() {
    for cell in cells {
      places[Self.number(cell.color[0], cell.color[1], cell.color[2])] = 0
    }
    cells.removeAll(keepingCapacity: true)
  }
}
