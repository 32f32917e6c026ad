internal import CSplashKernels

/// The masks of windows that move with a tracked selection, their leader, frame by frame.
///
/// A window is where it was drawn in the frame in which its leader is first found. From there it
/// moves with the center of the leader's mask, and scales with the square root of its area; while
/// the leader is out of sight it stays.
struct MovingWindows {
  private var finder = MiddleFinder()
  /// Where leaders were first found, and where they were last seen.
  private var starts: [Selection: MaskMiddle] = [:]
  private var seen: [Selection: MaskMiddle] = [:]

  /// The windows in the last frame.
  private(set) var moved: [Selection: Region] = [:]

  /// A leader counts as in sight if at least this share of its area is.
  private static let leastSight = 0.12
  private static let scales = 0.125...8

  /// - Parameters:
  ///   - masks: of the leaders, for this frame.
  ///   - hues: the hue mask, of which objects are parts.
  ///   - starts: returns the mask in which a leader was first found; nil if that is unknown.
  ///   - turn: for display.
  mutating func masks(
    for settings: SplashSettings, of picture: borrowing PlaneView, turn: Turn,
    after masks: [Selection: MaskPlane], hues: MaskPlane, starts known: (Selection) -> MaskPlane?
  ) -> [Selection: MaskPlane] {
    let windows = settings.selections.filter { $0.leader != nil }
    let leaders = Set(windows.compactMap(\.leader))
    starts = starts.filter { leaders.contains($0.key) }
    seen = seen.filter { leaders.contains($0.key) }
    moved = [:]
    guard !windows.isEmpty else { return [:] }
    for leader in leaders {
      if starts[leader] == nil { starts[leader] = known(leader).flatMap { middle(of: $0) } }
      guard let mask = masks[leader],
        let now = middle(of: leader.isObject ? mask.lowered(to: hues) : mask)
      else { continue }
      let start = starts[leader] ?? now
      starts[leader] = start
      if now.share >= Self.leastSight * start.share { seen[leader] = now }
    }
    let raster = RegionRaster(of: picture, turn: turn)
    var drawn: [Selection: MaskPlane] = [:]
    for case .window(let region, let leader) in windows {
      let window = Selection.window(region, with: leader)
      let place = moved(region, with: leader, turn)
      let plane = MaskPlane(width: raster.width, height: raster.height)
      raster.add([place], to: plane)
      (drawn[window], moved[window]) = (plane, place)
    }
    return drawn
  }

  private mutating func middle(of mask: MaskPlane) -> MaskMiddle? {
    finder.middle(
      of: mask.plane, rows: stride(from: 0, to: Int(mask.plane.height), by: 1))
  }

  private func moved(_ region: Region, with leader: Selection, _ turn: Turn) -> Region {
    guard let start = starts[leader], let now = seen[leader] else { return region }
    let scale = (now.share / start.share).squareRoot()
    return region.moved(
      from: turn.displayed(start.x, start.y), to: turn.displayed(now.x, now.y),
      scale: min(max(scale, Self.scales.lowerBound), Self.scales.upperBound))
  }
}

extension Region {
  /// The region moved from one point to another, and scaled around it.
  fileprivate func moved(
    from: (x: Double, y: Double), to: (x: Double, y: Double), scale: Double
  ) -> Region {
    func x(_ place: Double) -> Double { to.x + scale * (place - from.x) }
    func y(_ place: Double) -> Double { to.y + scale * (place - from.y) }
    func point(_ place: Point) -> Point { Point(x: x(place.x), y: y(place.y)) }
    let moved: Shape =
      switch shape {
      case .box(let left, let top, let width, let height):
        .box(x: x(left), y: y(top), width: scale * width, height: scale * height)
      case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
        .ellipse(
          x: x(centerX), y: y(centerY), radiusX: scale * radiusX, radiusY: scale * radiusY)
      case .polygon(let corners): .polygon(corners.map(point))
      case .curve(let places): .curve(places.map(point))
      case .gradient(let start, let end): .gradient(from: point(start), to: point(end))
      case .stroke(let radius, let places):
        .stroke(radius: scale * radius, places.map(point))
      }
    return Region(moved, inner: scale * inner, outer: scale * outer)
  }
}
