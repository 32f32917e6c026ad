/// The subject mask of a frame in connected pieces, without the smallest; people are separated from
/// things.
package struct SubjectPieces {
  /// Pieces of the kinds below, in cells of the frame as displayed.
  package let parts: MaskParts
  /// The mask of all subjects, of any size.
  private let found: NetworkMask

  private static let (thing, person): (UInt8, UInt8) = (1, 2)
  private static let mostCells = 32_768.0
  /// The smallest piece, as a share of the frame: in general, and for one person among people.
  static let (least, leastPerson) = (0.003, 0.0015)
  /// A piece is split into a person and a thing if people fill a share of it in this range.
  private static let mixed = 0.15...0.85
  /// Cells around a piece that belong to its soft edge.
  static let margin = 2

  /// - Parameters:
  ///   - found: the mask of all subjects.
  ///   - people: the mask of people in the same frame.
  ///   - aspect: width of the frame over its height, as displayed.
  ///   - isCut: whether the frame belongs to another shot than the one before.
  ///   - least: the smallest piece, as a share of the frame.
  ///   - color: returns Cb and Cr at a point in shares of the frame, in 8-bit codes.
  package init(
    _ found: NetworkMask, people: NetworkMask, aspect: Double, isCut: Bool = false,
    least share: Double = Self.least, color: (_ x: Double, _ y: Double) -> SIMD2<Double>
  ) {
    self.found = found
    let height = max(1, Int((Self.mostCells / aspect).squareRoot()))
    let width = max(1, Int(Double(height) * aspect))
    func place(_ x: Int, _ y: Int) -> (Double, Double) {
      ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
    }
    func parts(
      _ kind: (Int) -> UInt8, color: (Int, Int) -> SIMD2<Double> = { _, _ in .zero }
    ) -> MaskParts {
      MaskParts(
        width: width, height: height, isCut: isCut, kind: { kind($1 * width + $0) }, color: color)
    }
    var kinds: [UInt8] = []
    kinds.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (x, y) = place(x, y)
        let isPerson = people.value(x, y) > 0.5
        kinds.append(found.value(x, y) > 0.5 ? isPerson ? Self.person : Self.thing : 0)
      }
    }
    let least = Int((share * Double(width * height)).rounded(.up))
    let whole = parts { kinds[$0] > 0 ? 1 : 0 }
    var filled = [Int](repeating: 0, count: whole.parts.count)
    for run in whole.runs {
      filled[Int(run.part)] += run.cells(width).count { kinds[$0] == Self.person }
    }
    for run in whole.runs {
      let area = whole.parts[Int(run.part)].area
      let share = Double(filled[Int(run.part)]) / Double(area)
      guard area < least || !Self.mixed.contains(share) else { continue }
      let kind = area < least ? 0 : share > 0.5 ? Self.person : Self.thing
      for cell in run.cells(width) { kinds[cell] = kind }
    }
    // Pieces that are too small after the split are joined to their neighbors.
    let split = parts { kinds[$0] }
    var small: [Int] = []
    for run in split.runs where split.parts[Int(run.part)].area < least {
      small += run.cells(width)
    }
    for cell in small { kinds[cell] = 0 }
    while !small.isEmpty {
      let taken = small.compactMap { cell in
        kinds.neighbor(of: cell, width: width).map { (cell, $0) }
      }
      for (cell, kind) in taken { kinds[cell] = kind }
      guard !taken.isEmpty else { break }
      small.removeAll { kinds[$0] > 0 }
    }
    // A region without any large piece stays one piece.
    for run in whole.runs where whole.parts[Int(run.part)].area >= least {
      let isPerson = 2 * filled[Int(run.part)] > whole.parts[Int(run.part)].area
      for cell in run.cells(width) where kinds[cell] == 0 {
        kinds[cell] = isPerson ? Self.person : Self.thing
      }
    }
    self.parts = parts {
      kinds[$0]
    } color: {
      let (x, y) = place($0, $1)
      return color(x, y)
    }
  }

  /// Each piece as a candidate.
  package var candidates: [SubjectCandidate] {
    parts.parts.indices.compactMap { part in
      var tracker = ObjectTracker(parts, target: part)
      guard let cells = tracker.next(parts, isCut: false, margin: Self.margin) else { return nil }
      return SubjectCandidate(
        mask: mask(in: cells), isPerson: parts.parts[part].kind == Self.person, part, of: parts)
    }
  }

  /// The subject mask in some cells, and 0 elsewhere.
  func mask(in cells: [ObjectRun]) -> NetworkMask {
    found.kept(in: cells, width: parts.width, height: parts.height)
  }

  /// The piece that overlaps most with a mask; nil if none does.
  func piece(like mask: NetworkMask) -> Int? {
    var shared = [Int](repeating: 0, count: parts.parts.count)
    for run in parts.runs {
      let y = (Double(run.row) + 0.5) / Double(parts.height)
      shared[Int(run.part)] += (run.start..<run.end).count {
        mask.value((Double($0) + 0.5) / Double(parts.width), y) > 0.5
      }
    }
    guard let best = shared.indices.max(by: { shared[$0] < shared[$1] }), shared[best] > 0 else {
      return nil
    }
    return best
  }
}

extension [UInt8] {
  /// The kind of a cell's first neighbor that is not 0; nil if there is none.
  fileprivate func neighbor(of cell: Int, width: Int) -> UInt8? {
    let (x, y) = (cell % width, cell / width)
    for row in Swift.max(0, y - 1)...Swift.min(count / width - 1, y + 1) {
      for column in Swift.max(0, x - 1)...Swift.min(width - 1, x + 1)
      where self[row * width + column] > 0 {
        return self[row * width + column]
      }
    }
    return nil
  }
}

extension MaskParts.Run {
  /// The cells of the run as indices of a grid's array.
  fileprivate func cells(_ width: Int) -> Range<Int> {
    Int(row) * width + Int(start)..<Int(row) * width + Int(end)
  }
}
