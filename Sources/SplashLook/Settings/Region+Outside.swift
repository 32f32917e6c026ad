extension Region {
  /// Whether it lies completely outside of the frame.
  var isOutside: Bool {
    let places: [Point]
    var outer = outer
    switch shape {
    case .box(let x, let y, let width, let height):
      places = [Point(x: x, y: y), Point(x: x + width, y: y + height)]
    case .ellipse(let x, let y, let across, let down):
      places = [Point(x: x - across, y: y - down), Point(x: x + across, y: y + down)]
    // A curve lies within its corners and handles.
    case .polygon(let points), .curve(let points): places = points
    case .stroke(let radius, let points):
      places = points
      // Of the width too: no frame is more than four times as high.
      outer += 4 * radius
    case .gradient: return false
    }
    func misses(_ coordinate: KeyPath<Point, Double>) -> Bool {
      places.allSatisfy { $0[keyPath: coordinate] + outer <= 0 }
        || places.allSatisfy { $0[keyPath: coordinate] - outer >= 1 }
    }
    return misses(\.x) || misses(\.y)
  }
}

extension Selection {
  /// Whether it is a region completely outside of frames of a size; false if the size is needed and
  /// unknown.
  func isOutside(of size: (width: Int, height: Int)?) -> Bool {
    switch self {
    case .region(let region): return region.isOutside
    case .inPixels(let word):
      guard let size else { return false }
      var scale = PictureScale(width: size.width, height: size.height)
      guard case .region(let region)? = try? Selection(word: word, &scale) else { return false }
      return region.isOutside
    default: return false
    }
  }
}
