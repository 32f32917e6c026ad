internal import CSplashKernels

/// The masks of objects that settings name, frame by frame.
struct ObjectMask {
  private var tracks: [Selection: Track] = [:]
  private var finder: PartFinder?
  /// What happened to objects since the last call of `takeNews`.
  private var news: [ObjectNews] = []

  private enum Track {
    case followed(ObjectTracker)
    /// Not found, or lost.
    case over
  }

  /// The masks of the objects that settings name.
  ///
  /// - Parameters:
  ///   - mask: of the hues alone, finished.
  ///   - turn: for display.
  ///   - materials: the time of the frame, and where objects are in frames before they are named.
  mutating func masks(
    in mask: MaskPlane, of picture: borrowing PlaneView, turn: Turn, _ settings: SplashSettings,
    _ gains: Gains, _ materials: LookMaterials, _ kernels: SplashDSP
  ) -> [Selection: MaskPlane] {
    let wanted = Set(settings.selections.filter(\.isObject))
    tracks = tracks.filter { wanted.contains($0.key) }
    guard !wanted.isEmpty else { return [:] }
    let parts = parts(in: mask, of: picture, kernels)
    let margin = settings.objectMargin(halvings: parts.halvings)
    var masks: [Selection: MaskPlane] = [:]
    for case .object(let place, let since) in settings.selections {
      let selection = Selection.object(at: place, time: since)
      guard masks[selection] == nil else { continue }
      let cells: [ObjectRun]
      if let known = materials.objects[selection] {
        cells = known
      } else if materials.time < since ?? -.infinity {
        cells = []
      } else {
        let isFirst = tracks[selection] == nil
        if isFirst {
          let (x, y) = turn.stored(place.x, place.y)
          begin(selection, x, y, parts, materials.time) {
            hue(x, y, picture, settings, gains)
          }
        }
        cells = follow(selection, parts, margin, materials.time, isFirst: isFirst)
      }
      masks[selection] = MaskPlane(
        width: Int(mask.plane.width), height: Int(mask.plane.height), cells: cells,
        halvings: parts.halvings)
    }
    return masks
  }

  /// The parts of a mask.
  mutating func parts(
    in mask: MaskPlane, of picture: borrowing PlaneView, _ kernels: SplashDSP
  ) -> MaskParts {
    let finder =
      finder.flatMap { $0.fits(mask) ? $0 : nil }
      ?? PartFinder(width: Int(mask.plane.width), height: Int(mask.plane.height))
    self.finder = finder
    return finder.find(in: mask, of: picture, kernels)
  }

  private mutating func begin(
    _ selection: Selection, _ x: Double, _ y: Double, _ parts: MaskParts, _ time: Double,
    hue: () -> HueRange?
  ) {
    let (column, row) = (x * Double(parts.width), y * Double(parts.height))
    if let tracker = ObjectTracker(parts, x: column, y: row) {
      tracks[selection] = .followed(tracker)
    } else {
      tracks[selection] = .over
      news.append(ObjectNews(selection: selection, time: time, fate: .absent(hue())))
    }
  }

  private mutating func follow(
    _ selection: Selection, _ parts: MaskParts, _ margin: Int, _ time: Double, isFirst: Bool
  ) -> [ObjectRun] {
    guard case .followed(var tracker) = tracks[selection] else { return [] }
    guard let cells = tracker.next(parts, isCut: isFirst ? false : nil, margin: margin) else {
      tracks[selection] = .over
      news.append(ObjectNews(selection: selection, time: time, fate: .lost))
      return []
    }
    tracks[selection] = .followed(tracker)
    return cells
  }

  /// A copy for a look that continues another one.
  var continued: ObjectMask {
    var copy = ObjectMask()
    copy.tracks = tracks
    return copy
  }

  mutating func takeNews() -> [ObjectNews] {
    defer { news = [] }
    return news
  }
}

/// The hue range that selects the color at a place of the stored frame; nil for grey.
private func hue(
  _ x: Double, _ y: Double, _ picture: borrowing PlaneView, _ settings: SplashSettings,
  _ gains: Gains
) -> HueRange? {
  let side = 0.02
  let spot = Spot(
    x: min(max(x - side / 2, 0), 1 - side), y: min(max(y - side / 2, 0), 1 - side), width: side,
    height: side)
  return ColorSample(picture.colors(in: spot, limit: 1000), gains: gains).range(for: settings)
}

extension SplashSettings {
  /// Cells around an object that may belong to its edge; a cell has this power of two of mask
  /// samples along each side.
  func objectMargin(halvings: Int) -> Int {
    1 + (feather + (1 << halvings) - 1) >> halvings
  }
}

extension MaskPlane {
  /// The mask of objects, given by cells of a mask of this size.
  convenience init(width: Int, height: Int, cells: [ObjectRun]) {
    self.init(
      width: width, height: height, cells: cells,
      halvings: HalvedPlanes.count(width: width, height: height))
  }

  /// A plane that is white in cells and fades over half a cell to either side of their edges.
  ///
  /// - Parameter halvings: a cell has this power of two of samples along each side.
  fileprivate convenience init(
    width: Int, height: Int, cells: [ObjectRun], halvings: Int
  ) {
    self.init(width: width, height: height)
    guard let top = cells.map(\.row).min(), let bottom = cells.map(\.row).max(),
      let left = cells.map(\.start).min(), let right = cells.map(\.end).max()
    else { return }
    // The cells as a grid with a margin of two; samples are interpolated between centers of cells.
    let side = 1 << halvings
    let stride = right - left + 4
    var grid = [Int32](repeating: 0, count: stride * (bottom - top + 5))
    for run in cells {
      let row = (run.row - top + 2) * stride + 2 - left
      for x in run.start..<run.end { grid[row + x] = 1 }
    }
    let whole = Int32(4 * side * side)
    var blend = [Int32](repeating: 0, count: stride)
    for y in max(0, (top - 1) * side)..<min(height, (bottom + 2) * side) {
      let (above, down) = (2 * y + 1 + side).quotientAndRemainder(dividingBy: 2 * side)
      let row = (above - top + 1) * stride
      for x in 0..<stride {
        blend[x] = grid[row + x] * Int32(2 * side - down) + grid[row + stride + x] * Int32(down)
      }
      let line = plane.data + y * plane.stride
      for x in max(0, (left - 1) * side)..<min(width, (right + 1) * side) {
        let (before, across) = (2 * x + 1 + side).quotientAndRemainder(dividingBy: 2 * side)
        let column = before - left + 1
        let sum =
          blend[column] * Int32(2 * side - across) + blend[column + 1] * Int32(across)
        line[x] = UInt8((255 * sum + whole / 2) / whole)
      }
    }
  }
}
