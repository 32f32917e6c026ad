/// Tracks one part of a mask from frame to frame, together with all others, so that each keeps its
/// own cells when they touch, cross or hide each other.
///
/// Shapes are laid over the new mask where they are expected, and moved in turn until together they
/// cover as much of it as possible.
package struct ObjectTracker: Sendable {
  /// The tracked object comes first.
  private var objects: [TrackedObject]
  /// Frames for which it may be out of sight before it is lost.
  private static let patience = 90
  private static let mostObjects = 24

  /// Begins with the part at a place, or the nearest one.
  ///
  /// - Parameters:
  ///   - x, y: in cells; may be fractional.
  /// - Returns: nil if no part is near.
  init?(_ parts: MaskParts, x: Double, y: Double) {
    guard let target = parts.part(atX: x, y: y) else { return nil }
    self.init(parts, target: target)
  }

  /// - Parameter target: the index of the part to track.
  package init(_ parts: MaskParts, target: Int) {
    let least = Self.leastArea(beside: parts.parts[target].area)
    let others = parts.parts.indices.filter { $0 != target && parts.parts[$0].area >= least }
      .sorted { parts.parts[$0].area > parts.parts[$1].area }.prefix(Self.mostObjects - 1)
    objects = ([target] + others).map {
      TrackedObject(cells: parts.cells(of: [$0]), color: parts.parts[$0].color)
    }
  }

  /// Smaller parts are not tracked beside it.
  private static func leastArea(beside area: Int) -> Int { max(3, area / 10) }

  /// The cells of the object in the next frame.
  ///
  /// - Parameters:
  ///   - isCut: whether the frame belongs to another shot; nil to use `parts.isCut`.
  ///   - margin: cells around it that may belong to its edge.
  /// - Returns: its cells and those around it that belong to no other object; empty while it is out
  ///   of sight; nil once it is lost.
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

  /// Takes over the current shape of an object, if it shares no part with others.
  private mutating func reshape(_ index: Int, _ field: ObjectField, _ parts: MaskParts) {
    guard objects[index].hidden == 0, let own = field.partsAlone(index) else { return }
    let area = own.reduce(0) { $0 + parts.parts[$1].area }
    let ratio = Double(area) / Double(objects[index].area)
    objects[index].odd += 1
    // A part that grows fast has touched another one, and one that shrinks is being covered; both
    // may be temporary.
    guard 0.9...1.4 ~= ratio || objects[index].odd > (ratio > 1 ? 6 : 20) else { return }
    objects[index].take(parts.cells(of: own))
    let color = own.reduce(SIMD2(0, 0)) {
      $0 + parts.parts[$1].color * Double(parts.parts[$1].area)
    }
    objects[index].color = color / Double(area)
  }

  /// Gives free parts to objects that were out of sight, or makes new objects of them.
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
  /// The distance between both centers, in cells.
  fileprivate func distance(to other: TrackedObject) -> Double {
    let across = Double(x - other.x) + Double(size.width - other.size.width) / 2
    let down = Double(y - other.y) + Double(size.height - other.size.height) / 2
    return (across * across + down * down).squareRoot()
  }

  /// Whether a hidden object may be this one: near, and of similar size and color.
  fileprivate func mayReappear(as other: TrackedObject) -> Bool {
    guard hidden > 0, 0.3...3 ~= Double(other.area) / Double(area) else { return false }
    let apart = color - other.color
    guard (apart * apart).sum() < 30 * 30 else { return false }
    return distance(to: other) <= (1.5 + 0.25 * Double(hidden)) * max(side, 4)
  }
}
