/// Follows one part of a mask from picture to picture, and beside it all others, so that each keeps
/// what is its own when they touch, cross and hide each other.
///
/// Shapes are laid over the new mask where they are expected, and moved by turns until together
/// they explain as much of it as they can.
package struct ObjectTracker: Sendable {
  /// The one that is followed comes first.
  private var objects: [TrackedObject]
  /// Pictures for which it may be out of sight.
  private static let patience = 90
  private static let mostObjects = 24

  /// Begins with the part at a place, or the nearest one not far from it.
  ///
  /// - Parameters:
  ///   - x, y: in cells; may lie between them.
  /// - Returns: nil where there is none.
  init?(_ parts: MaskParts, x: Double, y: Double) {
    guard let target = parts.part(atX: x, y: y) else { return nil }
    self.init(parts, target: target)
  }

  /// - Parameter target: the part to follow.
  package init(_ parts: MaskParts, target: Int) {
    let least = Self.leastArea(beside: parts.parts[target].area)
    let others = parts.parts.indices.filter { $0 != target && parts.parts[$0].area >= least }
      .sorted { parts.parts[$0].area > parts.parts[$1].area }.prefix(Self.mostObjects - 1)
    objects = ([target] + others).map {
      TrackedObject(cells: parts.cells(of: [$0]), color: parts.parts[$0].color)
    }
  }

  /// Smaller things are no rivals.
  private static func leastArea(beside area: Int) -> Int { max(3, area / 10) }

  /// What is to be seen of the object in the next picture.
  ///
  /// - Parameters:
  ///   - isCut: the picture is of another shot than the last one; nil where that is what it knows.
  ///   - margin: steps around it that its edge may need, in cells.
  /// - Returns: its cells and those around it that are nobody else's, none while it is out of
  ///   sight; nil when it is lost.
  package mutating func next(
    _ parts: MaskParts, isCut: Bool? = nil, margin: Int
  ) -> [ObjectRun]? {
    guard !(isCut ?? parts.isCut) else { return nil }
    var field = ObjectField(parts)
    let last = objects.map { ($0.x, $0.y) }
    for index in objects.indices { objects[index].predict() }
    field.place(&objects)
    field.share(among: objects)
    for index in objects.indices {
      let sight = Double(field.seen[index]) / Double(objects[index].area)
      objects[index].sight = sight
      objects[index].learn(from: sight >= 0.25 ? last[index] : nil)
      objects[index].hidden = sight < 0.12 ? objects[index].hidden + 1 : 0
    }
    for index in objects.indices { reshape(index, field, parts) }
    settle(&field, parts)
    let window = field.window(of: 0, margin: margin)
    objects = [objects[0]] + objects.dropFirst().filter { $0.hidden <= Self.patience }
    return objects[0].hidden <= Self.patience ? window : nil
  }

  /// Takes the shape of what is seen of an object, where nobody else is in it.
  private mutating func reshape(_ index: Int, _ field: ObjectField, _ parts: MaskParts) {
    guard objects[index].hidden == 0, let own = field.partsAlone(index) else { return }
    let area = own.reduce(0) { $0 + parts.parts[$1].area }
    let ratio = Double(area) / Double(objects[index].area)
    objects[index].odd += 1
    // What grows fast has met something, and what shrinks is being covered: neither may last.
    guard 0.9...1.4 ~= ratio || objects[index].odd > (ratio > 1 ? 6 : 20) else { return }
    objects[index].take(parts.cells(of: own))
    let color = own.reduce(SIMD2(0, 0)) {
      $0 + parts.parts[$1].color * Double(parts.parts[$1].area)
    }
    objects[index].color = color / Double(area)
  }

  /// Gives parts that nobody has to objects that were out of sight, or makes new ones of them.
  private mutating func settle(_ field: inout ObjectField, _ parts: MaskParts) {
    let least = Self.leastArea(beside: objects[0].area)
    let free = field.freeParts.filter { parts.parts[$0].area >= least }
      .sorted { parts.parts[$0].area > parts.parts[$1].area }
    for part in free {
      let fresh = TrackedObject(cells: parts.cells(of: [part]), color: parts.parts[part].color)
      let candidates = objects.indices.filter { objects[$0].mayReappear(as: fresh) }
      if let index = candidates.min(by: {
        objects[$0].distance(to: fresh) < objects[$1].distance(to: fresh)
      }) {
        objects[index].jump(to: parts.cells(of: [part]))
        field.give(part, to: index)
      } else if objects.count < Self.mostObjects {
        objects.append(fresh)
        field.give(part, to: objects.count - 1)
      }
    }
  }
}

extension TrackedObject {
  /// From middle to middle, in cells.
  fileprivate func distance(to other: TrackedObject) -> Double {
    let across = Double(x - other.x) + Double(size.width - other.size.width) / 2
    let down = Double(y - other.y) + Double(size.height - other.size.height) / 2
    return (across * across + down * down).squareRoot()
  }

  /// What was out of sight comes back not too far away, of like size and color.
  fileprivate func mayReappear(as other: TrackedObject) -> Bool {
    guard hidden > 0, 0.3...3 ~= Double(other.area) / Double(area) else { return false }
    let apart = color - other.color
    guard (apart * apart).sum() < 30 * 30 else { return false }
    return distance(to: other) <= (1.5 + 0.25 * Double(hidden)) * max(side, 4)
  }
}
