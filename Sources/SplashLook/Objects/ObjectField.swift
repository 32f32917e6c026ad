/// The mask of one frame, divided among objects.
struct ObjectField {
  private let width, height: Int
  private let partCount: Int
  private let areas: [Int]
  /// The part of each cell; -1 outside of the mask.
  private var partOf: [Int32]
  /// How many shapes cover each cell.
  private var cover: [UInt8]
  /// The object of each cell, counted from 1; 0 for none.
  private var owner: [UInt8]
  /// For each object, the number of mask cells that its shape covers in front of others.
  private(set) var seen: [Int] = []
  /// For each part, the cells that each object's shape covers, also behind others.
  private var claims: [[Int: Int]]
  /// Parts that the shapes cover too little.
  private(set) var freeParts: [Int] = []

  init(_ parts: MaskParts) {
    (width, height) = (parts.width, parts.height)
    areas = parts.parts.map(\.area)
    partCount = areas.count
    partOf = [Int32](repeating: -1, count: width * height)
    cover = [UInt8](repeating: 0, count: width * height)
    owner = cover
    claims = Array(repeating: [:], count: areas.count)
    for run in parts.runs {
      let row = Int(run.row) * width
      for cell in row + Int(run.start)..<row + Int(run.end) { partOf[cell] = run.part }
    }
  }

  /// Moves shapes from where they are expected to where they cover the mask best: first visible and
  /// slow objects.
  mutating func place(_ objects: inout [TrackedObject]) {
    for object in objects { paint(object, 1) }
    func haste(_ object: TrackedObject) -> Double {
      Double(object.hidden) * 1000 + (object.speed * object.speed).sum()
    }
    let order = objects.indices.sorted { haste(objects[$0]) < haste(objects[$1]) }
    for _ in 0..<2 {
      for index in order {
        paint(objects[index], -1)
        // A visible object keeps its place if another one comes out from behind it.
        let shared: Int32 = objects[index].sight >= 0.8 ? 1 : 0
        let search = ShapeSearch(around: objects[index], gridWidth: width, gridHeight: height) {
          partOf[$0] < 0 ? 0 : cover[$0] == 0 ? 2 : shared
        }
        (objects[index].x, objects[index].y) = search.best(for: objects[index])
        paint(objects[index], 1)
      }
    }
  }

  private mutating func paint(_ object: TrackedObject, _ change: Int) {
    object.forEachCell(width: width, height: height) {
      cover[$0] = UInt8(Int(cover[$0]) + change)
    }
  }

  /// Gives each mask cell to an object: to the one whose shape covers it, of several to the one
  /// that reaches further down, which is mostly in front; uncovered cells to the nearest object in
  /// the same part.
  mutating func share(among objects: [TrackedObject]) {
    let depth = objects.map { object -> Int in
      var alone = 0
      object.forEachCell(width: width, height: height) {
        if partOf[$0] >= 0, cover[$0] == 1 { alone += 1 }
      }
      return alone * 7 < object.area ? -1 : object.y + object.size.height
    }
    for index in objects.indices.sorted(by: { (depth[$0], $1) < (depth[$1], $0) }) {
      objects[index].forEachCell(width: width, height: height) {
        guard partOf[$0] >= 0 else { return }
        owner[$0] = UInt8(index + 1)
        claims[Int(partOf[$0])][index, default: 0] += 1
      }
    }
    seen = Array(repeating: 0, count: objects.count)
    for cell in owner.indices where owner[cell] > 0 {
      seen[Int(owner[cell]) - 1] += 1
    }
    for part in 0..<partCount {
      claims[part] = claims[part].filter { index, count in
        20 * count >= 3 * objects[index].area || 10 * count >= 3 * areas[part]
      }
      if claims[part].isEmpty { freeParts.append(part) }
    }
    let isFree = (0..<partCount).map { claims[$0].isEmpty }
    for cell in owner.indices where owner[cell] > 0 && isFree[Int(partOf[cell])] { owner[cell] = 0 }
    var front = owned
    while !front.isEmpty { front = step(from: front, inMask: true) }
  }

  private var owned: [Int] { owner.indices.filter { owner[$0] > 0 } }

  /// The parts that only this object covers; nil if it shares one, or covers none.
  func partsAlone(_ index: Int) -> [Int]? {
    let own = claims.indices.filter { claims[$0][index] != nil }
    return own.isEmpty || own.contains { claims[$0].count > 1 } ? nil : own
  }

  /// Gives a whole part to an object.
  mutating func give(_ part: Int, to index: Int) {
    for cell in owner.indices where partOf[cell] == part { owner[cell] = UInt8(index + 1) }
  }

  /// The cells of an object and a margin of some steps, without cells that are nearer to another
  /// object.
  mutating func window(of index: Int, margin: Int) -> [ObjectRun] {
    var front = owned
    for _ in 0..<margin { front = step(from: front, inMask: false) }
    var runs: [ObjectRun] = []
    for row in 0..<height {
      var x = 0
      while x < width {
        let start = x
        while x < width, owner[row * width + x] == index + 1 { x += 1 }
        if x > start { runs.append(ObjectRun(row: row, start: start, end: x)) }
        x += 1
      }
    }
    return runs
  }

  /// Grows all owners by one step from `front`, either inside of the mask or outside.
  ///
  /// - Returns: the added cells.
  private mutating func step(from front: [Int], inMask: Bool) -> [Int] {
    var taken: [Int] = []
    for cell in front {
      let (x, y) = (cell % width, cell / width)
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          let other = row * width + column
          guard owner[other] == 0, (partOf[other] >= 0) == inMask else { continue }
          owner[other] = owner[cell]
          taken.append(other)
        }
      }
    }
    return taken
  }
}
